// The matches of this browser: unfinished ones, then finished ones by game and outcome.

import { badge, icon, number } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { get } from "../server.js";
import { openPage, title } from "../shell.js";
import { MINE } from "../strings/player.js";

/**
 * @typedef {import("../types").MatchSummary} MatchSummary
 * @typedef {NonNullable<MatchSummary["outcome"]>} Outcome
 */

/** @type {Outcome[]} */
const OUTCOMES = ["won", "lost", "drawn"];

/** @param {HTMLElement} main */
async function show(main) {
  /** @type {MatchSummary[]} */
  const mine = await get("/api/mine");
  title(MINE.title);
  new MinePage(main, mine).draw();
}

class MinePage {
  /** @type {?string} */
  #game = null;
  /** @type {?Outcome} */
  #outcome = null;

  /**
   * @param {HTMLElement} main
   * @param {MatchSummary[]} matches
   */
  constructor(main, matches) {
    this.main = main;
    this.matches = matches;
  }

  get chosen() {
    return this.matches.filter(({ game, outcome }) =>
      (this.#game === null || game === this.#game) && (this.#outcome === null || outcome === this.#outcome));
  }

  draw() {
    const { matches, chosen } = this;
    patch(this.main,
      h("div", { class: "page-head" },
        h("h1", {}, MINE.title),
        h("p", { class: "lead" }, MINE.lead, " ", h("a", { href: "/stats" }, MINE.numbers))),
      !matches.length && h("p", {}, MINE.none, h("a", { class: "button", href: "/" }, MINE.choose)),
      matches.length > 0 && h("div", { class: "filters", "data-key": "filters" }, this.totals(), this.games()),
      list(MINE.unfinished, chosen.filter(({ result }) => !result)),
      list(MINE.finished, chosen.filter(({ result }) => result)),
      matches.length > 0 && !chosen.length && h("p", { "data-key": "nothing" }, MINE.nothing));
  }

  /** Return the counts of outcomes as buttons that filter the list. */
  totals() {
    return h("div", { class: "row", role: "group", "aria-label": MINE.byOutcome, "data-key": "totals" },
      OUTCOMES.map((outcome) => {
        const count = this.matches.filter((match) => match.outcome === outcome && (this.#game === null || match.game === this.#game)).length;
        const pressed = this.#outcome === outcome;
        return h("button", {
          class: "total", type: "button", "data-key": outcome, "data-outcome": outcome, "aria-pressed": String(pressed),
          onclick: () => this.set(() => (this.#outcome = pressed ? null : outcome)),
        }, number(count), ` ${MINE.counted[outcome]}`);
      }));
  }

  games() {
    const names = new Map(this.matches.map(({ game, title: name }) => [game, name]));
    return names.size > 1 && h("label", { class: "field", "data-key": "games" }, MINE.game,
      h("select", { onchange: ({ currentTarget }) => this.set(() => (this.#game = currentTarget.value || null)) },
        h("option", { value: "" }, MINE.all),
        [...names].map(([game, name]) => h("option", { value: game, selected: game === this.#game }, name))));
  }

  /** @param {() => void} change */
  set(change) {
    change();
    this.draw();
  }
}

/**
 * @param {string} heading
 * @param {MatchSummary[]} matches
 */
const list = (heading, matches) =>
  matches.length > 0 &&
  h("section", { class: "card go-on", "data-key": heading },
    h("h2", {}, heading),
    h("ul", { class: "matches" }, matches.map(matchRow)));

const SIGNS = { won: "check", lost: "cross" };

/**
 * Return the state of a match: whose turn it is, or the outcome with a sign.
 * @param {MatchSummary} match
 */
function standing({ outcome, result, yourTurn }) {
  if (!result) return h("span", { class: yourTurn ? "label" : "soft" }, yourTurn ? MINE.yourTurn : MINE.theirTurn);
  if (!outcome) return h("span", {}, `${result}.`);
  return h("span", { class: "outcome", "data-outcome": outcome },
    outcome === "drawn" ? h("span", { "aria-hidden": "true" }, "=") : icon(SIGNS[outcome]), MINE.outcomes[outcome]);
}

/**
 * Return one match as a line: the game, the players, the state and a link.
 * @param {MatchSummary} match
 */
function matchRow(match) {
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
 * Return the opponent's name, or both names if both played here.
 * @param {MatchSummary} match
 */
const opponents = ({ names, seats }) => (seats.length === 1 ? names[2 - seats[0]] : names.join(" and "));

openPage(show);
