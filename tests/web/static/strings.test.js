// Numbers and texts in plain words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { partsOf } from "../../../src/lastdigit/web/static/dom.js";
import { STATS } from "../../../src/lastdigit/web/static/strings/player.js";
import { inWords, onTheClock, plural } from "../../../src/lastdigit/web/static/strings.js";
import { usual } from "../../../src/lastdigit/web/static/strings/new-game.js";
import { REVIEW } from "../../../src/lastdigit/web/static/strings/study.js";

test("a clock shows tenths only when time is short", () => {
  assert.deepEqual([-5, 0, 9_990, 10_000, 59_001, 60_000, 3_600_000].map(onTheClock),
    ["0.0", "0.0", "9.9", "0:10", "1:00", "1:00", "1:00:00"]);
});

test("counts up to twelve are words, and lengths are ranges", () => {
  assert.deepEqual([0, 6, 12, 13].map(inWords), ["No", "Six", "Twelve", "13"]);
  assert.deepEqual([usual([1, 1]), usual([3, 11])], ["1 turn", "3 to 11 turns"]);
});

test("one is singular in lists and sentences", () => {
  assert.deepEqual([0, 1, 2].map((count) => plural(count, "second")), ["0 seconds", "1 second", "2 seconds"]);
  assert.equal(STATS.puzzles({ right: 0, count: 1, interval: null }), "0 of 1 puzzle solved on the first try");
});

test("the title of a review counts moves like other texts and names who gave the win back", () => {
  const own = { lost: false, mistakes: 1, turn: 3, before: "win", back: 6, hopeless: false };
  assert.equal(REVIEW.title(own), "You won. Move 3 was a mistake, but at move 6 you got the win back.");
  assert.equal(REVIEW.title({ ...own, lost: true, back: null }), "You were winning before move 3. That move was the mistake.");
  assert.equal(REVIEW.title({ ...own, lost: true, mistakes: 3, turn: 9 }), "The game turned at move 9, the last of your 3 mistakes.");
});

test("numbers in a sentence are emphasised, except in names, and the text is unchanged", () => {
  const text = "Player 1 struck with 6: Ada2's 537 is now 531.";
  const parts = partsOf(text);
  assert.deepEqual(parts.filter((_, index) => index % 2), ["6", "537", "531"]);
  assert.equal(parts.join(""), text);
});
