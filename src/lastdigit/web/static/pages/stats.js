// Statistics: games, accuracy, streak, ladder and ratings, with charts; and the page that the link of `lastdigit serve --mine`
// opens, which leads here.

import { radios } from "../components/fields.js";
import { badge, icon, number } from "../components/tile.js";
import { h, keepingFocus, patch, svg } from "../dom.js";
import { recall } from "../memory.js";
import { get, go, goInstead, here, messageOf, post, rename } from "../server.js";
import { openPage, title } from "../shell.js";
import { PERSON, STATS } from "../strings/player.js";
import { DAILY } from "../strings/puzzle.js";

/**
 * @typedef {import("../types").Statistics} Statistics
 * @typedef {import("../types").GameInfo} Game
 */

/** While games are being reviewed, the page is updated at this interval, in milliseconds. */
const AGAIN = 500;

/**
 * Make this browser the local user's.
 * @param {HTMLElement} main
 */
async function becomeLocalUser(main) {
  title(PERSON.ownTitle);
  patch(main, h("div", { class: "page-head" }, h("h1", {}, PERSON.ownTitle), h("p", { role: "status" }, PERSON.ownWait)));
  const link = here().hash.slice(1);
  rename(here().pathname); // the link works only once
  await post("/api/me/own", { link: link || "-" });
  goInstead("/stats");
}

/** @param {HTMLElement} main */
async function show(main) {
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
  /** Why a rung cannot be played now. */
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
      h("div", { class: "stats", "data-key": "stats" }, this.practice(),
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
      h("p", { class: "stats-large" }, number(daysRunning), h("span", {}, STATS.streak)),
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
        ({ label: index === total.weeks.length - 1 ? STATS.thisWeek : STATS.shortDate(monday), period: STATS.weekOf(monday), share: accuracy }))
      : total.months.map(({ month, accuracy }) => ({ label: month, period: month, share: accuracy }));
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

  practice() {
    const { practiceGame, practiceReason } = this.found;
    return practiceGame && h("section", { class: "card stats-practice", "data-key": "practice", "data-game": practiceGame },
      badge(practiceGame),
      h("div", {}, h("h2", { class: "kicker" }, STATS.practice), h("p", {}, practiceReason)),
      h("a", { class: "button primary", href: `/practice/${practiceGame}?mistakes` }, STATS.tryAgain));
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
   * Play against a rung, from a position that can be won.
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

/**
 * @typedef {import("../types").ShareData} Share
 * @typedef {{label: string, period: string, share: Share}} Point
 */

const LINES = [0, 25, 50, 75, 100];
/** The margin on each side of the chart, in per cent. */
const MARGIN = 3;

/** @param {Share} share */
const level = ({ right, count }) => 100 - (100 * right) / count;

/**
 * Return the chart. Points without decisions are left out.
 * @param {Point[]} points oldest first
 * @param {string} each the period of a point
 */
function chart(points, each) {
  const last = Math.max(1, points.length - 1);
  const placed = points.map((point, index) => ({ ...point, x: points.length === 1 ? 50 : MARGIN + ((100 - 2 * MARGIN) * index) / last }))
    .filter(({ share }) => share.count > 0);
  const named = new Set([points[0], points[Math.floor(last / 2)], points.at(-1)]);
  return h("figure", { class: "chart", "data-key": "chart" },
    h("figcaption", { class: "unseen" }, placed.map(({ period, share }) => STATS.pointInWords(period, share)).join(" ")),
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
  // A single point has a band of fixed width.
  const wide = ends.length === 1 ? [{ ...ends[0], x: ends[0].x - MARGIN }, { ...ends[0], x: ends[0].x + MARGIN }] : ends;
  const outline = [...wide.map(({ x, high }) => `${x},${high}`), ...wide.toReversed().map(({ x, low }) => `${x},${low}`)];
  return svg("polygon", { class: "chart-band", points: outline.join(" ") });
}

/** @param {number} share */
const percent = (share) => `${share * 100}%`;

/**
 * @param {{name: string, title: string}} game
 * @param {import("../types").ShareData} share
 */
function bar({ name, title }, share) {
  const { right, count, interval } = share;
  return h("li", { class: "stat-bar", "data-game": name, "data-key": name },
    badge(name), h("strong", {}, title),
    h("span", { class: "stat-track", "aria-hidden": "true" },
      count > 0 && h("span", { class: "stat-fill", "--right": percent(right / count) }),
      interval && h("span", { class: "stat-sure", "--low": percent(interval[0]), "--high": percent(interval[1]) })),
    h("span", { class: "stat-of" }, count > 0 ? [h("strong", {}, right), ` of ${count}`] : "–",
      h("span", { class: "unseen" }, STATS.pointInWords("", share).slice(1))));
}

const WINS = 3;

/** @typedef {import("../types").RungData} Rung */

/**
 * @param {{name: string, title: string}} game
 * @param {Rung[]} rungs weakest first
 * @param {(rung: Rung) => void} play
 */
function ladder({ name, title }, rungs, play) {
  const next = rungs.find(({ beaten }) => !beaten);
  return h("li", { class: "ladder", id: `ladder-${name}`, "data-game": name, "data-key": name },
    h("h3", { class: "ladder-head" }, badge(name), title),
    h("ol", { class: "rungs", reversed: true }, rungs.toReversed().map((rung) =>
      h("li", { "data-key": rung.level },
        h("button", {
          class: "rung", type: "button", "data-state": rung.beaten ? "beaten" : rung === next ? "next" : "open",
          "data-rung": `${name} ${rung.level}`, onclick: () => play(rung),
        },
          h("span", {}, rung.name),
          rung.beaten ? icon("check") : (rung === next || rung.running > 0) && wins(rung),
          h("span", { class: "unseen" }, `, ${title}: ${rung.beaten ? STATS.beaten : STATS.runs(rung.running)}`))))),
    h("p", { class: "small soft" }, next ? STATS.more(WINS - next.running, next.name) : STATS.top));
}

/** @param {Rung} rung */
const wins = ({ running }) =>
  h("span", { class: "rung-wins", "aria-hidden": "true" },
    Array.from({ length: WINS }, (_, index) => h("span", { "data-won": index < running })));

openPage((main) => (here().pathname === "/own" ? becomeLocalUser(main) : show(main)));
