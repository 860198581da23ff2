// Maps of solved games: the list of all games, or the map of one.

import { problemLine } from "../components/fields.js";
import { analysisLink, gameCards, stepsOf, way } from "../components/navigation.js";
import { badge } from "../components/tile.js";
import { h, patch, svg } from "../dom.js";
import { MapFigure, MatchPath } from "../map/map.js";
import { get, go, here, messageOf, Refusal, rename } from "../server.js";
import { openPage, title, withProgress } from "../shell.js";
import { VALUES } from "../strings.js";
import { ANALYSIS, MAPS } from "../strings/study.js";

/**
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").MapData} MapData
 */

/**
 * @param {HTMLElement} main
 * @param {?string} name
 */
const show = (main, name) => (name ? new MapPage(main, name).open() : showAll(main));

/** @param {HTMLElement} main */
async function showAll(main) {
  /** @type {Game[]} */
  const games = await get("/api/games");
  title(MAPS.title);
  patch(main,
    h("div", { class: "page-head" }, h("h1", {}, MAPS.title), h("p", { class: "lead" }, MAPS.lead)),
    gameCards(games, ({ name, title: game }) => way("button primary", `/maps/${name}`, MAPS.see, game)));
}

const [LONG, WIDE] = [300, 1.2];
/** Patterns that find won, lost and drawn places in the source of a drawing. */
const IS = { win: /class="(band )?win"/, lose: /class="(band )?lose"/, draw: /class="draw"/ };

class MapPage {
  #figure = new MapFigure((map, position) => this.#press(map, position));
  #steps = h("div");
  #problem = "";

  /**
   * @param {HTMLElement} main
   * @param {string} name
   */
  constructor(main, name) {
    this.main = main;
    this.name = name;
    this.match = new URLSearchParams(here().search).get("match");
    this.walk = this.match ? new MatchPath(this.match, this.#figure) : null;
  }

  async open() {
    const query = new URLSearchParams(here().search);
    const turn = query.get("turn");
    if (this.walk) return this.#go(this.walk, turn ? Number(turn) : undefined);
    await this.#load(this.name, query);
  }

  /**
   * Show the map around a position. If it is invalid, show the map of the start with a message.
   * @param {string} game
   * @param {URLSearchParams} query
   */
  async #load(game, query) {
    const path = `/api/games/${encodeURIComponent(game)}/map`;
    await this.#trying(async () => {
      this.#problem = "";
      /** @type {MapData} */
      const map = await withProgress(() => get(`${path}?${query}`)).catch((problem) => {
        if (!(problem instanceof Refusal) || problem.error !== "bad-position") throw problem;
        this.#problem = `${problem.message} ${ANALYSIS.instead}`;
        return withProgress(() => get(path));
      });
      this.#layOut(map);
      await this.#figure.draw(map);
    });
  }

  /**
   * Go to a turn of the match, by default to its end.
   * @param {MatchPath} walk
   * @param {number} [turn]
   */
  async #go(walk, turn) {
    await this.#trying(async () => {
      const map = await walk.show(turn, (drawn) => this.#layOut(drawn));
      if (!map) return;
      patch(this.#steps, h("p", { class: "small soft" }, MAPS.turnOf(walk.turn, map.turns)), stepsOf({ at: walk.turn, first: 0, last: map.turns, go: (step) => this.#go(walk, step) },
        way("button", `/review/${this.match}?move=${walk.turn + 1}`, MAPS.review, map.title)));
      rename(`?${new URLSearchParams({ match: this.match ?? "", turn: String(walk.turn) })}`);
    });
  }

  /** @param {() => Promise<void>} action */
  async #trying(action) {
    try {
      await action();
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 404) throw problem; // the page for missing addresses is shown
      patch(this.main, h("div", { class: "page-head" }, h("h1", {}, MAPS.title), problemLine(messageOf(problem)),
        h("p", {}, h("a", { class: "button", href: "/maps" }, MAPS.title))));
    }
  }

  /** @param {MapData} map */
  #layOut(map) {
    title(MAPS.heading(map.title));
    this.main.replaceChildren(h("div", { "data-game": map.game },
      h("header", { class: "match-head" }, badge(map.game), h("h1", {}, MAPS.heading(map.title)), h("p", { class: "goal" }, map.finding)),
      this.#problem && problemLine(this.#problem),
      h("div", { class: "map-page", "data-wide": map.width > WIDE * map.height },
        h("div", { class: "stack" }, this.#figure.element),
        this.#side(map))));
  }

  /**
   * @param {MapData} map
   * @param {string} position
   */
  #press(map, position) {
    if (!map.choice || this.walk) return go(analysisLink(map.game, {}, position));
    const query = new URLSearchParams({ position, before: map.position });
    rename(`?${new URLSearchParams({ position })}`);
    this.#load(map.game, query);
  }

  /** @param {MapData} map */
  #side(map) {
    const sample = (/** @type {string} */ look) =>
      svg("svg", { class: "map-drawing", "data-points": Boolean(map.grid), viewBox: "0 0 28 22", "aria-hidden": "true" },
        svg("rect", { class: look, x: 1, y: 1, width: 26, height: 20, rx: 5 }));
    const zoom = (/** @type {string} */ label, /** @type {number} */ times) =>
      h("button", { class: "button", type: "button", onclick: () => this.#figure.zoom(times) }, label);
    const has = (/** @type {"win" | "lose" | "draw"} */ value) => IS[value].test(map.drawn) || (map.grid && value !== "draw");
    const items = [
      has("win") && h("li", {}, sample("win"), `${VALUES.win.symbol} ${MAPS.win}${map.grid ? ` ${MAPS.sooner}` : ""}`),
      has("lose") && h("li", {}, sample("lose"), `${VALUES.lose.symbol} ${MAPS.lose}`),
      has("draw") && h("li", {}, sample("draw"), `= ${MAPS.draw}`),
    ].filter(Boolean);
    return h("div", { class: "side stack" },
      this.walk && h("section", { class: "card stack", "aria-label": MAPS.yours }, h("h2", {}, MAPS.yours), h("p", {}, MAPS.walk), this.#steps),
      h("div", { class: "row" }, zoom(MAPS.zoomIn, 2), zoom(MAPS.zoomOut, 0.5)),
      items.length > 0 && h("section", { class: "card stack", "aria-label": MAPS.legend },
        h("h2", {}, MAPS.legend),
        h("ul", { class: "map-legend" }, items)),
      h("section", { class: "card stack", "aria-label": MAPS.notes },
        h("h2", {}, MAPS.notes),
        map.notes.map((note) => (note.length <= LONG
          ? h("p", {}, note)
          : h("details", {}, h("summary", {}, MAPS.inWords), h("p", { class: "small" }, note))))),
      h("div", { class: "row" },
        way("button primary", `/new/${map.game}`, MAPS.play, map.title),
        way("button", `/analysis/${map.game}`, MAPS.analysis, map.title)));
  }
}

openPage(show);
