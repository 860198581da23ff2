// Advice that was asked for: a hint, the values of all moves, or which are allowed.

import { h } from "../dom.js";
import { chip, judgedTable } from "../parts/value.js";
import { either, turns } from "../words.js";

const TITLES = { hint: "Hint", values: "Values", moves: "Allowed moves" };

/**
 * Return a piece of advice, to stand right under the sentence.
 * @param {import("../types").Advice} given
 * @param {() => void} close
 */
export function advice(given, close) {
  const [best] = given.moves;
  return h("section", {
    class: "advice", "data-key": "advice", id: "advice", tabindex: "-1",
    "aria-labelledby": "advice-title", "aria-describedby": "advice-words",
  },
    h("div", { class: "advice-head" },
      h("h2", { id: "advice-title" }, TITLES[given.kind]),
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
