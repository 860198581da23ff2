// The half-entered move: the questions of a turn, the answers so far, and typed digits that may become a longer answer.

import { NOT_NOW, TOO_SOON } from "../strings.js";

/**
 * @typedef {import("../types").Choice} Choice
 * @typedef {import("../types").Question} Question
 * @typedef {import("../types").RowData} Row
 * @typedef {{question: Question, choice: ?Choice, open: boolean}} Step
 */

/**
 * Return every question of the turn with its answer, if any. If a later question depends on an open answer, one example
 * of it is included, so that the layout does not jump.
 * @param {?Question} question
 * @param {string[]} chosen the answers so far
 * @returns {Step[]}
 */
export function stepsOf(question, chosen) {
  /** @type {Step[]} */
  const steps = [];
  let open = true;
  for (let asked = question; asked; ) {
    const answer = chosen[steps.length];
    /** @type {?Choice} */
    const choice = (open && asked.answers.find(({ text }) => text === answer)) || null;
    steps.push({ question: asked, choice, open });
    open &&= choice !== null;
    const example = choice ?? asked.answers.find(({ status, next }) => next && status !== "unavailable");
    asked = example?.next ?? null;
  }
  return steps;
}

/** @param {Choice} choice */
export const isAvailable = (choice) => choice.status !== "unavailable";

/**
 * Whether every available answer can be given by a click on a cell of a number.
 * @param {Question} question
 * @param {Row[]} view
 */
export function isOnCells(question, view) {
  const cells = answersOn(view, "number");
  const available = question.answers.filter(isAvailable);
  return available.length > 0 && available.every(({ text }) => cells.has(text));
}

/**
 * Whether all cells of a row are answers to the question, so that its keys show them.
 * @param {Row} row
 * @param {Question} question
 */
export const isAskedBy = (row, question) =>
  row.cells.every(({ answer }) => answer && question.answers.some(({ text }) => text === answer));

/**
 * @param {Row[]} view
 * @param {Row["kind"]} kind
 */
function answersOn(view, kind) {
  const rows = view.filter((row) => row.kind === kind);
  return new Set(rows.flatMap((row) => row.cells.map(({ answer }) => answer)).filter(Boolean));
}

/**
 * Return a legal move, as an example for the field in which moves are typed.
 * @param {?Question} question
 */
export function exampleOf(question) {
  /** @type {string[]} */
  const words = [];
  for (let asked = question; asked; ) {
    const available = asked.answers.filter(isAvailable);
    const choice = available[Math.floor(available.length / 2)];
    if (!choice) break;
    words.push(choice.text);
    asked = choice.next;
  }
  return words.join(" ");
}

/**
 * Split a move's text into answers, as far as they match the questions.
 * @param {?Question} question
 * @param {string} move
 */
export function answersOf(question, move) {
  /** @type {string[]} */
  const answers = [];
  for (let asked = question, rest = move; asked && rest; ) {
    const choice = answerAtStart(asked, rest);
    if (!choice) break;
    answers.push(choice.text);
    rest = rest.slice(choice.text.length + 1);
    asked = choice.next;
  }
  return answers;
}

/**
 * @param {Question} question
 * @param {string} move
 */
const answerAtStart = (question, move) =>
  question.answers.find(({ text }) => move === text || move.startsWith(`${text} `));

/** A typed "1" can become "12" for this many milliseconds. Enter ends the wait. */
const TYPING_DELAY = 1000;

/**
 * Run a function after TYPING_DELAY. Return a function that cancels it.
 * @param {() => void} run
 */
function delay(run) {
  const timer = setTimeout(run, TYPING_DELAY);
  return () => clearTimeout(timer);
}

export class MoveEntry {
  /** @type {string[]} */
  chosen = [];
  /** Typed digits that may still become a longer answer. */
  typed = "";
  /** The last answer that was pressed, as "depth text". */
  #pressed = "";
  #callOff = () => {};

  /**
   * @param {{changed: () => void, complete: (move: string) => void, refused: (reason: string) => void,
   *   atOnce?: () => boolean}} calls `atOnce`: whether a complete move is made without a second press
   * @param {typeof delay} later
   */
  constructor(calls, later = delay) {
    this.calls = calls;
    this.later = later;
  }

  /**
   * Answer the question at this depth. An earlier answer can be changed. If only one answer can follow, it is chosen
   * automatically. Pressing the same answer twice makes the move.
   * @param {?Question} question the first question of the turn
   * @param {number} depth
   * @param {string} text
   */
  answer(question, depth, text) {
    this.#forgetTyped();
    const step = stepsOf(question, this.chosen)[depth];
    const choice = step?.open ? step.question.answers.find((answer) => answer.text === text) : null;
    if (!choice) return;
    if (!isAvailable(choice)) {
      this.calls.refused(choice.reason || NOT_NOW);
      return;
    }
    const again = this.#pressed === `${depth} ${text}` && this.chosen[depth] === text;
    this.#pressed = `${depth} ${text}`;
    this.chosen = [...this.chosen.slice(0, depth), text, ...onlyAnswers(choice.next)];
    this.calls.changed();
    if (again || this.calls.atOnce?.()) this.play(question);
  }

  /**
   * Return the last answer of a complete move, or null while a question is open.
   * @param {?Question} question the first question of the turn
   */
  whole(question) {
    const choice = stepsOf(question, this.chosen).at(-1)?.choice;
    return choice && !choice.next ? choice : null;
  }

  /**
   * Make the chosen move. Return false if it is not complete.
   * @param {?Question} question the first question of the turn
   */
  play(question) {
    const whole = this.whole(question) !== null;
    if (whole) this.calls.complete(this.chosen.join(" "));
    return whole;
  }

  /**
   * Take a typed digit as an answer to the open question, or as part of one. If it can be either, wait for more digits.
   * Return whether any question has such an answer.
   * @param {?Question} question the first question of the turn
   * @param {string} digit
   */
  type(question, digit) {
    const text = this.typed + digit;
    const continued = this.typed !== "";
    this.#forgetTyped();
    const steps = stepsOf(question, this.chosen);
    const depth = steps.findLastIndex(({ open }) => open);
    if (isPrefix(steps[depth], text)) {
      this.typed = text;
      if (has(steps[depth], text)) this.#callOff = this.later(() => this.settle(question));
      this.calls.changed();
      return true;
    }
    if (has(steps[depth], text)) {
      this.answer(question, depth, text);
      return true;
    }
    if (continued) {
      this.calls.refused(`${text} is not among the answers.`);
      return true;
    }
    const later = steps.slice(depth + 1).some((step) => has(step, text));
    if (later) this.calls.refused(TOO_SOON);
    return later;
  }

  /**
   * Take the typed digits as a complete answer. Return whether there were any.
   * @param {?Question} question the first question of the turn
   */
  settle(question) {
    const { typed } = this;
    this.answer(question, stepsOf(question, this.chosen).findLastIndex(({ open }) => open), typed);
    return typed !== "";
  }

  /** Keep all answers but the last after a refused move. Usually only the last one was wrong. */
  dropLast() {
    this.#forgetTyped();
    this.#pressed = "";
    this.chosen = this.chosen.slice(0, -1);
  }

  clear() {
    this.#forgetTyped();
    this.#pressed = "";
    this.chosen = [];
  }

  #forgetTyped() {
    this.#callOff();
    this.#callOff = () => {};
    this.typed = "";
  }
}

/**
 * Return the answers to a question and those after it, as long as each has only one available answer.
 * @param {?Question} question
 * @returns {string[]}
 */
function onlyAnswers(question) {
  const available = question?.answers.filter(isAvailable) ?? [];
  return available.length === 1 ? [available[0].text, ...onlyAnswers(available[0].next)] : [];
}

/**
 * @param {Step | undefined} step
 * @param {string} text
 */
const has = (step, text) => Boolean(step?.question.answers.some((answer) => answer.text === text));

/**
 * Whether a longer number that begins with this text is also an answer.
 * @param {Step | undefined} step
 * @param {string} text
 */
const isPrefix = (step, text) =>
  Boolean(step?.question.answers.some((answer) =>
    /^\d+$/.test(answer.text) && answer.text !== text && answer.text.startsWith(text)));
