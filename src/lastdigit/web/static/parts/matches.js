// Matches as the lines of a list.

import { h } from "../dom.js";

/** @typedef {import("../types").MatchSummary} MatchSummary */

/** @param {MatchSummary} match */
const turnOf = ({ yourTurn }) =>
  h("span", { class: yourTurn ? "label" : "soft" }, yourTurn ? "Your turn." : "The other player's turn.");

/**
 * Return an unfinished match as one short line: the way there, and whose turn it is.
 * @param {MatchSummary} match
 */
export const waitingMatch = (match) =>
  h("li", { class: "waiting" },
    h("a", { href: `/match/${match.code}` }, h("span", {}, `${match.title}: ${match.names.join(" and ")}`)),
    turnOf(match));

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
