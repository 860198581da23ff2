// A player as the page shows one: the seat's mark, and the name.

import { h } from "../dom.js";

/**
 * Return the mark of a seat; with a name, that is what a screen reader says instead.
 * @param {number} seat
 * @param {?string} name
 */
export function mark(seat, name = null) {
  return [
    h("span", { class: "seat", "data-seat": seat, "aria-hidden": "true" }),
    name && h("span", { class: "unseen" }, `${name}: `),
  ];
}
