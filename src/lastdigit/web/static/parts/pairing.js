// Pairs that decide a game, drawn: everything that can still be made has a place, and partners are joined.

import { h, svg } from "../dom.js";
import { PAIRING } from "../strings.js";

/** @typedef {import("../types").PairingData} Pairing */

/** How far places are apart, how far the first is from the edge, and how much a line bends. */
const [ACROSS, DOWN, EDGE, BEND] = [27, 40, 18, 9];

/**
 * Return the picture of the pairs, with the same in words.
 * @param {Pairing} pairing
 */
export function pairingOf({ form, pairs, places }) {
  const at = new Map(places.map(({ text, column, row }) => [text, { x: EDGE + column * ACROSS, y: EDGE + row * DOWN }]));
  const width = Math.max(...[...at.values()].map(({ x }) => x)) + EDGE;
  const height = Math.max(...[...at.values()].map(({ y }) => y)) + EDGE;
  const paired = new Set(pairs.flat());
  return h("figure", { class: "pairing", "data-key": "pairing" },
    h("figcaption", {}, h("strong", {}, PAIRING.title), " ", form ? PAIRING.form(form) : PAIRING.theirs),
    h("div", { class: "scroll", role: "group", "aria-label": PAIRING.title },
      svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" },
        pairs.map(([one, two]) => line(at.get(one), at.get(two))),
        places.map(({ text }) => node(text, at.get(text), text === form ? "form" : paired.has(text) ? "paired" : "alone")))),
    h("details", {},
      h("summary", {}, PAIRING.inWords),
      h("p", { class: "small" }, pairs.map((pair) => pair.join("–")).join(", "))));
}

/** @typedef {{x: number, y: number}} Point */

/**
 * @param {Point | undefined} one
 * @param {Point | undefined} two
 */
function line(one, two) {
  if (!one || !two) return null;
  const [x, y] = [(one.x + two.x) / 2, (one.y + two.y) / 2];
  const bent = one.y === two.y ? `${x} ${y - BEND * 2 - Math.abs(one.x - two.x) / 24}` : `${x + BEND * 2} ${y}`;
  return svg("path", { d: `M${one.x} ${one.y}Q${bent} ${two.x} ${two.y}` });
}

/**
 * @param {string} text
 * @param {Point | undefined} place
 * @param {string} state
 */
const node = (text, place, state) =>
  place && svg("g", { "data-state": state },
    svg("rect", { x: place.x - 12, y: place.y - 8, width: 24, height: 16, rx: 5 }),
    svg("text", { x: place.x, y: place.y + 3.5 }, text));
