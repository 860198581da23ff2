// Whole games at a glance: of all games as a list, of one as its map.

import { get, sentenceOf } from "../api.js";
import { byId, h, patch, svg } from "../dom.js";
import { furnishPlaces } from "../map/places.js";
import { Points } from "../map/points.js";
import { analysisLink } from "../parts/address.js";
import { problemLine } from "../parts/fields.js";
import { gameCards, way } from "../parts/games.js";
import { patiently } from "../parts/patience.js";
import { elementsOf } from "../parts/sections.js";
import { badge } from "../parts/tile.js";
import { go, here, rename } from "../reach.js";
import { title } from "../shell.js";
import { MAPS, VALUES } from "../words.js";

/**
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").MapData} MapData
 */

/**
 * @param {HTMLElement} main
 * @param {?string} name
 */
export const show = (main, name) => (name ? new MapPage(main, name).open() : showAll(main));

/** @param {HTMLElement} main */
async function showAll(main) {
  /** @type {Game[]} */
  const games = await get("/api/games");
  title(MAPS.title);
  patch(main,
    h("div", { class: "page-head" }, h("h1", {}, MAPS.title), h("p", { class: "lead" }, MAPS.lead)),
    gameCards(games, ({ name, title: game }) => way("button primary", `/maps/${name}`, MAPS.see, game)));
}

const [READABLE, LONG] = [0.8, 300];
/** How maps call a place that is won, lost or drawn. */
const IS = { win: /class="(band )?win"/, lose: /class="(band )?lose"/, draw: /class="draw"/ };

class MapPage {
  /** @type {?Points} */
  #points = null;

  /**
   * @param {HTMLElement} main
   * @param {string} name
   */
  constructor(main, name) {
    this.main = main;
    this.name = name;
    this.match = new URLSearchParams(here().search).get("match");
    const coloured = () => this.#points?.colour();
    new MutationObserver(coloured).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", coloured);
  }

  async open() {
    const query = new URLSearchParams(here().search);
    query.delete("match");
    await this.load(this.match
      ? `/api/matches/${encodeURIComponent(this.match)}/map`
      : `/api/games/${encodeURIComponent(this.name)}/map?${query}`);
  }

  /** @param {string} path */
  async load(path) {
    try {
      /** @type {MapData} */
      const map = await patiently(() => get(path));
      await this.draw(map);
    } catch (problem) {
      patch(this.main, h("div", { class: "page-head" }, h("h1", {}, MAPS.title), problemLine(sentenceOf(problem)),
        h("p", {}, h("a", { class: "button", href: "/maps" }, MAPS.title))));
    }
  }

  /** @param {MapData} map */
  async draw(map) {
    title(MAPS.heading(map.title));
    const field = h("div", { class: "map-field", id: "map", "data-grid": Boolean(map.grid), tabindex: map.grid ? null : 0, role: "group", "aria-label": map.finding },
      elementsOf(`<svg class="map-drawing" viewBox="0 0 ${map.width} ${map.height}" aria-hidden="true" focusable="false">${map.drawn}</svg>`));
    // What is drawn has words in it, and rather scrolls than becomes too small to read.
    if (!map.grid) field.style.minWidth = `${READABLE * map.width}px`;
    this.main.replaceChildren(h("div", { "data-game": map.game },
      h("header", { class: "match-head" }, badge(map.game), h("h1", {}, MAPS.heading(map.title)), h("p", { class: "goal" }, map.finding)),
      h("div", { class: "map-page" },
        h("figure", { class: "map-picture card" },
          h("div", { class: "map-scroll" }, field),
          h("p", { class: "map-says", id: "says", "aria-live": "polite" }, this.#invitation(map))),
        this.#side(map))));
    const say = (/** @type {string} */ sentence) => byId("says").replaceChildren(sentence);
    if (map.grid) await this.#showPoints(map, field, say);
    else furnishPlaces(field, { say, press: (position) => this.#press(map, position) });
  }

  /** @param {MapData} map */
  #invitation({ choice, drawn, grid }) {
    if (!grid && !drawn.includes("data-position")) return "";
    return `${MAPS.point} ${choice ? MAPS.choose : MAPS.analyse}`;
  }

  /**
   * @param {MapData} map
   * @param {HTMLElement} field
   * @param {(sentence: string) => void} say
   */
  async #showPoints(map, field, say) {
    const { grid } = map;
    if (!grid) return;
    const points = await Points.of(grid, {
      say,
      press: (position) => this.#press(map, position),
      zoom: (zoomed) => field.toggleAttribute("data-zoomed", zoomed),
    });
    const share = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
    Object.assign(points.canvas.style, {
      left: share(grid.left, map.width), top: share(grid.top, map.height),
      width: share(grid.length, map.width), height: share(grid.length, map.height),
    });
    field.prepend(points.canvas);
    points.colour();
    this.#points = points;
  }

  /**
   * @param {MapData} map
   * @param {string} position
   */
  #press(map, position) {
    if (!map.choice) return go(analysisLink(map.game, {}, position));
    const query = new URLSearchParams({ position, before: map.position });
    rename(`?${new URLSearchParams({ position })}`);
    this.load(`/api/games/${encodeURIComponent(map.game)}/map?${query}`);
  }

  /** @param {MapData} map */
  #side(map) {
    const sample = (/** @type {string} */ look) =>
      svg("svg", { class: "map-drawing", viewBox: "0 0 28 22", "aria-hidden": "true" },
        svg("rect", { class: look, x: 1, y: 1, width: 26, height: 20, rx: 5 }));
    const zoom = (/** @type {string} */ label, /** @type {number} */ times) =>
      h("button", { class: "button", type: "button", onclick: () => this.#points?.zoom(times) }, label);
    const has = (/** @type {"win" | "lose" | "draw"} */ value) => IS[value].test(map.drawn) || (map.grid && value !== "draw");
    const items = [
      has("win") && h("li", {}, sample("win"), `${VALUES.win.symbol} ${MAPS.win}${map.grid ? ` ${MAPS.sooner}` : ""}`),
      has("lose") && h("li", {}, sample("lose"), `${VALUES.lose.symbol} ${MAPS.lose}`),
      has("draw") && h("li", {}, sample("draw"), `= ${MAPS.draw}`),
      map.drawn.includes('class="walked"') && h("li", {}, MAPS.walk),
    ].filter(Boolean);
    return h("div", { class: "side stack" },
      items.length > 0 && h("section", { class: "card stack", "aria-label": MAPS.legend },
        h("h2", {}, MAPS.legend),
        h("ul", { class: "map-legend" }, items),
        map.grid && h("div", { class: "row" }, zoom(MAPS.zoomIn, 2), zoom(MAPS.zoomOut, 0.5))),
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
