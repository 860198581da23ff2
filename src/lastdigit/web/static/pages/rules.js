// The rules: a list of all games, or the rulebook of one.

import { gameCards, way } from "../components/navigation.js";
import { contents, elementsOf, goToNamed, inSections } from "../components/rulebook.js";
import { badge } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { get } from "../server.js";
import { openPage, title } from "../shell.js";
import { RULES_PAGE as WORDS } from "../strings.js";

/** @typedef {import("../types").GameInfo} Game */

/** The last section that is open. Later ones are for reference. */
const LAST = "Rulings";

/**
 * @param {HTMLElement} main
 * @param {?string} game
 */
const show = (main, game) => (game ? showOne(main, game) : showAll(main));

/** @param {HTMLElement} main */
async function showAll(main) {
  /** @type {Game[]} */
  const games = await get("/api/games");
  title(WORDS.learn);
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, WORDS.learn),
      h("p", { class: "lead" }, WORDS.lead)),
    gameCards(games, ({ name, title: game, lesson }) => [
      lesson && way("button primary", `/learn/${name}`, WORDS.lesson, game),
      way("button", `/rules/${name}`, WORDS.rules, game),
      way("button", `/new/${name}`, WORDS.play, game),
    ]));
}

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
async function showOne(main, game) {
  const path = `/api/games/${encodeURIComponent(game)}/rules`;
  /** @type {[import("../types").Rulebook, Game[]]} */
  const [rules, games] = await Promise.all([get(path), get("/api/games")]);
  const about = games.find(({ name }) => name === rules.game);
  title(WORDS.rules, rules.title);
  const own = inSections(elementsOf(rules.pageHtml), { rank: 2, last: LAST });
  const every = inSections(elementsOf(rules.everyGameHtml), { rank: 3 });
  const common = h("article", { class: "card prose", id: "every-game" }, every.intro, every.sections);
  patch(main,
    h("div", { class: "columns" },
      h("div", { class: "stack" },
        h("article", { class: "card prose" }, own.intro, contents([...own.sections, common]), own.sections),
        common),
      h("div", { class: "side" },
        h("section", { class: "card stack", "aria-label": WORDS.goOn },
          badge(rules.game),
          h("p", {}, about?.goal),
          about?.lesson && way("button primary", `/learn/${rules.game}`, WORDS.lesson, rules.title),
          way(about?.lesson ? "button" : "button primary", `/new/${rules.game}`, WORDS.play, rules.title),
          way("button", `/analysis/${rules.game}`, WORDS.analysis, rules.title),
          way("button", `/maps/${rules.game}`, WORDS.map, rules.title),
          h("a", { class: "quiet", href: "/learn" }, WORDS.others)))));
  goToNamed();
}

openPage(show);
