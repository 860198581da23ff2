// What somebody has chosen for this browser. What every page has to know before it is painted is a cookie, so that the
// server fills it in; the rest is remembered here.

import { recall, remember, tell } from "./memory.js";

/** @typedef {{name: string, usual: boolean}} Setting */

/** @type {Setting[]} */
export const SETTINGS = [
  { name: "motion", usual: true },
  { name: "sound", usual: false },
  { name: "vibration", usual: true },
  { name: "digit-keys", usual: true },
  { name: "at-once", usual: false },
];

const root = document.documentElement;

/** @param {string} name */
const settingOf = (name) => SETTINGS.find((one) => one.name === name) ?? { name, usual: false };

/**
 * Whether a setting is on.
 * @param {string} name
 */
export function isOn(name) {
  const { usual } = settingOf(name);
  return recall(name) === (usual ? "off" : "on") ? !usual : usual;
}

/**
 * @param {string} name
 * @param {boolean} on
 */
export function setOn(name, on) {
  const { usual } = settingOf(name);
  remember(name, on === usual ? null : on ? "on" : "off");
  if (name !== "motion") return;
  tell(name, on ? null : "off");
  if (on) delete root.dataset.motion;
  else root.dataset.motion = "off";
}

/** The theme that was chosen, or null: then it is the system's. */
export const theme = () => root.dataset.theme ?? null;

/** @param {?string} name */
export function setTheme(name) {
  tell("theme", name);
  if (name === null) delete root.dataset.theme;
  else root.dataset.theme = name;
}

/** Whether something may move. */
export const mayMove = () => isOn("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
