// A player as the page shows one: the seat's mark, and the name.

import { h } from "../dom.js";

/**
 * Return the mark of a seat: a disc in the game's colour for the reader's own, a ring for the other's. With a name, that
 * is what a screen reader says instead.
 * @param {number} seat
 * @param {?string} name
 * @param {number} mine the reader's seat; Player 1 has the colour where nobody is you
 */
export function mark(seat, name = null, mine = 1) {
  return [
    h("span", { class: seat === mine ? "seat me" : "seat them", "aria-hidden": "true" }),
    name && h("span", { class: "unseen" }, `${name}: `),
  ];
}
