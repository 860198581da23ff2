// A half-made move: the answers given so far to the questions of this turn.

import { isAvailable, stepsOf } from "./questions.js";

/** What is said when a later question is answered before an earlier one. */
export const TOO_SOON = "Choose on the board first.";

/** @typedef {import("./questions.js").Question} Question */

export class Choosing {
  /** @type {string[]} */
  chosen = [];

  /**
   * @param {{changed: () => void, complete: (move: string) => void, refused: (reason: string) => void}} calls
   */
  constructor(calls) {
    this.calls = calls;
  }

  /**
   * Answer the question at this depth; an earlier one may be answered anew.
   * @param {?Question} question the first question of the turn
   * @param {number} depth
   * @param {string} text
   */
  answer(question, depth, text) {
    const step = stepsOf(question, this.chosen)[depth];
    const choice = step?.open ? step.question.answers.find((answer) => answer.text === text) : null;
    if (!choice) return;
    if (!isAvailable(choice)) {
      this.calls.refused(choice.reason || "Not available now.");
      return;
    }
    this.chosen = [...this.chosen.slice(0, depth), text];
    this.calls.changed();
    if (!choice.next) this.calls.complete(this.chosen.join(" "));
  }

  /**
   * Answer the open question by what it is called; returns whether some question has such an answer.
   * @param {?Question} question the first question of the turn
   * @param {string} text
   */
  type(question, text) {
    const steps = stepsOf(question, this.chosen);
    const depth = steps.findLastIndex(({ open }) => open);
    /** @param {import("./questions.js").Step | undefined} step */
    const has = (step) => step?.question.answers.some((answer) => answer.text === text);
    if (!has(steps[depth])) {
      const later = steps.slice(depth + 1).some(has);
      if (later) this.calls.refused(TOO_SOON);
      return later;
    }
    this.answer(question, depth, text);
    return true;
  }

  /** After a refused try the first answers stay: usually only the last one was wrong. */
  dropLast() {
    this.chosen = this.chosen.slice(0, -1);
  }

  clear() {
    this.chosen = [];
  }
}
