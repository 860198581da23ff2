// The games at which this device has a seat: unfinished ones first.

import { get } from "../api.js";
import { h, patch } from "../dom.js";
import { matchRow } from "../parts/matches.js";
import { title } from "../shell.js";

/** @typedef {import("../types").MatchSummary} MatchSummary */

/** @param {HTMLElement} main */
export async function show(main) {
  /** @type {MatchSummary[]} */
  const mine = await get("/api/mine");
  const [unfinished, finished] = [mine.filter(({ result }) => !result), mine.filter(({ result }) => result)];
  title("My games");
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, "My games"),
      h("p", { class: "lead" }, "The games at which this device has a seat.")),
    !mine.length && h("p", {}, "None yet. ", h("a", { class: "button", href: "/" }, "Choose a game")),
    list("Unfinished", unfinished),
    list("Finished", finished));
}

/**
 * @param {string} heading
 * @param {MatchSummary[]} matches
 */
const list = (heading, matches) =>
  matches.length > 0 &&
  h("section", { class: "card go-on" },
    h("h2", {}, heading),
    h("ul", { class: "matches" }, matches.map(matchRow)));
