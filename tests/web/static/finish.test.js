// The picture of a day's result, drawn without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawingOf } from "../../../src/lastdigit/web/static/puzzle/finish.js";

const COLOURS = {
  "night": "n", "on-night": "o", "night-soft": "s", "last": "amber", "on-last": "k", "wrong": "red", "paper": "p",
};

test("every try is a tile, every remaining try an empty tile, and words are text", () => {
  const lines = [
    { title: "Duel", tries: [false, true], most: 2 },
    { title: "<b>Morph & more", tries: [], most: 3 },
  ];
  const drawing = drawingOf("Last Digit 42", lines, "6 day streak", COLOURS);
  const count = (text) => drawing.split(text).length - 1;
  assert.deepEqual([count('fill="red"'), count('rx="12" fill="amber"'), count('stroke="s"')], [1, 1, 3]);
  assert.ok(drawing.includes("&#60;b&#62;Morph &#38; more"));
  assert.ok(drawing.includes("6 day streak"));
});
