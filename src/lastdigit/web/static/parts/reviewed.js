// One move of a finished game, judged: what it did, and what would have been right; and the list of all of them.

import { h } from "../dom.js";
import { REVIEW } from "../strings.js";
import { analysisLink } from "../components/navigation.js";
import { figure } from "./figure.js";
import { icon, mark } from "../components/tile.js";
import { chip, judgedTable } from "./value.js";

/**
 * @typedef {import("../types").Analysis} Analysis
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("../types").ReviewedMoveData} ReviewedMove
 * @typedef {{position: Position, move: ReviewedMove | undefined, analysis: ?Analysis, after: ?Position, better: ?Position}} Step
 *   `better`: the position after what would have been right
 */

/**
 * @param {Step} step
 * @param {{match: Match, mine: number, last: number, values: boolean, toggle: () => void}} how
 *   `last`: how many moves there were; `values`: whether every move and its value is shown
 */
export function stepOf({ position, move, analysis, after, better }, { match, mine, last, values, toggle }) {
  return h("div", { class: "step", id: "step", "data-key": "step" },
    h("h2", { "aria-live": "polite", "data-key": "title" }, move
      ? [mark(move.seat, null, mine), ` Move ${move.turn}: ${move.text}. `]
      : "The end"),
    move && h("p", { "data-key": "verdict" }, chip(move.moveValue, move.verdictText)),
    figure("before", move ? REVIEW.before(move.turn) : REVIEW.after(last), position.view, { mine, move: move?.move ?? null }),
    move && after && better && h("div", { class: "compared", "data-key": "compared" },
      h("div", {},
        h("h3", {}, move.text),
        figure("after", REVIEW.after(move.turn), numbersIn(after), { mine })),
      h("div", {},
        h("h3", {}, REVIEW.right(move.bestText, move.valueBefore)),
        figure("better", REVIEW.instead, namedLike(numbersIn(better), numbersIn(after)), { mine }))),
    move && analysis && [
      h("p", { "data-key": "why" }, analysis.why),
      h("button", {
        class: "quiet fold", type: "button", "data-key": "values", "aria-expanded": String(values), onclick: toggle,
      }, REVIEW.values, icon("down")),
      values && h("div", { class: "scroll card", "data-key": "table" },
        judgedTable(analysis.moves, { played: move.move, caption: REVIEW.values })),
      h("p", { "data-key": "analyse" }, h("a", {
        class: "button", href: analysisLink(match.game, match.options, move.position),
      }, "Analyse this position")),
    ],
    !move && h("p", { class: "lines", "data-key": "ending" }, match.result?.sentence));
}

/** @param {Position} position */
const numbersIn = ({ view }) => view.filter(({ kind }) => kind === "number");

/**
 * Return the numbers of a game that was not played, named as those that were: to the reader.
 * @param {import("../types").RowData[]} rows
 * @param {import("../types").RowData[]} named
 */
const namedLike = (rows, named) => rows.map((row, index) => ({ ...row, label: named[index]?.label ?? row.label }));

/**
 * Return every move of a game with what it did: one tab stop, arrow keys step.
 * @param {Review} review
 * @param {{mine: number, at: number, go: (step: number) => void}} how
 */
export function movesOf({ moves, turningPoint }, { mine, at, go }) {
  /**
   * @param {number} step
   * @param {HTMLElement[]} parts
   */
  const row = (step, parts) =>
    h("li", { "data-key": step },
      h("button", {
        class: "move", type: "button", "aria-current": step === at ? "step" : null,
        tabindex: step === at ? "0" : "-1", onclick: () => go(step),
      }, parts));
  return h("section", { class: "card", "aria-labelledby": "moves-title", "data-key": "moves" },
    h("h2", { id: "moves-title" }, "Moves"),
    h("ol", { class: "moves", id: "moves" },
      moves.map((move) =>
        row(move.turn, [
          h("span", {}, mark(move.seat, null, mine)),
          h("span", {}, `${move.turn}. ${move.text}`),
          chip(move.moveValue),
          h("span", { class: "verdict soft" },
            move.verdictText, move.turn === turningPoint && h("strong", {}, " · turned here")),
        ])),
      row(moves.length + 1, [h("span"), h("span", { class: "soft" }, "End")])));
}
