// The puzzles of the day: one of each game with a few tries, the explanation, and sharing the result.

import { isForPage, rove, settle } from "../board/keyboard.js";
import { challengeHere, openLink, sideBySide } from "../challenge/views.js";
import { share } from "../components/share.js";
import { badge, gameMark, icon, number } from "../components/tile.js";
import { h, keepingFocus, patch } from "../dom.js";
import { burst, sounds } from "../match/feedback.js";
import { Archive } from "../puzzle/archive.js";
import { coloursNow, drawingOf, finishScreen, pictureFile, savePicture } from "../puzzle/finish.js";
import { playOut, pressKey, showSaid, Solving, table, triesOf, why } from "../puzzle/puzzle.js";
import { get, here, linkTo, post, Refusal } from "../server.js";
import { digitsPlay, openPage, showMissing, title } from "../shell.js";
import { CHALLENGE_BUTTONS, CHALLENGE_NAMES, onTheClock } from "../strings.js";
import { CHALLENGE } from "../strings/challenge.js";
import { DAILY, FINISH, REMINDER } from "../strings/puzzle.js";

/** @typedef {import("../types").Daily} Daily */

/**
 * @param {HTMLElement} main
 * @param {?string} day
 */
async function show(main, day) {
  const daily = await askFor(day);
  if (!daily) return showMissing(main, DAILY.notADay(day ?? ""));
  title(DAILY.title(daily.day));
  new DailyPage(main, daily).open();
}

/**
 * Return the puzzles of a day, by default today's, or null if the address has no valid day.
 * @param {?string} day
 * @returns {Promise<?Daily>}
 */
async function askFor(day) {
  try {
    return await get(day === null ? "/api/daily" : `/api/daily?day=${encodeURIComponent(day)}`);
  } catch (problem) {
    if (problem instanceof Refusal && problem.error === "malformed") return null;
    throw problem;
  }
}

class DailyPage {
  /** The result of the last press on Share. */
  #shared = "";
  /** Whether the screen for a solved day is shown instead of a puzzle. */
  #finished = false;
  #celebrated = false;
  /** Whether the last puzzle was solved during this visit: then its explanation is still of interest. */
  #justSolved = false;

  /**
   * @param {HTMLElement} main
   * @param {Daily} daily
   */
  constructor(main, daily) {
    this.main = main;
    this.daily = daily;
    this.arrived = performance.now();
    this.archive = new Archive(daily, () => this.draw());
    this.five = daily.puzzles.map(({ puzzle, ...progress }) => new Solving(puzzle, progress, {
      changed: () => this.change(),
      judge: (answers) => this.judge(puzzle.game, answers),
    }));
    this.at = Math.max(0, this.five.findIndex(({ over }) => !over));
  }

  open() {
    rove(this.main);
    document.addEventListener("keydown", (event) => {
      if (isForPage(event)) pressKey(this.solving, event, digitsPlay());
    });
    // Open the game that the address asks for.
    const asked = this.five.findIndex(({ puzzle }) => `#${puzzle.game}` === here().hash);
    if (asked >= 0) this.at = asked;
    this.#finished = asked < 0 && this.solved;
    this.#celebrated = this.solved;
    this.draw();
    if (this.daily.day === this.daily.today) setInterval(() => this.tick(), 1000);
  }

  get solving() {
    return this.five[this.at];
  }

  /** The challenge that this puzzle answers, or null. */
  get challenge() {
    const challenge = challengeHere();
    const task = challenge?.task;
    return task?.kind === "puzzle" && task.day === this.daily.day && task.game === this.solving.puzzle.game ? challenge : null;
  }

  /** The reader's result, for a challenge. @returns {import("../challenge/link.js").Result} */
  get result() {
    const { solved, tries } = this.solving;
    return { outcome: solved ? "won" : "lost", count: Math.max(1, tries.length), name: "" };
  }

  /** Return both results if this puzzle answers a challenge, with a link to send back. */
  versus() {
    const { challenge } = this;
    if (!challenge || !this.solving.over) return null;
    const { task, first } = challenge;
    return h("section", { class: "card daily-card", "data-key": "versus-card" },
      h("h2", { class: "kicker" }, CHALLENGE.title),
      sideBySide("puzzle", first, this.result, [first.name || CHALLENGE_NAMES.friend, CHALLENGE_NAMES.you]),
      h("button", { class: "button amber", type: "button", "data-key": "back", onclick: () => openLink({ task, first, second: this.result }) },
        icon("share"), CHALLENGE_BUTTONS.back));
  }

  challengeFriend() {
    openLink({ task: { kind: "puzzle", game: this.solving.puzzle.game, day: this.daily.day }, first: this.result, second: null });
  }

  /** Whether all puzzles of the day are solved. */
  get solved() {
    return this.five.every(({ solved }) => solved);
  }

  /** Draw the page after a change of a puzzle. The last solution opens the screen for a solved day. */
  change() {
    const celebrates = this.solved && !this.#celebrated && !this.challenge;
    if (celebrates) this.#finished = this.#celebrated = this.#justSolved = true;
    this.draw();
    if (!celebrates) return;
    const heading = this.main.querySelector("h1");
    heading?.focus();
    scrollTo({ top: 0 });
    sounds.won();
    burst(heading);
  }

  showFinish() {
    this.#finished = true;
    this.draw();
    this.main.querySelector("h1")?.focus();
  }

  /**
   * @param {string} game
   * @param {string[]} answers
   */
  async judge(game, answers) {
    /** @type {import("../types").GradedAnswer} */
    const judged = await post("/api/daily/answer", { day: this.daily.day, game, answers });
    if (judged.over || !judged.right) this.refresh().catch(() => {}); // the answer itself is already known
    return judged;
  }

  /** Reload the streak and the text to share, which the server computes. */
  async refresh() {
    const { running, week, soFar, archive, share: text } = /** @type {Daily} */ (await get(`/api/daily?day=${this.daily.day}`));
    this.daily = { ...this.daily, running, week, soFar, archive, share: text };
    this.archive.daily = this.daily;
    this.draw();
  }

  /** @param {number} index */
  choose(index) {
    this.#finished = false;
    this.at = index;
    this.#shared = "";
    this.draw();
    this.main.querySelector("h1")?.focus();
  }

  get left() {
    return this.daily.seconds * 1000 - (performance.now() - this.arrived);
  }

  tick() {
    const clock = this.main.querySelector("[data-key=next]");
    if (clock) patch(clock, this.next());
  }

  draw() {
    if (this.#finished) return this.drawFinish();
    const { puzzle } = this.solving;
    keepingFocus(
      () => patch(this.main, h("div", { class: "daily", "data-key": "puzzle", "data-game": puzzle.game }, this.head(), this.marks(),
        h("div", { class: "daily-columns", "data-key": "columns" },
          table(this.solving, this.further()),
          h("div", { class: "daily-side", "data-key": "side" }, this.versus(), why(this.solving), this.sharing(), this.week(), this.archive.element(), this.soFar(), this.reminder(), this.others())))),
      () => this.main.querySelector("#task"),
    );
    settle(this.main);
    showSaid(this.solving);
  }

  drawFinish() {
    const { daily, five } = this;
    patch(this.main, h("div", { class: "daily", "data-key": "finished" },
      finishScreen({
        daily, five, next: daily.day === daily.today && this.next(), choose: (index) => this.choose(index),
        save: async () => savePicture(await this.picture()),
        send: async () => withPicture(daily.share, await this.picture()),
      }),
      h("div", { class: "finish-cards", "data-key": "cards" }, this.#justSolved && why(this.solving), this.week(), this.archive.element(), this.soFar(), this.reminder()),
      this.others()));
  }

  head() {
    const { puzzle } = this.solving;
    return h("header", { class: "match-head daily-head", "data-key": "head" },
      badge(puzzle.game),
      h("h1", { tabindex: "-1" }, DAILY.puzzle, " ", number(this.daily.day)),
      h("p", { class: "goal" }, h("span", { class: "daily-game" }, `${puzzle.title}: `), puzzle.goal),
      triesOf(this.solving));
  }

  /** Return the five puzzles with their states, as buttons. */
  marks() {
    return h("nav", { class: "night-strip", "aria-label": DAILY.five, "data-key": "five" },
      h("div", { class: "five", "data-key": "marks", "data-roving": true }, this.five.map((one, index) => {
        const state = one.solved ? "solved" : one.over ? "missed" : one.tries.length ? "begun" : "open";
        return h("button", {
          class: "five-mark", type: "button", "data-game": one.puzzle.game, "data-key": one.puzzle.game, "data-state": state,
          "aria-current": index === this.at ? "true" : null, "aria-label": `${one.puzzle.title}, ${DAILY.states[state]}`,
          onclick: () => this.choose(index),
        }, gameMark(one.puzzle.game), one.over && h("span", { class: "five-sign" }, icon(one.solved ? "check" : "cross")));
      })),
      this.daily.running > 0 && h("p", { class: "strip-days", "data-key": "days" },
        number(this.daily.running), ` ${DAILY.streak}`),
      this.daily.day === this.daily.today && h("p", { class: "strip-next", "data-key": "next" }, this.next()));
  }

  next() {
    if (this.left <= 0) return h("a", { href: "/daily" }, DAILY.fresh);
    return [h("span", { class: "strip-label" }, DAILY.next), " ", number(onTheClock(Math.max(this.left, 10_000)))];
  }

  further() {
    const { isMove } = this.solving;
    const after = [...this.five.keys()].map((step) => (this.at + step) % this.five.length).find((index) => !this.five[index].over);
    return [
      after !== undefined && h("button", {
        class: "make", type: "button", id: "make", "data-key": "after", onclick: () => this.choose(after),
      }, DAILY.after(this.five[after].puzzle.title)),
      isMove && h("button", {
        class: after === undefined ? "make" : "button", type: "button", "data-key": "out", onclick: () => playOut(this.solving),
      }, DAILY.playOut),
      this.solved && h("button", {
        class: isMove ? "button" : "make", type: "button", "data-key": "finish", onclick: () => this.showFinish(),
      }, FINISH.heading(this.five.length)),
    ];
  }

  sharing() {
    if (!this.five.some(({ tries }) => tries.length)) return null;
    return h("section", { class: "card daily-card", "data-key": "share" },
      h("h2", { class: "kicker" }, DAILY.share),
      h("pre", { class: "shared" }, this.daily.share),
      h("button", {
        class: "button amber", type: "button", "data-key": "copy", onclick: async () => {
          this.#shared = await share(this.daily.share);
          this.draw();
        },
      }, icon("share"), DAILY.shareButton),
      h("button", { class: "button", type: "button", "data-key": "picture", onclick: async () => savePicture(await this.picture()) }, DAILY.picture),
      this.solving.over && h("button", { class: "button", type: "button", "data-key": "challenge", onclick: () => this.challengeFriend() }, CHALLENGE_BUTTONS.offer),
      h("p", { class: "small", role: "status", "data-key": "copied" }, this.#shared));
  }

  /** Return the result of the day as a PNG file. */
  picture() {
    const { day, running } = this.daily;
    const lines = this.five.map(({ puzzle, tries }) =>
      ({ title: puzzle.title, tries: tries.map(({ right }) => right), most: puzzle.tries }));
    const foot = running > 0 ? `${running} ${DAILY.streak}` : "";
    return pictureFile(drawingOf(DAILY.named(day), lines, foot, coloursNow()), `last-digit-${day}.png`);
  }

  week() {
    const { day, today, week, running } = this.daily;
    return day === today && h("section", { class: "card daily-card", "data-key": "week" },
      h("h2", { class: "kicker" }, DAILY.week),
      h("ol", { class: "week" }, week.map(({ date, solved }, index) =>
        h("li", { class: "week-day", "data-solved": solved, "data-today": index === week.length - 1 },
          h("span", { "aria-hidden": "true" }, DAILY.letter(date)),
          h("span", { class: "unseen" }, DAILY.dayWas(date, solved))))),
      h("p", {}, running > 0 ? [number(running), " ", DAILY.streak] : DAILY.none));
  }

  /** Offer a calendar file with a daily reminder. */
  reminder() {
    return h("section", { class: "card daily-card", "data-key": "reminder" },
      h("h2", { class: "kicker" }, REMINDER.title),
      h("p", {}, REMINDER.about),
      h("a", { class: "button", href: `/reminder.ics?link=${encodeURIComponent(linkTo("/daily"))}`, download: "last-digit.ics" }, REMINDER.get));
  }

  /** Return how many puzzles were solved at each try. */
  soFar() {
    const { soFar } = this.daily;
    const most = Math.max(...soFar);
    return most > 0 && h("section", { class: "card daily-card", "data-key": "so-far" },
      h("h2", { class: "kicker" }, DAILY.soFar),
      h("ul", { class: "so-far" }, soFar.map((count, index) =>
        h("li", {}, h("span", {}, DAILY.tryNames[index]),
          h("span", { class: "so-far-bar", "--share": `${(100 * count) / most}%`, "aria-hidden": "true" }), h("strong", {}, count)))));
  }

  others() {
    const { day, today } = this.daily;
    const { game } = this.solving.puzzle;
    return h("nav", { class: "older", "aria-label": DAILY.older, "data-key": "older" },
      h("a", { class: "button", href: `/rules/${game}` }, icon("rules"), DAILY.rules),
      h("a", { class: "button", href: `/practice/${game}` }, DAILY.practice),
      day > 1 && h("a", { class: "button", href: `/daily/${day - 1}` }, day === today ? DAILY.yesterday : DAILY.puzzleOf(day - 1)),
      day + 1 < today && h("a", { class: "button", href: `/daily/${day + 1}` }, DAILY.puzzleOf(day + 1)),
      day < today && h("a", { class: "button", href: "/daily" }, DAILY.todays));
  }
}

/**
 * Return a text to share, with the picture if the device takes files.
 * @param {string} text
 * @param {File} picture
 * @returns {ShareData}
 */
function withPicture(text, picture) {
  const both = { text, files: [picture] };
  return navigator.canShare?.(both) ? both : { text };
}

openPage(show);
