// A position as something to look at and to answer: cells, keys, logs.

import { h } from "../dom.js";
import { TOO_SOON } from "./choosing.js";
import { logs, numbers } from "./rows.js";
import { answersOf, isAskedBy, isAvailable, isOnTiles, stepsOf } from "./questions.js";

/**
 * Return the drawn parts of a position.
 * @param {import("../types.js").Position} position
 * @param {{chosen: string[], open: boolean, answer: (depth: number, text: string) => void, asking?: Position,
 *   hint?: ?string, refuse?: (reason: string) => void}} how
 *   `open`: whether whoever looks may answer now; `asking`: the position whose questions are
 *   shown, where they are not its own; `hint`: a move to point at; `refuse` is told why a press did nothing
 */
export function drawn(position, { chosen, open, answer, asking = position, hint = null, refuse = () => {} }) {
  const { view, mover } = position;
  const hinted = hint ? answersOf(asking.question, hint) : [];
  const found = stepsOf(asking.question, chosen);
  const present = found.findLastIndex((step) => step.open);
  const steps = found.map((step, depth) => ({
    ...step, depth, onTiles: isOnTiles(step.question, asking.view), open: open && step.open,
    present: open && depth === present,
    hinted: hinted.slice(0, depth).every((text, at) => (chosen[at] ?? text) === text) ? hinted[depth] : null,
    press(text) {
      if (open && !step.open) refuse(isOnTiles(found[present].question, asking.view) ? TOO_SOON : KEY_FIRST);
      else if (open) answer(depth, text);
      else refuse(NOT_NOW);
    },
  }));
  const buttonFor = (text) => cellButton(text, steps);
  return {
    numbers: numbers(view, { mover, buttonFor, idle: () => refuse(NOT_NOW) }),
    keys: steps.filter(({ onTiles }) => !onTiles).map((step) => keys(step, view)),
    logs: logs(view.filter((row) => isDrawn(row, steps))),
    prompt: promptOf(steps),
  };
}

const KEY_FIRST = "Choose one of the keys first.";
const NOT_NOW = "Not available now.";

/** A pool whose answers the keys show need not be shown twice. */
const isDrawn = (row, steps) =>
  row.kind === "log" || (row.kind === "pool" && !steps.some(({ question }) => isAskedBy(row, question)));

function cellButton(text, steps) {
  if (!text) return null;
  // At the end nothing is asked, but cells that were buttons stay buttons, so that focus stays.
  if (!steps.length) return { pressed: false, disabled: true, press: () => {} };
  const step = steps.find(({ onTiles, question }) => onTiles && question.answers.some((choice) => choice.text === text));
  if (!step) return null;
  const choice = step.question.answers.find((one) => one.text === text);
  const disabled = !step.open || !isAvailable(choice);
  return {
    pressed: step.choice === choice,
    disabled,
    asked: step.present && !disabled,
    hinted: step.hinted === text,
    press: () => step.press(text),
  };
}

function keys({ question, choice, open, depth, hinted, press }, view) {
  const words = question.answers.some(({ label }) => label.length > 3);
  const count = question.answers.length;
  const captions = new Map(
    view.filter(({ kind }) => kind === "pool").flatMap((row) => row.cells.map((cell) => [cell.answer, cell.caption])),
  );
  return h("div", {
    class: words ? "keys words" : "keys", role: "group", "aria-label": withoutColon(question.prompt),
    "data-key": `keys ${depth}`, "data-roving": true, "--count": count, "--half": count > 7 ? Math.ceil(count / 2) : count,
  },
    question.answers.map((one) => {
      const caption = one.sign ?? captions.get(one.text);
      return h("button", {
        class: hinted === one.text ? "key hinted" : "key", type: "button", "data-key": one.text, "data-answer": one.text,
        "aria-pressed": String(choice === one), "aria-disabled": String(!open || !isAvailable(one)),
        onclick: () => press(one.text),
      },
        h("span", {}, one.label),
        caption && h("span", { class: "small soft" }, caption),
        hinted === one.text && h("span", { class: "unseen" }, ", hint"));
    }));
}

function promptOf(steps) {
  const asked = steps.findLast(({ open }) => open);
  return asked ? withoutColon(asked.question.prompt) : "";
}

const withoutColon = (prompt) => prompt.replace(/:\s*$/, "");
