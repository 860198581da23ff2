// What every page has: the switches in the header, the mark in the menu, its presence, and what shows when the server is away.

import { byId } from "./dom.js";
import { notePress } from "./memory.js";
import { stayPresent } from "./presence.js";
import { beReadyForAbsence, here, pathOf } from "./reach.js";
import { reachWhatScrolls } from "./scroll.js";
import { isOn, setOn, setTheme, theme } from "./settings.js";
import { THEMES } from "./strings.js";

const API = "/api/";
const NEXT = { system: "light", light: "dark", dark: null };

/** Make the header work. */
export function furnish() {
  for (const link of document.querySelectorAll("a")) {
    if (link.closest("nav") && [pathOf(link), link.dataset.also].some(isHere)) link.setAttribute("aria-current", "page");
  }
  byId("theme").onclick = () => {
    setTheme(NEXT[themeName()]);
    nameTheme();
  };
  nameTheme();
  byId("sound").onclick = () => {
    setOn("sound", !isOn("sound"));
    showSound();
  };
  showSound();
  window.addEventListener("resize", reachWhatScrolls);
  window.addEventListener("pageswap", leaveWithoutTransition);
  document.addEventListener("click", notePress, { capture: true });
  stayPresent();
  beReadyForAbsence();
}

/**
 * Skip the transition to a document of the API, such as openapi.json, for which the browser would abort it with an error.
 * @param {PageSwapEvent} event
 */
function leaveWithoutTransition({ activation, viewTransition }) {
  const address = activation?.entry.url;
  viewTransition?.ready.catch(() => {}); // it is rejected when the transition is skipped, or the next page is slow
  if (!viewTransition || !address || !new URL(address).pathname.startsWith(API)) return;
  viewTransition.skipTransition();
}

/**
 * Whether this page is at an address, or below it.
 * @param {string | undefined} path
 */
const isHere = (path) =>
  path === "/" ? here().pathname === "/" : path !== undefined && `${here().pathname}/`.startsWith(`${path}/`);

/** @returns {keyof typeof NEXT} */
const themeName = () => /** @type {keyof typeof NEXT} */ (theme() ?? "system");

function nameTheme() {
  const button = byId("theme");
  button.setAttribute("aria-label", THEMES[themeName()]);
  button.title = THEMES[themeName()];
}

function showSound() {
  const button = byId("sound");
  button.setAttribute("aria-checked", String(isOn("sound")));
  button.querySelector("use")?.setAttribute("href", isOn("sound") ? "#icon-sound" : "#icon-silent");
}

/** Whether a digit typed anywhere on the page is an answer (WCAG 2.1.4: it can be switched off). */
export const digitsPlay = () => isOn("digit-keys");

/**
 * Name the page in the browser's tab.
 * @param {...string} parts
 */
export function title(...parts) {
  document.title = [...parts, "Last Digit"].join(" - ");
}
