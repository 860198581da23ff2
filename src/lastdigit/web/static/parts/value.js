// What a move is worth: always symbol, word and colour together.

import { h } from "../dom.js";
import { turns, VALUES } from "../words.js";

/** @typedef {import("../types").JudgedMoveData} JudgedMove */

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
 * How many turns a move takes to the end, itself counted, as in the terminal.
 * @param {?number} remoteness
 */
const distance = (remoteness) =>
  remoteness === null
    ? h("span", { class: "soft" }, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "unseen" }, "not known"))
    : turns(remoteness + 1);
