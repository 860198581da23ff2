// A half-made move, without a page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Choosing } from "../../../src/lastdigit/web/static/board/choosing.js";
import { TOO_SOON } from "../../../src/lastdigit/web/static/strings.js";
import { choice, question, TWO_STEPS } from "./turns.js";

let heard, waiting, choosing, atOnce;

/** Keep for later what is to be run in a moment; tests say when that is. */
function later(run) {
  waiting.push(run);
  return () => (waiting = waiting.filter((other) => other !== run));
}

beforeEach(() => {
  [heard, waiting, atOnce] = [[], [], true];
  choosing = new Choosing({
    changed: () => heard.push("changed"),
    complete: (move) => heard.push(`complete ${move}`),
    refused: (reason) => heard.push(`refused ${reason}`),
    atOnce: () => atOnce,
  }, later);
});

test("an answer is kept until the move is whole", () => {
  choosing.answer(TWO_STEPS, 0, "left");
  assert.deepEqual([choosing.chosen, heard], [["left"], ["changed"]]);
  choosing.answer(TWO_STEPS, 1, "2");
  assert.deepEqual([choosing.chosen, heard], [["left", "2"], ["changed", "changed", "complete left 2"]]);
});

test("a whole move waits to be pressed once more, unless one press suffices", () => {
  atOnce = false;
  choosing.answer(TWO_STEPS, 0, "left");
  assert.equal(choosing.whole(TWO_STEPS), null);
  assert.equal(choosing.play(TWO_STEPS), false);
  choosing.answer(TWO_STEPS, 1, "2");
  assert.equal(choosing.whole(TWO_STEPS).text, "2");
  choosing.answer(TWO_STEPS, 1, "1");
  assert.deepEqual([choosing.chosen, heard], [["left", "1"], ["changed", "changed", "changed"]]);
  choosing.answer(TWO_STEPS, 1, "1");
  assert.equal(heard.at(-1), "complete left 1");
});

/** A digit, then the one place that is left for it. */
const ONE_PLACE = question("Digit:", ...["1", "2"].map((digit) =>
  choice(digit, { next: question("Place:", choice("left", { status: "unavailable" }), choice("right")) })));

test("the only answer that is left is taken without being pressed, and the move still waits", () => {
  atOnce = false;
  choosing.answer(ONE_PLACE, 0, "1");
  assert.deepEqual([choosing.chosen, choosing.whole(ONE_PLACE).text, heard], [["1", "right"], "right", ["changed"]]);
  choosing.answer(ONE_PLACE, 0, "2");
  assert.deepEqual(choosing.chosen, ["2", "right"]);
});

test("whoever presses the only answer all the same has not yet made the move", () => {
  atOnce = false;
  choosing.answer(ONE_PLACE, 0, "1");
  choosing.answer(ONE_PLACE, 1, "right");
  assert.deepEqual(heard, ["changed", "changed"]);
  choosing.answer(ONE_PLACE, 1, "right");
  assert.equal(heard.at(-1), "complete 1 right");
});

test("what was pressed once more makes the move, also where the rest was taken", () => {
  atOnce = false;
  choosing.answer(ONE_PLACE, 0, "2");
  choosing.answer(ONE_PLACE, 0, "2");
  assert.equal(heard.at(-1), "complete 2 right");
});

test("after a refused try what was pressed before does not make a move at once", () => {
  atOnce = false;
  for (const forget of [() => choosing.clear(), () => choosing.dropLast()]) {
    choosing.answer(ONE_PLACE, 0, "2");
    forget();
    choosing.answer(ONE_PLACE, 0, "2");
    choosing.clear();
  }
  assert.deepEqual(heard, ["changed", "changed", "changed", "changed"]);
});

test("an earlier question is answered anew, and what hung on it is forgotten", () => {
  atOnce = false;
  choosing.answer(TWO_STEPS, 0, "right");
  choosing.answer(TWO_STEPS, 0, "left");
  assert.deepEqual(choosing.chosen, ["left"]);
});

test("a later question is not open before the one that it hangs on", () => {
  choosing.answer(TWO_STEPS, 1, "2");
  assert.deepEqual([choosing.chosen, heard], [[], []]);
});

test("what is unavailable is refused with its reason", () => {
  choosing.answer(TWO_STEPS, 0, "middle");
  assert.deepEqual([choosing.chosen, heard], [[], ["refused The middle is full."]]);
});

test("what is unavailable for no reason is refused all the same", () => {
  choosing.answer(question("Which:", choice("a", { status: "unavailable" })), 0, "a");
  assert.deepEqual(heard, ["refused Not now."]);
});

test("what is no answer, or asked no more, does nothing", () => {
  choosing.answer(TWO_STEPS, 0, "top");
  choosing.answer(null, 0, "left");
  assert.deepEqual([choosing.chosen, heard], [[], []]);
});

test("a refused try leaves the first answers standing", () => {
  choosing.answer(TWO_STEPS, 0, "left");
  choosing.answer(TWO_STEPS, 1, "2");
  choosing.dropLast();
  assert.deepEqual(choosing.chosen, ["left"]);
  choosing.clear();
  assert.deepEqual(choosing.chosen, []);
});

test("what is typed answers the open question", () => {
  choosing.answer(TWO_STEPS, 0, "right");
  assert.equal(choosing.type(TWO_STEPS, "3"), true);
  assert.equal(heard.at(-1), "complete right 3");
});

test("what is typed too soon is refused, what answers nothing is left alone", () => {
  assert.equal(choosing.type(TWO_STEPS, "1"), true);
  assert.deepEqual(heard, [`refused ${TOO_SOON}`]);
  assert.equal(choosing.type(TWO_STEPS, "9"), false);
  assert.equal(heard.length, 1);
});

/** How many of 1 to 15. */
const COUNTS = question("How many:", ...Array.from({ length: 15 }, (_, index) =>
  choice(String(index + 1), index + 1 > 12 ? { status: "unavailable", reason: `Only 12 are left.` } : {})));

test("a digit that no longer answer begins with is an answer at once", () => {
  choosing.type(COUNTS, "7");
  assert.equal(heard.at(-1), "complete 7");
});

test("two digits are one answer, although the first is one too", () => {
  assert.equal(choosing.type(COUNTS, "1"), true);
  assert.deepEqual([choosing.typed, choosing.chosen], ["1", []]);
  assert.equal(choosing.type(COUNTS, "2"), true);
  assert.deepEqual([choosing.typed, heard.at(-1)], ["", "complete 12"]);
});

test("after a moment the first digit is the answer", () => {
  choosing.type(COUNTS, "1");
  assert.equal(waiting.length, 1);
  waiting.pop()();
  assert.equal(heard.at(-1), "complete 1");
});

test("Enter says that the first digit is the answer", () => {
  choosing.type(COUNTS, "1");
  assert.equal(choosing.settle(COUNTS), true);
  assert.equal(heard.at(-1), "complete 1");
  assert.deepEqual(waiting, [], "and nothing comes of it later");
});

test("Enter alone says nothing", () => {
  assert.equal(choosing.settle(COUNTS), false);
  assert.deepEqual(heard, []);
});

test("what begins with a digit waits for the next, however long", () => {
  const tens = question("How many:", choice("10"), choice("20"));
  assert.equal(choosing.type(tens, "2"), true);
  assert.deepEqual(waiting, []);
  choosing.type(tens, "0");
  assert.equal(heard.at(-1), "complete 20");
});

test("two digits that are no answer are refused, and the first is not played", () => {
  choosing.type(COUNTS, "1");
  assert.equal(choosing.type(COUNTS, "7"), true);
  assert.equal(heard.at(-1), "refused 17 is not among the answers.");
  assert.deepEqual([choosing.typed, choosing.chosen, waiting], ["", [], []]);
});

test("two digits that are unavailable are refused with their reason", () => {
  choosing.type(COUNTS, "1");
  choosing.type(COUNTS, "5");
  assert.equal(heard.at(-1), "refused Only 12 are left.");
});

for (const [name, deed] of [["taking back", () => choosing.clear()], ["a refused try", () => choosing.dropLast()]]) {
  test(`${name} forgets the digits typed`, () => {
    choosing.type(COUNTS, "1");
    deed();
    assert.deepEqual([choosing.typed, waiting], ["", []]);
  });
}

test("a press forgets the digits typed", () => {
  choosing.type(COUNTS, "1");
  choosing.answer(COUNTS, 0, "3");
  assert.equal(heard.at(-1), "complete 3");
  assert.deepEqual(waiting, []);
});
