// A grid of a million positions on a canvas: pointed at, zoomed, dragged, pressed.

import { h } from "../dom.js";
import { MAPS } from "../strings.js";
import { axesOf } from "./axes.js";
import { Gestures } from "./gestures.js";
import { Lens } from "./lens.js";

/**
 * @typedef {import("../types").GridData} Grid
 * @typedef {{across: number, up: number}} Pair
 * @typedef {{left: number, low: number, span: number}} View what is seen: the lowest numbers, and how many
 * @typedef {object} Doing
 * @property {(sentence: string, position?: string) => void} say
 * @property {(position: string) => void} press
 * @property {(above: boolean) => void} away what is told goes above what is pointed at, or below it
 */

const [STEPS, FADED, STRIPE, THICK, CLOSEST] = [24, 0.42, 14, 3, 20];
/** A way that takes less than this share of a side is looked at more closely, with so much room around it. */
const [FAR, ROOM] = [0.5, 1.1];

/** @param {string} text */
async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new DataView(await new Response(stream).arrayBuffer());
  return Uint16Array.from({ length: bytes.byteLength / 2 }, (_, place) => bytes.getUint16(2 * place, true));
}

export class Points {
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
    return new Points(grid, await inflated(grid.codes), field, doing);
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

  /** @param {{x: number, y: number}} place as shares of the canvas, from its left and top */
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
   * Point at what stands somewhere on the drawing, and go along if it is out of sight.
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
   * Go along where what is pointed at would be out of sight.
   * @param {Pair} pair
   */
  #reveal({ across, up }) {
    const { left, low, span } = this.#view;
    const nearest = (/** @type {number} */ first, /** @type {number} */ number) => Math.min(number, Math.max(first, number + 1 - span));
    this.#look({ left: nearest(left, across), low: nearest(low, up), span });
  }

  /**
   * Come nearer to what is pointed at, or go further away.
   * @param {number} times
   */
  zoom(times) {
    const { left, low, span } = this.#view;
    const middle = this.#at ? { x: this.#at.across + 0.5, y: this.#at.up + 0.5 } : { x: left + span / 2, y: low + span / 2 };
    const next = this.#limited(span / times);
    this.#look({ left: middle.x - next / 2, low: middle.y - next / 2, span: next });
  }

  /**
   * Zoom so that what is under the pointer stays there.
   * @param {number} times
   * @param {{x: number, y: number}} place
   */
  #zoomAt(times, { x, y }) {
    const { left, low, span } = this.#view;
    const next = this.#limited(span / times);
    this.#look({ left: left + (span - next) * x, low: low + (span - next) * (1 - y), span: next });
  }

  /**
   * Come so near that a way fills what is seen: numbers only shrink, so it ends in the lower left corner.
   * @param {{x: number, y: number, width: number}} box where it lies on the drawing
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

  /** Colour every point anew, by the theme of the page. */
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
