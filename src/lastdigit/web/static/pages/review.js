// A finished game, judged: where it turned, and at each move what every other one was worth.

import { get, post, Refusal } from "../api.js";
import { isForPage } from "../board/keyboard.js";
import { textsOn, turnOver } from "../board/rows.js";
import { byId, h, keepingFocus, patch } from "../dom.js";
import { rematchButton } from "../match/rematch.js";
import { Session } from "../match/session.js";
import { analysisLink } from "../parts/address.js";
import { copyButton } from "../parts/copy.js";
import { courseOf } from "../parts/course.js";
import { figure } from "../parts/figure.js";
import { mark } from "../parts/seat.js";
import { chip, judgedTable } from "../parts/value.js";
import { reachWhatScrolls, showChanged } from "../scroll.js";
import { title } from "../shell.js";

/**
 * @typedef {import("../types").Analysis} Analysis
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("../types").ReviewedMoveData} ReviewedMove
 * @typedef {{position: Position, move: ReviewedMove | undefined, analysis: ?Analysis, after: ?Position}} Step
 */

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
export async function show(main, code) {
  const path = `/api/matches/${encodeURIComponent(code)}`;
  /** @type {Match} */
  const match = await get(path);
  title("Review", match.title);
  if (!match.result) return showUnfinished(main, match);
  /** @type {Promise<Review>} */
  const asked = get(`${path}/review`);
  const review = await asked.catch(refusalOf);
  if (review instanceof Refusal) return showRefused(main, match, review.message);
  await new ReviewPage(main, match, review).open();
}

/** @param {unknown} problem */
function refusalOf(problem) {
  if (problem instanceof Refusal && problem.error === "not-possible") return problem;
  throw problem;
}

/**
 * @param {HTMLElement} main
 * @param {Match} match
 */
function showUnfinished(main, { code, title: game }) {
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, `${game} · review`),
      h("p", { class: "lead" }, "The game is not over yet. It can be reviewed afterwards."),
      h("p", {}, h("a", { class: "button primary", href: `/match/${code}` }, "Go to the game"))));
}

/**
 * A game that is too long to judge can still be taken home.
 * @param {HTMLElement} main
 * @param {Match} match
 * @param {string} reason
 */
function showRefused(main, { code, title: game }, reason) {
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, `${game} · review`),
      h("p", { class: "lead" }, reason),
      h("div", { class: "row" },
        h("a", { class: "button primary", href: `/api/matches/${code}/record` }, "Download record"),
        h("a", { class: "button", href: `/match/${code}` }, "Go to the game"))));
}

/** Step n, from 1 on, is move n and the position in which it was made; the last is the end. */
class ReviewPage {
  /** @type {Map<number, Promise<Position>>} */
  #positions = new Map();
  /** @type {Map<number, Promise<Analysis>>} */
  #analyses = new Map();
  at = 1;

  /**
   * @param {HTMLElement} main
   * @param {Match} match
   * @param {Review} review
   */
  constructor(main, match, review) {
    this.main = main;
    this.match = match;
    this.review = review;
    this.end = review.moves.length + 1;
    /** @type {?Step} */
    this.shown = null;
    this.session = new Session(match, () => this.draw());
    this.names = match.players.map(({ name }) => name);
  }

  async open() {
    const asked = Number(new URLSearchParams(location.search).get("move"));
    document.addEventListener("keydown", (event) => this.press(event));
    await this.go(asked || this.review.turningPoint || 1);
  }

  /** @param {number} step */
  async go(step) {
    this.at = Math.max(1, Math.min(step, this.end));
    const { at } = this;
    const move = this.review.moves[at - 1];
    const [position, analysis, after] = await Promise.all([
      this.position(at - 1), move ? this.analysis(move) : null, move ? this.position(at) : null,
    ]);
    if (at !== this.at) return;
    this.shown = { position, move, analysis, after };
    history.replaceState(null, "", `?move=${at}`);
    this.draw();
  }

  /** @param {number} turn */
  position(turn) {
    return promised(this.#positions, turn, () => get(`${this.session.path}/turns/${turn}`));
  }

  /** @param {ReviewedMove} move */
  analysis(move) {
    const inquiry = { options: this.match.options, position: move.position };
    return promised(this.#analyses, move.turn, () => post(`/api/games/${this.match.game}/analysis`, inquiry));
  }

  draw() {
    if (!this.shown) return;
    const { shown } = this;
    const before = textsOn(this.main.querySelector("#before") ?? this.main);
    keepingFocus(
      () => patch(this.main, h("div", { class: "columns" }, this.card(shown), this.side())),
      () => this.main.querySelector("#course"),
    );
    turnOver(byId("before"), before);
    reachWhatScrolls();
    showChanged(this.main);
    const list = byId("moves");
    const current = this.currentMove;
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + 22;
  }

  /** @returns {?HTMLElement} */
  get currentMove() {
    return byId("moves").querySelector("[aria-current]");
  }

  /** @param {Step} shown */
  card(shown) {
    const { match, review, names } = this;
    return h("section", { class: "card board", "aria-label": "Review" },
      h("div", {},
        h("h1", {}, `${match.title} · review`),
        h("p", { class: "soft lines" }, [match.result?.sentence, review.turningText].join(" "))),
      courseOf(review.course, {
        names, at: Math.min(this.at, review.course.length - 1), turning: review.turningPoint,
        go: (turn) => this.go(turn || 1),
      }),
      this.steps(),
      this.step(shown));
  }

  steps() {
    /**
     * @param {string} label
     * @param {string} name
     * @param {number} step
     */
    const button = (label, name, step) => {
      const able = step >= 1 && step <= this.end && step !== this.at;
      return h("button", {
        class: "button", type: "button", "aria-label": name, "aria-disabled": able ? null : "true",
        onclick: () => able && this.go(step),
      }, label);
    };
    const { turningPoint } = this.review;
    return h("div", { class: "row", role: "group", "aria-label": "Step through the game" },
      button("|◀", "First move", 1), button("◀", "One move back", this.at - 1),
      button("▶", "One move on", this.at + 1), button("▶|", "The end", this.end),
      turningPoint && h("button", {
        class: "quiet", type: "button", onclick: () => this.go(turningPoint),
      }, "Turning point"));
  }

  /** @param {Step} shown */
  step({ position, move, analysis, after }) {
    return h("div", { class: "step", id: "step" },
      h("h2", { "aria-live": "polite", "data-key": "title" }, move
        ? [mark(move.seat), ` Move ${move.turn}: ${this.names[move.seat - 1]} played ${move.move}. `]
        : "The end"),
      move && h("p", { "data-key": "verdict" }, chip(move.moveValue, move.verdictText)),
      figure("before", move ? `Before move ${move.turn}` : `After move ${this.end - 1}`, position.view, move?.move),
      move && after && figure("after", `After move ${move.turn}`, after.view.filter(({ kind }) => kind === "number")),
      move && analysis && [
        h("div", { class: "scroll", "data-key": "table" },
          judgedTable(analysis.moves, { played: move.move, caption: "Every move and its value" })),
        h("p", { "data-key": "why" }, analysis.why),
        h("p", { "data-key": "analyse" }, h("a", {
          class: "button", href: analysisLink(this.match.game, this.match.options, move.position),
        }, "Analyse this position")),
      ],
      !move && h("p", { class: "lines", "data-key": "ending" }, this.match.result?.sentence));
  }

  side() {
    return h("div", { class: "side" }, this.moves(), this.accuracy(), this.actions());
  }

  moves() {
    /**
     * @param {number} step
     * @param {HTMLElement[]} parts
     */
    const row = (step, parts) =>
      h("li", { "data-key": step },
        h("button", {
          class: "move", type: "button", "aria-current": step === this.at ? "step" : null,
          tabindex: step === this.at ? "0" : "-1", onclick: () => this.go(step),
        }, parts));
    return h("section", { class: "card", "aria-labelledby": "moves-title" },
      h("h2", { id: "moves-title" }, "Moves"),
      h("ol", { class: "moves", id: "moves" },
        this.review.moves.map((move) =>
          row(move.turn, [
            h("span", { class: "soft" }, move.turn),
            h("span", {}, mark(move.seat, this.names[move.seat - 1])),
            h("span", {}, move.move),
            chip(move.moveValue),
            h("span", { class: "verdict soft" },
              move.verdictText, move.turn === this.review.turningPoint && h("strong", {}, " · turned here")),
          ])),
        row(this.end, [h("span"), h("span"), h("span", { class: "soft" }, "end")])));
  }

  accuracy() {
    return h("section", { class: "card", "aria-labelledby": "accuracy-title" },
      h("h2", { id: "accuracy-title" }, "Right where it mattered"),
      this.review.accuracy.map(({ right, critical }, index) =>
        h("p", { class: "row" }, mark(index + 1), h("span", {}, this.names[index]),
          h("strong", {}, critical ? `${right} of ${critical}` : "never had to choose"))));
  }

  actions() {
    const { code } = this.match;
    return h("section", { class: "card stack", "aria-label": "Actions" },
      rematchButton(this.session, "button primary"),
      h("a", {
        class: "button", href: `/api/matches/${code}/record`,
      }, "Download record"),
      copyButton("Copy link", () => new URL(`/review/${code}`, location.href).href),
      h("p", { class: "warning", role: "status" }, this.session.message.text));
  }

  /**
   * Up and down scroll the page, except where they step.
   * @param {{key: string, target: Element}} event
   */
  stepFor({ key, target }) {
    const [before, after] = [this.at - 1, this.at + 1];
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: before, ArrowRight: after, Home: 1, End: this.end };
    if (target.closest("#moves, #course")) Object.assign(steps, { ArrowUp: before, ArrowDown: after });
    return steps[key];
  }

  /** @param {KeyboardEvent} event */
  async press(event) {
    if (!isForPage(event)) return;
    const step = this.stepFor(event);
    if (step === undefined) return;
    event.preventDefault();
    await this.go(step);
    if (byId("moves").contains(document.activeElement)) this.currentMove?.focus();
  }
}

/**
 * Return what the map has, or what `make` promises; a failure is not kept.
 * @template Answer
 * @param {Map<number, Promise<Answer>>} map
 * @param {number} key
 * @param {() => Promise<Answer>} make
 */
function promised(map, key, make) {
  const known = map.get(key);
  if (known) return known;
  const answer = make();
  map.set(key, answer);
  answer.catch(() => map.delete(key));
  return answer;
}
