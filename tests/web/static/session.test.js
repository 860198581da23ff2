// The moves of a match, if the server sends only the new ones.

import assert from "node:assert/strict";
import { test } from "node:test";

import { withMoves } from "../../../src/lastdigit/web/static/match/session.js";

/** @param {number} first @param {number} last */
const turns = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => ({ turn: first + index }));

test("new moves follow those that the page has", () => {
  assert.deepEqual(withMoves({ firstTurn: 3, moves: turns(3, 4) }, turns(1, 2)), { firstTurn: 1, moves: turns(1, 4) });
  assert.deepEqual(withMoves({ firstTurn: 203, moves: [] }, turns(3, 202)), { firstTurn: 3, moves: turns(3, 202) });
});

test("moves that were taken back are dropped", () => {
  assert.deepEqual(withMoves({ firstTurn: 2, moves: turns(2, 2) }, turns(1, 3)), { firstTurn: 1, moves: turns(1, 2) });
  assert.deepEqual(withMoves({ firstTurn: 1, moves: [] }, turns(1, 3)), { firstTurn: 1, moves: [] });
});

test("moves are not joined over a gap", () => {
  const match = { firstTurn: 5, moves: turns(5, 6) };
  assert.deepEqual(withMoves(match, turns(1, 3)), match);
  assert.deepEqual(withMoves(match, []), match);
});
