// What somebody has done: games, how often they were right where it mattered, days running, the ladder, in pictures.

import { get, post, messageOf } from "../api.js";
import { h, keepingFocus, patch } from "../dom.js";
import { recall } from "../memory.js";
import { radios } from "../components/fields.js";
import { number } from "../components/tile.js";
import { go, here } from "../host.js";
import { title } from "../shell.js";
import { bar } from "../stats/bars.js";
import { chart } from "../stats/chart.js";
import { ladder } from "../stats/ladder.js";
import { DAILY, STATS } from "../strings.js";

/**
 * @typedef {import("../types").Statistics} Statistics
 * @typedef {import("../types").GameInfo} Game
 */

/** While games are still to be judged, ask again after so many milliseconds. */
const AGAIN = 500;

/** @param {HTMLElement} main */
export async function show(main) {
  title(STATS.title);
  /** @type {[Statistics, Game[]]} */
  const [found, games] = await Promise.all([get("/api/stats"), get("/api/games")]);
  const page = new StatsPage(main, games, found);
  page.draw();
  if (here().hash) document.getElementById(here().hash.slice(1))?.scrollIntoView();
  while (page.found.waiting) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    page.found = await get("/api/stats");
    page.draw();
  }
}

class StatsPage {
  #recent = true;
  /** Why a rung cannot be played just now. */
  #problem = "";

  /**
   * @param {HTMLElement} main
   * @param {Game[]} games
   * @param {Statistics} found
   */
  constructor(main, games, found) {
    this.main = main;
    this.games = games;
    this.found = found;
  }

  draw() {
    keepingFocus(() => patch(this.main, this.head(), this.waiting(),
      h("div", { class: "stats", "data-key": "stats" },
        h("div", { class: "stats-first", "data-key": "first" }, this.days(), this.played(), this.course()),
        this.byGame(), this.ladders(), this.words())), () => this.main.querySelector("h1"));
  }

  head() {
    const { trend } = this.found;
    return h("div", { class: "page-head stats-head", "data-key": "head" },
      h("div", {}, h("h1", { tabindex: "-1" }, trend[0] ?? STATS.heading), h("p", { class: "lead" }, trend[1] ?? STATS.lead)),
      h("fieldset", { class: "span-choice", "data-key": "span" }, h("legend", { class: "unseen" }, STATS.span),
        radios("span", [{ value: "recent", label: STATS.recent }, { value: "all", label: STATS.all }], this.#recent ? "recent" : "all",
          (value) => {
            this.#recent = value === "recent";
            this.draw();
          })));
  }

  waiting() {
    const { waiting } = this.found;
    return waiting > 0 && h("p", { class: "card", role: "status", "data-key": "waiting" }, STATS.waiting(waiting));
  }

  days() {
    const { daysRunning, mostDaysRunning, week } = this.found;
    return h("section", { class: "night stats-days", "data-key": "days" },
      h("h2", { class: "kicker" }, STATS.days),
      h("p", { class: "stats-large" }, number(daysRunning), h("span", {}, STATS.running(daysRunning))),
      h("ol", { class: "week" }, week.map(({ date, solved }, index) =>
        h("li", { class: "week-day", "data-solved": solved, "data-today": index === week.length - 1 },
          h("span", { "aria-hidden": "true" }, DAILY.letter(date)),
          h("span", { class: "unseen" }, DAILY.dayWas(date, solved))))),
      h("p", {}, h("a", { href: "/daily" }, STATS.best(mostDaysRunning, week.at(-1)?.solved ?? false))));
  }

  played() {
    const { played, won, wonWithoutHelp, puzzlesRightAtFirst } = this.found.total;
    return h("section", { class: "card stats-games", "data-key": "games" },
      h("h2", { class: "kicker" }, STATS.games),
      h("p", { class: "stats-large" }, number(played)),
      h("p", {}, won ? STATS.won(won, wonWithoutHelp) : STATS.none),
      puzzlesRightAtFirst.count > 0 && h("p", { class: "soft" }, STATS.puzzles(puzzlesRightAtFirst)));
  }

  course() {
    const { total } = this.found;
    const points = this.#recent
      ? total.weeks.map(({ monday, accuracy }, index) =>
        ({ label: index === total.weeks.length - 1 ? STATS.thisWeek : STATS.shortDate(monday), told: STATS.weekOf(monday), share: accuracy }))
      : total.months.map(({ month, accuracy }) => ({ label: month, told: month, share: accuracy }));
    const share = this.#recent ? total.recent : total.accuracy;
    return h("section", { class: "card stats-course", "data-key": "course" },
      h("h2", { class: "kicker" }, STATS.mattered),
      share.interval ? [
        h("p", { class: "stats-large" }, number(Math.round((100 * share.right) / share.count)),
          h("span", { class: "stats-said" }, `${STATS.of(share)}. ${STATS.probably} `, h("strong", {}, STATS.sure(share.interval)[0]), ` ${STATS.and} `,
            h("strong", {}, STATS.sure(share.interval)[1]), ".")),
        chart(points, this.#recent ? STATS.eachWeek : STATS.eachMonth),
      ] : h("p", { class: "soft" }, STATS.unchosen));
  }

  byGame() {
    return h("section", { class: "card", "data-key": "by-game" },
      h("div", { class: "stats-title" }, h("h2", { class: "kicker" }, STATS.byGame(this.#recent)),
        h("p", { class: "small soft", "aria-hidden": "true" }, h("span", { class: "stat-sure-sign" }), STATS.howSure)),
      h("ul", { class: "stat-bars" }, this.games.map((game) => {
        const { recent, accuracy } = this.found.games[game.name];
        return bar(game, this.#recent ? recent : accuracy);
      })));
  }

  ladders() {
    return h("section", { class: "card", "data-key": "ladders" },
      h("div", { class: "stats-title" }, h("h2", { class: "kicker" }, STATS.ladder), h("p", { class: "small soft" }, STATS.anyTime)),
      h("ul", { class: "ladders" }, this.games.map((game) => ladder(game, this.found.ladders[game.name], ({ level }) => this.climb(game.name, level)))),
      h("p", { class: "problem", role: "alert", "data-key": "problem" }, this.#problem));
  }

  /**
   * Play against a rung, from a start that can be won.
   * @param {string} game
   * @param {string} level
   */
  async climb(game, level) {
    try {
      /** @type {import("../types").OwnMatch} */
      const { match } = await post("/api/ladder", { game, level, name: recall("name") ?? "Player 1" });
      go(`/match/${match.code}`);
    } catch (problem) {
      this.#problem = messageOf(problem);
      this.draw();
    }
  }

  words() {
    const { habits, ratings } = this.found;
    const rated = this.games.filter(({ name }) => name in ratings);
    return h("div", { class: "stats-words", "data-key": "words" },
      habits.length > 0 && h("section", { class: "card", "data-key": "habits" },
        h("h2", { class: "kicker" }, STATS.shows), h("ul", {}, habits.map((habit) => h("li", {}, habit)))),
      rated.length > 0 && h("section", { class: "card", "data-key": "ratings" },
        h("h2", { class: "kicker" }, STATS.ratings),
        h("ul", { class: "stat-ratings" }, rated.map(({ name, title: words }) =>
          h("li", {}, h("a", { href: `/practice/${name}` }, words), h("span", {}, STATS.rating(ratings[name])))))));
  }
}
