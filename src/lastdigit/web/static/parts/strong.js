// The numbers of a sentence in strong type: they are what one looks for. As text it stays what it was.

import { h } from "../dom.js";

/** @param {string} text */
export const strong = (text) => text.split(/(\d+)/).map((part, index) => (index % 2 ? h("b", {}, part) : part));
