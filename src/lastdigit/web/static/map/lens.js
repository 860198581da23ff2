// The pair that is pointed at, as tiles, and what stands around it, each cell so large that its number can be read.

import { h } from "../dom.js";
import { tile } from "../components/tile.js";
import { MAPS } from "../strings.js";

/** @typedef {import("./points.js").Pair} Pair */

const [AROUND, CELL, LEFT, BELOW, SHARP] = [3, 30, 30, 18, 2];
const LENGTH = (2 * AROUND + 1) * CELL;

export class Lens {
  /** Those of the theme; a canvas knows no names of colours. */
  colours = { won: "", onWon: "", lost: "", onLost: "" };

  /** Hidden from readers, whom the sentence beside it tells the same. */
  tiles = h("div", { class: "map-pair", hidden: true, "aria-hidden": "true" });

  /** @param {import("./points.js").Points} points */
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
