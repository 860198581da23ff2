// The rows of a view: numbers as cells, everything else as pills.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";
import { mayMove } from "../settings.js";

/**
 * @typedef {import("../types").CellData} Cell
 * @typedef {import("../types").RowData} Row
 * @typedef {{pressed: boolean, disabled: boolean, asked?: boolean, hinted?: boolean, press: () => void}} Button
 *   `asked`: it answers the present question
 */

/** So many cells stand in a row; more make the cells smaller, in few steps. */
const STEPS = [3, 4, 6, 8, 10, 14, 24];
/** @param {number} count */
const columnsFor = (count) => STEPS.find((step) => count <= step) ?? count;
/** So many cells want a line of their own. */
const MANY = 10;
/** A longer text is a word, in a cell that is not as tall as one for a digit. */
const SHORT = 2;

/**
 * Return the numbers of a view.
 * @param {Row[]} view
 * @param {{mover?: ?number, little?: boolean, buttonFor?: (answer: ?string) => ?Button, idle?: () => void}} how
 *   `idle` is called by a press on a cell that answers nothing
 */
export function numbers(view, { mover = null, little = false, buttonFor = () => null, idle = () => {} } = {}) {
  const rows = view.filter(({ kind }) => kind === "number");
  // A cell keeps being a button when the turn passes, else the one just pressed would lose focus.
  const unasked = { pressed: false, disabled: true, press: idle };
  /** @param {Row} row */
  const asks = (row) => row.cells.some(({ answer }) => buttonFor(answer));
  const some = rows.some(asks);
  // Of two players' numbers each is asked about in its turn.
  const pressable = rows.map((row) => asks(row) || (some && row.seat !== null));
  /** @param {Cell} cell */
  const button = (cell) => buttonFor(cell.answer) ?? unasked;
  return h("div", {
    class: "numbers", "data-key": "numbers", "data-rows": rows.length > 1 ? "many" : "one",
  },
    rows.map((row, index) =>
      h("div", {
        class: "number", role: "group", "aria-label": row.label, "data-key": index, "data-many": row.cells.length > MANY,
        "data-turn": row.seat !== null && row.seat === mover, "data-roving": pressable[index],
      },
        (rows.length > 1 || row.seat !== null) &&
          h("div", { class: "number-label", "aria-hidden": "true" }, row.seat && mark(row.seat), row.label),
        cellsOf(row, { little, key: index, button: pressable[index] ? button : null }))));
}

/**
 * Return the cells of one number; an empty number is one empty place.
 * @param {Row} row
 * @param {{little?: boolean, captions?: boolean, key?: number, button?: ((cell: Cell) => Button) | null}} how
 */
export function cellsOf(row, { little = false, captions = true, key = 0, button = null } = {}) {
  const cells = row.cells.length ? row.cells : [{ text: "", caption: null, answer: null, changed: false }];
  const columns = columnsFor(cells.length);
  const length = Math.max(1, ...cells.map(({ text }) => text.length));
  return h("div", {
    class: little ? "cells little" : "cells", "data-many": cells.length > MANY, "data-words": length > SHORT,
    "--columns": columns, "--length": length,
  },
    earlier(row),
    cells.map((cell, index) =>
      h("div", { class: "spot", "data-key": `${key}.${row.hidden + index}` },
        cellOf(cell, button?.(cell)),
        cell.caption && captions && h("span", { class: "caption", "aria-hidden": "true" }, cell.caption))));
}

/**
 * @param {Cell} cell
 * @param {Button} [button]
 */
function cellOf(cell, button) {
  const look = { class: "cell", "data-changed": cell.changed, "data-empty": cell.text === "" };
  const name = [cell.caption, cell.text || "empty", cell.changed && "changed last", button?.hinted && "hint"]
    .filter(Boolean).join(", ");
  if (!button) {
    return h("span", look, h("span", { "aria-hidden": "true" }, cell.text), h("span", { class: "unseen" }, name, " "));
  }
  return h("button", {
    ...look, class: button.hinted ? "cell hinted" : "cell", "data-asked": button.asked ?? false,
    type: "button", "aria-label": name, "data-answer": cell.answer, "aria-pressed": String(button.pressed),
    "aria-disabled": String(button.disabled), onclick: button.press,
  }, cell.text);
}

/** @param {Row} row */
const earlier = (row) =>
  row.hidden > 0 && h("span", { class: "earlier" }, `… ${row.hidden} earlier`);

/**
 * Return these rows as pills with their labels.
 * @param {Row[]} rows
 */
export function logs(rows) {
  return h("div", { class: "logs", "data-key": "logs" },
    rows.map((row, index) =>
      h("div", { class: "log", role: "group", "aria-label": row.label, "data-key": index },
        h("span", { class: "small soft" }, row.seat && [mark(row.seat), " "], row.label),
        earlier(row),
        row.cells.length
          ? row.cells.map((cell, at) =>
              h("span", {
                class: "pill", "data-changed": cell.changed || (at > 0 && at === row.cells.length - 1),
              }, cell.text, cell.caption && h("span", { class: "small soft" }, " ", cell.caption)))
          : h("span", { class: "soft" }, "none"))));
}

/**
 * Return each cell on the page, by its key.
 * @param {Element} root
 */
function cellsOn(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const spots = root.querySelectorAll(".spot");
  return new Map([...spots].map((spot) => [spot.dataset.key, spot.firstElementChild]));
}

/**
 * Return what stands on each cell now, to know later which have changed.
 * @param {Element} root
 */
export const textsOn = (root) => new Map([...cellsOn(root)].map(([key, cell]) => [key, cell?.textContent]));

/**
 * Let every cell whose text has changed turn over once.
 * @param {Element} root
 * @param {ReturnType<typeof textsOn>} before
 */
export function turnOver(root, before) {
  if (!before.size || !mayMove()) return;
  for (const [key, cell] of cellsOn(root)) {
    const old = before.get(key);
    if (old === undefined || old === cell?.textContent) continue;
    cell?.animate(
      [{ transform: "rotateX(90deg)" }, { transform: "none" }],
      { duration: 180, easing: "ease-out" },
    );
  }
}
