// The board: a position with its cells and keys as buttons that answer the questions of a turn.

import { number, numerals, tile } from "../components/tile.js";
import { h, strong } from "../dom.js";
import { KEY_FIRST, NOT_NOW, NOT_THAT, TOO_SOON, VALUES } from "../strings.js";
import { answersOf, isAskedBy, isAvailable, isOnCells, stepsOf } from "./entry.js";
import { valueSign } from "./rows.js";

/**
 * @typedef {import("../types").Choice} Choice
 * @typedef {Map<string, "win" | "lose" | "draw">} Values by the moves' texts
 * @typedef {"win" | "draw" | "lose" | null} Worth
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").RowData} Row
 * @typedef {import("../components/tile.js").State} State
 * @typedef {import("./entry.js").Step & {
 *   depth: number, onCells: boolean, present: boolean, hinted: string[], wrong: ?string, known: string[], before: ?Choice, worth: (text: string) => Worth,
 *   press: (text: string) => void
 * }} ShownStep a question as shown on the board; `hinted`: the answers to highlight; `before`: the answer to the question before
 */

const WORTH = /** @type {const} */ (["win", "draw", "lose"]);

/**
 * Return the parts of a board that shows a position and takes answers to its questions.
 * @param {Position} position
 * @param {{chosen: string[], open: boolean, answer: (depth: number, text: string) => void, asking?: Position,
 *   typed?: string, hints?: string[], wrong?: string[], found?: string[], values?: Values, refuse?: (reason: string) => void}} how
 *   `open`: whether the reader may answer now; `asking`: the position whose questions are shown, if it is another one;
 *   `typed`: digits that may become an answer; `hints`: moves or beginnings of moves to highlight; `wrong`: the answers of
 *   a move that was refused; `found`: answers already found in a lesson; `values`: the value of each move; `refuse` gets
 *   the reason why a click did nothing
 */
export function boardOf(position, how) {
  const { chosen, open, answer, asking = position, typed = "", hints = [], wrong = [], found: known = [], values = new Map(), refuse = () => {} } = how;
  const { view } = position;
  const hinted = hints.map((move) => answersOf(asking.question, move));
  const found = stepsOf(asking.question, chosen);
  const present = found.findLastIndex((step) => step.open);
  const steps = found.map((step, depth) => ({
    ...step, depth, onCells: isOnCells(step.question, asking.view), open: open && step.open,
    present: open && depth === present,
    before: found[depth - 1]?.choice ?? null,
    known: depth ? [] : known,
    /** @param {string} text */
    worth: (text) => worthOf(values, [...chosen.slice(0, depth), text].join(" ")),
    wrong: wrong.length === depth + 1 && wrong.slice(0, depth).every((text, at) => chosen[at] === text) ? wrong[depth] : null,
    hinted: hinted
      .filter((answers) => answers.slice(0, depth).every((text, at) => (chosen[at] ?? text) === text))
      .map((answers) => answers[depth]),
    /** @param {string} text */
    press(text) {
      if (open && !step.open) refuse(isOnCells(found[present].question, asking.view) ? TOO_SOON : KEY_FIRST);
      else if (open) answer(depth, text);
      else refuse(NOT_NOW);
    },
  }));
  const onKeys = steps.filter(({ onCells }) => !onCells);
  const pools = view.filter(({ kind }) => kind === "pool");
  return {
    /** @param {string} [text] */
    buttonFor: (text) => cellButton(text, steps),
    idle: () => refuse(open ? NOT_THAT : NOT_NOW),
    keys: onKeys.map((step) => keys(step, step.present ? typed : "", poolOf(pools, step))),
    /** Keys of questions that are answered from a pool. */
    pool: onKeys.filter((step) => poolOf(pools, step)).map((step) => keys(step, "", poolOf(pools, step))),
    /** Rows that are shown neither as numbers nor as keys. */
    rest: view.filter((row) => row.kind === "log" || (row.kind === "pool" && !steps.some(({ question }) => isAskedBy(row, question)))),
    prompt: steps.findLast((step) => step.open)?.question.prompt ?? "",
  };
}

/**
 * Return the row whose digits are the answers of a question, or null.
 * @param {Row[]} pools
 * @param {ShownStep} step
 */
const poolOf = (pools, { question }) => pools.find((row) => isAskedBy(row, question)) ?? null;

/**
 * @param {string | undefined} text
 * @param {ShownStep[]} steps
 * @returns {?import("./rows.js").Button}
 */
function cellButton(text, steps) {
  if (!text) return null;
  // After the end there are no questions. Cells that were buttons stay buttons, so that the focus stays.
  if (!steps.length) return { pressed: false, disabled: true, press: () => {} };
  for (const step of steps.filter(({ onCells }) => onCells)) {
    const choice = step.question.answers.find((one) => one.text === text);
    if (!choice) continue;
    const disabled = !step.open || !isAvailable(choice);
    return {
      pressed: step.choice === choice,
      disabled,
      asked: step.present && !disabled,
      hinted: step.hinted.includes(text),
      found: step.known.includes(text),
      wrong: step.wrong === text,
      worth: step.worth(text),
      shown: step.before?.label ?? null,
      press: () => step.press(text),
    };
  }
  return null;
}

/**
 * Return the value of a move, or the best value of the moves with this beginning.
 * @param {Values} values
 * @param {string} text
 * @returns {Worth}
 */
function worthOf(values, text) {
  const found = [...values].filter(([move]) => move === text || move.startsWith(`${text} `)).map(([, value]) => value);
  return WORTH.find((value) => found.includes(value)) ?? null;
}

/** A longer label is a word, shown on a card instead of a tile. */
const SHORT = 2;
/** The number of keys side by side on wide and on narrow screens, and if they would take more than two rows. */
const [MOST_COLUMNS, FEW_COLUMNS, SOME_MORE] = [10, 5, 6];

/**
 * Return the number of keys side by side that makes rows of about equal length.
 * @param {number} count
 * @param {number} most
 */
const columnsFor = (count, most) => (count <= most ? count : Math.ceil(count / Math.ceil(count / most)));

/**
 * Return custom properties with the number of keys side by side.
 * @param {number} count
 */
export const keyColumns = (count) => ({
  "--wide-columns": columnsFor(count, MOST_COLUMNS), "--narrow-columns": columnsFor(count, FEW_COLUMNS),
  "--columns": columnsFor(count, count > 2 * FEW_COLUMNS ? SOME_MORE : FEW_COLUMNS),
});

/**
 * @param {ShownStep} step
 * @param {string} typed
 * @param {?Row} pool
 */
function keys(step, typed, pool) {
  const { question, depth } = step;
  const words = question.answers.some(({ label }) => label.length > SHORT);
  const count = question.answers.length;
  return h("div", { class: "asking", "data-key": `asking ${depth}` },
    pool && h("p", { class: "pool-label", id: `pool-${depth}` }, pool.label),
    h("div", {
      class: words ? "keys words" : "keys", role: "group", "aria-label": question.prompt,
      "data-key": `keys ${depth}`, "data-roving": true, ...keyColumns(count),
    },
      question.answers.map((one) => {
        const gone = pool?.cells.find(({ answer }) => answer === one.text)?.text === "";
        if (gone) return tile("", { states: ["empty"], "data-key": one.text });
        return words ? card(one, step) : keyTile(one, step, one.text === typed);
      })));
}

/**
 * Return the attributes that all keys have.
 * @param {Choice} one
 * @param {ShownStep} step
 */
const pressing = (one, { choice, open, press }) => ({
  "data-key": one.text, "data-answer": one.text, "aria-pressed": String(choice === one),
  "aria-disabled": String(!open || !isAvailable(one)), onclick: () => press(one.text),
});

/**
 * @param {Choice} one
 * @param {ShownStep} step
 */
const statesOf = (one, { choice, open, hinted, wrong, known }) =>
  /** @type {State[]} */ ([
    choice === one && "chosen", open && !isAvailable(one) && "struck", hinted.includes(one.text) && "hinted",
    wrong === one.text && "wrong", known.includes(one.text) && "found",
  ].filter(Boolean));

/**
 * @param {Choice} one
 * @param {ShownStep} step
 * @param {boolean} typed
 */
function keyTile(one, step, typed) {
  const states = statesOf(one, step);
  const label = [one.label, states.includes("hinted") && "hint", states.includes("wrong") && "refused"].filter(Boolean).join(", ");
  const worth = step.worth(one.text);
  return tile(one.label, {
    ...pressing(one, step), as: "button", also: "key", holder: "me", states, "data-typed": typed,
    label: worth ? `${label}, ${VALUES[worth].word}` : label, inside: worth && valueSign(worth),
  });
}

/**
 * Return a key with words: its sign, its name, and the number it makes or the reason why it is disabled.
 * @param {Choice} one
 * @param {ShownStep} step
 */
function card(one, step) {
  const states = statesOf(one, step);
  return h("button", { ...pressing(one, step), class: ["key", "key-card", ...states].join(" "), type: "button" },
    one.sign && h("span", { class: "key-sign num", "aria-hidden": "true" }, numerals(one.sign)),
    h("span", { class: "key-name" }, one.label),
    step.open && one.reason && h("span", { class: "key-reason" }, one.reason),
    step.open && one.makes && h("span", { class: "key-makes" }, "makes ", number(one.makes)),
    valueSign(step.worth(one.text)),
    states.includes("hinted") && h("span", { class: "unseen" }, ", hint"));
}

/**
 * @param {{choice: ?Pick<import("../types").Choice, "button" | "preview">, prompt: string, waits: string, open: boolean, play: () => void,
 *   meanwhile?: ?HTMLElement}} how
 *   `choice`: the last answer of a complete move; `prompt`: the open question; `waits`: the label while there is no question;
 *   `meanwhile`: shown in place of the preview until a move is chosen, so that the layout does not jump
 */
export function action({ choice, prompt, waits, open, play, meanwhile = null }) {
  const able = open && choice !== null;
  return h("div", { class: "action", "data-key": "action" },
    h("button", {
      class: choice ? "make" : "make open", type: "button", id: "make", "aria-disabled": able ? null : "true",
      onclick: () => able && play(),
    }, choice?.button ?? (prompt ? `${prompt} …` : waits)),
    (!choice && meanwhile) || h("p", { class: "preview", "aria-live": "polite", "data-key": "preview" }, strong(choice?.preview ?? "")));
}
