// Classrooms: opening one, entering a code, and the page of a classroom for its teacher or its pupils.

import { ClassPuzzles, PupilPage } from "../classroom/pupil.js";
import { Room } from "../classroom/room.js";
import { gameSettings, select, settingsIn, TeacherPage } from "../classroom/teacher.js";
import { complain, EXACT, numberField, radioCards, textField, textIn, unmark } from "../components/fields.js";
import { badge } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { get, go, messageOf, post } from "../server.js";
import { openPage, title } from "../shell.js";
import { CLASS_KINDS, CLASS_OPENING } from "../strings/classroom.js";
import { usual } from "../strings/new-game.js";
import { DIFFICULTIES } from "../strings/puzzle.js";

/**
 * @param {HTMLElement} main
 * @param {?string} code
 */
async function show(main, code) {
  if (code === null) {
    title(CLASS_OPENING.title);
    return showOpening(main);
  }
  const room = await Room.at(code);
  title(room.info.title);
  const page = room.you.role === "teacher" ? new TeacherPage(main, room) : new PupilPage(main, room);
  room.changed = () => {
    const solves = room.info.kind === "puzzles" && room.you.role === "pupil";
    if (solves) solve(main, room);
    else page.draw();
  };
  room.changed();
  room.follow();
  if (page instanceof PupilPage) page.open();
}

/**
 * Replace the page with the puzzles of the class.
 * @param {HTMLElement} main
 * @param {Room} room
 */
function solve(main, room) {
  const puzzles = new ClassPuzzles(main, room);
  room.changed = () => puzzles.draw();
  return puzzles.open();
}

/**
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").RoomSummary} Summary
 * @typedef {keyof typeof CLASS_KINDS} Kind
 */

const LONGEST_NAME = 40;
const [COUNT, MOST] = [5, 10];

/** @param {HTMLElement} main */
async function showOpening(main) {
  /** @type {[Game[], Summary[]]} */
  const [games, mine] = await Promise.all([get("/api/games"), get("/api/rooms")]);
  const page = new Opening(main, games, mine);
  page.draw();
}

class Opening {
  /** @type {Kind} */
  #kind = "everyone";

  /**
   * @param {HTMLElement} main
   * @param {Game[]} games
   * @param {Summary[]} mine
   */
  constructor(main, games, mine) {
    this.main = main;
    this.games = games;
    this.mine = mine;
    this.game = games[0];
  }

  draw() {
    patch(this.main,
      h("div", { class: "page-head", "data-key": "head" },
        h("h1", {}, CLASS_OPENING.title),
        h("p", { class: "lead" }, CLASS_OPENING.lead)),
      h("div", { class: "columns", "data-key": "columns" },
        this.form(),
        h("div", { class: "side", "data-key": "side" }, entry(), this.rooms(), paper())));
  }

  form() {
    const kinds = Object.entries(CLASS_KINDS).map(([value, words]) => ({ value, ...words }));
    const puzzles = this.#kind === "puzzles";
    return h("form", { class: "form card class-form", id: "open-room", "data-key": "form", novalidate: true, onsubmit: (event) => this.submit(event) },
      h("div", { class: "form-part", "data-key": "parts" },
        textField("title", CLASS_OPENING.name, { maxlength: LONGEST_NAME, placeholder: CLASS_OPENING.usualName, autocomplete: "off" }),
        radioCards(CLASS_OPENING.kind, "kind", kinds, this.#kind, (kind) => {
          this.#kind = /** @type {Kind} */ (kind);
          this.draw();
        }),
        select("game", CLASS_OPENING.game, this.games.map(({ name, title }) => [name, title]), {
          onchange: (name) => {
            this.game = this.games.find((game) => game.name === name) ?? this.game;
            this.draw();
          },
        }),
        puzzles ? this.puzzles() : [this.rules(), gameSettings(this.#kind)]),
      h("p", { class: "soft small", "data-key": "seen" }, CLASS_OPENING.seen),
      h("p", { class: "problem", id: "room-problem", role: "alert", tabindex: "-1", "data-key": "problem" }),
      h("button", { class: "make", type: "submit", "data-key": "open" }, CLASS_OPENING.open));
  }

  /** The presets, shortest first. The one that home plays is selected. */
  rules() {
    const { name: game, presets, quick } = this.game;
    const short = [...presets].sort((one, two) => one.turns[1] - two.turns[1]);
    const choices = short.map(({ name, about, turns }) => /** @type {[string, string]} */ ([name, `${name}: ${about}, ${usual(turns)}`]));
    // A key for each game: a reused select would keep an option of the same name selected.
    return select("preset", CLASS_OPENING.preset, choices, { key: `preset-${game}`, selected: quick });
  }

  puzzles() {
    /** @type {[string, string][]} */
    const grades = DIFFICULTIES.map((name, index) => [String(index + 1), name]);
    return h("div", { class: "fields", "data-key": "puzzles" },
      select("grade", CLASS_OPENING.grade, [["", CLASS_OPENING.mixed], ...grades]),
      numberField("count", CLASS_OPENING.count, { min: 1, max: MOST, value: COUNT }));
  }

  /** @param {SubmitEvent & {currentTarget: HTMLFormElement}} event */
  async submit(event) {
    event.preventDefault();
    const form = event.currentTarget;
    unmark(form);
    const puzzles = this.#kind === "puzzles";
    try {
      /** @type {import("../types").OwnRoom} */
      const { room } = await post("/api/rooms", {
        kind: this.#kind,
        title: textIn(form, "title") || CLASS_OPENING.usualName,
        game: textIn(form, "game"),
        ...(puzzles
          ? { grade: Number(textIn(form, "grade")) || null, count: Number(textIn(form, "count")) }
          : { preset: textIn(form, "preset"), ...settingsIn(form) }),
      });
      go(`/class/${room.code}`);
    } catch (problem) {
      const line = form.querySelector("#room-problem");
      if (line instanceof HTMLElement) complain(line, messageOf(problem));
    }
  }

  rooms() {
    return this.mine.length > 0 && h("section", { class: "card", "data-key": "mine" },
      h("h2", {}, CLASS_OPENING.mine),
      h("ul", { class: "class-list" }, this.mine.map(({ code, title, role, open, game, gameTitle }) =>
        h("li", { "data-key": code }, h("a", { class: "class-link", href: `/class/${code}` },
          badge(game),
          h("span", {}, h("strong", {}, title), " ",
            h("span", { class: "soft small" }, `${gameTitle}, ${role === "teacher" ? CLASS_OPENING.teacher : CLASS_OPENING.pupil}${open ? "" : `, ${CLASS_OPENING.closed}`}`)))))));
  }
}

/** Return the card about worksheets. */
const paper = () =>
  h("section", { class: "card stack", "data-key": "paper" },
    h("h2", {}, CLASS_OPENING.paper), h("p", { class: "soft" }, CLASS_OPENING.paperAbout),
    h("div", {}, h("a", { class: "button", href: "/worksheet" }, CLASS_OPENING.sheet)));

/** Return the form for visitors who have a code. */
const entry = () =>
  h("form", {
    class: "card form", "data-key": "entry", onsubmit: (event) => {
      event.preventDefault();
      const code = textIn(event.currentTarget, "room-code");
      if (code) go(`/class/${encodeURIComponent(code)}`);
    },
  },
    h("h2", {}, CLASS_OPENING.code),
    textField("room-code", CLASS_OPENING.codeLabel, { ...EXACT, maxlength: 20 }),
    h("button", { class: "button", type: "submit" }, CLASS_OPENING.enter));

openPage(show);
