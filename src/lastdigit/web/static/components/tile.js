// Tiles, numerals, icons and marks: everything that is drawn with the symbols of the page's SVG sprite.

import { h, svg } from "../dom.js";

/** The states of a tile, several of which may apply at once. tile.css styles them. */
const STATES = /** @type {const} */ ([
  "chosen", "asked", "last", "spent", "struck", "hinted", "wrong", "previewed", "found", "empty", "poison",
]);
/** The owner of a tile: the reader or the opponent. */
const HOLDERS = /** @type {const} */ (["me", "them"]);
/** @typedef {typeof STATES[number]} State */

/**
 * The signs in the sprite, copied from render/html.py. A test compares the two.
 * @type {Record<string, {id: string, wide: number}>}
 */
const SIGNS = {
  ":": { id: "colon", wide: 16 }, "-": { id: "minus", wide: 52 }, "−": { id: "minus", wide: 52 }, "+": { id: "plus", wide: 60 },
  "/": { id: "divide", wide: 60 }, "÷": { id: "divide", wide: 60 }, "x": { id: "times", wide: 60 }, "×": { id: "times", wide: 60 },
  "*": { id: "times", wide: 60 }, "=": { id: "equals", wide: 60 },
};
/** Three or more letters, such as add, are a word and not a hexadecimal number. */
const WORD = /^[a-z]{3,}$/;
/** States with a sign at the tile's corner or on top of it. */
const CORNERS = /** @type {const} */ ({ hinted: ["lamp", "hint"], wrong: ["bad", "cross"], found: ["good", "check"] });

/**
 * Return a symbol of the sprite.
 * @param {string} id
 * @param {string} look
 * @param {string} field
 */
const drawn = (id, look, field) =>
  svg("svg", { class: look, viewBox: field, "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#${id}` }));

/**
 * Return a text drawn in our numerals, or as plain text if they lack one of its characters.
 * @param {string} text
 */
export function numerals(text) {
  const known = [...text].every((character) => /^[0-9a-f]$/.test(character) || character in SIGNS);
  return known && !WORD.test(text) ? [...text].map(numeral) : h("span", { class: "word", "aria-hidden": "true" }, text);
}

/** @param {string} character */
function numeral(character) {
  const sign = SIGNS[character];
  return sign ? drawn(sign.id, "n", `0 0 ${sign.wide} 100`) : drawn(`n${character}`, "n", "0 0 64 100");
}

/**
 * Return a number (a clock, a counter, a sum) in our numerals, as high as the text around it.
 * @param {string | number} text
 * @param {Record<string, unknown>} attributes
 */
export const number = (text, attributes = {}) =>
  h("span", { class: "num", role: "img", "aria-label": String(text), ...attributes }, numerals(String(text)));

/** @param {string} name */
export const icon = (name) => drawn(`icon-${name}`, "ic", "0 0 24 24");

/**
 * Return a game's mark, in the colour of the text around it.
 * @param {string} game
 */
export const gameMark = (game) => drawn(`mark-${game}`, "mk", "0 0 64 64");

/**
 * Return a game's mark on its colour.
 * @param {string} game
 */
export const badge = (game) => h("span", { class: "badge", "data-game": game }, gameMark(game));

/**
 * Return a tile with a text. `label` is its name for screen readers. Without one, it is hidden from them. Its size is the
 * custom property `--s`, and its lower edge has the colour of its `holder`.
 * @param {string} text
 * @param {{as?: "span" | "button", holder?: typeof HOLDERS[number] | null, states?: State[], label?: ?string, also?: string, inside?: import("../dom.js").Child} & Record<string, unknown>} how
 */
export function tile(text, { as = "span", holder = null, states = [], label = null, also = "", inside = null, ...attributes } = {}) {
  const look = ["tile", also, holder, ...states].filter(Boolean).join(" ");
  const named = label ? { "aria-label": label, role: as === "span" ? "img" : null } : { "aria-hidden": "true" };
  return h(as, { ...named, ...attributes, class: look, type: as === "button" ? "button" : null },
    numerals(text), inside, corner(states));
}

/** @param {State[]} states */
function corner(states) {
  for (const state of states) {
    const sign = CORNERS[/** @type {keyof typeof CORNERS} */ (state)];
    if (sign) return h("span", { class: sign[0] }, icon(sign[1]));
  }
  return null;
}

/**
 * Return the mark of a seat: a disc in the game's colour for the reader, a ring for the opponent. Screen readers get
 * `name` instead.
 * @param {number} seat
 * @param {?string} name
 * @param {number} mine the reader's seat; for spectators Player 1 has the game's colour
 */
export function mark(seat, name = null, mine = 1) {
  return [
    h("span", { class: seat === mine ? "seat me" : "seat them", "aria-hidden": "true" }),
    name && h("span", { class: "unseen" }, `${name}: `),
  ];
}
