// A half-made move, without a page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Choosing, TOO_SOON } from "../../../src/lastdigit/web/static/board/choosing.js";
import { choice, question, TWO_STEPS } from "./turns.js";

let heard, choosing;

beforeEach(() => {
  heard = [];
  choosing = new Choosing({
    changed: () => heard.push("changed"),
    complete: (move) => heard.push(`complete ${move}`),
    refused: (reason) => heard.push(`refused ${reason}`),
  });
});

test("an answer is kept until the move is whole", () => {
  choosing.answer(TWO_STEPS, 0, "left");
  assert.deepEqual([choosing.chosen, heard], [["left"], ["changed"]]);
  choosing.answer(TWO_STEPS, 1, "2");
  assert.deepEqual([choosing.chosen, heard], [["left", "2"], ["changed", "changed", "complete left 2"]]);
});

test("an earlier question is answered anew, and what hung on it is forgotten", () => {
  choosing.answer(TWO_STEPS, 0, "left");
  choosing.answer(TWO_STEPS, 0, "right");
  assert.deepEqual(choosing.chosen, ["right"]);
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
  assert.deepEqual(heard, ["refused Not available now."]);
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
