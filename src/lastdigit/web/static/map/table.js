// A grid as a table of round numbers, for whoever reads rather than looks; made when it is first opened.

import { h } from "../dom.js";
import { MAPS, VALUES } from "../strings.js";

/**
 * Return a fold with the table in it.
 * @param {import("./points.js").Points} points
 */
export function tableOf(points) {
  const content = h("div", { class: "map-scroll" });
  return h("details", { class: "map-table", ontoggle: () => content.childElementCount || content.append(rows(points)) },
    h("summary", {}, MAPS.asTable), h("p", { class: "small soft" }, MAPS.tableRead), content);
}

/** @param {import("./points.js").Points} points */
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
 * Return the numbers with one digit that is not zero, as long as the longest, and the largest of all.
 * @param {number} side
 * @param {number} base
 */
export function roundNumbers(side, base) {
  const step = Math.max(1, base ** Math.floor(Math.log(side) / Math.log(base) + 1e-9));
  const round = Array.from({ length: Math.floor(side / step) }, (_, place) => (place + 1) * step);
  return round.at(-1) === side ? round : [...round, side];
}
