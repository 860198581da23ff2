// The screen for a day with all puzzles solved: the tries of each game, the streak, and three ways to share them.

import { copyButton, sendButton } from "../components/share.js";
import { badge, icon, number } from "../components/tile.js";
import { h } from "../dom.js";
import { DAILY, FINISH } from "../strings/puzzle.js";

/**
 * @typedef {import("./puzzle.js").Solving} Solving
 * @typedef {object} Finish
 * @property {import("../types").Daily} daily
 * @property {Solving[]} five
 * @property {import("../dom.js").Child} next the time until the next puzzles, on the current day
 * @property {(index: number) => void} choose show one of the puzzles again
 * @property {() => void} save download the picture
 * @property {() => Promise<ShareData>} send return the text and the picture for the device's share dialog
 */

/** @param {Finish} finish */
export function finishScreen({ daily, five, next, choose, save, send }) {
  const first = five.filter(({ tries }) => tries.length === 1).length;
  return h("section", { class: "finish", "data-key": "finish", "aria-labelledby": "finish" },
    h("div", { class: "finish-words", "data-key": "words" },
      h("p", { class: "kicker" }, DAILY.puzzle, " ", number(daily.day)),
      h("h1", { id: "finish", tabindex: "-1" }, FINISH.heading(five.length)),
      h("p", { class: "finish-lead" }, FINISH.lead(first, five.length)),
      daily.running > 0 && h("p", { class: "finish-streak", "data-key": "streak" }, number(daily.running), h("span", {}, DAILY.streak)),
      h("div", { class: "finish-share", "data-key": "share" },
        copyButton(FINISH.copy, () => daily.share, "button amber"),
        h("button", { class: "button", type: "button", "data-key": "picture", onclick: save }, FINISH.picture),
        sendButton(FINISH.send, send)),
      next && h("p", { class: "strip-next", "data-key": "next" }, next)),
    h("ul", { class: "finish-games", "data-key": "games" }, five.map((one, index) =>
      h("li", { "data-key": one.puzzle.game }, h("button", {
        class: "finish-game", type: "button", "data-game": one.puzzle.game, "aria-label": FINISH.at(one.puzzle.title, one.tries.length),
        onclick: () => choose(index),
      },
        badge(one.puzzle.game),
        h("span", { class: "finish-title" }, one.puzzle.title),
        h("span", { class: "finish-tries" }, one.tries.map(({ right }) =>
          h("span", { class: "try", "data-right": String(right) }, icon(right ? "check" : "cross")))))))));
}
