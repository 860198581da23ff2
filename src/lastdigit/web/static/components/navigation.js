// Ways from one page or position to another: game cards, buttons that step through a game, and links to the analysis.

import { h } from "../dom.js";
import { STEPS } from "../strings/study.js";
import { badge } from "./tile.js";

/** @typedef {import("../types").GameInfo} Game */

/**
 * Return a card for each game.
 * @param {Game[]} games
 * @param {(game: Game) => import("../dom.js").Child} ways the links on a card
 */
export const gameCards = (games, ways) =>
  h("ul", { class: "learning" }, games.map((game) =>
    h("li", { class: "card", "data-game": game.name },
      h("div", { class: "named" },
        badge(game.name),
        h("div", {}, h("h2", {}, game.title), h("p", { class: "soft" }, game.card))),
      h("div", { class: "row" }, ways(game)))));

/**
 * Return a link on a game's card. Screen readers also get the name of the game.
 * @param {string} look
 * @param {string} href
 * @param {string} label
 * @param {string} game
 */
export const way = (look, href, label, game) =>
  h("a", { class: look, href }, label, h("span", { class: "unseen" }, `: ${game}`));

/**
 * Return buttons for the first, previous, next and last position of a game.
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

/**
 * Return the address of an analysis: /analysis/GAME?position=...&option=name:value
 * @param {string} game
 * @param {Record<string, unknown>} options
 * @param {?string} position
 */
export function analysisLink(game, options, position) {
  const query = new URLSearchParams();
  if (position) query.set("position", position);
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}:${JSON.stringify(value)}`);
  return `/analysis/${encodeURIComponent(game)}?${query}`;
}

/**
 * Parse the query of an analysis address. Parts that cannot be parsed are left out.
 * @param {string} search
 */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  /** @type {import("./options.js").Values} */
  const options = {};
  for (const text of query.getAll("option")) {
    const [, name, value] = text.match(/^([^:]+):(true|false|null|-?\d+)$/) ?? [];
    if (name) options[name] = JSON.parse(value);
  }
  return { position: query.get("position"), options };
}
