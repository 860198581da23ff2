// What a move is worth: always symbol, word and colour together.

import { h } from "../dom.js";
import { turns, VALUES } from "../strings.js";

/** @typedef {import("../types").JudgedMoveData} JudgedMove */

/** More moves than that are shown by what they are worth. */
const LONG = 12;

/**
 * Return a value as a chip; other words may stand for "wins", "loses" or "draws".
 * @param {JudgedMove["moveValue"]} value
 */
export function chip(value, words = VALUES[value].word) {
  return h("span", { class: "chip", "data-value": value },
    h("span", { "aria-hidden": "true" }, VALUES[value].symbol), words);
}

/**
 * Return a value as a small sign at the corner of a tile, which says it in words itself.
 * @param {JudgedMove["moveValue"] | null} value
 */
export const worthSign = (value) =>
  value && h("span", { class: "worth", "data-value": value, "aria-hidden": "true" }, VALUES[value].symbol);

/**
 * Return every move with its value, as a table.
 * @param {JudgedMove[]} moves
 * @param {{played?: ?string, pick?: ((move: string) => void) | null, caption: string}} how
 */
export function judgedTable(moves, { played = null, pick = null, caption }) {
  if (moves.length > LONG) return groupedTable(moves, { played, pick, caption });
  const known = moves.some(({ remoteness }) => remoteness !== null);
  const heads = known ? ["move", "value", "ends in"] : ["move", "value"];
  return h("table", { class: "table" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {},
      heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, moves.map((move) => h("tr", { "data-key": move.move },
      h("th", { scope: "row" },
        pick
          ? h("button", { class: "button", type: "button", onclick: () => pick(move.move) }, move.move)
          : move.move,
        move.move === played && h("span", {}, " · ", h("strong", {}, "played"))),
      h("td", {}, chip(move.moveValue)),
      known && h("td", {}, distance(move.remoteness))))));
}

/**
 * Return many moves by what they are worth: a row for all that come to the same.
 * @param {JudgedMove[]} moves
 * @param {{played: ?string, pick: ((move: string) => void) | null, caption: string}} how
 */
function groupedTable(moves, { played, pick, caption }) {
  /** @type {Map<string, JudgedMove[]>} */
  const groups = new Map();
  for (const move of moves) {
    const worth = `${move.moveValue} ${move.remoteness}`;
    groups.set(worth, [...(groups.get(worth) ?? []), move]);
  }
  return h("table", { class: "table grouped" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, ["value", "moves"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, [...groups].map(([key, [first, ...others]]) => h("tr", { "data-key": key },
      h("th", { scope: "row" }, chip(first.moveValue), h("p", { class: "small soft" }, first.remoteness === null ? null : distance(first.remoteness))),
      h("td", {}, h("div", { class: "row" }, [first, ...others].map(({ move }) => (pick
        ? h("button", { class: "button", type: "button", "data-key": move, onclick: () => pick(move) }, move)
        : h("span", { class: "pill", "data-key": move }, move, move === played && h("strong", {}, " · played"))))))))));
}

/**
 * How many turns a move takes to the end, itself counted, as in the terminal.
 * @param {?number} remoteness
 */
const distance = (remoteness) =>
  remoteness === null
    ? h("span", { class: "soft" }, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "unseen" }, "not known"))
    : turns(remoteness + 1);
