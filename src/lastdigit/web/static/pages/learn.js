// A lesson: step by step, one sentence, one position and one thing to find.

import { boardOf } from "../board/board.js";
import { answersOf, MoveEntry } from "../board/entry.js";
import { digitOf, isForPage, rove, settle } from "../board/keyboard.js";
import { logs, numbers, theirsFirst } from "../board/rows.js";
import { badge, icon, tile } from "../components/tile.js";
import { h, keepingFocus, patch, strong } from "../dom.js";
import { remember } from "../memory.js";
import { get, here } from "../server.js";
import { digitsPlay, openPage, title } from "../shell.js";
import { LEARN } from "../strings.js";

/**
 * @typedef {import("../types").LessonInfo} Lesson
 * @typedef {import("../types").LessonStep} Step
 * @typedef {Step["replies"][number]} Reply
 */

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
async function show(main, game) {
  /** @type {Lesson} */
  const lesson = await get(`/api/games/${encodeURIComponent(game)}/lesson`);
  remember(`lesson-${game}`, "offered");
  title(LEARN.title, lesson.title);
  new LearnPage(main, lesson).open();
}

class LearnPage {
  at = 0;
  /** @type {Reply[]} */
  #found = [];
  /** @type {?Reply} */
  #reply = null;

  /**
   * @param {HTMLElement} main
   * @param {Lesson} lesson
   */
  constructor(main, lesson) {
    this.main = main;
    this.lesson = lesson;
    this.entry = new MoveEntry({
      changed: () => this.draw(),
      complete: (move) => this.claim(move),
      refused: () => {},
    });
  }

  open() {
    rove(this.main);
    document.addEventListener("keydown", (event) => this.press(event));
    this.draw();
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  get isDone() {
    return this.step && this.#found.length >= this.step.count;
  }

  /**
   * Check a move that may be one to find. The line shows why it is right or wrong.
   * @param {string} move
   */
  claim(move) {
    const reply = this.step.replies.find((one) => one.move === move) ?? null;
    const known = this.#found.some((one) => one.move === move);
    if (reply?.right && !known) this.#found.push(reply);
    this.#reply = known ? null : reply;
    this.entry.clear();
    this.draw();
  }

  next() {
    this.at += 1;
    [this.#found, this.#reply] = [[], null];
    this.entry.clear();
    this.draw();
    this.main.querySelector("h1")?.focus();
  }

  draw() {
    keepingFocus(
      () => patch(this.main, h("div", { class: "lesson", "data-game": this.lesson.game },
        this.head(), this.step ? this.table(this.step) : this.end())),
      () => this.main.querySelector("h1"),
    );
    settle(this.main);
  }

  head() {
    const { steps, title: game } = this.lesson;
    return h("header", { class: "match-head lesson-head", "data-key": "head" },
      badge(this.lesson.game),
      h("h1", { tabindex: "-1" }, LEARN.heading(game, steps.length)),
      h("p", { class: "goal" }, this.step ? LEARN.progress(this.at + 1, steps.length) : LEARN.over),
      h("div", { class: "steps", role: "img", "aria-label": LEARN.progress(Math.min(this.at + 1, steps.length), steps.length) },
        steps.map((_, index) => h("span", { class: "lesson-step", "data-state": index < this.at ? "done" : index === this.at ? "now" : "later" }))),
      this.step && h("button", { class: "quiet", type: "button", "data-key": "skip", onclick: () => this.next() }, LEARN.skip));
  }

  /** @param {Step} step */
  table(step) {
    const done = this.isDone;
    const found = this.#found.map(({ move }) => answersOf(step.question, move));
    const wrong = this.#reply && !this.#reply.right ? answersOf(step.question, this.#reply.move) : [];
    // Moves that were found stay marked on the board.
    const view = (done && this.#found.at(-1)?.view) || step.view;
    const shown = boardOf({ turn: 0, position: step.position, mover: 1, view, question: done ? null : step.question }, {
      chosen: this.entry.chosen,
      typed: this.entry.typed,
      open: !done,
      wrong,
      found: found.filter((answers) => answers.length === 1).map(([text]) => text),
      answer: (depth, text) => this.entry.answer(step.question, depth, text),
    });
    return h("div", { class: "lesson-table", "data-key": `step ${this.at}` },
      h("div", { class: "lesson-part", "data-key": "position" },
        h("h2", { class: "lesson-heading" }, step.heading),
        numbers(theirsFirst(view), { mover: 1, notes: true, game: this.lesson.game, ...shown }),
        logs(shown.rest.filter(({ cells }) => cells.length))),
      h("div", { class: "lesson-part", "data-key": "finding" },
        h("div", { class: "lesson-task", "data-key": "task" },
          h("p", { class: "label" }, step.task),
          h("span", { class: "lesson-found", role: "img", "aria-label": LEARN.found(this.#found.length, step.count) },
            Array.from({ length: step.count }, (_, index) => this.#found[index]
              ? h("span", { class: "lesson-place", "data-found": true }, icon("check"))
              : h("span", { class: "lesson-place" })))),
        shown.keys,
        h("p", { class: "sentence lesson-line", role: "status", "data-key": "line", "data-empty": !this.#reply }, h("span", {}, strong(this.words()))),
        done ? this.further() : this.button(step)));
  }

  words() {
    if (!this.#reply) return " ";
    const verdict = this.#reply.right ? "" : LEARN.no;
    const after = this.isDone ? ` ${this.step.done}` : "";
    return `${verdict}${this.#reply.sentence}${after}`;
  }

  /** @param {Step} step */
  button(step) {
    const whole = this.entry.whole(step.question);
    const reply = whole && step.replies.find(({ move }) => move === this.entry.chosen.join(" "));
    return h("button", {
      class: reply ? "make" : "make open", id: "make", type: "button", "data-key": "make", "aria-disabled": reply ? null : "true",
      onclick: () => reply && this.claim(reply.move),
    }, reply ? reply.button : LEARN.tap(step.ask));
  }

  further() {
    const last = this.at + 1 === this.lesson.steps.length;
    return h("button", {
      class: "make", id: "make", type: "button", "data-key": "next", onclick: () => this.next(),
    }, last ? LEARN.finish : LEARN.next);
  }

  end() {
    const { game, goal, title: name } = this.lesson;
    // A reader who came from a game returns to it.
    const then = new URLSearchParams(here().search).get("then");
    return h("div", { class: "lesson-table lesson-end", "data-key": "end" },
      h("h2", { class: "lesson-heading" }, goal),
      tile("9", { states: ["last"] }),
      h("a", { class: "make", href: then ? `/match/${encodeURIComponent(then)}` : `/new/${game}` }, LEARN.play(name)),
      h("a", { class: "button", href: `/rules/${game}` }, LEARN.rules));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event) || !this.step) return;
    const { question } = this.step;
    if (event.key === "Escape") {
      this.entry.clear();
      this.draw();
    } else if (digitOf(event) && digitsPlay() && !this.isDone) {
      this.entry.type(question, digitOf(event) ?? "");
    } else if (event.key === "Enter" && !event.target.closest("a, button:not([data-answer])")) {
      if (this.isDone) this.next();
      else if (this.entry.typed) this.entry.settle(question);
      else if (this.entry.play(question)) event.preventDefault();
    }
  }
}

openPage(show);
