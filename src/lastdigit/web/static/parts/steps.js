// Buttons by which one steps through a game.

import { h } from "../dom.js";
import { STEPS } from "../strings.js";

/**
 * @param {{at: number, first: number, last: number, go: (step: number) => void}} where
 * @param {...import("../dom.js").Child} more
 */
export function stepsOf({ at, first, last, go }, ...more) {
  /**
   * @param {string} label
   * @param {string} name
   * @param {number} step
   */
  const button = (label, name, step) => {
    const able = step >= first && step <= last && step !== at;
    return h("button", {
      class: "button", type: "button", "aria-label": name, "aria-disabled": able ? null : "true",
      onclick: () => able && go(step),
    }, label);
  };
  return h("div", { class: "row", role: "group", "aria-label": STEPS.through },
    button("|◀", STEPS.first, first), button("◀", STEPS.back, at - 1),
    button("▶", STEPS.on, at + 1), button("▶|", STEPS.end, last), more);
}
