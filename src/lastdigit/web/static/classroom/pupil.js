// The classroom as a pupil sees it: joining, waiting for a game, and the puzzles of the class.

import { isForPage, rove, settle } from "../board/keyboard.js";
import { textField, textIn } from "../components/fields.js";
import { badge, icon } from "../components/tile.js";
import { h, keepingFocus, patch } from "../dom.js";
import { recall, remember } from "../memory.js";
import { pressKey, Solving, table, triesOf, why } from "../puzzle/puzzle.js";
import { get, go, here, post, rename } from "../server.js";
import { digitsPlay } from "../shell.js";
import { CLASS_KINDS, CLASS_PUPIL, PUZZLE_STATES } from "../strings/classroom.js";
import { standings } from "./room.js";

/** @typedef {import("./room.js").Room} Room */

/** The hash of the address after a game: its player wants another one. */
const READY = "#ready";

/**
 * Return the address of a game's board, with the class for the way back.
 * @param {Room} room
 */
const boardOf = ({ you, info }) => `/match/${you.match}?class=${info.code}`;

export class PupilPage {
  /** The game that existed when the page was opened. It is not opened automatically. @type {?string} */
  #known;
  /** Whether the next game has been requested. A restarted server does not know. */
  #wants = false;

  /**
   * @param {HTMLElement} main
   * @param {Room} room
   */
  constructor(main, room) {
    this.main = main;
    this.room = room;
    this.#known = room.you.match;
  }

  /** Request the next game right after a game. */
  open() {
    if (here().hash !== READY) return;
    rename(here().pathname);
    if (this.room.you.role === "pupil" && !this.room.you.match) this.wait(true);
  }

  /** @param {boolean} ready */
  wait(ready) {
    this.#wants = ready;
    return this.room.ask("ready", { ready });
  }

  draw() {
    const { room } = this;
    const { you, info } = room;
    if (you.match && you.match !== this.#known) {
      this.#known = you.match;
      go(boardOf(room));
      return;
    }
    if (!you.match) this.#known = null;
    if (you.match || room.problem || you.out || !info.open) this.#wants = false;
    if (this.#wants && !you.waiting && !room.away) {
      this.wait(true);
      return;
    }
    keepingFocus(
      () => patch(this.main, h("div", { class: "classroom", "data-game": info.game },
        h("header", { class: "match-head", "data-key": "head" },
          badge(info.game),
          h("h1", { tabindex: "-1" }, info.title),
          h("p", { class: "goal" }, `${info.gameTitle}. ${info.goal}`)),
        h("section", { class: "card class-next", "data-key": you.role }, you.role === "pupil" ? this.next() : this.joining()),
        h("p", { class: "problem", role: "alert", "data-key": "trouble" }, room.trouble),
        info.pupils.length > 0 && standings(info, { you: you.number }),
        h("p", { class: "soft small", "data-key": "explained" }, info.explained))),
      () => this.main.querySelector("h1"),
    );
  }

  joining() {
    if (!this.room.info.open) return h("p", {}, CLASS_PUPIL.closed);
    return h("form", {
      class: "form", onsubmit: (event) => {
        event.preventDefault();
        const name = textIn(event.currentTarget, "name");
        if (name) remember("name", name);
        this.room.ask("pupils", { name });
      },
    },
      textField("name", CLASS_PUPIL.yourName, { maxlength: 40, value: recall("name") ?? "", autocomplete: "nickname", spellcheck: "false" }),
      h("p", { class: "soft small" }, CLASS_PUPIL.howNamed),
      h("button", { class: "make", type: "submit" }, CLASS_PUPIL.join));
  }

  next() {
    const { you, info, me } = this.room;
    return [
      h("h2", { "data-key": "next" }, CLASS_PUPIL.next),
      this.doing(),
      me && h("p", { class: "soft", "data-key": "standing" },
        `${CLASS_PUPIL.youAre(you.name)} ${CLASS_PUPIL.standing(me)} ${info.open && me.toPlay > 0 ? CLASS_PUPIL.left(me.toPlay) : ""}`),
    ];
  }

  doing() {
    const { you, info, me } = this.room;
    if (!info.open) return h("p", { "data-key": "closed" }, CLASS_PUPIL.closed);
    if (you.out) return h("p", { "data-key": "out" }, CLASS_PUPIL.out);
    if (you.match) return [
      h("p", { "data-key": "against" }, CLASS_PUPIL.against(you.against ?? "")),
      h("a", { class: "make", "data-key": "go", href: boardOf(this.room) }, CLASS_PUPIL.go),
    ];
    if (you.waiting) return [
      h("p", { role: "status", "data-key": "waiting" }, CLASS_PUPIL.waiting),
      h("button", { class: "button", type: "button", "data-key": "not-yet", onclick: () => this.wait(false) }, CLASS_PUPIL.notYet),
    ];
    const over = me?.toPlay === 0;
    const alone = info.pupils.every(({ number, state }) => number === you.number || state === "out");
    return [
      over && h("p", { "data-key": "played" },
        alone ? CLASS_PUPIL.alone : info.kind === "by-hand" ? CLASS_PUPIL.paired : CLASS_PUPIL.played),
      h("button", { class: over && !alone ? "button" : "make", type: "button", "data-key": "ready", onclick: () => this.wait(true) }, CLASS_PUPIL.ready),
      h("p", { class: "soft small", "data-key": "how" }, CLASS_KINDS[info.kind].about),
    ];
  }
}

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
