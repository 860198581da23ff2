// Cards that come beside the board when asked for: advice, and the key for another device.

import { h } from "../dom.js";
import { copyField } from "../parts/copy.js";
import { judgedTable } from "../parts/value.js";
import { either } from "../words.js";

/** Return a hint, the values, or what is allowed. */
export function advice(given, close) {
  const titles = { hint: "Hint", values: "Values", moves: "Allowed moves" };
  return h("section", {
    class: "card stack", "data-key": "advice", "aria-labelledby": "advice-title", id: "advice",
  },
    h("h2", { id: "advice-title" }, titles[given.kind]),
    given.moves.length > 0 &&
      h("div", { class: "scroll" }, judgedTable(given.moves, { caption: "Moves and their values" })),
    given.allowed.length > 0 && h("p", {}, either(given.allowed, 60)),
    given.why && h("p", {}, given.why),
    h("button", { class: "quiet", type: "button", onclick: close }, "Close"));
}

/** Return a one-time key and what to do with it. */
export function lending({ key, seconds }, code, close) {
  return h("section", { class: "card stack", "data-key": "lending", "aria-labelledby": "lending-title" },
    h("h2", { id: "lending-title" }, "Your seat on another device"),
    h("p", {}, "Open this game there, choose “I have a key” and type the key. ",
      `It works once, within ${Math.round(seconds / 60)} minutes.`),
    copyField("Address", new URL(`/match/${code}`, location.href).href),
    copyField("Key", key),
    h("button", { class: "quiet", type: "button", onclick: close }, "Close"));
}
