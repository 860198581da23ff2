// Data that this browser stores between visits: local storage, cookies that the server reads, and the settings in both.
// Storage may be forbidden or full. The page works without it.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Save a text under a name. null deletes it.
 * @param {string} name
 * @param {?string} text
 */
export function remember(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The page works the same without it.
  }
}

const KEYBOARD = "by-keyboard";

/**
 * Record whether a click came from the keyboard, for the page that it leads to. Clicks by a script do not count: a card
 * clicks its link.
 * @param {MouseEvent} press
 */
export function notePress({ isTrusted, detail }) {
  if (!isTrusted) return;
  try {
    sessionStorage.setItem(KEYBOARD, String(detail === 0));
  } catch {
    // The page works the same without it.
  }
}

/** Whether the last click in this tab came from the keyboard. */
export function wasByKeyboard() {
  try {
    return sessionStorage.getItem(KEYBOARD) === "true";
  } catch {
    return false;
  }
}

/**
 * Return the value of a cookie, or null.
 * @param {string} name
 */
export const readCookie = (name) =>
  document.cookie.split("; ").find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null;

const YEAR = 365 * 24 * 60 * 60;

/**
 * Set a cookie, which the server uses for the first paint of the next page. null deletes it.
 * @param {string} name
 * @param {?string} text
 */
export function writeCookie(name, text) {
  document.cookie = `${name}=${text ?? ""}; Path=/; Max-Age=${text === null ? 0 : YEAR}; SameSite=Lax`;
}

/** @typedef {{name: string, usual: boolean}} Setting `usual`: its default */

/** @type {Setting[]} */
export const SETTINGS = [
  { name: "motion", usual: true },
  { name: "sound", usual: false },
  { name: "vibration", usual: true },
  { name: "digit-keys", usual: true },
  { name: "at-once", usual: false },
];

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
  writeCookie(name, on ? null : "off");
  const { dataset } = document.documentElement;
  if (on) delete dataset.motion;
  else dataset.motion = "off";
}

/** The chosen theme, or null for the system's. */
export const theme = () => document.documentElement.dataset.theme ?? null;

/** @param {?string} name */
export function setTheme(name) {
  writeCookie("theme", name);
  const { dataset } = document.documentElement;
  if (name === null) delete dataset.theme;
  else dataset.theme = name;
}

/** Whether animations are on, here and in the system's settings. */
export const mayMove = () => isOn("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
