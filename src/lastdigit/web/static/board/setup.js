// Setting up a position: press a tile, then a key with its new digit.

import { tile } from "../components/tile.js";
import { h } from "../dom.js";
import { ANALYSIS } from "../strings/study.js";
import { keyColumns } from "./board.js";
import { numbers } from "./rows.js";

/** The digits of the largest base. */
const DIGITS = [..."0123456789abcdef"];

export class PositionSetup {
  #place = { row: 0, cell: 0 };

  /**
   * @param {Editable[]} editable
   * @param {string} position the position to start from
   * @param {number} base the base of its numbers
   * @param {{changed: () => void, set: (position: string) => void}} calls
   */
  constructor(editable, position, base, calls) {
    this.editable = editable;
    this.digits = DIGITS.slice(0, base);
    /** The position as entered. It may not be legal yet. */
    this.position = position;
    this.calls = calls;
  }

  /** @param {string} digit */
  put(digit) {
    const { row, cell } = this.#place;
    const before = this.#length;
    this.position = withDigit(this.position, this.editable[row], cell, digit);
    if (digit && (cell + 1 < before || this.editable[row].empty === "")) this.#place = { row, cell: cell + 1 };
    this.calls.set(this.position);
  }

  get #length() {
    return this.position.split(" ")[this.editable[this.#place.row].field].length;
  }

  turn() {
    this.position = withOtherMover(this.position);
    this.calls.set(this.position);
  }

  /** @param {import("../types").RowData[]} view the last legal position */
  element(view) {
    const chosen = nameOf(this.#place);
    const rows = editedView(view, this.position, this.editable);
    return h("div", { class: "stack setting-up", "data-key": "setting-up" },
      numbers(rows, {
        mover: Number(this.position[0]),
        buttonFor: (answer) => (answer === undefined ? null : {
          pressed: answer === chosen, disabled: false,
          press: () => {
            this.#place = placeNamed(answer);
            this.calls.changed();
          },
        }),
      }),
      h("div", { class: "keys", role: "group", "aria-label": ANALYSIS.become, "data-roving": true, ...keyColumns(this.digits.length) },
        this.digits.map((digit) => tile(digit, {
          as: "button", also: "key", holder: "me", label: digit, "data-key": digit, onclick: () => this.put(digit),
        }))),
      h("div", { class: "row" },
        this.editable[this.#place.row].empty !== null &&
          h("button", { class: "button", type: "button", "data-key": "empty", onclick: () => this.put("") }, ANALYSIS.empty),
        h("button", { class: "button", type: "button", "data-key": "turn", onclick: () => this.turn() }, ANALYSIS.turn)));
  }
}

/**
 * @typedef {import("../types").EditableData} Editable
 * @typedef {import("../types").RowData} Row
 * @typedef {{row: number, cell: number}} Place
 */

/** The text of a number without digits. */
const NONE = "-";

/**
 * Return the digits of a number in a position's text.
 * @param {string} position
 * @param {Editable} editable
 */
const digitsIn = (position, { field }) => (position.split(" ")[field] ?? "").replace(/^-$/, "");

/**
 * Return a position's text with one digit set. "" removes the digit.
 * @param {string} position
 * @param {Editable} editable
 * @param {number} cell
 * @param {string} digit
 */
export function withDigit(position, editable, cell, digit) {
  const words = position.split(" ");
  const digits = [...digitsIn(position, editable)];
  digits.splice(Math.min(cell, digits.length), 1, digit || editable.empty || "");
  words[editable.field] = digits.join("") || NONE;
  return words.join(" ");
}

/**
 * Return a position's text with the other player to move.
 * @param {string} position
 */
export const withOtherMover = (position) => position.replace(/^[12]/, (seat) => String(3 - Number(seat)));

/**
 * Return a view with the digits of a position's text. The answer of each cell is the name of its place.
 * @param {Row[]} view
 * @param {string} position
 * @param {Editable[]} editable
 * @returns {Row[]}
 */
export function editedView(view, position, editable) {
  let at = -1;
  return view.map((row) => {
    if (row.kind !== "number") return row;
    at += 1;
    const known = editable[at];
    if (!known) return row;
    const digits = [...digitsIn(position, known)].map((digit) => (digit === known.empty ? "" : digit));
    const shown = digits.slice(row.hidden);
    // A number that can grow has one empty place at its end.
    const count = known.empty === "" ? shown.length + 1 : shown.length;
    const cells = Array.from({ length: count }, (_, index) => ({
      text: shown[index] ?? "", answer: nameOf({ row: at, cell: row.hidden + index }), ...captionOf(row, index),
    }));
    return { ...row, cells };
  });
}

/**
 * @param {Row} row
 * @param {number} index
 */
function captionOf(row, index) {
  const caption = row.cells[index]?.caption;
  return caption ? { caption } : {};
}

/** @param {Place} place */
const nameOf = ({ row, cell }) => `${row}.${cell}`;

/** @param {string} name */
function placeNamed(name) {
  const [row, cell] = name.split(".").map(Number);
  return { row, cell };
}
