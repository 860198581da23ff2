// Numbers and values in plain words. No game's own words are here: those come from the server.

const NUMBERS = [
  "No", "One", "Two", "Three", "Four", "Five", "Six",
  "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
];

export const VALUES = {
  win: { symbol: "▲", word: "wins" },
  lose: { symbol: "▼", word: "loses" },
  draw: { symbol: "◆", word: "draws" },
};

/**
 * Return a count as a sentence begins with it: in words up to twelve.
 * @param {number} count
 */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/** @param {number} count */
export const turns = (count) => (count === 1 ? "1 turn" : `${count} turns`);

/**
 * Return how many turns a game usually takes.
 * @param {[number, number]} range
 */
export const usual = ([low, high]) => (low === high ? turns(low) : `${low} to ${turns(high)}`);

/**
 * Return milliseconds as a clock shows them: tenths only when time is short.
 * @param {number} milliseconds
 */
export function onTheClock(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

export const YOUR_TURN = "Your turn.";
/** What is said when a later question is answered before an earlier one. */
export const TOO_SOON = "Choose on the board first.";
export const KEY_FIRST = "Choose one of the keys first.";
export const NOT_NOW = "Not now.";

/** @type {Record<import("./types").Hint, string>} */
export const HINTS = {
  idea: "The idea", look: "Where to look", hint: "The move", values: "What each move is worth",
  moves: "Allowed moves",
};

/** @typedef {import("./types").PlayerInfo} Player */

/**
 * Return who begins, which is all there is to say before the first move.
 * @param {Player} player
 */
export const begins = ({ subject }) => (subject === "You" ? "You begin." : `${subject} begins.`);

// The words of the shell and of the settings.

export const THEMES = { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

export const THEME_CHOICES = [
  { value: "", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export const SETTINGS_PAGE = {
  title: "Settings",
  lead: "They hold in this browser, at once.",
  theme: "Theme",
};

/** @type {Record<string, {label: string, about: string}>} */
export const SETTING_WORDS = {
  motion: { label: "Motion", about: "Digits fly and tiles turn over. Off wherever your system asks for less motion." },
  sound: { label: "Sound", about: "A short tone for each tap, move and win." },
  vibration: { label: "Vibration", about: "A light one on telephones, when a move is made or refused." },
  "digit-keys": { label: "Number keys play", about: "A digit typed anywhere on a board is an answer." },
  "at-once": { label: "Play at once", about: "One press makes a move. Otherwise the first shows what it does, and the second plays." },
};

export const BROKEN = {
  title: "Something went wrong",
  heading: "This page could not be shown",
  again: "Try again",
};
