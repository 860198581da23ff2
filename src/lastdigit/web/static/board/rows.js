// The rows of a position as tiles, logs and pills, and the values of moves.

import { gameMark, mark, numerals, tile } from "../components/tile.js";
import { h } from "../dom.js";
import { mayMove } from "../memory.js";
import { turns, usedOf, VALUES } from "../strings.js";

/**
 * @typedef {import("../types").CellData} Cell
 * @typedef {import("../types").RowData} Row
 * @typedef {import("../components/tile.js").State} State
 * @typedef {{pressed: boolean, disabled: boolean, asked?: boolean, hinted?: boolean, found?: boolean, wrong?: boolean, worth?: "win" | "draw" | "lose" | null, shown?: ?string,
 *   press: () => void}} Button `asked`: answers the current question; `shown`: the text after the move
 * @typedef {{mine?: number, little?: boolean, captions?: boolean, notes?: boolean, key?: number, pressable?: boolean,
 *   game?: string, effect?: string | undefined, buttonFor?: (answer: string | undefined) => ?Button, idle?: () => void}} How `mine`: the seat with the game's colour;
 *   `effect`: a sign of what the move will do to the number; `idle` is called when a cell that is no answer is pressed
 */

/** Numbers of cells per row at which the cells get smaller. */
const STEPS = [3, 4, 6, 8, 10, 14, 24];
/** @param {number} count */
const columnsFor = (count) => STEPS.find((step) => count <= step) ?? count;
/** A row with more cells than MANY scrolls, and one with more than SEVERAL takes two lines on a phone. */
const [MANY, SEVERAL] = [14, 7];
/** A longer text than SHORT is a word in a lower cell, and a longer note than SHORT_NOTE is shown under the row. */
const [SHORT, SHORT_NOTE] = [2, 15];
/** @type {Record<import("../types").Look, State | null>} */
const LOOKS = { plain: null, spent: "spent", struck: "struck", next: "asked", feared: "poison", present: "chosen" };

/**
 * Return a view with the opponent's number above the reader's own.
 * @param {Row[]} view
 * @param {number} mine
 */
export const theirsFirst = (view, mine = 1) =>
  [...view].sort((one, two) => Number(one.seat === mine) - Number(two.seat === mine));

/**
 * Return the numbers of a view, each with its label.
 * @param {Row[]} view
 * @param {{mover?: ?number} & How} how
 */
export function numbers(view, { mover = null, ...how } = {}) {
  const rows = view.filter(({ kind }) => kind === "number");
  const pressable = pressableOf(rows, how.buttonFor);
  return h("div", {
    class: "numbers", "data-key": "numbers", "data-rows": rows.length > 1 ? "many" : "one",
  },
    rows.map((row, index) =>
      h("div", { class: "number-place", "data-key": index, "data-turn": row.seat !== null && row.seat === mover },
        (rows.length > 1 || row.seat !== null) &&
          h("div", { class: "number-label", "aria-hidden": "true" }, row.seat && mark(row.seat, null, how.mine), row.label),
        numberOf(row, { ...how, key: index, pressable: pressable[index] }))));
}

/**
 * Return which rows have cells that are buttons. With a number for each player, both have them, because the turn alternates.
 * @param {Row[]} rows
 * @param {How["buttonFor"]} buttonFor
 */
export function pressableOf(rows, buttonFor = () => null) {
  const asks = rows.map((row) => row.cells.some(({ answer }) => buttonFor(answer)));
  const some = asks.includes(true);
  return rows.map((row, index) => asks[index] || (some && row.seat !== null));
}

/**
 * Return one number.
 * @param {Row} row
 * @param {How} how
 */
export const numberOf = (row, how) =>
  h("div", {
    class: "number", role: "group", "aria-label": row.label, "data-roving": how.pressable ?? false,
  },
    cellsOf(row, how),
    how.effect && h("span", { class: "effect num", "aria-hidden": "true" }, numerals(how.effect)),
    how.notes && row.cells.map(({ note }) => isLong(note) && h("p", { class: "row-note", "aria-hidden": "true" }, `${note} ↑`)));

/** @param {string} [note] */
const isLong = (note) => note !== undefined && note.length > SHORT_NOTE;

/**
 * Return the cells of one number. An empty number is one empty cell.
 * @param {Row} row
 * @param {How} how
 */
function cellsOf(row, how = {}) {
  const { mine = 1, little = false, captions = true, notes = false, key = 0 } = how;
  const cells = row.cells.length ? row.cells : [EMPTY];
  const length = Math.max(1, ...cells.map(({ text }) => text.length));
  const many = cells.length > MANY;
  return h("div", {
    class: little ? "cells little" : "cells", "data-many": many, "data-several": !many && cells.length > SEVERAL,
    "data-words": length > SHORT, "--columns": columnsFor(cells.length), "--half": Math.ceil(cells.length / 2), "--length": length,
  },
    earlier(row),
    cells.map((cell, index) => {
      const seat = cell.seat ?? row.seat;
      return h("div", { class: "spot", "data-key": `${key}.${row.hidden + index}` },
        cellOf(cell, seat === null || seat === mine ? "me" : "them", buttonOf(cell, how), how.game),
        notes && !isLong(cell.note) && cell.note && h("span", { class: "note", "aria-hidden": "true" }, cell.note),
        cell.caption && captions && h("span", { class: "caption", "aria-hidden": "true" }, cell.caption));
    }));
}

/** @type {Cell} */
const EMPTY = { text: "" };

/**
 * Return the button of a cell. It stays a button when the turn passes, so that a cell just pressed does not lose the focus.
 * @param {Cell} cell
 * @param {How} how
 * @returns {?Button}
 */
function buttonOf({ answer }, { pressable = false, buttonFor = () => null, idle = () => {} }) {
  return pressable ? (buttonFor(answer) ?? { pressed: false, disabled: true, press: idle }) : null;
}

/**
 * @param {Cell} cell
 * @param {"me" | "them"} holder
 * @param {?Button} button
 * @param {string} [game] the game whose mark is shown on a losing digit
 */
function cellOf(cell, holder, button, game) {
  const text = button?.pressed && button.shown ? button.shown : cell.text;
  const label = [
    cell.caption, cell.text || "empty", cell.note, cell.changed && "changed last", button?.hinted && "hint",
    button?.wrong && "refused", button?.worth && VALUES[button.worth].word,
  ].filter(Boolean).join(", ");
  const look = {
    also: "cell", holder, label, states: statesOf(cell, button), "data-text": text, "data-changed": cell.changed ?? false,
  };
  const feared = cell.look === "feared" && game && gameMark(game);
  if (!button) return tile(text, { ...look, inside: feared });
  return tile(text, {
    ...look, as: "button", "data-asked": button.asked ?? false, "data-answer": cell.answer ?? null,
    "aria-pressed": String(button.pressed), "aria-disabled": String(button.disabled), onclick: button.press,
    inside: button.worth && valueSign(button.worth),
  });
}

/**
 * @param {Cell} cell
 * @param {?Button} button
 */
function statesOf({ text, look = "plain", changed }, button) {
  const own = LOOKS[look] ?? (text === "" ? "empty" : null);
  const states = [
    button?.pressed ? (text === "" ? "previewed" : "chosen") : own,
    changed && text !== "" && "last", button?.hinted && "hinted", button?.wrong && "wrong", button?.found && "found",
  ];
  return /** @type {State[]} */ (states.filter(Boolean));
}

/** @param {Row} row */
const earlier = (row) =>
  row.hidden > 0 && h("span", { class: "earlier" }, `… ${row.hidden} earlier`);

/**
 * Return rows as labelled lists of pills.
 * @param {Row[]} rows
 * @param {number} mine
 */
export function logs(rows, mine = 1) {
  return h("div", { class: "logs", "data-key": "logs" },
    rows.map((row, index) =>
      h("div", { class: "log", role: "group", "aria-label": row.label, "data-key": index },
        h("span", { class: "small soft" }, row.seat && [mark(row.seat, null, mine), " "], row.label),
        earlier(row),
        row.cells.length
          ? row.cells.map((cell, at) => pill(cell, row.kind === "log" && at > 0 && at === row.cells.length - 1 && row.total === null))
          : h("span", { class: "soft" }, "none"))));
}

/**
 * Return one item of a list.
 * @param {Cell} cell
 * @param {boolean} newest
 */
export const pill = (cell, newest = false) =>
  h("span", { class: "pill", "data-changed": cell.changed || newest, "data-look": cell.look ?? null },
    cell.text, cell.caption && h("span", { class: "small soft" }, " ", cell.caption),
    cell.look === "struck" && h("span", { class: "unseen" }, ", used"),
    cell.look === "present" && h("span", { class: "unseen" }, ", now"));

/**
 * Return a row with a total as a meter and a strip of pills, newest first.
 * @param {Row} row
 */
export const strip = ({ label, cells, total }) =>
  h("div", { class: "used", "data-key": label },
    h("p", { class: "label" }, usedOf(label, cells.length, total ?? 0)),
    h("div", { class: "meter", "aria-hidden": "true" }, h("span", { "--part": cells.length / (total || 1) })),
    h("div", { class: "strip", role: "group", "aria-label": label, tabindex: "0" }, cells.map((cell) => pill(cell))));

/**
 * Return the cells on the page by their keys.
 * @param {Element} root
 */
function cellsOn(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const spots = root.querySelectorAll(".spot");
  return new Map([...spots].map((spot) => [
    spot.dataset.key, spot.firstElementChild instanceof HTMLElement ? spot.firstElementChild : null,
  ]));
}

/**
 * Return the text of each cell, to find the changed ones later.
 * @param {Element} root
 */
export const textsOn = (root) => new Map([...cellsOn(root)].map(([key, cell]) => [key, cell?.dataset.text]));

/** Digits turn one after the other, so that a borrow is seen to travel. */
const [TURN, APART] = [240, 70];

/**
 * Animate every cell whose text has changed, the last digit first. Return their number.
 * @param {Element} root
 * @param {ReturnType<typeof textsOn>} before
 * @param {number} delay
 */
export function turnOver(root, before, delay = 0) {
  if (!before.size || !mayMove()) return 0;
  const changed = [...cellsOn(root)].filter(([key, cell]) => {
    const old = before.get(key);
    return cell && old !== undefined && old !== cell.dataset.text;
  });
  changed.reverse().forEach(([, cell], place) => {
    cell?.animate(
      [{ transform: "none" }, { transform: "translateY(6%) rotateX(88deg)", offset: 0.45 }, { transform: "none" }],
      { duration: TURN, delay: delay + place * APART, easing: "cubic-bezier(.2, .8, .2, 1)" },
    );
  });
  return changed.length;
}

/** @typedef {import("../types").JudgedMoveData} JudgedMove */

/** More moves than this are grouped by value. */
const LONG = 12;

/**
 * Return a value as a chip. Other words can replace "wins", "loses" or "draws".
 * @param {JudgedMove["moveValue"]} value
 */
export function chip(value, words = VALUES[value].word) {
  return h("span", { class: "chip", "data-value": value },
    h("span", { "aria-hidden": "true" }, VALUES[value].symbol), words);
}

/**
 * Return a value as a sign at the corner of a tile. The tile's label has it in words.
 * @param {JudgedMove["moveValue"] | null} value
 */
export const valueSign = (value) =>
  value && h("span", { class: "worth", "data-value": value, "aria-hidden": "true" }, VALUES[value].symbol);

/**
 * Return every move with its value, as a table.
 * @param {JudgedMove[]} moves
 * @param {{played?: ?string, pick?: ((move: string) => void) | null, caption: string}} how
 */
export function valueTable(moves, { played = null, pick = null, caption }) {
  if (moves.length > LONG) return groupedTable(moves, { played, pick, caption });
  const known = moves.some(({ remoteness }) => remoteness !== null);
  const heads = known ? ["move", "value", "ends in"] : ["move", "value"];
  return h("table", { class: "table" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {},
      heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, moves.map((move) => h("tr", { "data-key": move.move },
      h("th", { scope: "row" },
        pick
          ? h("button", { class: "button", type: "button", onclick: () => pick(move.move) }, move.move)
          : move.move,
        move.move === played && h("span", {}, " · ", h("strong", {}, "played"))),
      h("td", {}, chip(move.moveValue)),
      known && h("td", {}, distance(move.remoteness))))));
}

/**
 * Return a table with a row for each value and distance, for many moves.
 * @param {JudgedMove[]} moves
 * @param {{played: ?string, pick: ((move: string) => void) | null, caption: string}} how
 */
function groupedTable(moves, { played, pick, caption }) {
  /** @type {Map<string, JudgedMove[]>} */
  const groups = new Map();
  for (const move of moves) {
    const worth = `${move.moveValue} ${move.remoteness}`;
    groups.set(worth, [...(groups.get(worth) ?? []), move]);
  }
  return h("table", { class: "table grouped" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, ["value", "moves"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, [...groups].map(([key, [first, ...others]]) => h("tr", { "data-key": key },
      h("th", { scope: "row" }, chip(first.moveValue), h("p", { class: "small soft" }, first.remoteness === null ? null : distance(first.remoteness))),
      h("td", {}, h("div", { class: "row" }, [first, ...others].map(({ move }) => (pick
        ? h("button", { class: "button", type: "button", "data-key": move, onclick: () => pick(move) }, move)
        : h("span", { class: "pill", "data-key": move }, move, move === played && h("strong", {}, " · played"))))))))));
}

/**
 * Return the number of turns to the end, including the move itself, as in the terminal.
 * @param {?number} remoteness
 */
const distance = (remoteness) =>
  remoteness === null
    ? h("span", { class: "soft" }, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "unseen" }, "not known"))
    : turns(remoteness + 1);
