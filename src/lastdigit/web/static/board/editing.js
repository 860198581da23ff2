// A position that is set up by pressing tiles. A game says which words of a position's text are the digits of its numbers;
// what it makes of them, and why it refuses, only the server knows.

/**
 * @typedef {import("../types").EditableData} Editable
 * @typedef {import("../types").RowData} Row
 * @typedef {{row: number, cell: number}} Place
 */

/** What stands for a number without any digit. */
const NONE = "-";

/**
 * Return the digits of a number, as a position's text has them.
 * @param {string} position
 * @param {Editable} editable
 */
const digitsIn = (position, { field }) => (position.split(" ")[field] ?? "").replace(/^-$/, "");

/**
 * Return a position's text with one digit set, or taken away by "".
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
 * Return a view with the digits that a position's text has, each of them an answer that says where it stands.
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
    // A number that may grow has one place more than it has digits.
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
export const nameOf = ({ row, cell }) => `${row}.${cell}`;

/** @param {string} name */
export function placeNamed(name) {
  const [row, cell] = name.split(".").map(Number);
  return { row, cell };
}
