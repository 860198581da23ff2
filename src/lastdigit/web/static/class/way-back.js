// From a board back to the class whose game it is, if its address names one.

import { h } from "../dom.js";
import { here } from "../host.js";
import { BACK_TO_CLASS, NEXT_CLASS_GAME } from "../strings.js";

const code = () => new URLSearchParams(here().search).get("class")?.match(/^\w+$/)?.[0];

/** Return the way to the next game of the class, or null. */
export const nextGame = () => link("#ready", "make", NEXT_CLASS_GAME);

/** Return the way back to the class, or null. */
export const wayBack = () => link("", "button", BACK_TO_CLASS);

/**
 * @param {string} wish
 * @param {string} look
 * @param {string} label
 */
function link(wish, look, label) {
  const room = code();
  return room ? h("a", { class: look, href: `/class/${room}${wish}`, "data-key": "class" }, label) : null;
}
