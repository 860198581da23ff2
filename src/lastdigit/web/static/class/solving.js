// The puzzles of a class as a pupil solves them, one beside the other.

import { get, post } from "../api.js";
import { isForPage, rove, settle } from "../board/keyboard.js";
import { h, keepingFocus, patch } from "../dom.js";
import { badge, icon } from "../components/tile.js";
import { why } from "../puzzle/after.js";
import { Solving } from "../puzzle/solving.js";
import { pressKey, table, triesOf } from "../puzzle/table.js";
import { digitsPlay } from "../shell.js";
import { standings } from "./standings.js";
import { PUZZLE_STATES, CLASS_PUPIL } from "../strings.js";

/** @typedef {import("./room.js").Room} Room */

export class ClassPuzzles {
  /** @type {Solving[]} */
  #all = [];
  #at = 0;

  /**
   * @param {HTMLElement} main
   * @param {Room} room
   */
  constructor(main, room) {
    this.main = main;
    this.room = room;
  }

  async open() {
    /** @type {import("../types").RoomPuzzles} */
    const { puzzles } = await get(`${this.room.path}/puzzles`);
    this.#all = puzzles.map(({ puzzle, ...progress }, index) => new Solving(puzzle, progress, {
      changed: () => this.draw(),
      judge: (answers) => post(`${this.room.path}/answer`, { puzzle: index + 1, answers }),
    }));
    this.#at = Math.max(0, this.#all.findIndex(({ over }) => !over));
    rove(this.main);
    document.addEventListener("keydown", (event) => {
      if (isForPage(event)) pressKey(this.#all[this.#at], event, digitsPlay());
    });
    this.draw();
  }

  draw() {
    const solving = this.#all[this.#at];
    const { info, you, me } = this.room;
    if (!solving) return;
    keepingFocus(
      () => patch(this.main, h("div", { class: "daily", "data-game": info.game },
        h("header", { class: "match-head daily-head", "data-key": "head" },
          badge(info.game),
          h("h1", { tabindex: "-1" }, `${info.title}: ${CLASS_PUPIL.following(this.#at + 1)}`),
          h("p", { class: "goal" }, solving.puzzle.goal),
          triesOf(solving)),
        this.marks(),
        h("div", { class: "daily-columns", "data-key": "columns" },
          table(solving, this.further()),
          h("div", { class: "daily-side", "data-key": "side" },
            why(solving),
            h("section", { class: "card daily-card", "data-key": "class" },
              !info.open && h("p", { "data-key": "closed" }, CLASS_PUPIL.closed),
              h("p", { class: "problem", role: "alert", "data-key": "trouble" }, this.room.trouble),
              me && h("p", { "data-key": "you" }, `${CLASS_PUPIL.youAre(you.name)} ${CLASS_PUPIL.standing(me)}`),
              standings(info, { you: you.number }),
              h("p", { class: "soft small" }, info.explained)))))),
      () => this.main.querySelector("#task"),
    );
    settle(this.main);
  }

  marks() {
    return h("nav", { class: "night-strip", "aria-label": CLASS_PUPIL.puzzles, "data-key": "marks" },
      h("div", { class: "five class-five", "data-key": "five", "data-roving": true }, this.#all.map((one, index) => {
        const state = one.solved ? "solved" : one.over ? "missed" : one.tries.length ? "begun" : "open";
        return h("button", {
          class: "five-mark", type: "button", "data-key": index, "data-state": state, "data-game": one.puzzle.game,
          "aria-current": index === this.#at ? "true" : null,
          "aria-label": `${CLASS_PUPIL.following(index + 1)}, ${PUZZLE_STATES[state]}`, onclick: () => this.choose(index),
        }, h("span", { "aria-hidden": "true" }, index + 1), one.over && h("span", { class: "five-sign" }, icon(one.solved ? "check" : "cross")));
      })));
  }

  further() {
    const after = [...this.#all.keys()].map((step) => (this.#at + step) % this.#all.length).find((index) => !this.#all[index].over);
    if (after === undefined) return h("p", { "data-key": "done" }, CLASS_PUPIL.done);
    return h("button", {
      class: "make", type: "button", id: "make", "data-key": "after", onclick: () => this.choose(after),
    }, CLASS_PUPIL.following(after + 1));
  }

  /** @param {number} index */
  choose(index) {
    this.#at = index;
    this.draw();
    this.main.querySelector("h1")?.focus();
  }
}
