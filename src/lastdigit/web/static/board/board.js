// A position as something to look at and to answer: cells, keys, logs.

import { h } from "../dom.js";
import { KEY_FIRST, NOT_NOW, TOO_SOON } from "../words.js";
import { answersOf, isAskedBy, isAvailable, isOnCells, stepsOf } from "./questions.js";
import { logs, numbers } from "./rows.js";

/**
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").RowData} Row
 * @typedef {import("./questions.js").Step & {
 *   depth: number, onCells: boolean, present: boolean, hinted: string[], press: (text: string) => void
 * }} ShownStep a question as it stands on the board; `hinted`: the answers to point at
 */

/**
 * Return the parts of a board with this position on it.
 * @param {Position} position
 * @param {{chosen: string[], open: boolean, answer: (depth: number, text: string) => void, asking?: Position,
 *   typed?: string, hints?: string[], refuse?: (reason: string) => void}} how
 *   `open`: whether whoever looks may answer now; `asking`: the position whose questions are
 *   shown, where they are not its own; `typed`: digits that may become an answer; `hints`: moves to point at, or beginnings of moves; `refuse` hears why a press did nothing
 */
export function boardOf(position, how) {
  const { chosen, open, answer, asking = position, typed = "", hints = [], refuse = () => {} } = how;
  const { view, mover } = position;
  const hinted = hints.map((move) => answersOf(asking.question, move));
  const found = stepsOf(asking.question, chosen);
  const present = found.findLastIndex((step) => step.open);
  const steps = found.map((step, depth) => ({
    ...step, depth, onCells: isOnCells(step.question, asking.view), open: open && step.open,
    present: open && depth === present,
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
  return {
    numbers: numbers(view, { mover, buttonFor: (text) => cellButton(text, steps), idle: () => refuse(NOT_NOW) }),
    keys: steps.filter(({ onCells }) => !onCells).map((step) => keys(step, step.present ? typed : "", view)),
    logs: logs(view.filter((row) => isShown(row, steps))),
    prompt: promptOf(steps),
  };
}

/**
 * A pool whose answers the keys show need not be shown twice.
 * @param {Row} row
 * @param {ShownStep[]} steps
 */
const isShown = (row, steps) =>
  row.kind === "log" || (row.kind === "pool" && !steps.some(({ question }) => isAskedBy(row, question)));

/**
 * @param {?string} text
 * @param {ShownStep[]} steps
 * @returns {?import("./rows.js").Button}
 */
function cellButton(text, steps) {
  if (!text) return null;
  // At the end nothing is asked, but cells that were buttons stay buttons, so that focus stays.
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
      press: () => step.press(text),
    };
  }
  return null;
}

/** So many keys stand side by side where there is room, and where there is little. */
const [MOST_COLUMNS, FEW_COLUMNS] = [12, 6];
/** So few keys stand in one row everywhere. */
const ONE_ROW = 7;

/**
 * Return how many keys stand side by side, so that the rows are about equally long.
 * @param {number} count
 * @param {number} most
 */
const columnsFor = (count, most) => (count <= ONE_ROW ? count : Math.ceil(count / Math.ceil(count / most)));

/**
 * @param {ShownStep} step
 * @param {string} typed
 * @param {Row[]} view
 */
function keys({ question, choice, open, depth, hinted, press }, typed, view) {
  const words = question.answers.some(({ label }) => label.length > 3);
  const count = question.answers.length;
  const pool = view.filter(({ kind }) => kind === "pool").flatMap(({ cells }) => cells);
  return h("div", {
    class: words ? "keys words" : "keys", role: "group", "aria-label": withoutColon(question.prompt),
    "data-key": `keys ${depth}`, "data-roving": true, "--wide-columns": columnsFor(count, MOST_COLUMNS),
    "--columns": columnsFor(count, FEW_COLUMNS),
  },
    question.answers.map((one) => {
      const caption = one.sign ?? pool.find(({ answer }) => answer === one.text)?.caption;
      return h("button", {
        class: hinted.includes(one.text) ? "key hinted" : "key", type: "button", "data-key": one.text, "data-answer": one.text,
        "data-typed": one.text === typed, "aria-pressed": String(choice === one), "aria-disabled": String(!open || !isAvailable(one)),
        onclick: () => press(one.text),
      },
        h("span", {}, one.label),
        caption && h("span", { class: "small soft" }, caption),
        hinted.includes(one.text) && h("span", { class: "unseen" }, ", hint"));
    }));
}

/** @param {ShownStep[]} steps */
function promptOf(steps) {
  const asked = steps.findLast(({ open }) => open);
  return asked ? withoutColon(asked.question.prompt) : "";
}

/** @param {string} prompt */
const withoutColon = (prompt) => prompt.replace(/:\s*$/, "");
