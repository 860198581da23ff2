// One map as a figure: the drawing, what is pointed at, and how far a game has gone on it.

import { h, svg } from "../dom.js";
import { elementsOf } from "../components/rulebook.js";
import { MAPS } from "../strings.js";
import { furnishPlaces } from "./places.js";
import { Points } from "./points.js";
import { tableOf } from "./table.js";

/** @typedef {import("../types").MapData} MapData */

/** What is much wider than high has parts side by side, and rather scrolls than becomes too small. */
const [WIDE, READABLE] = [1.2, 0.67];
/** A drawing is zoomed up to so many times what fits. */
const CLOSEST = 4;

export class MapFigure {
  /** @type {?Points} */
  #points = null;
  /** @type {?MapData} */
  #map = null;
  #scroll = h("div", { class: "map-scroll" });
  #field = h("div");
  #times = 1;
  #tiles = h("div");
  #lens = h("div");
  #table = h("div");
  #sentence = h("p", { id: "says", "aria-live": "polite" });
  #press = h("button", { class: "button", type: "button", id: "press-place", hidden: true });
  #says = h("figcaption", { class: "map-says" }, 
    h("div", { class: "stack" }, this.#tiles, this.#sentence, this.#press), this.#lens);

  /** @param {(map: MapData, position: string) => void} press */
  constructor(press) {
    this.press = press;
    this.element = h("figure", { class: "map-picture card" }, h("div", { class: "map-stage" }, this.#scroll, this.#says), this.#table);
    const coloured = () => this.#points?.colour();
    new MutationObserver(coloured).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", coloured);
  }

  /** @param {MapData} map */
  async draw(map) {
    this.#map = map;
    const field = h("div", { class: "map-field", id: "map", "data-grid": Boolean(map.grid), tabindex: map.grid ? null : 0, role: "group", "aria-label": map.finding },
      elementsOf(`<svg class="map-drawing" viewBox="0 0 ${map.width} ${map.height}" aria-hidden="true" focusable="false">${map.drawn}</svg>`));
    if (map.width > WIDE * map.height) field.style.minWidth = `${READABLE * map.width}px`;
    this.#scroll.replaceChildren(field);
    [this.#field, this.#times] = [field, 1];
    this.#say(this.#invitation(map));
    const doing = {
      say: (/** @type {string} */ sentence, /** @type {string | undefined} */ position) => this.#say(sentence, position),
      press: (/** @type {string} */ position) => this.press(map, position),
      // On a large screen what is told lies over the map, at the end where nobody points.
      away: (/** @type {boolean} */ above) => this.#says.toggleAttribute("data-above", above),
    };
    if (map.grid) await this.#showPoints(map, map.grid, field, doing);
    else furnishPlaces(field, doing);
  }

  /**
   * A finger only points, because it covers what it points at: the button then goes there.
   * @param {string} sentence
   * @param {string} [position]
   */
  #say(sentence, position) {
    const map = this.#map;
    this.#sentence.replaceChildren(sentence);
    this.#says.hidden = !sentence;
    if (!map || !position) return;
    this.#press.hidden = false;
    this.#press.textContent = map.choice ? MAPS.chooseIt : MAPS.analyseIt;
    this.#press.onclick = () => this.press(map, position);
  }

  /** @param {MapData} map */
  #invitation({ choice, drawn, grid }) {
    this.#press.hidden = true;
    if (!grid && !drawn.includes("data-position")) return "";
    if (matchMedia("(hover: none)").matches) return MAPS.tap; // a finger presses the button that then comes
    return `${MAPS.point} ${choice ? MAPS.choose : MAPS.analyse}`;
  }

  /**
   * @param {MapData} map
   * @param {import("../types").GridData} grid
   * @param {HTMLElement} field
   * @param {import("./points.js").Doing} doing
   */
  async #showPoints(map, grid, field, doing) {
    const points = await Points.of(grid, field, doing);
    const share = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
    Object.assign(points.canvas.style, {
      left: share(grid.left, map.width), top: share(grid.top, map.height),
      width: share(grid.length, map.width), height: share(grid.length, map.height),
    });
    field.prepend(points.canvas);
    // What lies over the points is cut off at their edge when they are zoomed.
    const frame = { x: grid.left, y: grid.top, width: grid.length, height: grid.length };
    for (const walked of field.querySelectorAll(".walked")) {
      walked.replaceWith(svg("svg", { ...frame, viewBox: Object.values(frame).join(" ") }, walked.cloneNode(true)));
    }
    this.element.style.setProperty("--edge", share(grid.left, map.width));
    this.element.style.setProperty("--floor", share(map.height - grid.top - grid.length, map.height));
    this.#tiles.replaceChildren(points.lens.tiles);
    this.#lens.replaceChildren(points.lens.canvas);
    this.#table.replaceChildren(tableOf(points));
    points.colour();
    this.#points = points;
    /** @type {?SVGGraphicsElement} */
    const way = field.querySelector(".walked");
    if (way) points.fit(way.getBBox());
  }

  /**
   * Come nearer, or go further away: points by themselves, a drawing as one that is scrolled.
   * @param {number} times
   */
  zoom(times) {
    if (this.#points) return this.#points.zoom(times);
    const scroll = this.#scroll;
    const middle = (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth;
    this.#times = Math.max(1, Math.min(CLOSEST, this.#times * times));
    this.#field.style.width = `${100 * this.#times}%`;
    scroll.scrollLeft = middle * scroll.scrollWidth - scroll.clientWidth / 2;
  }

  /**
   * Show a game as far as it has gone after so many turns; what came later is only hinted at.
   * @param {number} turn
   */
  follow(turn) {
    /** @type {NodeListOf<SVGElement>} */
    const parts = this.#scroll.querySelectorAll(".walked [data-turn]");
    let last = null;
    for (const part of parts) {
      const later = Number(part.dataset.turn) > turn;
      part.toggleAttribute("data-later", later);
      part.removeAttribute("data-here");
      if (!later && part.classList.contains("stand")) last = part;
    }
    last?.setAttribute("data-here", "");
    const ring = last?.querySelector("circle");
    if (ring) this.#points?.pointAt({ x: ring.cx.baseVal.value, y: ring.cy.baseVal.value });
  }
}
