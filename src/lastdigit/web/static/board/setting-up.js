// The board while a position is set up: every digit is a tile to press, and a key for each digit says what it becomes.

import { h } from "../dom.js";
import { tile } from "../components/tile.js";
import { ANALYSIS } from "../strings.js";
import { editedView, nameOf, placeNamed, withDigit, withOtherMover } from "./editing.js";
import { besides } from "./board.js";
import { numbers } from "./rows.js";

/** The digits of every base; those above nine are letters. */
const DIGITS = [..."0123456789abcdef"];

export class SettingUp {
  #place = { row: 0, cell: 0 };

  /**
   * @param {import("./editing.js").Editable[]} editable
   * @param {string} position where it begins
   * @param {number} base in which its numbers are written
   * @param {{changed: () => void, set: (position: string) => void}} calls
   */
  constructor(editable, position, base, calls) {
    this.editable = editable;
    this.digits = DIGITS.slice(0, base);
    /** As it has been set; it need not be allowed yet. */
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

  /** @param {import("../types").RowData[]} view the last position that was allowed */
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
      h("div", { class: "keys", role: "group", "aria-label": ANALYSIS.become, "data-roving": true, ...besides(this.digits.length) },
        this.digits.map((digit) => tile(digit, {
          as: "button", also: "key", holder: "me", label: digit, "data-key": digit, onclick: () => this.put(digit),
        }))),
      h("div", { class: "row" },
        this.editable[this.#place.row].empty !== null &&
          h("button", { class: "button", type: "button", "data-key": "empty", onclick: () => this.put("") }, ANALYSIS.empty),
        h("button", { class: "button", type: "button", "data-key": "turn", onclick: () => this.turn() }, ANALYSIS.turn)));
  }
}
