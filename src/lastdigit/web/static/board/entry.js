// The half-entered move: the questions of a turn, the answers given so far, and typed digits that may still grow.

import { NOT_NOW, TOO_SOON } from "../strings.js";

/**
 * @typedef {import("../types").Choice} Choice
 * @typedef {import("../types").Question} Question
 * @typedef {import("../types").RowData} Row
 * @typedef {{question: Question, choice: ?Choice, open: boolean}} Step
 */

/**
 * Return every question of the turn, answered so far or not. A later one that hangs on an answer
 * not yet given is shown by an example of it, so that its place on the page is kept.
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
 * Whether the answers of a row are answers of the question, so that its keys show them.
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
 * Return a whole move that may be tried, to show how one is typed.
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
 * Return the answers that make up a move's text, as far as the questions have them.
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

/** So long after "1" it may still become "12"; Enter says that it is whole. */
const TYPING_DELAY = 1000;

/**
 * Run something after a moment; returns how to call it off.
 * @param {() => void} run
 */
function delay(run) {
  const timer = setTimeout(run, TYPING_DELAY);
  return () => clearTimeout(timer);
}

export class MoveEntry {
  /** @type {string[]} */
  chosen = [];
  /** Digits that have been typed, where more may follow. */
  typed = "";
  /** Which answer was pressed last, the question's depth before it. */
  #pressed = "";
  #callOff = () => {};

  /**
   * @param {{changed: () => void, complete: (move: string) => void, refused: (reason: string) => void,
   *   atOnce?: () => boolean}} calls `atOnce`: whether a whole move is made without being pressed again
   * @param {typeof delay} later
   */
  constructor(calls, later = delay) {
    this.calls = calls;
    this.later = later;
  }

  /**
   * Answer the question at this depth; an earlier one may be answered anew. Where only one answer can follow, it is
   * taken without being pressed. What was pressed last once more makes the move.
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
   * Return the last answer of a whole move, or null while something is still to be answered.
   * @param {?Question} question the first question of the turn
   */
  whole(question) {
    const choice = stepsOf(question, this.chosen).at(-1)?.choice;
    return choice && !choice.next ? choice : null;
  }

  /**
   * Make the move that has been chosen; returns whether it was a whole one.
   * @param {?Question} question the first question of the turn
   */
  play(question) {
    const whole = this.whole(question) !== null;
    if (whole) this.calls.complete(this.chosen.join(" "));
    return whole;
  }

  /**
   * Take a digit as an answer to the open question, or as part of one: where it may be the whole or
   * only the beginning, it waits a moment. Returns whether some question has such an answer.
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
   * Take what has been typed as a whole answer; returns whether something had been.
   * @param {?Question} question the first question of the turn
   */
  settle(question) {
    const { typed } = this;
    this.answer(question, stepsOf(question, this.chosen).findLastIndex(({ open }) => open), typed);
    return typed !== "";
  }

  /** After a refused try the first answers stay: usually only the last one was wrong. */
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
 * Return the answers to a question, and to those after it, for as long as there is only one to give.
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
 * Whether more digits after this text would make another answer.
 * @param {Step | undefined} step
 * @param {string} text
 */
const isPrefix = (step, text) =>
  Boolean(step?.question.answers.some((answer) =>
    /^\d+$/.test(answer.text) && answer.text !== text && answer.text.startsWith(text)));
