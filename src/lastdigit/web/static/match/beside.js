// What comes when it is asked for: advice, and the key for another device.

import { h } from "../dom.js";
import { copyField } from "../parts/copy.js";
import { chip, judgedTable } from "../parts/value.js";
import { either, turns } from "../words.js";

/** Return a hint, the values, or what is allowed: right under the line that tells. */
export function advice(given, close) {
  const titles = { hint: "Hint", values: "Values", moves: "Allowed moves" };
  const [best] = given.moves;
  return h("section", {
    class: "advice", "data-key": "advice", id: "advice", tabindex: "-1",
    "aria-labelledby": "advice-title", "aria-describedby": "advice-words",
  },
    h("div", { class: "advice-head" },
      h("h2", { id: "advice-title" }, titles[given.kind]),
      h("button", { class: "quiet", type: "button", onclick: close }, "Close")),
    h("div", { id: "advice-words", "data-key": given.kind },
      given.kind === "hint" && best && h("p", { class: "row" },
        h("strong", {}, best.move), " ", chip(best.moveValue), " ",
        best.remoteness !== null && h("span", {}, `ends in ${turns(best.remoteness + 1)}`)),
      given.allowed.length > 0 && h("p", {}, either(given.allowed, 60)),
      given.why && h("p", {}, given.why)),
    given.kind === "values" &&
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Values of all moves", "data-key": "values" },
        judgedTable(given.moves, { caption: "Moves and their values" })));
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
