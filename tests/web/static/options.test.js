// Rule options in form fields, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { helpText, numberIn, writingOf, written } from "../../../src/lastdigit/web/static/components/options.js";

const option = (name, given) => ({ name, type: "integer", default: 0, allowed: "1 to 999", help: "what it is", beyond: false, follows: false, sized: false, ...given });
const BASE = option("base", { default: 10, beyond: true });
const NUMBER = option("number", { default: 999, follows: true, sized: true });
const OPTIONS = [NUMBER, BASE];

test("numbers are written and read in the base of the game", () => {
  const writing = writingOf(OPTIONS, { base: 16, number: 255 });
  assert.deepEqual(writing, { base: 16, resized: true });
  assert.equal(written(NUMBER, 255, writing), "ff");
  assert.equal(written(BASE, 16, writing), "16");
  assert.equal(written(option("list", { sized: true, default: [2, 11] }), [2, 11], writing), "2,b");
  assert.deepEqual(["ff", "FF", " 0f "].map((text) => numberIn(text, 16)), [255, 255, 15]);
  assert.deepEqual(["12", "999"].map((text) => numberIn(text, 10)), [12, 999]);
});

test("invalid numbers of a base are refused", () => {
  for (const [text, base] of [["fg", 16], ["2", 2], ["", 16], ["1.5", 7], ["b", 11], ["", 10]]) assert.equal(numberIn(text, base), NaN, text);
});

test("a default that depends on the sizes is left empty", () => {
  assert.equal(written(NUMBER, undefined, writingOf(OPTIONS, { base: 16 })), "");
  assert.equal(written(NUMBER, 999, writingOf(OPTIONS, { base: 16 })), "");
  assert.equal(written(NUMBER, undefined, writingOf(OPTIONS, {})), "999");
});

test("the help omits a range that the sizes change", () => {
  assert.equal(helpText(NUMBER), "What it is: 1 to 999.");
  assert.equal(helpText(NUMBER, { base: 16, resized: true }), "What it is, written in base 16.");
  assert.equal(helpText(NUMBER, { base: 10, resized: true }), "What it is.");
  assert.equal(helpText(BASE, { base: 16, resized: true }), "What it is: 1 to 999.");
});
