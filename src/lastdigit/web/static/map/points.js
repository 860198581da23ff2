// A grid of a million positions on a canvas: zoomed, pointed at, pressed.

import { h } from "../dom.js";
import { MAPS } from "../words.js";

/**
 * @typedef {import("../types").GridData} Grid
 * @typedef {{across: number, up: number}} Pair
 */

const [STEPS, FADED, STRIPE, THICK, CLOSEST] = [24, 0.42, 14, 3, 20];

/** @param {string} text */
async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new DataView(await new Response(stream).arrayBuffer());
  return Uint16Array.from({ length: bytes.byteLength / 2 }, (_, place) => bytes.getUint16(2 * place, true));
}

export class Points {
  /** What is seen: the lowest numbers, and how many. */
  #view = { left: 0, low: 0, span: 1 };
  /** @type {Pair} */
  #at = { across: 0, up: 0 };

  /**
   * @param {Grid} grid
   * @param {Uint16Array} codes
   * @param {{say: (sentence: string) => void, press: (position: string) => void, zoom: (zoomed: boolean) => void}} doing
   */
  constructor(grid, codes, doing) {
    this.grid = grid;
    this.codes = codes;
    this.doing = doing;
    this.#view.span = grid.side;
    this.picture = new OffscreenCanvas(grid.side, grid.side);
    this.canvas = h("canvas", { class: "map-points", width: grid.side, height: grid.side, tabindex: 0, role: "img", "aria-label": MAPS.point });
    this.canvas.onpointermove = (event) => this.#point(this.#pairAt(event));
    this.canvas.onclick = (event) => {
      this.#point(this.#pairAt(event));
      doing.press(this.position);
    };
    this.canvas.onkeydown = (event) => this.#key(event);
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#point(this.#pairAt(event));
      this.zoom(event.deltaY < 0 ? 2 : 0.5);
    }, { passive: false });
  }

  /**
   * @param {Grid} grid
   * @param {Points["doing"]} doing
   */
  static async of(grid, doing) {
    return new Points(grid, await inflated(grid.codes), doing);
  }

  /** @param {number} number */
  #written(number) {
    return number.toString(this.grid.base);
  }

  get position() {
    const { across, up } = this.#at;
    return this.grid.position.replace("{across}", this.#written(across + 1)).replace("{up}", this.#written(up + 1));
  }

  /** @param {MouseEvent} event */
  #pairAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const { left, low, span } = this.#view;
    const within = (/** @type {number} */ number) => Math.max(0, Math.min(this.grid.side - 1, Math.floor(number)));
    return {
      across: within(left + (span * (event.clientX - box.left)) / box.width),
      up: within(low + span * (1 - (event.clientY - box.top) / box.height)),
    };
  }

  /** @param {Pair} pair */
  #point(pair) {
    this.#at = pair;
    const code = this.codes[pair.up * this.grid.side + pair.across];
    this.doing.say(MAPS.pair({
      across: this.#written(pair.across + 1), up: this.#written(pair.up + 1), wins: code % 2 === 1, plies: code >> 1,
    }));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const way = ways[event.key];
    if (way) {
      const within = (/** @type {number} */ number) => Math.max(0, Math.min(this.grid.side - 1, number));
      this.#point({ across: within(this.#at.across + way[0]), up: within(this.#at.up + way[1]) });
    } else if (event.key === "Enter") this.doing.press(this.position);
    else if (event.key === "+") this.zoom(2);
    else if (event.key === "-") this.zoom(0.5);
    else return;
    event.preventDefault();
  }

  /**
   * Come nearer to what is pointed at, or go further away.
   * @param {number} times
   */
  zoom(times) {
    const { side } = this.grid;
    const span = Math.round(Math.max(CLOSEST, Math.min(side, this.#view.span / times)));
    const within = (/** @type {number} */ number) => Math.max(0, Math.min(side - span, Math.round(number - span / 2)));
    this.#view = { left: within(this.#at.across), low: within(this.#at.up), span };
    this.doing.zoom(span < side);
    const { left, low } = this.#view;
    const range = [left + 1, left + span, low + 1, low + span].map((number) => this.#written(number));
    if (span < side) this.doing.say(MAPS.zoomed(range));
    this.draw();
  }

  /** Colour every point anew, by the theme of the page. */
  colour() {
    const probe = h("i", { hidden: true });
    this.canvas.after(probe);
    const of = (/** @type {string} */ name) => {
      probe.style.color = `var(--${name})`;
      return (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    };
    const [paper, won, lost, stripe] = ["paper", "fill", "them-fill", "them"].map(of);
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
  }

  draw() {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const { left, low, span } = this.#view;
    const { side } = this.grid;
    const unit = side / span;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, left, side - low - span, span, span, 0, 0, side, side);
    const [x, y] = [(this.#at.across - left) * unit, (low + span - 1 - this.#at.up) * unit];
    context.lineWidth = 3;
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.strokeRect(x - 5, y - 5, unit + 10, unit + 10);
  }
}
