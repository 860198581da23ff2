// Solving a puzzle, without a page: chosen and submitted answers, and the effect of the server's response.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Solving } from "../../../src/lastdigit/web/static/puzzle/puzzle.js";
import { TWO_STEPS } from "./turns.js";

const SOLUTION = { right: ["left 1"], reason: "So it is.", views: [["after left 1"]] };
const POSITION = { turn: 0, position: "here", mover: 1, view: [], question: TWO_STEPS };
const JUDGED = { right: false, over: false, sentences: ["Not left 2."], left: 1, next: null, solution: null, secret: null };

let given, reply;

/**
 * @param {string} task
 * @param {string[]} choices
 */
const solving = (task, choices = []) =>
  new Solving(
    { task, choices, shown: POSITION, tries: 2 },
    { tries: [], left: 2, solution: null },
    { changed() {}, judge: async (answers) => (given.push(answers), reply()) },
  );

beforeEach(() => {
  given = [];
  reply = () => JUDGED;
});

test("a move is submitted when it is complete", async () => {
  const one = solving("move");
  one.entry.answer(TWO_STEPS, 0, "left");
  await one.give();
  assert.deepEqual([one.answer, given], [null, []]);
  one.entry.answer(TWO_STEPS, 1, "2");
  await one.give();
  assert.deepEqual(given, [["left 2"]]);
  assert.deepEqual([one.wrong, one.left, one.over, one.entry.chosen], ["left 2", 1, false, ["left"]]);
});

test("after a right answer no more answers are submitted", async () => {
  reply = () => ({ ...JUDGED, right: true, over: true, left: 0, solution: SOLUTION });
  const one = solving("move");
  one.entry.answer(TWO_STEPS, 0, "left");
  one.entry.answer(TWO_STEPS, 1, "1");
  await one.give();
  assert.deepEqual([one.solved, one.over, one.isOpen], [true, true, false]);
  one.entry.answer(TWO_STEPS, 0, "left");
  one.entry.answer(TWO_STEPS, 1, "2");
  await one.give();
  assert.equal(given.length, 1);
});

test("a list is submitted in the order of its choices, and repeating a wrong one is one try", async () => {
  const one = solving("losers", ["0", "1", "2"]);
  one.mark("2");
  one.mark("0");
  one.mark("1");
  one.mark("1");
  assert.equal(one.answer, "0 2");
  await one.give();
  await one.give();
  assert.deepEqual([given, one.tries.length], [[["0 2"], ["0 2"]], 1]);
});

test("only one winner can be marked", () => {
  const one = solving("winner", ["you", "the other", "nobody"]);
  one.mark("you");
  one.mark("the other");
  assert.equal(one.answer, "the other");
  one.mark("the other");
  assert.equal(one.answer, null);
});

test("a win is played out from the position of the server, with all moves so far", async () => {
  const there = { ...POSITION, position: "there" };
  reply = () => ({ ...JUDGED, right: true, left: 2, next: there });
  const one = solving("play");
  for (const text of ["left", "1"]) one.entry.answer(TWO_STEPS, one.entry.chosen.length, text);
  await one.give();
  assert.deepEqual([one.shown.position, one.tries, one.entry.chosen], ["there", [], []]);
  for (const text of ["right", "3"]) one.entry.answer(TWO_STEPS, one.entry.chosen.length, text);
  await one.give();
  assert.deepEqual(given.at(-1), ["left 1", "right 3"]);
});

test("a failed request does not cost a try and can be repeated", async () => {
  reply = () => { throw new Error("The server does not answer."); };
  const one = solving("losers", ["0", "1"]);
  one.mark("0");
  await one.give();
  assert.deepEqual([one.problem, one.tries, one.isOpen, one.answer], ["The server does not answer.", [], true, "0"]);
});

test("a solved puzzle shows the board after the answer, a failed one the original board", () => {
  const puzzle = { task: "move", choices: [], shown: POSITION, tries: 2 };
  const calls = { changed() {}, judge: async () => JUDGED };
  /** @param {boolean} right */
  const over = (right) =>
    new Solving(puzzle, { tries: [{ answer: right ? "left 1" : "left 2", right }], left: 0, solution: SOLUTION }, calls);
  assert.deepEqual([over(true).view, over(false).view], [["after left 1"], []]);
});
