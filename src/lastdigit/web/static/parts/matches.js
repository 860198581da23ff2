// Matches as the lines of a list.

import { h } from "../dom.js";
import { MINE } from "../strings.js";
import { badge, icon } from "../components/tile.js";

/** @typedef {import("../types").MatchSummary} MatchSummary */

const SIGNS = { won: "check", lost: "cross" };

/**
 * How it stands: won, lost or drawn at a glance, by a sign and a word.
 * @param {MatchSummary} match
 */
function standing({ outcome, result, yourTurn }) {
  if (!result) return h("span", { class: yourTurn ? "label" : "soft" }, yourTurn ? MINE.yourTurn : MINE.theirTurn);
  if (!outcome) return h("span", {}, `${result}.`);
  return h("span", { class: "outcome", "data-outcome": outcome },
    outcome === "drawn" ? h("span", { "aria-hidden": "true" }, "=") : icon(SIGNS[outcome]), MINE.outcomes[outcome]);
}

/**
 * Return who played what, how it stands, and the way there, in columns.
 * @param {MatchSummary} match
 */
export function matchRow(match) {
  const { code, game, title, names, result, changed } = match;
  const when = new Date(changed);
  return h("li", { class: "in-columns", "data-key": code },
    h("a", { class: "to-match", href: `/match/${code}`, "aria-label": `${title}: ${names.join(" and ")}` }, badge(game), title),
    h("span", {}, opponents(match)),
    standing(match),
    h("time", { class: "small soft", datetime: changed },
      Number.isNaN(when.getTime()) ? changed : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    result && h("a", { href: `/review/${code}`, "aria-label": `Review of ${title}: ${names.join(" and ")}` }, "Review"));
}

/**
 * Whom one has met, or both where both sat here.
 * @param {MatchSummary} match
 */
const opponents = ({ names, seats }) => (seats.length === 1 ? names[2 - seats[0]] : names.join(" and "));
