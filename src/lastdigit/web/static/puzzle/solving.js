// The state of a puzzle being solved: the answer so far, the tries, and the responses. Only the server knows the solution.

import { messageOf } from "../api.js";
import { MoveEntry } from "../board/entry.js";
import { NOT_NOW } from "../strings.js";

/**
 * @typedef {import("../types").PuzzleInfo} PuzzleInfo
 * @typedef {import("../types").Judged} Judged
 * @typedef {import("../types").Solution} Solution
 * @typedef {import("../types").Try} Try
 * @typedef {{tries: Try[], left: number, solution: ?Solution, said?: string[]}} Progress `said`: the response to the last try
 */

export class Solving {
  /** The player's moves so far, in a puzzle that is played to the end. @type {string[]} */
  #moves = [];
  /** The marked choices, in a puzzle that does not ask for a move. @type {Set<string>} */
  marked = new Set();
  /** @type {string[]} */
  sentences = [];
  /** Why the last answer was not accepted. It did not use up a try. */
  problem = "";
  busy = false;

  /**
   * @param {PuzzleInfo} puzzle
   * @param {Progress} progress
   * @param {{changed: () => void, judge: (answers: string[]) => Promise<Judged>}} calls
   */
  constructor(puzzle, progress, calls) {
    this.puzzle = puzzle;
    this.shown = puzzle.shown;
    this.tries = [...progress.tries];
    this.left = progress.left;
    this.solution = progress.solution;
    this.sentences = progress.said ?? [];
    this.calls = calls;
    this.entry = new MoveEntry({
      changed: () => this.#change(),
      complete: () => this.give(),
      refused: (reason) => this.refuse(reason || NOT_NOW),
    });
  }

  get over() {
    return this.solution !== null;
  }

  get solved() {
    return this.tries.some(({ right }) => right);
  }

  /** Whether the answer is a move on the board. */
  get isMove() {
    return this.puzzle.task === "move" || this.puzzle.task === "play";
  }

  /** The seat to move. In a position from the player's own game it can be the second. */
  get mine() {
    return this.puzzle.shown.mover ?? 1;
  }

  get question() {
    return this.shown.question;
  }

  /** The view to show: once solved, the position after the right answer. */
  get view() {
    const given = this.tries.find(({ right }) => right)?.answer;
    const found = given === undefined ? -1 : (this.solution?.right.indexOf(given) ?? -1);
    return this.solution?.views[found] ?? this.shown.view;
  }

  get isOpen() {
    return !this.over && !this.busy;
  }

  /** The chosen answer, or null if it is not complete. */
  get answer() {
    const { choices } = this.puzzle;
    if (!this.isMove) return choices.filter((one) => this.marked.has(one)).join(" ") || null;
    return this.entry.whole(this.question) ? this.entry.chosen.join(" ") : null;
  }

  /** The last wrong answer. */
  get wrong() {
    return this.over ? null : (this.tries.findLast(({ right }) => !right)?.answer ?? null);
  }

  /**
   * Mark or unmark a choice. A list task takes several.
   * @param {string} text
   */
  mark(text) {
    if (!this.isOpen) return;
    const had = this.marked.delete(text);
    if (this.puzzle.task === "winner") this.marked.clear();
    if (!had) this.marked.add(text);
    this.#change();
  }

  clear() {
    this.marked.clear();
    this.entry.clear();
    this.calls.changed();
  }

  /** @param {string} reason */
  refuse(reason) {
    this.problem = reason;
    this.calls.changed();
  }

  /** Submit the chosen answer. */
  async give() {
    const { answer } = this;
    if (answer === null || !this.isOpen) return;
    this.busy = true;
    this.#change();
    try {
      this.#take(answer, await this.calls.judge([...this.#moves, answer]));
    } catch (problem) {
      this.problem = messageOf(problem);
    }
    this.busy = false;
    this.calls.changed();
  }

  /**
   * @param {string} answer
   * @param {Judged} judged
   */
  #take(answer, judged) {
    this.sentences = judged.sentences;
    this.left = judged.left;
    this.solution = judged.solution;
    if (judged.next) {
      this.#moves.push(answer);
      this.shown = judged.next;
      this.entry.clear();
      return;
    }
    if (!this.tries.some((one) => one.answer === answer)) this.tries.push({ answer, right: judged.right });
    if (this.over) this.entry.clear();
    else this.entry.dropLast();
    if (this.puzzle.task === "winner") this.marked.clear();
  }

  #change() {
    this.problem = "";
    this.calls.changed();
  }
}
