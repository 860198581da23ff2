// Links of challenges: what goes in comes out, and anything else is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { better, challengeIn, queryOf } from "../../../src/lastdigit/web/static/challenge/link.js";
import { CHALLENGE } from "../../../src/lastdigit/web/static/strings/challenge.js";

const PUZZLE = { task: { kind: "puzzle", game: "digit-poison", day: 37 }, first: { outcome: "won", count: 2, name: "Ada & Ben" }, second: null };
const GAME = {
  task: { kind: "game", game: "digit-duel", level: "easy", seat: 2, start: "1 009 008", options: { digits: 3, first: null, odd: [1, 3], quick: true } },
  first: { outcome: "lost", count: 14, name: "" },
  second: { outcome: "drawn", count: 9, name: "Zoë 🙂" },
};
const LINKS = [queryOf(PUZZLE), queryOf(GAME)];

test("a challenge survives its link", () => {
  assert.deepEqual(challengeIn(queryOf(PUZZLE)), PUZZLE);
  assert.deepEqual(challengeIn(queryOf(GAME)), GAME);
});

/** @type {[number, Record<string, string | null>][]} */
const BROKEN = [
  [0, { game: null }], [0, { game: "../evil" }], [0, { day: "0" }], [0, { day: "1e3" }], [0, { day: "9999999" }],
  [0, { result: null }], [0, { result: "won-0" }], [0, { result: "won-10" }], [0, { result: "drawn-1" }], [0, { result: "won" }],
  [0, { name: "a".repeat(41) }], [0, { name: "a\u202eb" }], [0, { name: "a\u0000" }],
  [1, { level: "godlike" }], [1, { seat: "3" }], [1, { seat: null }], [1, { start: "" }], [1, { start: "9".repeat(9001) }],
  [1, { options: "{" }], [1, { options: "[]" }], [1, { options: "null" }], [1, { options: '{"a":"b"}' }], [1, { options: '{"a":{"b":1}}' }],
  [1, { result: "won-999999" }], [1, { result2: "lost" }],
];

test("a link with a wrong or missing part is broken", () => {
  for (const [which, change] of BROKEN) {
    const query = new URLSearchParams(LINKS[which]);
    for (const [name, value] of Object.entries(change)) value === null ? query.delete(name) : query.set(name, value);
    assert.equal(challengeIn(String(query)), null, JSON.stringify(change));
  }
  assert.equal(challengeIn(""), null);
});

const result = (outcome, count) => ({ outcome, count, name: "" });

test("the better result is the better outcome, then the shorter way to it", () => {
  const cases = [
    ["game", result("won", 20), result("lost", 3), 1], ["game", result("lost", 20), result("drawn", 3), 2],
    ["game", result("won", 20), result("won", 3), 2], ["game", result("lost", 20), result("lost", 3), 1],
    ["game", result("won", 3), result("won", 3), 0], ["game", result("drawn", 3), result("drawn", 9), 0],
    ["puzzle", result("won", 1), result("won", 2), 1], ["puzzle", result("lost", 2), result("lost", 3), 0],
    ["puzzle", result("lost", 3), result("won", 3), 2],
  ];
  for (const [kind, first, second, wanted] of cases) assert.equal(better(kind, first, second), wanted, `${kind} ${first.outcome} ${second.outcome}`);
});

test("the verdict names the better player", () => {
  const say = (kind, first, second) => CHALLENGE.verdict(kind, better(kind, first, second), first, second, ["Ada", "You"]);
  assert.equal(say("game", result("lost", 3), result("won", 9)), "You win this challenge!");
  assert.equal(say("game", result("won", 3), result("lost", 9)), "Ada wins this challenge.");
  assert.equal(say("game", result("won", 3), result("won", 9)), "Both won. Ada needed fewer turns.");
  assert.equal(say("game", result("lost", 3), result("lost", 9)), "Both lost. You lasted longer.");
  assert.equal(say("puzzle", result("won", 3), result("won", 1)), "Both solved it. You needed fewer tries.");
  assert.equal(say("puzzle", result("lost", 3), result("lost", 3)), "Neither solved it.");
  assert.equal(say("game", result("drawn", 3), result("drawn", 3)), "It's a tie.");
});
