// The map of a game that is over, and how far it has gone: it follows whoever steps through it.

import { get } from "../api.js";
import { patiently } from "../parts/patience.js";

/** @typedef {import("../types").MapData} MapData */

/** More turns than any game has: the end. */
const END = 999_999_999;

export class Walk {
  /** @type {?MapData} */
  map = null;
  turn = 0;
  #asked = 0;

  /**
   * @param {string} code
   * @param {import("./figure.js").MapFigure} figure
   */
  constructor(code, figure) {
    this.path = `/api/matches/${encodeURIComponent(code)}/map`;
    this.figure = figure;
  }

  /**
   * Show where the game is after so many turns, by default at its end; return its map.
   * @param {number} [turn]
   * @param {(map: MapData) => void} [make] makes room for a map that is about to be drawn
   */
  async show(turn = END, make = () => {}) {
    const asked = this.#asked += 1;
    let { map } = this;
    if (!map || (map.follows && this.turn !== turn)) {
      /** @type {MapData} */
      const drawn = await patiently(() => get(`${this.path}?turn=${turn}`));
      if (asked !== this.#asked) return drawn; // somebody steps faster than maps are drawn
      map = this.map = drawn;
      make(map);
      await this.figure.draw(map);
    }
    this.turn = Math.min(turn, map.turns);
    this.figure.follow(this.turn);
    return map;
  }
}
