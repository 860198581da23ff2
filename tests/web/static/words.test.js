// Numbers and texts in plain words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asParagraph, either, inWords, onTheClock, usual } from "../../../src/lastdigit/web/static/words.js";

test("sentences become one paragraph, rules and blank lines are left out", () => {
  assert.equal(asParagraph("-----\n\nPlayer 1 takes 3.\n  Nothing is left!\n-----\n"), "Player 1 takes 3. Nothing is left!");
});

test("nothing is added to what a game says: a line that is no sentence keeps its break", () => {
  assert.equal(asParagraph("New number: 082\nYour turn"), "New number: 082\nYour turn");
  assert.equal(asParagraph("12 beads are left", "Ada wins"), "12 beads are left\nAda wins");
});

test("a sentence may end in a bracket, a quotation mark, or in another language", () => {
  assert.equal(asParagraph("(Two are left.)\nHe said “no.”\n残りは二つです。\nGo on"), "(Two are left.) He said “no.” 残りは二つです。 Go on");
});

test("nothing said is nothing", () => {
  assert.equal(asParagraph("", "\n"), "");
});

test("a clock shows tenths only when time is short", () => {
  assert.deepEqual([-5, 0, 9_990, 10_000, 59_001, 60_000, 3_600_000].map(onTheClock),
    ["0.0", "0.0", "9.9", "0:10", "1:00", "1:00", "1:00:00"]);
});

test("choices are told as a sentence has them", () => {
  assert.equal(either(["a"]), "a");
  assert.equal(either(["a", "b", "c"]), "a, b or c");
  assert.equal(either(["a", "b", "c", "d", "e", "f"]), "a, b, c, d or 2 more");
});

test("counts are told in words up to twelve, lengths as a range", () => {
  assert.deepEqual([0, 6, 12, 13].map(inWords), ["No", "Six", "Twelve", "13"]);
  assert.deepEqual([usual([1, 1]), usual([3, 11])], ["1 turn", "3 to 11 turns"]);
});
