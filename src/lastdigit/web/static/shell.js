// What every page has: the theme button, the two switches in the footer, the mark in the menu, its presence.

import { byId } from "./dom.js";
import { recall, remember } from "./memory.js";
import { stayPresent } from "./presence.js";
import { reachWhatScrolls } from "./scroll.js";

/** @typedef {{label: string, next: string}} Theme */

/** @type {Theme} */
const AS_SYSTEM = { label: "as the system", next: "light" };
/** @type {Record<string, Theme>} */
const THEMES = {
  light: { label: "light", next: "dark" },
  dark: { label: "dark", next: "system" },
};

const root = document.documentElement;

const theme = () => THEMES[root.dataset.theme ?? ""] ?? AS_SYSTEM;

/** Make the header and the footer work. */
export function furnish() {
  for (const link of document.querySelectorAll("a")) {
    if (link.closest("nav") && `${location.pathname}/`.startsWith(`${link.pathname}/`)) link.setAttribute("aria-current", "page");
  }
  byId("theme").onclick = () => setTheme(theme().next);
  nameTheme();
  furnishSwitch("motion", (on) => {
    if (on) delete root.dataset.motion;
    else root.dataset.motion = "off";
  });
  furnishSwitch("digit-keys", () => {});
  window.addEventListener("resize", reachWhatScrolls);
  stayPresent();
}

/** @param {string} name */
function setTheme(name) {
  if (name === "system") delete root.dataset.theme;
  else root.dataset.theme = name;
  remember("theme", name === "system" ? null : name);
  nameTheme();
}

function nameTheme() {
  const button = byId("theme");
  button.setAttribute("aria-label", `Theme: ${theme().label}`);
  button.title = `Theme: ${theme().label}`;
}

/**
 * A switch that is on unless it was switched off.
 * @param {string} name
 * @param {(on: boolean) => void} use
 */
function furnishSwitch(name, use) {
  const button = byId(name);
  /** @param {boolean} on */
  const set = (on) => {
    button.setAttribute("aria-checked", String(on));
    byId(`${name}-state`).textContent = on ? "On" : "Off";
    remember(name, on ? null : "off");
    use(on);
  };
  set(recall(name) !== "off");
  button.onclick = () => set(button.getAttribute("aria-checked") !== "true");
}

/** Whether a digit typed anywhere on the page is an answer (WCAG 2.1.4: it can be switched off). */
export const digitsPlay = () => recall("digit-keys") !== "off";

/** Whether a cell may turn over. */
export const mayMove = () =>
  root.dataset.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Name the page in the browser's tab.
 * @param {...string} parts
 */
export function title(...parts) {
  document.title = [...parts, "Last Digit"].join(" - ");
}
