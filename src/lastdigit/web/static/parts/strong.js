// The numbers of a sentence in strong type: they are what one looks for. As text it stays what it was.

import { h } from "../dom.js";

/** A number that is no part of a name, such as Player 1 or Ada2. */
const NUMBER = /((?<!Player |[\p{L}\d])\d+(?![\p{L}\d]))/u;

/** @param {string} text */
export const strong = (text) => partsOf(text).map((part, index) => (index % 2 ? h("b", {}, part) : part));

/**
 * Return a sentence in parts: every second one is a number.
 * @param {string} text
 */
export const partsOf = (text) => text.split(NUMBER);
