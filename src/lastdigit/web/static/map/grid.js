// A grid map of up to a million positions on a canvas: pointing, zooming, dragging, axes, a magnifier, and a table for
// screen readers.

import { tile } from "../components/tile.js";
import { h, svg } from "../dom.js";
import { VALUES } from "../strings.js";
import { MAPS } from "../strings/study.js";

/**
 * @typedef {import("../types").GridData} Grid
 * @typedef {{across: number, up: number}} Pair
 * @typedef {{left: number, low: number, span: number}} View the visible part: its lowest numbers and its size
 * @typedef {object} Doing
 * @property {(sentence: string, position?: string) => void} say
 * @property {(position: string) => void} press
 * @property {(above: boolean) => void} away show the sentence above the position pointed at, or below it
 */

const [STEPS, FADED, STRIPE, THICK, CLOSEST] = [24, 0.42, 14, 3, 20];
/** A path shorter than FAR of a side is zoomed in on, with a margin of ROOM. */
const [FAR, ROOM] = [0.5, 1.1];

/** @param {string} text */
async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new DataView(await new Response(stream).arrayBuffer());
  return Uint16Array.from({ length: bytes.byteLength / 2 }, (_, place) => bytes.getUint16(2 * place, true));
}

export class GridMap {
  /** @type {View} */
  #view;
  /** @type {?Pair} */
  #at = null;

  /**
   * @param {Grid} grid
   * @param {Uint16Array} codes
   * @param {HTMLElement} field
   * @param {Doing} doing
   */
  constructor(grid, codes, field, doing) {
    this.grid = grid;
    this.codes = codes;
    this.field = field;
    this.doing = doing;
    this.#view = { left: 0, low: 0, span: grid.side };
    this.picture = new OffscreenCanvas(grid.side, grid.side);
    this.canvas = h("canvas", { class: "map-points", width: grid.side, height: grid.side, tabindex: 0, role: "img", "aria-label": MAPS.point });
    this.lens = new Lens(this);
    this.canvas.onkeydown = (event) => this.#key(event);
    new Gestures(this.canvas, {
      hover: (place) => this.point(this.#pairAt(place)),
      tap: (place, byTouch) => {
        this.point(this.#pairAt(place));
        if (!byTouch) doing.press(this.position);
      },
      drag: (right, down) => this.#look({
        ...this.#view, left: this.#view.left - right * this.#view.span, low: this.#view.low + down * this.#view.span,
      }),
      zoom: (times, place) => this.#zoomAt(times, place),
    });
  }

  /**
   * @param {Grid} grid
   * @param {HTMLElement} field
   * @param {Doing} doing
   */
  static async of(grid, field, doing) {
    return new GridMap(grid, await inflated(grid.codes), field, doing);
  }

  /** @param {number} number */
  written(number) {
    return number.toString(this.grid.base);
  }

  get position() {
    const { across, up } = this.#at ?? { across: 0, up: 0 };
    return this.grid.position.replace("{across}", this.written(across + 1)).replace("{up}", this.written(up + 1));
  }

  /** @param {number} number */
  #within(number) {
    return Math.max(0, Math.min(this.grid.side - 1, Math.floor(number)));
  }

  /** @param {{x: number, y: number}} place fractions of the canvas, from its top left corner */
  #pairAt({ x, y }) {
    const { left, low, span } = this.#view;
    return { across: this.#within(left + span * x), up: this.#within(low + span * (1 - y)) };
  }

  /** @param {Pair} pair */
  codeOf({ across, up }) {
    return this.codes[up * this.grid.side + across];
  }

  /** @param {Pair} pair */
  point(pair) {
    this.#at = pair;
    const code = this.codeOf(pair);
    this.doing.say(MAPS.pair({
      across: this.written(pair.across + 1), up: this.written(pair.up + 1), wins: code % 2 === 1, plies: code >> 1,
    }), this.position);
    this.doing.away(pair.up - this.#view.low < this.#view.span / 2);
    this.lens.draw(pair);
    this.draw();
  }

  /**
   * Point at a place on the drawing, and scroll if it is out of sight.
   * @param {{x: number, y: number}} place
   */
  pointAt({ x, y }) {
    const { left, top, length, side } = this.grid;
    const pair = { across: this.#within(((x - left) / length) * side), up: this.#within(((top + length - y) / length) * side) };
    this.#reveal(pair);
    this.point(pair);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const way = ways[event.key];
    if (way) {
      const { across, up } = this.#at ?? { across: 0, up: 0 };
      const pair = { across: this.#within(across + way[0]), up: this.#within(up + way[1]) };
      this.#reveal(pair);
      this.point(pair);
    } else if (event.key === "Enter") this.doing.press(this.position);
    else if (event.key === "+") this.zoom(2);
    else if (event.key === "-") this.zoom(0.5);
    else return;
    event.preventDefault();
  }

  /**
   * Scroll so that a position is visible.
   * @param {Pair} pair
   */
  #reveal({ across, up }) {
    const { left, low, span } = this.#view;
    const nearest = (/** @type {number} */ first, /** @type {number} */ number) => Math.min(number, Math.max(first, number + 1 - span));
    this.#look({ left: nearest(left, across), low: nearest(low, up), span });
  }

  /**
   * Zoom in on or out from the position pointed at.
   * @param {number} times
   */
  zoom(times) {
    const { left, low, span } = this.#view;
    const middle = this.#at ? { x: this.#at.across + 0.5, y: this.#at.up + 0.5 } : { x: left + span / 2, y: low + span / 2 };
    const next = this.#limited(span / times);
    this.#look({ left: middle.x - next / 2, low: middle.y - next / 2, span: next });
  }

  /**
   * Zoom so that the position under the pointer stays there.
   * @param {number} times
   * @param {{x: number, y: number}} place
   */
  #zoomAt(times, { x, y }) {
    const { left, low, span } = this.#view;
    const next = this.#limited(span / times);
    this.#look({ left: left + (span - next) * x, low: low + (span - next) * (1 - y), span: next });
  }

  /**
   * Zoom in so that a path fills the canvas. Numbers only shrink, so every path ends at the lower left corner.
   * @param {{x: number, y: number, width: number}} box its bounding box on the drawing
   */
  fit({ x, y, width }) {
    const { left, top, length, side } = this.grid;
    const furthest = Math.max(x + width - left, top + length - y) / length;
    if (furthest < FAR) this.#look({ left: 0, low: 0, span: this.#limited(furthest * side * ROOM) });
  }

  /** @param {number} span */
  #limited(span) {
    return Math.max(CLOSEST, Math.min(this.grid.side, span));
  }

  /** @param {View} view */
  #look({ left, low, span }) {
    const { side } = this.grid;
    const within = (/** @type {number} */ number) => Math.max(0, Math.min(side - span, number));
    const [was, now] = [this.#view.span, { left: within(left), low: within(low), span }];
    this.#view = now;
    this.field.toggleAttribute("data-zoomed", span < side);
    axesOf(this, now);
    if (span < side && span !== was) {
      const range = [now.left + 1, now.left + span, now.low + 1, now.low + span];
      this.doing.say(MAPS.zoomed(range.map((number) => this.written(Math.floor(number)))));
    }
    this.draw();
  }

  /** Recolour every point for the page's theme. */
  colour() {
    const probe = h("i", { hidden: true });
    this.canvas.after(probe);
    const written = (/** @type {string} */ name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const of = (/** @type {string} */ name) => (written(name).match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const [paper, won, lost, stripe] = ["paper", "fill", "them-fill", "them"].map(of);
    this.lens.colours = { won: written("fill"), onWon: written("on"), lost: written("them-edge"), onLost: written("ink") };
    probe.remove();
    const most = this.codes.reduce((larger, code) => Math.max(larger, code), 0) >> 1;
    const { side } = this.grid;
    const image = new ImageData(side, side);
    this.codes.forEach((code, place) => {
      const [across, up] = [place % side, Math.floor(place / side)];
      const colour = code % 2 ? won : (across + up) % STRIPE < THICK ? stripe : lost;
      const share = FADED + (1 - FADED) * (1 - Math.floor(((code >> 1) * (STEPS - 1)) / most) / STEPS);
      const at = 4 * ((side - 1 - up) * side + across);
      for (const channel of [0, 1, 2]) image.data[at + channel] = share * colour[channel] + (1 - share) * paper[channel];
      image.data[at + 3] = 255;
    });
    this.picture.getContext("2d")?.putImageData(image, 0, 0);
    this.draw();
    if (this.#at) this.lens.draw(this.#at);
  }

  draw() {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const { left, low, span } = this.#view;
    const { side } = this.grid;
    const unit = side / span;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, left, side - low - span, span, span, 0, 0, side, side);
    if (!this.#at) return;
    const [x, y] = [(this.#at.across - left) * unit, (low + span - 1 - this.#at.up) * unit];
    context.lineWidth = 3;
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.strokeRect(x - 5, y - 5, unit + 10, unit + 10);
  }
}

/** About this many numbers are shown along a side. */
const TICKS = 6;

/**
 * Return a round step that puts at most TICKS numbers along a side.
 * @param {number} span
 * @param {number} base
 */
export function roundStep(span, base) {
  const parts = [1, 2, base / 2].filter((part) => Number.isInteger(part) && part < base);
  for (let power = 1; ; power *= base) {
    const found = parts.map((part) => part * power).find((step) => span / step <= TICKS);
    if (found) return found;
  }
}

/**
 * Draw the numbers along the visible sides, and move the drawing over the points accordingly.
 * @param {GridMap} points
 * @param {View} view
 */
function axesOf(points, { left, low, span }) {
  const { grid, field } = points;
  const drawing = field.querySelector(".map-drawing");
  if (!drawing) return;
  drawing.querySelector(".ticks")?.remove();
  const unit = grid.length / span;
  const bottom = grid.top + grid.length;
  const times = grid.side / span;
  const shift = [grid.left - (left * grid.length) / span - grid.left * times, bottom + (low * grid.length) / span - bottom * times];
  for (const walked of drawing.querySelectorAll(".walked")) walked.setAttribute("transform", `translate(${shift[0]} ${shift[1]}) scale(${times})`);
  field.style.setProperty("--zoom", String(times));
  if (span === grid.side) return;
  const step = roundStep(span, grid.base);
  const numbers = (/** @type {number} */ first) => {
    const lowest = Math.ceil((first + 0.5) / step) * step;
    return Array.from({ length: Math.floor((first + span + 0.5 - lowest) / step) + 1 }, (_, place) => lowest + place * step);
  };
  drawing.append(svg("g", { class: "ticks" },
    numbers(left).map((number) => svg("text", { class: "tick", x: grid.left + (number - 0.5 - left) * unit, y: bottom + 24, "text-anchor": "middle" }, points.written(number))),
    numbers(low).map((number) => svg("text", { class: "tick", x: grid.left - 10, y: bottom - (number - 0.5 - low) * unit + 5, "text-anchor": "end" }, points.written(number)))));
}

const [AROUND, CELL, LEFT, BELOW, SHARP] = [3, 30, 30, 18, 2];
const LENGTH = (2 * AROUND + 1) * CELL;

class Lens {
  /** Colours of the theme. A canvas cannot use custom properties. */
  colours = { won: "", onWon: "", lost: "", onLost: "" };

  /** Hidden from screen readers, because the sentence beside it says the same. */
  tiles = h("div", { class: "map-pair", hidden: true, "aria-hidden": "true" });

  /** @param {GridMap} points */
  constructor(points) {
    this.points = points;
    this.canvas = h("canvas", {
      class: "map-lens", width: SHARP * (LEFT + LENGTH), height: SHARP * (LENGTH + BELOW), hidden: true, "aria-hidden": "true",
    });
  }

  /** @param {Pair} pair */
  draw(pair) {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    this.canvas.hidden = this.tiles.hidden = false;
    const { points } = this;
    const row = (/** @type {number} */ place, /** @type {"me" | "them"} */ holder, /** @type {string} */ whose) =>
      h("p", {}, [...points.written(place + 1)].map((digit) => tile(digit, { holder })), h("span", { class: "small soft" }, whose));
    this.tiles.replaceChildren(row(pair.across, "me", MAPS.mover), row(pair.up, "them", MAPS.other));
    const { side } = points.grid;
    const style = getComputedStyle(this.canvas);
    context.setTransform(SHARP, 0, 0, SHARP, 0, 0);
    context.clearRect(0, 0, LEFT + LENGTH, LENGTH + BELOW);
    context.textBaseline = "middle";
    const ink = style.color;
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ here) => {
      context.font = `${here ? 700 : 500} 11px ${style.fontFamily}`;
      context.fillText(text, x, y);
    };
    for (let step = -AROUND; step <= AROUND; step += 1) {
      const [middle, across, up] = [(step + AROUND + 0.5) * CELL, pair.across + step, pair.up + step];
      context.fillStyle = ink;
      context.textAlign = "center";
      if (across >= 0 && across < side) write(points.written(across + 1), LEFT + middle, LENGTH + BELOW / 2 + 1, !step);
      context.textAlign = "right";
      if (up >= 0 && up < side) write(points.written(up + 1), LEFT - 5, LENGTH - middle, !step);
      context.textAlign = "center";
      for (let aside = -AROUND; aside <= AROUND; aside += 1) {
        const one = { across: pair.across + aside, up };
        if (one.across < 0 || up < 0 || one.across >= side || up >= side) continue;
        const [x, y] = [LEFT + (aside + AROUND) * CELL, LENGTH - (step + AROUND + 1) * CELL];
        const code = points.codeOf(one);
        const wins = code % 2 === 1;
        context.fillStyle = wins ? this.colours.won : this.colours.lost;
        context.fillRect(x + 0.5, y + 0.5, CELL - 1, CELL - 1);
        context.fillStyle = wins ? this.colours.onWon : this.colours.onLost;
        write(`${wins ? "▲" : "▼"}${code >> 1}`, x + CELL / 2, y + CELL / 2 + 1, !step && !aside);
      }
    }
    context.strokeStyle = ink;
    context.lineWidth = 2.5;
    context.strokeRect(LEFT + AROUND * CELL, AROUND * CELL, CELL, CELL);
  }
}

/**
 * Places are fractions of the element: {x: 0, y: 0} is its top left corner.
 * @typedef {{x: number, y: number}} Place
 * @typedef {object} Meant
 * @property {(place: Place) => void} hover
 * @property {(place: Place, byTouch: boolean) => void} tap
 * @property {(right: number, down: number) => void} drag
 * @property {(times: number, place: Place) => void} zoom
 */

/** A finger may move this many pixels during a tap. */
const STILL = 6;

class Gestures {
  /** @type {Map<number, {x: number, y: number}>} */
  #held = new Map();
  #moved = false;
  #from = { x: 0, y: 0 };

  /**
   * @param {HTMLElement} field
   * @param {Meant} meant
   */
  constructor(field, meant) {
    this.field = field;
    this.meant = meant;
    field.onpointerdown = (event) => this.#hold(event);
    field.onpointermove = (event) => this.#move(event);
    field.onpointerup = (event) => this.#release(event, true);
    field.onpointercancel = (event) => this.#release(event, false);
    field.addEventListener("wheel", (event) => {
      event.preventDefault();
      meant.zoom(event.deltaY < 0 ? 1.5 : 1 / 1.5, this.#place(event));
    }, { passive: false });
  }

  /** @param {{clientX: number, clientY: number}} event */
  #place({ clientX, clientY }) {
    const box = this.field.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  }

  /** @param {PointerEvent} event */
  #hold(event) {
    this.field.setPointerCapture(event.pointerId);
    this.#held.set(event.pointerId, this.#place(event));
    if (this.#held.size === 1) [this.#moved, this.#from] = [false, { x: event.clientX, y: event.clientY }];
    else this.#moved = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#held.get(event.pointerId);
    const place = this.#place(event);
    // If the page moves under a resting mouse, the position chosen by keys stays.
    if (!before) return event.movementX || event.movementY ? this.meant.hover(place) : undefined;
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) this.#moved = true;
    if (!this.#moved) return;
    const [other] = [...this.#held].filter(([id]) => id !== event.pointerId).map(([, held]) => held);
    if (other) this.#pinch(before, place, other);
    else this.meant.drag(place.x - before.x, place.y - before.y);
    this.#held.set(event.pointerId, place);
  }

  /**
   * @param {Place} before
   * @param {Place} place
   * @param {Place} other
   */
  #pinch(before, place, other) {
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(place.x - other.x, place.y - other.y);
    if (apart > 0 && now > 0) this.meant.zoom(now / apart, { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 });
    this.meant.drag((place.x - before.x) / 2, (place.y - before.y) / 2);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} meantIt false if the browser cancelled the touch to scroll
   */
  #release(event, meantIt) {
    if (!this.#held.delete(event.pointerId) || this.#held.size || this.#moved || !meantIt || event.button > 0) return;
    this.meant.tap(this.#place(event), event.pointerType === "touch");
  }
}

/**
 * Return a fold with the table.
 * @param {GridMap} points
 */
export function tableOf(points) {
  const content = h("div", { class: "map-scroll" });
  return h("details", { class: "map-table", ontoggle: () => content.childElementCount || content.append(rows(points)) },
    h("summary", {}, MAPS.asTable), h("p", { class: "small soft" }, MAPS.tableRead), content);
}

/** @param {GridMap} points */
function rows(points) {
  const numbers = roundNumbers(points.grid.side, points.grid.base);
  const head = (/** @type {number} */ number, /** @type {string} */ scope) => h("th", { scope }, points.written(number));
  const cell = (/** @type {number} */ across, /** @type {number} */ up) => {
    const code = points.codeOf({ across: across - 1, up: up - 1 });
    const { symbol, word } = VALUES[code % 2 ? "win" : "lose"];
    return h("td", {}, h("span", { "aria-hidden": "true" }, `${symbol} `), h("span", { class: "unseen" }, `${word} in `), String(code >> 1));
  };
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, MAPS.tableCorner), numbers.map((across) => head(across, "col")))),
    h("tbody", {}, numbers.map((up) => h("tr", {}, head(up, "row"), numbers.map((across) => cell(across, up))))));
}

/**
 * Return the round numbers up to `side` (one non-zero digit) with the most digits, and `side` itself.
 * @param {number} side
 * @param {number} base
 */
export function roundNumbers(side, base) {
  const step = Math.max(1, base ** Math.floor(Math.log(side) / Math.log(base) + 1e-9));
  const round = Array.from({ length: Math.floor(side / step) }, (_, place) => (place + 1) * step);
  return round.at(-1) === side ? round : [...round, side];
}
