// The questions of a turn, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answersOf, exampleOf, isAskedBy, isAvailable, isOnCells, stepsOf } from "../../../src/lastdigit/web/static/board/questions.js";
import { choice, question, row, TWO_STEPS } from "./turns.js";

/** What is seen of the steps: each prompt, what was answered, whether it is open. */
const seen = (steps) => steps.map(({ question: { prompt }, choice: given, open }) => [prompt, given?.text ?? null, open]);

test("after the end nothing is asked", () => {
  assert.deepEqual(stepsOf(null, []), []);
});

test("the first question is open, and the later one is shown by an example", () => {
  const steps = stepsOf(TWO_STEPS, []);
  assert.deepEqual(seen(steps), [["Place:", null, true], ["Digit:", null, false]]);
  assert.equal(steps[1].question, TWO_STEPS.answers[0].next);
});

test("an answer opens the question that hangs on it", () => {
  const steps = stepsOf(TWO_STEPS, ["right"]);
  assert.deepEqual(seen(steps), [["Place:", "right", true], ["Digit:", null, true]]);
  assert.equal(steps[1].question, TWO_STEPS.answers[2].next);
});

test("a whole move has every question answered", () => {
  assert.deepEqual(seen(stepsOf(TWO_STEPS, ["left", "2"])), [["Place:", "left", true], ["Digit:", "2", true]]);
});

test("an answer that the question does not have leaves it open", () => {
  assert.deepEqual(seen(stepsOf(TWO_STEPS, ["top", "1"])), [["Place:", null, true], ["Digit:", null, false]]);
});

test("an example is never one that is unavailable", () => {
  const closed = choice("a", { status: "unavailable", next: question("Never:", choice("x")) });
  const open = choice("b", { next: question("Then:", choice("y")) });
  assert.deepEqual(seen(stepsOf(question("First:", closed, open), [])), [["First:", null, true], ["Then:", null, false]]);
});

test("what may be tried is available", () => {
  assert.deepEqual(["legal", "try", "unavailable"].map((status) => isAvailable(choice("1", { status }))), [true, true, false]);
});

test("a question is on the cells when every available answer is on a number's", () => {
  const asked = question("Which:", choice("a"), choice("b"), choice("c", { status: "unavailable" }));
  assert.equal(isOnCells(asked, [row("number", "a", null), row("number", "b")]), true);
  assert.equal(isOnCells(asked, [row("number", "a")]), false);
  assert.equal(isOnCells(asked, [row("pool", "a", "b")]), false, "pools have keys");
});

test("a question without an available answer is on no cell", () => {
  assert.equal(isOnCells(question("Which:", choice("a", { status: "unavailable" })), [row("number", "a")]), false);
});

test("a row is asked about when each of its cells is an answer", () => {
  const asked = question("Which:", choice("a"), choice("b"));
  assert.equal(isAskedBy(row("pool", "a", "b"), asked), true);
  assert.equal(isAskedBy(row("pool", "a", null), asked), false);
  assert.equal(isAskedBy(row("pool", "a", "c"), asked), false);
});

test("an example of a move is whole, and may be tried", () => {
  assert.equal(exampleOf(TWO_STEPS), "right 3");
  assert.equal(exampleOf(null), "");
  assert.equal(exampleOf(question("Which:", choice("a", { status: "unavailable" }))), "");
});

test("a move's text is taken apart into its answers", () => {
  assert.deepEqual(answersOf(TWO_STEPS, "left 2"), ["left", "2"]);
  assert.deepEqual(answersOf(TWO_STEPS, "left 9"), ["left"]);
  assert.deepEqual(answersOf(TWO_STEPS, "leftmost 2"), []);
  assert.deepEqual(answersOf(null, "left 2"), []);
});

test("an answer that another one begins with is not mistaken for it", () => {
  assert.deepEqual(answersOf(question("How many:", choice("1"), choice("12")), "12"), ["12"]);
});
