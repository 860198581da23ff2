// All games as cards, each with its ways on.

import { h } from "../dom.js";
import { badge } from "./tile.js";

/** @typedef {import("../types").GameInfo} Game */

/**
 * @param {Game[]} games
 * @param {(game: Game) => import("../dom.js").Child} ways
 */
export const gameCards = (games, ways) =>
  h("ul", { class: "learning" }, games.map((game) =>
    h("li", { class: "card", "data-game": game.name },
      h("div", { class: "named" },
        badge(game.name),
        h("div", {}, h("h2", {}, game.title), h("p", { class: "soft" }, game.card))),
      h("div", { class: "row" }, ways(game)))));

/**
 * Return a way on; which game's it is, is said to those who do not see the card.
 * @param {string} look
 * @param {string} href
 * @param {string} label
 * @param {string} game
 */
export const way = (look, href, label, game) =>
  h("a", { class: look, href }, label, h("span", { class: "unseen" }, `: ${game}`));
