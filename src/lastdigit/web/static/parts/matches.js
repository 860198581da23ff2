// Matches as the lines of a list.

import { h } from "../dom.js";

/** @typedef {import("../types").MatchSummary} MatchSummary */

/** @param {MatchSummary} match */
const turnOf = ({ yourTurn }) =>
  h("span", { class: yourTurn ? "label" : "soft" }, yourTurn ? "Your turn." : "The other player's turn.");

/**
 * Return who played what, how it stands, and the way there, in columns.
 * @param {MatchSummary} match
 */
export function matchRow(match) {
  const { code, title: game, names, result, changed } = match;
  const when = new Date(changed);
  return h("li", { class: "in-columns" },
    h("a", { href: `/match/${code}`, "aria-label": `${game}: ${names.join(" and ")}` }, game),
    h("span", {}, names.join(" and ")),
    result ? h("span", {}, `${result}.`) : turnOf(match),
    h("time", { class: "small soft", datetime: changed },
      Number.isNaN(when.getTime()) ? changed : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    result && h("a", { href: `/review/${code}`, "aria-label": `Review of ${game}: ${names.join(" and ")}` }, "Review"));
}
