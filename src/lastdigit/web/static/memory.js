// What this browser remembers between visits. Storage may be forbidden or full: then nothing is.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Remember a text under a name; null forgets it.
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
 * Note in this tab whether a press came from the keyboard, for the page that it leads to. Presses that a script makes
 * (a card presses its link) say nothing about the person.
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

/** Return whether the last press in this tab came from the keyboard. */
export function wasByKeyboard() {
  try {
    return sessionStorage.getItem(KEYBOARD) === "true";
  } catch {
    return false;
  }
}

/**
 * Return what the server is told under a name, if anything.
 * @param {string} name
 */
export const told = (name) =>
  document.cookie.split("; ").find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) || null;

const YEAR = 365 * 24 * 60 * 60;

/**
 * Tell the server something whenever a page is asked for, as a cookie; null tells nothing any more.
 * @param {string} name
 * @param {?string} text
 */
export function tell(name, text) {
  document.cookie = `${name}=${text ?? ""}; Path=/; Max-Age=${text === null ? 0 : YEAR}; SameSite=Lax`;
}
