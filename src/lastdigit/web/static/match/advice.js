// Advice that was asked for, step by step: the idea, where to look, the move, the values.

import { h } from "../dom.js";
import { icon } from "../components/tile.js";
import { judgedTable } from "../board/rows.js";
import { HINTS, NEXT_HINT } from "../strings.js";

/** @typedef {import("../types").Advice} Advice */

/**
 * Return the moves that a piece of advice points at, or beginnings of moves.
 * @param {Advice} given
 */
export const hintsOf = ({ kind, answers, moves }) =>
  kind === "hint" ? moves.map(({ move }) => move) : answers;

/**
 * Return a piece of advice, to stand right under the board.
 * @param {Advice} given
 * @param {{close: () => void, next: () => void}} calls
 */
export function advice(given, { close, next }) {
  const more = NEXT_HINT[given.kind];
  return h("section", {
    class: "card advice", "data-key": "advice", id: "advice", tabindex: "-1",
    "aria-labelledby": "advice-title", "aria-describedby": "advice-words",
  },
    h("div", { class: "advice-head" },
      h("h2", { id: "advice-title" }, HINTS[given.kind]),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: close }, icon("cross"))),
    h("p", { id: "advice-words", "data-key": given.kind }, given.sentence),
    given.kind === "values" &&
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": HINTS.values, "data-key": "values" },
        judgedTable(given.moves, { caption: "Moves and their values" })),
    more && h("button", { class: "quiet", type: "button", "data-key": "next", onclick: next }, more));
}
