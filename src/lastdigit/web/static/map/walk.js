// The map of a game that is over, and how far it has gone: it follows whoever steps through it.

import { get } from "../api.js";
import { withProgress } from "../shell.js";

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
   * Show where the game is after so many turns, by default at its end; return its map. Return null
   * where somebody stepped faster than maps are drawn: another one is shown, or on its way.
   * @param {number} [turn]
   * @param {(map: MapData) => void} [make] makes room for a map that is about to be drawn
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
   * Return the map of a turn; null where it was not found and nobody waits for it any more.
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
