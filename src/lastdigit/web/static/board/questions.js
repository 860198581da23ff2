// The questions of a turn: which are answered, which is open, and where their answers are shown.
// Pure; what an answer means, only the server knows.

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
