// Any position of any game: what it is worth, what every move is worth, and why.

import { get, post } from "../api.js";
import { drawn } from "../board/board.js";
import { Choosing } from "../board/choosing.js";
import { textsOn, turnOver } from "../board/rows.js";
import { isDigit, isForPage } from "../board/pressing.js";
import { rove, settle } from "../board/roving.js";
import { h, keepingFocus, patch, reachWhatScrolls } from "../dom.js";
import { copyButton } from "../parts/copy.js";
import { EXACT } from "../parts/fields.js";
import { optionFields, readOptions, setOptions, withDefaults } from "../parts/options.js";
import { mark } from "../parts/seat.js";
import { analysisLink, sharedIn } from "../parts/share.js";
import { chip, judgedTable } from "../parts/value.js";
import { digitsPlay, title } from "../shell.js";
import { turns } from "../words.js";

export async function show(main, name) {
  const games = await get("/api/games");
  if (!name) return showAll(main, games);
  const game = games.find((one) => one.name === name);
  if (!game) return (await import("./missing.js")).show(main, null, "There is no game of that name.");
  title("Analysis", game.title);
  await new AnalysisPage(main, game).open();
}

function showAll(main, games) {
  title("Analysis");
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, "Analysis"),
      h("p", { class: "lead" }, "Any position of any game: who wins, by which moves, and why. The values are exact.")),
    h("ul", { class: "card" }, games.map(({ name, title: game, summary }) =>
      h("li", { class: "listed" }, h("a", { href: `/analysis/${name}` }, game), h("span", { class: "soft" }, summary)))));
}

class AnalysisPage {
  #path = [];
  #problem = "";
  #busy = false;
  #filled = null;

  constructor(main, game) {
    Object.assign(this, { main, game });
    const shared = sharedIn(location.search);
    this.options = withDefaults(game.options, shared.options);
    /** The options as the fields have them: those of the position till somebody changes one. */
    this.wished = this.options;
    this.position = shared.position;
    this.choosing = new Choosing({
      changed: () => this.draw(),
      complete: (move) => this.play(move),
      refused: (reason) => this.complain(reason),
    });
  }

  async open() {
    if (!(await this.ask({ position: this.position }))) await this.openStart();
    rove(this.main);
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** An address that cannot be read leads to the start, and says so. */
  async openStart() {
    const problem = this.#problem;
    if (!(await this.ask({ position: null }, withDefaults(this.game.options)))) throw new Error(this.#problem);
    this.complain(problem);
  }

  /** Ask for a position; returns whether there was an answer. What was there stays otherwise. */
  async ask(inquiry, options = this.options) {
    this.#busy = true;
    try {
      this.analysis = await post(`/api/games/${this.game.name}/analysis`, { options, ...inquiry });
      this.options = this.wished = options;
      this.choosing.clear();
      this.#problem = "";
      history.replaceState(null, "", analysisLink(this.game.name, options, this.analysis.position));
      return true;
    } catch (refusal) {
      this.#problem = refusal.message;
      this.choosing.dropLast();
      return false;
    } finally {
      this.#busy = false;
      if (this.analysis) this.draw();
    }
  }

  complain(reason) {
    this.#problem = reason;
    this.draw();
  }

  async play(move) {
    const from = this.analysis.position;
    if (await this.ask({ position: from, moves: [move] })) this.#path.push({ from, move });
    this.draw();
  }

  async back() {
    const last = this.#path.pop();
    if (last) await this.ask({ position: last.from });
  }

  async begin(position) {
    if (await this.ask({ position }, readOptions(this.game.options))) this.#path = [];
    this.draw();
  }

  draw() {
    const before = textsOn(this.main);
    keepingFocus(
      () => patch(this.main, h("div", { class: "columns" }, this.board(), this.side())),
      () => this.main.querySelector("#verdict"),
    );
    settle(this.main);
    reachWhatScrolls();
    turnOver(this.main, before);
    this.fill();
  }

  /** A position that was reached is written into the fields; what was typed stays till then. */
  fill() {
    if (this.#filled === this.analysis) return;
    this.#filled = this.analysis;
    this.main.querySelector("#position").value = this.analysis.position;
    setOptions(this.game.options, this.options);
  }

  /** Changed options belong to another start: no position of the old one may hide them. */
  wish() {
    this.wished = readOptions(this.game.options);
    this.main.querySelector("#position").value = "";
    this.draw();
  }

  board() {
    const { shown, moves, why } = this.analysis;
    const parts = drawn(shown, {
      chosen: this.choosing.chosen,
      open: !this.#busy,
      answer: (depth, text) => this.choosing.answer(shown.question, depth, text),
    });
    return h("section", { class: "card board", "aria-label": "Board" },
      h("div", { class: "board-head" }, h("h1", {}, `${this.game.title} · analysis`)),
      h("div", {
        class: "turn", id: "verdict", tabindex: "-1", role: "status", "data-key": "verdict",
      }, this.verdict(), h("p", { class: "soft" }, parts.prompt)),
      parts.numbers,
      parts.keys,
      h("p", { class: "warning", role: "alert", "data-key": "problem", id: "problem" }, this.#problem),
      parts.logs,
      moves.length > 0 && h("div", { class: "scroll", "data-key": "table" },
        judgedTable(moves, { pick: (move) => this.play(move), caption: "Every move and its value" })),
      h("p", { "data-key": "why", id: "why" }, why));
  }

  verdict() {
    const { shown, positionValue, remoteness, moves } = this.analysis;
    if (!moves.length) return h("p", { class: "turn-line" }, "The game is over here.");
    const ends = remoteness !== null && h("span", { class: "soft" }, `ends in ${turns(remoteness)}`);
    return h("p", { class: "turn-line" }, mark(shown.mover), `Player ${shown.mover} to move`, chip(positionValue), ends);
  }

  side() {
    return h("div", { class: "side" }, this.place(), this.path());
  }

  place() {
    const submit = (event) => {
      event.preventDefault();
      this.begin(this.main.querySelector("#position").value.trim() || null);
    };
    return h("form", { class: "side", onsubmit: submit, novalidate: true },
      h("section", { class: "card stack", "aria-labelledby": "place-title" },
        h("h2", { id: "place-title" }, "Position"),
        h("div", { class: "field" },
          h("label", { for: "position" }, "The position as text"),
          h("textarea", {
            id: "position", rows: "3", ...EXACT, placeholder: "From the start", "aria-describedby": "position-help",
          }),
          h("p", { class: "small soft", id: "position-help" },
            `For example: ${this.game.example}. The player to move comes first.`)),
        h("button", { class: "button primary", type: "submit" }, "Analyse")),
      this.newStart());
  }

  newStart() {
    const changed = JSON.stringify(this.wished) !== JSON.stringify(this.options);
    return h("section", { class: "card stack", "aria-labelledby": "start-title", onchange: () => this.wish() },
      h("h2", { id: "start-title" }, "A new start"),
      optionFields(this.game.options, this.wished),
      h("button", { class: "button", type: "button", onclick: () => this.begin(null) }, "From the start"),
      h("p", { class: "small soft kept-line", role: "status" }, changed && "Changed. It begins from the start."));
  }

  path() {
    return h("section", { class: "card stack", "aria-labelledby": "path-title" },
      h("h2", { id: "path-title" }, "Moves from here"),
      h("p", { class: "soft" },
        this.#path.map(({ move }) => move).join(", ") || "None yet. Press a cell, a key or a move in the table."),
      h("button", {
        class: "button", type: "button", "aria-disabled": this.#path.length ? null : "true", onclick: () => this.back(),
      }, "One move back"),
      copyButton("Copy link", () => location.href),
      h("a", { class: "button", href: "/analysis" }, "Another game"));
  }

  pressed(event) {
    if (!isForPage(event)) return;
    if (event.key === "Escape") {
      this.choosing.clear();
      this.draw();
    } else if (isDigit(event) && digitsPlay() && !this.#busy) {
      this.choosing.typed(this.analysis.shown.question, event.key);
    }
  }
}
