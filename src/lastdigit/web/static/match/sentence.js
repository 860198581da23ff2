// The one line under the board: what just happened, or why not. It never moves the layout.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";

/** Longer texts are set smaller, in two steps, to fit the room that is always kept. */
const LONG = 110;
const VERY_LONG = 210;

/** @typedef {import("./session.js").Message} Message */

/** @type {Message} */
const LOST = { text: "Reconnecting…", warning: true };

/**
 * @param {import("./session.js").Session} session
 * @param {?Message} instead what is said of an earlier position, while one is looked at
 */
export function sentenceLine({ live, match, message }, instead) {
  const { text, warning, by, own } = live ? (instead ?? message) : LOST;
  /** @param {?number | undefined} seat */
  const of = (seat) => seat && mark(seat, match.players[seat - 1].label);
  return h("div", {
    class: warning ? "sentence warning" : "sentence", id: "sentence", role: "status", "data-key": "sentence",
    "data-warning": warning, "data-long": lengthOf(text.length + (own?.text.length ?? 0)),
  },
    own && h("p", { class: "own lines", "data-key": "own" }, of(own.by), own.text),
    h("p", { class: "lines", "data-key": "text" },
      of(by),
      `${text} `));
}

/** @param {number} length */
const lengthOf = (length) => (length > VERY_LONG ? "very" : length > LONG ? "rather" : null);
