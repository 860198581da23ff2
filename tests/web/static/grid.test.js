// Round numbers along the sides of a map, and in its table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roundNumbers, roundStep } from "../../../src/lastdigit/web/static/map/grid.js";

test("a step is round and few of them fit", () => {
  assert.equal(roundStep(999, 10), 200);
  assert.equal(roundStep(100, 10), 20);
  assert.equal(roundStep(20, 10), 5);
  assert.equal(roundStep(255, 16), 128);
  assert.equal(roundStep(7, 2), 2);
});

test("a table has the round numbers and the largest", () => {
  assert.deepEqual(roundNumbers(999, 10), [100, 200, 300, 400, 500, 600, 700, 800, 900, 999]);
  assert.deepEqual(roundNumbers(9, 10), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(roundNumbers(63, 4), [16, 32, 48, 63]);
  assert.deepEqual(roundNumbers(7, 2), [4, 7]);
});
