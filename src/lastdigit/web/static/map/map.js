// The map of a game: graph maps drawn as SVG, grid maps on a canvas, and the path of a match on either.

import { elementsOf } from "../components/rulebook.js";
import { h, svg } from "../dom.js";
import { get } from "../server.js";
import { withProgress } from "../shell.js";
import { MAPS } from "../strings/study.js";
import { GridMap, tableOf } from "./grid.js";

/** @typedef {import("../types").MapData} MapData */

/** A drawing with a larger ratio of width to height scrolls instead of becoming too small. */
const [WIDE, READABLE] = [1.2, 0.67];
/** The maximum zoom of a drawing. */
const CLOSEST = 4;

export class MapFigure {
  /** @type {?GridMap} */
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
      // On a large screen, the sentence is over the map, at the end away from the pointer.
      away: (/** @type {boolean} */ above) => this.#says.toggleAttribute("data-above", above),
    };
    if (map.grid) await this.#showPoints(map, map.grid, field, doing);
    else furnishPlaces(field, doing);
  }

  /**
   * A tap only points, because the finger covers the place. A button then opens it.
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
    if (matchMedia("(hover: none)").matches) return MAPS.tap; // on touch screens, a button opens the place
    return `${MAPS.point} ${choice ? MAPS.choose : MAPS.analyse}`;
  }

  /**
   * @param {MapData} map
   * @param {import("../types").GridData} grid
   * @param {HTMLElement} field
   * @param {import("./grid.js").Doing} doing
   */
  async #showPoints(map, grid, field, doing) {
    const points = await GridMap.of(grid, field, doing);
    const share = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
    Object.assign(points.canvas.style, {
      left: share(grid.left, map.width), top: share(grid.top, map.height),
      width: share(grid.length, map.width), height: share(grid.length, map.height),
    });
    field.prepend(points.canvas);
    // When zoomed, the drawing over the points is clipped at their edge.
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
   * Zoom. A grid zooms itself, and a drawing scrolls.
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
   * Show the path of a match up to a turn. The rest is only indicated.
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

/**
 * @typedef {object} Doing
 * @property {(sentence: string, position?: string) => void} say
 * @property {(position: string) => void} press
 */

/** A touch within this many pixels of a place means that place. */
const NEAR = 28;

/**
 * Make every place of a drawing focusable, described and pressable. `field` handles the keyboard.
 * @param {HTMLElement} field
 * @param {Doing} doing
 */
function furnishPlaces(field, { say, press }) {
  const places = [...field.querySelectorAll("[data-position]")].filter((one) => one instanceof SVGGElement);
  /** @type {?SVGGElement} */
  let pointed = null;
  let touching = false;
  const point = (/** @type {?SVGGElement} */ place) => {
    if (!place || place === pointed) return;
    pointed?.removeAttribute("data-pointed");
    pointed = place;
    place.setAttribute("data-pointed", "");
    light(field, place);
    say(place.querySelector("title")?.textContent ?? "", place.dataset.position);
  };
  const under = (/** @type {MouseEvent} */ event) => {
    const place = event.target instanceof Element ? /** @type {?SVGGElement} */ (event.target.closest("[data-position]")) : null;
    return place ?? (touching ? nearestTo(event, places) : null);
  };
  field.onpointerdown = (event) => { touching = event.pointerType === "touch"; };
  field.onpointermove = (event) => point(under(event));
  field.onclick = (event) => {
    const place = under(event);
    point(place);
    if (!touching && place?.dataset.position) press(place.dataset.position);
  };
  field.onkeydown = (event) => {
    const way = WAYS[event.key];
    if (way) point(pointed ? nextOf(pointed, places, way) : places[0]);
    else if (event.key === "Enter" && pointed?.dataset.position) press(pointed.dataset.position);
    else return;
    event.preventDefault();
  };
}

/**
 * Highlight the lines that end at a place, and the places one move away.
 * @param {HTMLElement} field
 * @param {SVGGElement} place
 */
function light(field, place) {
  const { name, near } = place.dataset;
  if (!name) return;
  const names = new Set((near ?? "").split(" "));
  for (const one of field.querySelectorAll("[data-name]")) {
    one.toggleAttribute("data-beside", one instanceof SVGElement && names.has(one.dataset.name ?? ""));
  }
  for (const one of field.querySelectorAll("[data-ends]")) {
    one.toggleAttribute("data-lit", one instanceof SVGElement && (one.dataset.ends ?? "").split(" ").includes(name));
  }
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {SVGGElement} place */
function middleOf(place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * @param {{clientX: number, clientY: number}} event
 * @param {SVGGElement[]} places
 */
function nearestTo({ clientX, clientY }, places) {
  /** @type {?SVGGElement} */
  let best = null;
  let least = NEAR;
  for (const place of places) {
    const [x, y] = middleOf(place);
    const far = Math.hypot(x - clientX, y - clientY);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/**
 * Return the next place in a direction. Sideways distance counts more.
 * @param {SVGGElement} from
 * @param {SVGGElement[]} places
 * @param {[number, number]} way
 */
function nextOf(from, places, [x, y]) {
  const [left, top] = middleOf(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const [across, down] = middleOf(place);
    const along = (across - left) * x + (down - top) * y;
    const aside = Math.abs((across - left) * y) + Math.abs((down - top) * x);
    const far = along + 3 * aside;
    if (along > 1 && far < least) [best, least] = [place, far];
  }
  return best;
}

/** More turns than any game has, for the end of the game. */
const END = 999_999_999;

export class MatchPath {
  /** @type {?MapData} */
  map = null;
  turn = 0;
  #asked = 0;

  /**
   * @param {string} code
   * @param {MapFigure} figure
   */
  constructor(code, figure) {
    this.path = `/api/matches/${encodeURIComponent(code)}/map`;
    this.figure = figure;
  }

  /**
   * Show the match after a number of turns, by default at its end, and return its map. Return null if another turn was
   * requested before this map was drawn.
   * @param {number} [turn]
   * @param {(map: MapData) => void} [make] called with a map before it is drawn
   * @returns {Promise<?MapData>}
   */
  async show(turn = END, make = () => {}) {
    const asked = this.#asked += 1;
    const isLate = () => asked !== this.#asked;
    let { map } = this;
    if (!map || (map.follows && this.turn !== turn)) {
      map = await this.#fetched(turn, isLate);
      if (!map || isLate()) return null;
      this.map = map;
      make(map);
      await this.figure.draw(map);
      if (isLate()) return null;
    }
    this.turn = Math.min(turn, map.turns);
    this.figure.follow(this.turn);
    return map;
  }

  /**
   * Return the map of a turn, or null if it failed and another turn has been requested.
   * @param {number} turn
   * @param {() => boolean} isLate
   * @returns {Promise<?MapData>}
   */
  async #fetched(turn, isLate) {
    try {
      return await withProgress(() => get(`${this.path}?turn=${turn}`));
    } catch (problem) {
      if (isLate()) return null;
      throw problem;
    }
  }
}
