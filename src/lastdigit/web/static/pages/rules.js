// The rules: of all games as a list, of one game as a page.

import { get } from "../api.js";
import { h, patch } from "../dom.js";
import { contents, elementsOf, goToNamed, inSections } from "../parts/sections.js";
import { title } from "../shell.js";

/** The last part that everybody should see; what comes later is for looking up. */
const LAST = "Rulings";

/**
 * @param {HTMLElement} main
 * @param {?string} game
 */
export const show = (main, game) => (game ? showOne(main, game) : showAll(main));

/** @param {HTMLElement} main */
async function showAll(main) {
  /** @type {import("../types").GameInfo[]} */
  const games = await get("/api/games");
  title("Rules");
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, "Rules"),
      h("p", { class: "lead" }, "One page for each game. What holds in every game stands at the end of each.")),
    h("ul", { class: "card" }, games.map(({ name, title: game, summary }) =>
      h("li", { class: "listed" }, h("a", { href: `/rules/${name}` }, game), h("span", { class: "soft" }, summary)))));
}

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
async function showOne(main, game) {
  /** @type {import("../types").Rulebook} */
  const rules = await get(`/api/games/${encodeURIComponent(game)}/rules`);
  title("Rules", rules.title);
  const own = inSections(elementsOf(rules.pageHtml), { rank: 2, last: LAST });
  const every = inSections(elementsOf(rules.everyGameHtml), { rank: 3 });
  const common = h("article", { class: "card prose", id: "every-game" }, every.intro, every.sections);
  patch(main,
    h("div", { class: "columns" },
      h("div", { class: "stack" },
        h("article", { class: "card prose" }, own.intro, contents([...own.sections, common]), own.sections),
        common),
      h("div", { class: "side" },
        h("section", { class: "card stack", "aria-label": "Go on" },
          h("a", { class: "button primary", href: `/new/${rules.game}` }, `Play ${rules.title}`),
          h("a", { class: "button", href: `/analysis/${rules.game}` }, "Analysis"),
          h("a", { class: "button", href: "/rules" }, "Rules of the other games")))));
  goToNamed();
}
