// The settings of a class that plays games: the clock of each player, and how many others each pupil plays.

import { h } from "../dom.js";
import { CLASS_SETTINGS } from "../strings/classroom.js";

const MINUTES = [1, 2, 3, 5, 10];
const ROUNDS = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * @typedef {Pick<import("../types").RoomInfo, "clock" | "rounds">} Settings
 * @typedef {import("../types").RoomInfo["kind"]} Kind
 */

/**
 * Return the fields of the settings.
 * @param {Kind} kind
 * @param {Settings} now
 * @param {() => void} onchange
 */
export function gameSettings(kind, now = { clock: null, rounds: null }, onchange = () => {}) {
  const minutes = withCurrent(MINUTES, now.clock && now.clock.seconds / 60);
  const rounds = withCurrent(ROUNDS, now.rounds);
  return h("div", { class: "fields", "data-key": "game-settings" },
    select("clock", CLASS_SETTINGS.clock, [["", CLASS_SETTINGS.noClock], ...choices(minutes, CLASS_SETTINGS.minutes)], {
      selected: now.clock ? String(now.clock.seconds / 60) : "", onchange,
    }),
    kind === "everyone" && select("rounds", CLASS_SETTINGS.rounds, [["", CLASS_SETTINGS.everyone], ...choices(rounds, CLASS_SETTINGS.others)], {
      selected: String(now.rounds ?? ""), onchange,
    }));
}

/**
 * Return the settings that are chosen in a form.
 * @param {HTMLFormElement} form
 * @returns {Settings}
 */
export function settingsIn(form) {
  /** @param {string} name */
  const numberIn = (name) => {
    const box = form.elements.namedItem(name);
    return box instanceof HTMLSelectElement ? Number(box.value) : 0;
  };
  const minutes = numberIn("clock");
  return { clock: minutes ? { seconds: minutes * 60, increment: 0 } : null, rounds: numberIn("rounds") || null };
}

/**
 * Return the usual choices and the current one.
 * @param {number[]} usual
 * @param {?number} current
 */
const withCurrent = (usual, current) => [...new Set(current ? [...usual, current] : usual)].sort((one, two) => one - two);

/**
 * @param {number[]} numbers
 * @param {(number: number) => string} label
 * @returns {[string, string][]}
 */
const choices = (numbers, label) => numbers.map((number) => [String(number), label(number)]);

/**
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {{key?: string, selected?: string, onchange?: (value: string) => void}} settings
 */
export const select = (id, label, choices, { key = id, selected, onchange = () => {} } = {}) =>
  h("div", { class: "field", "data-key": key },
    h("label", { for: id }, label),
    h("select", { id, name: id, onchange: ({ currentTarget }) => onchange(/** @type {HTMLSelectElement} */ (currentTarget).value) },
      choices.map(([value, words]) => h("option", { value, "data-key": value, selected: value === selected }, words))));
