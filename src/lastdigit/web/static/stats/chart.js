// How often somebody was right over time, and how sure that is: a line in a band.

import { h, svg } from "../dom.js";
import { STATS } from "../strings.js";

/**
 * @typedef {import("../types").ShareData} Share
 * @typedef {{label: string, told: string, share: Share}} Point
 */

const LINES = [0, 25, 50, 75, 100];
/** So much of each side is left for what would stick out, in a hundred. */
const MARGIN = 3;

/** @param {Share} share */
const level = ({ right, count }) => 100 - (100 * right) / count;

/**
 * Return the picture; points at which nothing was to be decided are left out of it.
 * @param {Point[]} points the oldest first
 * @param {string} each what a point is
 */
export function chart(points, each) {
  const last = Math.max(1, points.length - 1);
  const placed = points.map((point, index) => ({ ...point, x: points.length === 1 ? 50 : MARGIN + ((100 - 2 * MARGIN) * index) / last }))
    .filter(({ share }) => share.count > 0);
  const named = new Set([points[0], points[Math.floor(last / 2)], points.at(-1)]);
  return h("figure", { class: "chart", "data-key": "chart" },
    h("figcaption", { class: "unseen" }, placed.map(({ told, share }) => STATS.told(told, share)).join(" ")),
    h("div", { class: "chart-key small soft", "aria-hidden": "true" },
      h("span", { class: "chart-point-sign" }), each, h("span", { class: "chart-band-sign" }), STATS.interval),
    h("div", { class: "chart-field", "aria-hidden": "true" },
      LINES.map((line) => h("span", { class: "chart-line small soft", "--at": `${100 - line}%` }, line)),
      svg("svg", { class: "chart-drawing", viewBox: "0 0 100 100", preserveAspectRatio: "none", focusable: "false" }, band(placed),
        svg("polyline", { class: "chart-course", points: placed.map(({ x, share }) => `${x},${level(share)}`).join(" ") })),
      placed.map(({ x, share }, index) =>
        h("span", { class: "chart-point", "data-last": index === placed.length - 1, "--x": `${x}%`, "--y": `${level(share)}%` }))),
    h("div", { class: "chart-times small soft", "aria-hidden": "true" },
      points.map((point) => named.has(point) && h("span", {}, point.label))));
}

/** @param {{x: number, share: Share}[]} placed */
function band(placed) {
  const ends = placed.map(({ x, share }) => ({ x, low: 100 - 100 * (share.interval?.[0] ?? 0), high: 100 - 100 * (share.interval?.[1] ?? 1) }));
  // One point alone has a band of its own width.
  const wide = ends.length === 1 ? [{ ...ends[0], x: ends[0].x - MARGIN }, { ...ends[0], x: ends[0].x + MARGIN }] : ends;
  const outline = [...wide.map(({ x, high }) => `${x},${high}`), ...wide.toReversed().map(({ x, low }) => `${x},${low}`)];
  return svg("polygon", { class: "chart-band", points: outline.join(" ") });
}
