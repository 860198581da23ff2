// Round numbers along the sides of a map.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roundStep } from "../../../src/lastdigit/web/static/map/axes.js";

test("a step is round and few of them fit", () => {
  assert.equal(roundStep(999, 10), 200);
  assert.equal(roundStep(100, 10), 20);
  assert.equal(roundStep(20, 10), 5);
  assert.equal(roundStep(255, 16), 128);
  assert.equal(roundStep(7, 2), 2);
});
