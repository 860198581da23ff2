// A position as something to look at and to answer: tiles, keys, logs.

import { h } from "../dom.js";
import { logs, numbers } from "./lines.js";
import { isAskedBy, isAvailable, isOnTiles, stepsOf } from "./questions.js";

/**
 * Return the drawn parts of a position.
 * @param {import("../types.js").Position} position
 * @param {{chosen: string[], open: boolean, answer: (depth: number, text: string) => void, asking?: Position}} how
 *   `open`: whether whoever looks may answer now; `asking`: the position whose questions are
 *   shown, where they are not its own
 */
export function drawn(position, { chosen, open, answer, asking = position }) {
  const { view, mover } = position;
  const steps = stepsOf(asking.question, chosen).map((step, depth) => ({
    ...step, depth, onTiles: isOnTiles(step.question, asking.view), open: open && step.open,
  }));
  const buttonFor = (text) => tileButton(text, steps, view, answer);
  return {
    numbers: numbers(view, { mover, buttonFor }),
    keys: steps.filter(({ onTiles }) => !onTiles).map((step) => keys(step, view, answer)),
    logs: logs(view.filter((line) => isDrawn(line, steps))),
    prompt: promptOf(steps),
  };
}

/** A pool whose answers the keys show need not be shown twice. */
const isDrawn = (line, steps) =>
  line.kind === "log" || (line.kind === "pool" && !steps.some(({ question }) => isAskedBy(line, question)));

function tileButton(text, steps, view, answer) {
  if (!text) return null;
  // At the end nothing is asked, but tiles that were buttons stay buttons, so that focus stays.
  if (!steps.length) return { pressed: false, disabled: true, press: () => {} };
  const step = steps.find(({ onTiles, question }) => onTiles && question.answers.some((choice) => choice.text === text));
  if (!step) return null;
  const choice = step.question.answers.find((one) => one.text === text);
  return {
    pressed: step.choice === choice,
    disabled: !step.open || !isAvailable(choice),
    press: () => step.open && answer(step.depth, text),
  };
}

function keys({ question, choice, open, depth }, view, answer) {
  const words = question.answers.some(({ label }) => label.length > 3);
  const count = question.answers.length;
  const captions = new Map(
    view.filter(({ kind }) => kind === "pool").flatMap((line) => line.tiles.map((tile) => [tile.answer, tile.caption])),
  );
  return h("div", {
    class: words ? "keys words" : "keys", role: "group", "aria-label": withoutColon(question.prompt),
    "data-key": `keys ${depth}`, "data-roving": true, "--count": count, "--half": count > 7 ? Math.ceil(count / 2) : count,
  },
    question.answers.map((one) =>
      h("button", {
        class: "key", type: "button", "data-key": one.text, "data-answer": one.text,
        "aria-pressed": String(choice === one), "aria-disabled": String(!open || !isAvailable(one)),
        onclick: () => open && answer(depth, one.text),
      },
        h("span", {}, one.label),
        captions.get(one.text) && h("span", { class: "small soft" }, captions.get(one.text)))));
}

function promptOf(steps) {
  const asked = steps.findLast(({ open }) => open);
  return asked ? withoutColon(asked.question.prompt) : "";
}

const withoutColon = (prompt) => prompt.replace(/:\s*$/, "");
