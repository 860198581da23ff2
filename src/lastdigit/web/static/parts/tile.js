// Tiles and whatever is drawn from the sprite: numerals, signs, marks, icons. A drawing is hidden
// from screen readers; what it says stands beside it, as text or as a label.

import { h, svg } from "../dom.js";

/** What a tile can be besides idle; several may hold at once. What each looks like is in tile.css. */
export const STATES = /** @type {const} */ ([
  "chosen", "asked", "last", "spent", "struck", "hinted", "wrong", "previewed", "found", "empty", "poison",
]);
/** Whose a tile is: the reader's, or the other's. */
export const HOLDERS = /** @type {const} */ (["me", "them"]);
/** @typedef {typeof STATES[number]} State */

/**
 * The signs of render/html.py, which is their source; a test compares the two.
 * @type {Record<string, {id: string, wide: number}>}
 */
const SIGNS = {
  ":": { id: "colon", wide: 16 }, "-": { id: "minus", wide: 52 }, "−": { id: "minus", wide: 52 }, "+": { id: "plus", wide: 60 },
  "/": { id: "divide", wide: 60 }, "÷": { id: "divide", wide: 60 }, "x": { id: "times", wide: 60 }, "×": { id: "times", wide: 60 },
  "*": { id: "times", wide: 60 }, "=": { id: "equals", wide: 60 },
};
/** Of so many letters alone, such as add, nobody knows that they are a number. */
const WORD = /^[a-z]{3,}$/;
/** States whose sign stands at the tile's corner or on top of it. */
const CORNERS = /** @type {const} */ ({ hinted: ["lamp", "hint"], wrong: ["bad", "cross"], found: ["good", "check"] });

/**
 * Return a drawing from the sprite.
 * @param {string} id
 * @param {string} look
 * @param {string} field
 */
const drawn = (id, look, field) =>
  svg("svg", { class: look, viewBox: field, "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#${id}` }));

/**
 * Return a text in our numerals, or as it is where they have not all its characters.
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
 * Return a number that matters (a clock, a counter, a sum) in our numerals; it is as high as the text around it.
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
 * Return a tile with this text on it: `as` a button it can be pressed. Its name for screen readers is `label`; without
 * one it is hidden from them. Its size is the style's `--s`, its foot the colour of whoever holds it. A word is set as text.
 * @param {string} text
 * @param {{as?: "span" | "button", holder?: typeof HOLDERS[number] | null, states?: State[], label?: ?string, also?: string, inside?: import("../dom.js").Child} & Record<string, unknown>} how
 */
export function tile(text, { as = "span", holder = null, states = [], label = null, also = "", inside = null, ...attributes } = {}) {
  const look = ["tile", also, holder, ...states].filter(Boolean).join(" ");
  const named = label ? { "aria-label": label, role: as === "span" ? "img" : null } : { "aria-hidden": "true" };
  return h(as, { ...named, ...attributes, class: look, type: as === "button" ? "button" : null },
    numerals(text), inside, corner(states));
}

/**
 * Whatever a state puts at the corner of its tile.
 * @param {State[]} states
 */
function corner(states) {
  for (const state of states) {
    const sign = CORNERS[/** @type {keyof typeof CORNERS} */ (state)];
    if (sign) return h("span", { class: sign[0] }, icon(sign[1]));
  }
  return null;
}
