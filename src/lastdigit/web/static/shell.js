// What every page has: the theme button, the two switches in the footer, the mark in the menu.

import { reachWhatScrolls } from "./dom.js";
import { recall, remember } from "./remember.js";

const THEMES = {
  system: { label: "as the system", next: "light" },
  light: { label: "light", next: "dark" },
  dark: { label: "dark", next: "system" },
};

const root = document.documentElement;

/** Make the header and the footer work. */
export function furnish() {
  for (const link of document.querySelectorAll(".top nav a")) {
    if (`${location.pathname}/`.startsWith(`${link.pathname}/`)) link.setAttribute("aria-current", "page");
  }
  const theme = document.getElementById("theme");
  theme.onclick = () => setTheme(THEMES[root.dataset.theme ?? "system"].next);
  tellTheme();
  furnishSwitch("motion", (on) => {
    if (on) delete root.dataset.motion;
    else root.dataset.motion = "off";
  });
  furnishSwitch("digit-keys", () => {});
  window.addEventListener("resize", reachWhatScrolls);
}

function setTheme(name) {
  if (name === "system") delete root.dataset.theme;
  else root.dataset.theme = name;
  remember("theme", name === "system" ? null : name);
  tellTheme();
}

function tellTheme() {
  const { label } = THEMES[root.dataset.theme ?? "system"];
  const theme = document.getElementById("theme");
  theme.setAttribute("aria-label", `Theme: ${label}`);
  theme.title = `Theme: ${label}`;
}

/** A switch that is on unless it was switched off. */
function furnishSwitch(name, use) {
  const button = document.getElementById(name);
  const set = (on) => {
    button.setAttribute("aria-checked", String(on));
    button.querySelector(".state").textContent = on ? "On" : "Off";
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

/** Name the page in the browser's tab. */
export function title(...parts) {
  document.title = [...parts, "Last Digit"].join(" - ");
}
