// The ladder of a game: five computers, the strongest on top; how far one is with each.

import { h } from "../dom.js";
import { badge, icon } from "../components/tile.js";
import { STATS } from "../strings.js";

const WINS = 3;

/** @typedef {import("../types").RungData} Rung */

/**
 * @param {{name: string, title: string}} game
 * @param {Rung[]} rungs the weakest first
 * @param {(rung: Rung) => void} play
 */
export function ladder({ name, title }, rungs, play) {
  const next = rungs.find(({ beaten }) => !beaten);
  return h("li", { class: "ladder", id: `ladder-${name}`, "data-game": name, "data-key": name },
    h("h3", { class: "ladder-head" }, badge(name), title),
    h("ol", { class: "rungs", reversed: true }, rungs.toReversed().map((rung) =>
      h("li", { "data-key": rung.level },
        h("button", {
          class: "rung", type: "button", "data-state": rung.beaten ? "beaten" : rung === next ? "next" : "open",
          "data-rung": `${name} ${rung.level}`, onclick: () => play(rung),
        },
          h("span", {}, rung.name, " ", h("span", { class: "rung-level" }, rung.level)),
          rung.beaten ? icon("check") : (rung === next || rung.running > 0) && wins(rung),
          h("span", { class: "unseen" }, `, ${title}: ${rung.beaten ? STATS.beaten : STATS.runs(rung.running)}`))))),
    h("p", { class: "small soft" }, next ? STATS.more(WINS - next.running, next.name) : STATS.top));
}

/** @param {Rung} rung */
const wins = ({ running }) =>
  h("span", { class: "rung-wins", "aria-hidden": "true" },
    Array.from({ length: WINS }, (_, index) => h("span", { "data-won": index < running })));
