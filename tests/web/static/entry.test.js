// The partly entered move, without a page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { answersOf, exampleOf, isAskedBy, isAvailable, isOnCells, MoveEntry, stepsOf } from "../../../src/lastdigit/web/static/board/entry.js";
import { TOO_SOON } from "../../../src/lastdigit/web/static/strings.js";
import { choice, question, row, TWO_STEPS } from "./turns.js";

/** The prompt of each step, its answer, and whether it is open. */
const seen = (steps) => steps.map(({ question: { prompt }, choice: given, open }) => [prompt, given?.text ?? null, open]);

test("after the end there are no questions", () => {
  assert.deepEqual(stepsOf(null, []), []);
});

test("the first question is open, and an example shows the next one", () => {
  const steps = stepsOf(TWO_STEPS, []);
  assert.deepEqual(seen(steps), [["Place:", null, true], ["Digit:", null, false]]);
  assert.equal(steps[1].question, TWO_STEPS.answers[0].next);
});

test("an answer opens the question that depends on it", () => {
  const steps = stepsOf(TWO_STEPS, ["right"]);
  assert.deepEqual(seen(steps), [["Place:", "right", true], ["Digit:", null, true]]);
  assert.equal(steps[1].question, TWO_STEPS.answers[2].next);
});

test("a whole move has every question answered", () => {
  assert.deepEqual(seen(stepsOf(TWO_STEPS, ["left", "2"])), [["Place:", "left", true], ["Digit:", "2", true]]);
});

test("an unknown answer leaves the question open", () => {
  assert.deepEqual(seen(stepsOf(TWO_STEPS, ["top", "1"])), [["Place:", null, true], ["Digit:", null, false]]);
});

test("an example is never unavailable", () => {
  const closed = choice("a", { status: "unavailable", next: question("Never:", choice("x")) });
  const open = choice("b", { next: question("Then:", choice("y")) });
  assert.deepEqual(seen(stepsOf(question("First:", closed, open), [])), [["First:", null, true], ["Then:", null, false]]);
});

test("legal answers and answers to try are available", () => {
  assert.deepEqual(["legal", "try", "unavailable"].map((status) => isAvailable(choice("1", { status }))), [true, true, false]);
});

test("a question is asked on the cells if every available answer is on a number's cell", () => {
  const asked = question("Which:", choice("a"), choice("b"), choice("c", { status: "unavailable" }));
  assert.equal(isOnCells(asked, [row("number", "a", null), row("number", "b")]), true);
  assert.equal(isOnCells(asked, [row("number", "a")]), false);
  assert.equal(isOnCells(asked, [row("pool", "a", "b")]), false, "pools have keys");
});

test("a question without an available answer is not asked on cells", () => {
  assert.equal(isOnCells(question("Which:", choice("a", { status: "unavailable" })), [row("number", "a")]), false);
});

test("a question is about a row if each of its cells is an answer", () => {
  const asked = question("Which:", choice("a"), choice("b"));
  assert.equal(isAskedBy(row("pool", "a", "b"), asked), true);
  assert.equal(isAskedBy(row("pool", "a", null), asked), false);
  assert.equal(isAskedBy(row("pool", "a", "c"), asked), false);
});

test("the example of a move is complete and available", () => {
  assert.equal(exampleOf(TWO_STEPS), "right 3");
  assert.equal(exampleOf(null), "");
  assert.equal(exampleOf(question("Which:", choice("a", { status: "unavailable" }))), "");
});

test("the text of a move is split into its answers", () => {
  assert.deepEqual(answersOf(TWO_STEPS, "left 2"), ["left", "2"]);
  assert.deepEqual(answersOf(TWO_STEPS, "left 9"), ["left"]);
  assert.deepEqual(answersOf(TWO_STEPS, "leftmost 2"), []);
  assert.deepEqual(answersOf(null, "left 2"), []);
});

test("an answer is not mistaken for a longer one", () => {
  assert.deepEqual(answersOf(question("How many:", choice("1"), choice("12")), "12"), ["12"]);
});

let heard, waiting, entry, atOnce;

/** Collect delayed callbacks, which the tests run. */
function later(run) {
  waiting.push(run);
  return () => (waiting = waiting.filter((other) => other !== run));
}

beforeEach(() => {
  [heard, waiting, atOnce] = [[], [], true];
  entry = new MoveEntry({
    changed: () => heard.push("changed"),
    complete: (move) => heard.push(`complete ${move}`),
    refused: (reason) => heard.push(`refused ${reason}`),
    atOnce: () => atOnce,
  }, later);
});

test("an answer stays until the move is complete", () => {
  entry.answer(TWO_STEPS, 0, "left");
  assert.deepEqual([entry.chosen, heard], [["left"], ["changed"]]);
  entry.answer(TWO_STEPS, 1, "2");
  assert.deepEqual([entry.chosen, heard], [["left", "2"], ["changed", "changed", "complete left 2"]]);
});

test("a whole move waits for a second press", () => {
  atOnce = false;
  entry.answer(TWO_STEPS, 0, "left");
  assert.equal(entry.whole(TWO_STEPS), null);
  assert.equal(entry.play(TWO_STEPS), false);
  entry.answer(TWO_STEPS, 1, "2");
  assert.equal(entry.whole(TWO_STEPS).text, "2");
  entry.answer(TWO_STEPS, 1, "1");
  assert.deepEqual([entry.chosen, heard], [["left", "1"], ["changed", "changed", "changed"]]);
  entry.answer(TWO_STEPS, 1, "1");
  assert.equal(heard.at(-1), "complete left 1");
});

/** A digit, then the one place that is left for it. */
const ONE_PLACE = question("Digit:", ...["1", "2"].map((digit) =>
  choice(digit, { next: question("Place:", choice("left", { status: "unavailable" }), choice("right")) })));

test("the only available answer is chosen automatically, and the move still waits", () => {
  atOnce = false;
  entry.answer(ONE_PLACE, 0, "1");
  assert.deepEqual([entry.chosen, entry.whole(ONE_PLACE).text, heard], [["1", "right"], "right", ["changed"]]);
  entry.answer(ONE_PLACE, 0, "2");
  assert.deepEqual(entry.chosen, ["2", "right"]);
});

test("pressing the only answer does not play the move", () => {
  atOnce = false;
  entry.answer(ONE_PLACE, 0, "1");
  entry.answer(ONE_PLACE, 1, "right");
  assert.deepEqual(heard, ["changed", "changed"]);
  entry.answer(ONE_PLACE, 1, "right");
  assert.equal(heard.at(-1), "complete 1 right");
});

test("a second press plays the move, even if its rest was chosen automatically", () => {
  atOnce = false;
  entry.answer(ONE_PLACE, 0, "2");
  entry.answer(ONE_PLACE, 0, "2");
  assert.equal(heard.at(-1), "complete 2 right");
});

test("after a rejected move, the first press does not play a move at once", () => {
  atOnce = false;
  for (const forget of [() => entry.clear(), () => entry.dropLast()]) {
    entry.answer(ONE_PLACE, 0, "2");
    forget();
    entry.answer(ONE_PLACE, 0, "2");
    entry.clear();
  }
  assert.deepEqual(heard, ["changed", "changed", "changed", "changed"]);
});

test("a new answer to an earlier question drops the later answers", () => {
  atOnce = false;
  entry.answer(TWO_STEPS, 0, "right");
  entry.answer(TWO_STEPS, 0, "left");
  assert.deepEqual(entry.chosen, ["left"]);
});

test("a later question is not open before the one that it depends on", () => {
  entry.answer(TWO_STEPS, 1, "2");
  assert.deepEqual([entry.chosen, heard], [[], []]);
});

test("an unavailable answer is refused with its reason", () => {
  entry.answer(TWO_STEPS, 0, "middle");
  assert.deepEqual([entry.chosen, heard], [[], ["refused The middle is full."]]);
});

test("an unavailable answer without a reason is refused too", () => {
  entry.answer(question("Which:", choice("a", { status: "unavailable" })), 0, "a");
  assert.deepEqual(heard, ["refused Not now."]);
});

test("an unknown answer, or one after the end, does nothing", () => {
  entry.answer(TWO_STEPS, 0, "top");
  entry.answer(null, 0, "left");
  assert.deepEqual([entry.chosen, heard], [[], []]);
});

test("a rejected move keeps the first answers", () => {
  entry.answer(TWO_STEPS, 0, "left");
  entry.answer(TWO_STEPS, 1, "2");
  entry.dropLast();
  assert.deepEqual(entry.chosen, ["left"]);
  entry.clear();
  assert.deepEqual(entry.chosen, []);
});

test("a typed character answers the open question", () => {
  entry.answer(TWO_STEPS, 0, "right");
  assert.equal(entry.type(TWO_STEPS, "3"), true);
  assert.equal(heard.at(-1), "complete right 3");
});

test("an answer typed too soon is refused, and other characters are ignored", () => {
  assert.equal(entry.type(TWO_STEPS, "1"), true);
  assert.deepEqual(heard, [`refused ${TOO_SOON}`]);
  assert.equal(entry.type(TWO_STEPS, "9"), false);
  assert.equal(heard.length, 1);
});

/** How many of 1 to 15. */
const COUNTS = question("How many:", ...Array.from({ length: 15 }, (_, index) =>
  choice(String(index + 1), index + 1 > 12 ? { status: "unavailable", reason: `Only 12 are left.` } : {})));

test("a digit that is not a prefix of another answer is taken at once", () => {
  entry.type(COUNTS, "7");
  assert.equal(heard.at(-1), "complete 7");
});

test("two digits are one answer, although the first is one too", () => {
  assert.equal(entry.type(COUNTS, "1"), true);
  assert.deepEqual([entry.typed, entry.chosen], ["1", []]);
  assert.equal(entry.type(COUNTS, "2"), true);
  assert.deepEqual([entry.typed, heard.at(-1)], ["", "complete 12"]);
});

test("after a moment the first digit is the answer", () => {
  entry.type(COUNTS, "1");
  assert.equal(waiting.length, 1);
  waiting.pop()();
  assert.equal(heard.at(-1), "complete 1");
});

test("Enter confirms the first digit as the answer", () => {
  entry.type(COUNTS, "1");
  assert.equal(entry.settle(COUNTS), true);
  assert.equal(heard.at(-1), "complete 1");
  assert.deepEqual(waiting, [], "nothing happens later");
});

test("Enter without a digit does nothing", () => {
  assert.equal(entry.settle(COUNTS), false);
  assert.deepEqual(heard, []);
});

test("a digit that is only a prefix waits for the next one", () => {
  const tens = question("How many:", choice("10"), choice("20"));
  assert.equal(entry.type(tens, "2"), true);
  assert.deepEqual(waiting, []);
  entry.type(tens, "0");
  assert.equal(heard.at(-1), "complete 20");
});

test("two digits that are no answer are refused, and the first is not played", () => {
  entry.type(COUNTS, "1");
  assert.equal(entry.type(COUNTS, "7"), true);
  assert.equal(heard.at(-1), "refused 17 is not among the answers.");
  assert.deepEqual([entry.typed, entry.chosen, waiting], ["", [], []]);
});

test("two digits that are unavailable are refused with their reason", () => {
  entry.type(COUNTS, "1");
  entry.type(COUNTS, "5");
  assert.equal(heard.at(-1), "refused Only 12 are left.");
});

for (const [name, discard] of [["taking back", () => entry.clear()], ["a refused try", () => entry.dropLast()]]) {
  test(`${name} discards the typed digits`, () => {
    entry.type(COUNTS, "1");
    discard();
    assert.deepEqual([entry.typed, waiting], ["", []]);
  });
}

test("a press discards the typed digits", () => {
  entry.type(COUNTS, "1");
  entry.answer(COUNTS, 0, "3");
  assert.equal(heard.at(-1), "complete 3");
  assert.deepEqual(waiting, []);
});
