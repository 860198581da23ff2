// Practice: puzzles of one game at the player's level. Puzzles that were missed come again.

import { isForPage, rove, settle } from "../board/keyboard.js";
import { badge, gameMark, icon } from "../components/tile.js";
import { h, keepingFocus, patch } from "../dom.js";
import { playOut, pressKey, showSaid, Solving, table, triesOf, why } from "../puzzle/puzzle.js";
import { alone, get, here, messageOf, post } from "../server.js";
import { digitsPlay, openPage, title } from "../shell.js";
import { DAILY, DIFFICULTIES, PRACTICE } from "../strings/puzzle.js";

/**
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").PracticeInfo} PracticeInfo
 */

/**
 * @param {HTMLElement} main
 * @param {?string} name the game
 */
async function show(main, name) {
  title(PRACTICE.title);
  /** @type {Game[]} */
  const games = await get("/api/games");
  const page = new PracticePage(main, games, name ?? games[0].name);
  await page.next();
  page.open();
}

class PracticePage {
  /** @type {?Solving} */
  #solving = null;
  /** @type {?PracticeInfo} */
  #asked = null;
  /** The chosen difficulty, by default the player's own level. */
  #grade = "";

  /**
   * @param {HTMLElement} main
   * @param {Game[]} games
   * @param {string} game
   */
  constructor(main, games, game) {
    this.main = main;
    this.games = games;
    this.game = game;
  }

  open() {
    rove(this.main);
    document.addEventListener("keydown", (event) => {
      if (isForPage(event) && this.#solving) pressKey(this.#solving, event, digitsPlay());
    });
  }

  /** Request the next puzzle. */
  async next() {
    const mistakes = new URLSearchParams(here().search).has("mistakes");
    /** @type {PracticeInfo} */
    const asked = await get(
      `/api/practice?game=${encodeURIComponent(this.game)}${this.#grade && `&grade=${this.#grade}`}${mistakes ? "&mistakes=true" : ""}`);
    const { puzzle, tries, said } = asked;
    const { game, options, task, position } = puzzle;
    this.#asked = asked;
    this.#solving = new Solving(puzzle, { tries, left: puzzle.tries - tries.length, solution: null, said }, {
      changed: () => this.draw(),
      judge: (answers) => post("/api/puzzles/answer", { game, options, task, position, answers }),
    });
    this.draw();
    this.main.querySelector("h1")?.focus();
  }

  draw() {
    const [solving, asked] = [this.#solving, this.#asked];
    if (!solving || !asked) return;
    keepingFocus(
      () => patch(this.main, h("div", { class: "daily", "data-game": this.game }, this.head(solving), this.choice(),
        asked.lead && h("p", { class: "practice-lead", "data-key": "lead" }, asked.lead),
        h("div", { class: "daily-columns", "data-key": "columns" },
          table(solving, this.further(solving)),
          h("div", { class: "daily-side", "data-key": "side" }, why(solving), this.level(asked), this.others())))),
      () => this.main.querySelector("#task"),
    );
    settle(this.main);
    showSaid(solving);
  }

  /** @param {Solving} solving */
  head(solving) {
    const { puzzle } = solving;
    return h("header", { class: "match-head daily-head", "data-key": "head" },
      badge(this.game),
      h("h1", { tabindex: "-1" }, PRACTICE.heading(puzzle.grade)),
      h("p", { class: "goal" }, h("span", { class: "daily-game" }, `${puzzle.title}: `), puzzle.goal),
      triesOf(solving));
  }

  choice() {
    return h("nav", { class: "night-strip", "aria-label": PRACTICE.games, "data-key": "games" },
      h("div", { class: "five" }, this.games.map(({ name, title: words }) =>
        h("a", {
          class: "five-mark", href: `/practice/${name}`, "data-game": name, "aria-label": words,
          "aria-current": name === this.game ? "page" : null,
        }, gameMark(name)))));
  }

  /** @param {Solving} solving */
  further(solving) {
    const next = () => this.next().catch((problem) => solving.refuse(messageOf(problem)));
    return [
      h("button", { class: "make", type: "button", id: "make", "data-key": "after", onclick: next }, PRACTICE.next),
      solving.isMove && h("button", { class: "button", type: "button", "data-key": "out", onclick: () => playOut(solving) }, DAILY.playOut),
    ];
  }

  /** @param {PracticeInfo} asked */
  level({ rating, grades }) {
    return h("section", { class: "card daily-card", "data-key": "level" },
      h("h2", { class: "kicker" }, PRACTICE.level),
      h("p", {}, rating ?? PRACTICE.unknown),
      grades.length > 1 && h("label", { class: "field", "data-key": "grade" }, PRACTICE.grade,
        h("select", {
          id: "grade", onchange: ({ currentTarget }) => {
            this.#grade = currentTarget.value;
            this.next().catch((problem) => this.#solving?.refuse(messageOf(problem)));
          },
        }, h("option", { value: "" }, PRACTICE.ownLevel),
          grades.map((grade) => h("option", { value: grade, selected: String(grade) === this.#grade }, DIFFICULTIES[grade - 1])))));
  }

  others() {
    return h("nav", { class: "older", "aria-label": PRACTICE.more, "data-key": "older" },
      h("a", { class: "button", href: `/rules/${this.game}` }, icon("rules"), DAILY.rules),
      h("a", { class: "button", href: "/daily" }, DAILY.todays),
      !alone && h("a", { class: "button", href: "/worksheet" }, PRACTICE.paper));
  }
}

openPage(show);
