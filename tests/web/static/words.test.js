// Numbers and texts in plain words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inWords, onTheClock, usual } from "../../../src/lastdigit/web/static/words.js";

test("a clock shows tenths only when time is short", () => {
  assert.deepEqual([-5, 0, 9_990, 10_000, 59_001, 60_000, 3_600_000].map(onTheClock),
    ["0.0", "0.0", "9.9", "0:10", "1:00", "1:00", "1:00:00"]);
});

test("counts are told in words up to twelve, lengths as a range", () => {
  assert.deepEqual([0, 6, 12, 13].map(inWords), ["No", "Six", "Twelve", "13"]);
  assert.deepEqual([usual([1, 1]), usual([3, 11])], ["1 turn", "3 to 11 turns"]);
});
