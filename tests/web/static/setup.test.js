// Positions set up by pressing tiles, without a page: the effect of a digit on the text of a position.

import assert from "node:assert/strict";
import { test } from "node:test";

import { editedView, withDigit, withOtherMover } from "../../../src/lastdigit/web/static/board/setup.js";

const FULL = { field: 1, empty: null };
const PLACES = { field: 2, empty: "_" };
const GROWING = { field: 1, empty: "" };

test("setting a digit changes only its place", () => {
  assert.equal(withDigit("1 999 999", FULL, 1, "0"), "1 909 999");
  assert.equal(withDigit("1 7__ ___", PLACES, 2, "4"), "1 7__ __4");
});

test("removing a digit leaves an empty place or shortens the number, as the game requires", () => {
  assert.equal(withDigit("1 7__ 4_2", PLACES, 0, ""), "1 7__ __2");
  assert.equal(withDigit("1 412", GROWING, 2, ""), "1 41");
  assert.equal(withDigit("1 4", GROWING, 0, ""), "1 -");
});

test("a number of any length accepts a digit at its end, also the first one", () => {
  assert.equal(withDigit("1 41", GROWING, 2, "5"), "1 415");
  assert.equal(withDigit("1 -", GROWING, 0, "5"), "1 5");
});

test("the player to move can be switched", () => {
  assert.equal(withOtherMover(withOtherMover("1 999 12")), "1 999 12");
  assert.equal(withOtherMover("2 12 - -"), "1 12 - -");
});

test("the board shows every digit that was set, valid or not, and a place for another", () => {
  const row = { kind: "number", label: "Number", seat: null, hidden: 0, total: null, cells: [{ text: "1", caption: "ones" }] };
  const [shown] = editedView([row], "1 27", [GROWING]);
  assert.deepEqual(shown.cells, [
    { text: "2", answer: "0.0", caption: "ones" }, { text: "7", answer: "0.1" }, { text: "", answer: "0.2" },
  ]);
});
