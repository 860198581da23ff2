// The table: the other's half above, yours below, and between them what happened. Without numbers of their own the players
// sit at one half, with the shared number in the middle.

import { numberOf, pill, pressableOf } from "../board/rows.js";
import { h } from "../dom.js";
import { player } from "./players.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").RowData} Row
 * @typedef {ReturnType<typeof import("../board/board.js").boardOf>} Shown
 */

/** A list with fewer things in it is about the number, and stands under it. */
const FEW = 4;

/** @param {Row} row */
const isSign = ({ kind, seat, cells }) => kind === "log" && seat !== null && cells.length <= 1;
/** @param {Row} row */
const isAbout = ({ kind, seat, cells, total }) => kind === "log" && seat === null && total === null && cells.length < FEW;

/**
 * Return what of a view stands neither at the players nor at the numbers.
 * @param {Row[]} rest
 */
export const listed = (rest) => rest.filter((row) => !isSign(row) && !isAbout(row));

/**
 * @param {Row["cells"][number]} cell
 * @param {Shown} shown
 */
const isChosen = ({ answer }, shown) => shown.buttonFor(answer)?.pressed ?? false;

/**
 * @param {Session} session
 * @param {Position} position
 * @param {Shown} shown
 * @param {{between: HTMLElement, action: import("../dom.js").Child}} parts
 */
export function table(session, position, shown, { between, action }) {
  const { mine, match, shared } = session;
  const other = 3 - mine;
  const rows = position.view.filter(({ kind }) => kind === "number");
  const pressable = pressableOf(rows, shown.buttonFor);
  /**
   * Whether one looks at this number first: one's own, and at a shared screen the mover's.
   * @param {?number} seat
   */
  const isActive = (seat) => seat === null || seat === (shared && !match.result ? (position.mover ?? mine) : mine);
  const chosen = rows.find(({ cells }) => cells.some((cell) => isChosen(cell, shown)));
  const effect = chosen?.cells.find((cell) => isChosen(cell, shown))?.effect;
  /** @param {?number} seat */
  const numbersOf = (seat) => rows.map((row, key) => row.seat === seat &&
    numberOf(row, {
      ...shown, mine, key, game: match.game, pressable: pressable[key], notes: isActive(seat), captions: isActive(seat),
      effect: row === chosen ? undefined : effect,
    }));
  /** @param {number} seat */
  const head = (seat) => player(session, seat, shown.rest.filter((row) => isSign(row) && row.seat === seat));
  /** @param {number} seat */
  const frame = (seat) => shared && !match.result && position.mover === seat;
  const about = shown.rest.filter(isAbout).map((row) =>
    row.cells.length > 0 && h("div", { class: "about", role: "group", "aria-label": row.label, "data-key": row.label },
      row.cells.map((cell) => pill(cell))));
  if (!rows.some(({ seat }) => seat !== null)) {
    return h("div", { class: "tabletop one", "data-key": "table" },
      h("div", { class: "half mine", "data-key": "mine", "data-active": true },
        h("div", { class: "heads", "data-key": "heads" }, head(mine), head(other)),
        between, numbersOf(null), about, action));
  }
  return h("div", { class: "tabletop two", "data-key": "table" },
    h("div", { class: "half theirs", "data-key": "theirs", "data-turn": frame(other), "data-active": isActive(other) }, head(other), numbersOf(other)),
    between,
    h("div", { class: "half mine", "data-key": "mine", "data-turn": frame(mine), "data-active": isActive(mine) },
      head(mine), numbersOf(mine), numbersOf(null), about, action));
}
