// A puzzle that somebody solves: what is chosen so far, the tries, and what was said to them. What is right, only the server knows.

import { messageOf } from "../api.js";
import { MoveEntry } from "../board/entry.js";
import { NOT_NOW } from "../strings.js";

/**
 * @typedef {import("../types").PuzzleInfo} PuzzleInfo
 * @typedef {import("../types").Judged} Judged
 * @typedef {import("../types").Solution} Solution
 * @typedef {import("../types").Try} Try
 * @typedef {{tries: Try[], left: number, solution: ?Solution, said?: string[]}} Progress what was `said` to the last try
 */

export class Solving {
  /** One's own moves so far, where a win is played out. @type {string[]} */
  #moves = [];
  /** What is marked among the puzzle's choices, where it is not moves that are made. @type {Set<string>} */
  marked = new Set();
  /** @type {string[]} */
  sentences = [];
  /** Why nothing came of the last answer; it cost nothing. */
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

  /** Whether the answer is a move, made on the board. */
  get isMove() {
    return this.puzzle.task === "move" || this.puzzle.task === "play";
  }

  /** Whoever solves it is to move; in a position from one's own game that may be the second seat. */
  get mine() {
    return this.puzzle.shown.mover ?? 1;
  }

  get question() {
    return this.shown.question;
  }

  /** What the board shows: when it is solved, what the right answer made of it. */
  get view() {
    const given = this.tries.find(({ right }) => right)?.answer;
    const found = given === undefined ? -1 : (this.solution?.right.indexOf(given) ?? -1);
    return this.solution?.views[found] ?? this.shown.view;
  }

  get isOpen() {
    return !this.over && !this.busy;
  }

  /** The answer that is chosen, if it is a whole one. */
  get answer() {
    const { choices } = this.puzzle;
    if (!this.isMove) return choices.filter((one) => this.marked.has(one)).join(" ") || null;
    return this.entry.whole(this.question) ? this.entry.chosen.join(" ") : null;
  }

  /** The last answer that was wrong. */
  get wrong() {
    return this.over ? null : (this.tries.findLast(({ right }) => !right)?.answer ?? null);
  }

  /**
   * Mark one of the choices; a list takes several of them.
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

  /** Give the answer that is chosen. */
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
