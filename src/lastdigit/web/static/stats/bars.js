// How often somebody was right in each game: a bar, and over it how sure that is.

import { h } from "../dom.js";
import { badge } from "../components/tile.js";
import { STATS } from "../strings.js";

/** @param {number} share */
const percent = (share) => `${share * 100}%`;

/**
 * @param {{name: string, title: string}} game
 * @param {import("../types").ShareData} share
 */
export function bar({ name, title }, share) {
  const { right, count, interval } = share;
  return h("li", { class: "stat-bar", "data-game": name, "data-key": name },
    badge(name), h("strong", {}, title),
    h("span", { class: "stat-track", "aria-hidden": "true" },
      count > 0 && h("span", { class: "stat-fill", "--right": percent(right / count) }),
      interval && h("span", { class: "stat-sure", "--low": percent(interval[0]), "--high": percent(interval[1]) })),
    h("span", { class: "stat-of" }, count > 0 ? [h("strong", {}, right), ` of ${count}`] : "–",
      h("span", { class: "unseen" }, STATS.told("", share).slice(1))));
}
