// A finished game, judged: where it turned, and at each move what every other one was worth.

import { get, post } from "../api.js";
import { textsOn, turnOver } from "../board/rows.js";
import { isForPage } from "../board/pressing.js";
import { h, keepingFocus, patch } from "../dom.js";
import { rematchButton } from "../match/actions.js";
import { Session } from "../match/session.js";
import { copyButton } from "../parts/copy.js";
import { courseOf } from "../parts/course.js";
import { pictured } from "../parts/played.js";
import { mark } from "../parts/seat.js";
import { analysisLink } from "../parts/share.js";
import { chip, judgedTable } from "../parts/value.js";
import { turningWords, verdictOf } from "../parts/verdict.js";
import { title } from "../shell.js";
import { asParagraph } from "../words.js";

export async function show(main, code) {
  const path = `/api/matches/${encodeURIComponent(code)}`;
  const match = await get(path);
  title("Review", match.title);
  if (!match.result) return showUnfinished(main, match);
  const review = await get(`${path}/review`).catch((refusal) => {
    if (refusal.error !== "not-possible") throw refusal;
    return refusal;
  });
  if (review.error) return showRefused(main, match, review.message);
  await new ReviewPage(main, match, review).open();
}

function showUnfinished(main, { code, title: game }) {
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, `${game} · review`),
      h("p", { class: "lead" }, "The game is not over yet. It can be reviewed afterwards."),
      h("p", {}, h("a", { class: "button primary", href: `/match/${code}` }, "Go to the game"))));
}

/** A game that is too long to judge can still be taken home. */
function showRefused(main, { code, title: game }, reason) {
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, `${game} · review`),
      h("p", { class: "lead" }, reason),
      h("div", { class: "row" },
        h("a", { class: "button primary", href: `/api/matches/${code}/record`, download: `${code}.jsonl` }, "Download record"),
        h("a", { class: "button", href: `/match/${code}` }, "Go to the game"))));
}

/** Step n, from 1 on, is move n and the position in which it was made; the last is the end. */
class ReviewPage {
  #positions = new Map();
  #analyses = new Map();
  #shown = null;

  constructor(main, match, review) {
    Object.assign(this, { main, match, review });
    this.end = review.moves.length + 1;
    this.session = new Session(match.code, () => this.draw());
    this.session.match = match;
    this.names = match.players.map(({ name }) => name);
  }

  async open() {
    const asked = Number(new URLSearchParams(location.search).get("move"));
    document.addEventListener("keydown", (event) => this.pressed(event));
    await this.go(asked || this.review.turningPoint || 1);
  }

  async go(step) {
    this.at = Math.max(1, Math.min(step, this.end));
    const { at } = this;
    const shown = await Promise.all([
      this.position(at - 1), this.analysis(at), at < this.end ? this.position(at) : null,
    ]);
    if (at !== this.at) return;
    this.#shown = shown;
    history.replaceState(null, "", `?move=${at}`);
    this.draw();
  }

  position(turn) {
    return remembered(this.#positions, turn, () => get(`${this.session.path}/turns/${turn}`));
  }

  analysis(step) {
    const move = this.review.moves[step - 1];
    if (!move) return null;
    const inquiry = { options: this.match.options, position: move.position };
    return remembered(this.#analyses, step, () => post(`/api/games/${this.match.game}/analysis`, inquiry));
  }

  draw() {
    const before = textsOn(this.main.querySelector("#before") ?? this.main);
    keepingFocus(
      () => patch(this.main, h("div", { class: "columns" }, this.card(), this.side())),
      () => this.main.querySelector("#course"),
    );
    turnOver(this.main.querySelector("#before"), before);
    const list = this.main.querySelector("#moves");
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + 22;
  }

  card() {
    const { match, review, names } = this;
    return h("section", { class: "card board", "aria-label": "Review" },
      h("div", {},
        h("h1", {}, `${match.title} · review`),
        h("p", { class: "soft" }, asParagraph(match.result?.sentence ?? ""), " ", turningWords(review, names))),
      courseOf(review.course, {
        names, at: Math.min(this.at, review.course.length - 1), turning: review.turningPoint,
        go: (turn) => this.go(turn || 1),
      }),
      this.steps(),
      this.step());
  }

  steps() {
    const button = (label, name, step) => {
      const able = step >= 1 && step <= this.end && step !== this.at;
      return h("button", {
        class: "button", type: "button", "aria-label": name, "aria-disabled": able ? null : "true",
        onclick: () => able && this.go(step),
      }, label);
    };
    return h("div", { class: "row", role: "group", "aria-label": "Step through the game" },
      button("|◀", "First move", 1), button("◀", "One move back", this.at - 1),
      button("▶", "One move on", this.at + 1), button("▶|", "The end", this.end),
      this.review.turningPoint && h("button", {
        class: "quiet", type: "button", onclick: () => this.go(this.review.turningPoint),
      }, "Turning point"));
  }

  step() {
    const [position, analysis, after] = this.#shown;
    const move = this.review.moves[this.at - 1];
    return h("div", { class: "step", id: "step" },
      h("h2", { "aria-live": "polite", "data-key": "title" }, move
        ? [mark(move.seat), ` Move ${move.turn}: ${this.names[move.seat - 1]} played ${move.move}. `]
        : "The end"),
      move && h("p", { "data-key": "verdict" }, chip(move.moveValue, verdictOf(move))),
      pictured("before", move ? `Before move ${move.turn}` : `After move ${this.end - 1}`, position.view, move?.move),
      after && pictured("after", `After move ${move.turn}`, after.view.filter(({ kind }) => kind === "number")),
      analysis && [
        h("div", { class: "scroll", "data-key": "table" },
          judgedTable(analysis.moves, { played: move.move, caption: "Every move and its value" })),
        h("p", { "data-key": "why" }, analysis.why),
        h("p", { "data-key": "analyse" }, h("a", {
          class: "button", href: analysisLink(this.match.game, this.match.options, move.position),
        }, "Analyse this position")),
      ],
      !move && h("p", { "data-key": "ending" }, asParagraph(this.match.result?.sentence ?? "")));
  }

  side() {
    return h("div", { class: "side" }, this.moves(), this.accuracy(), this.actions());
  }

  moves() {
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
              verdictOf(move), move.turn === this.review.turningPoint && h("strong", {}, " · turned here")),
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
        class: "button", href: `/api/matches/${code}/record`, download: `${code}.jsonl`,
      }, "Download record"),
      copyButton("Copy link", () => new URL(`/review/${code}`, location.href).href),
      h("p", { class: "warning", role: "status" }, this.session.said.text));
  }

  /** Up and down scroll the page, except where they step. */
  stepFor({ key, target }) {
    const [before, after] = [this.at - 1, this.at + 1];
    const steps = { ArrowLeft: before, ArrowRight: after, Home: 1, End: this.end };
    if (target.closest("#moves, #course")) Object.assign(steps, { ArrowUp: before, ArrowDown: after });
    return steps[key];
  }

  async pressed(event) {
    if (!isForPage(event)) return;
    const step = this.stepFor(event);
    if (step === undefined) return;
    event.preventDefault();
    await this.go(step);
    const list = this.main.querySelector("#moves");
    if (list.contains(document.activeElement)) list.querySelector("[aria-current]").focus();
  }
}

/** Return what the map knows, or what `make` promises; a failure is not remembered. */
function remembered(map, key, make) {
  if (!map.has(key)) {
    const made = make();
    map.set(key, made);
    made.catch(() => map.delete(key));
  }
  return map.get(key);
}
