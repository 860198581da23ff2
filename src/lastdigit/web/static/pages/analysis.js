// Analysis of any position: its value, the value of every move, and why.

import { boardOf } from "../board/board.js";
import { MoveEntry } from "../board/entry.js";
import { digitOf, isForPage, rove, settle } from "../board/keyboard.js";
import { chip, logs, numbers, textsOn, turnOver, valueTable } from "../board/rows.js";
import { PositionSetup } from "../board/setup.js";
import { EXACT, problemLine } from "../components/fields.js";
import { analysisLink, gameCards, readAddress, way } from "../components/navigation.js";
import { optionFields, readOptions, setOptions, withDefaults, writingOf } from "../components/options.js";
import { copyButton } from "../components/share.js";
import { badge, mark } from "../components/tile.js";
import { byId, h, keepingFocus, patch, showChanged, svg, updateScrollFocus } from "../dom.js";
import { get, here, linkTo, messageOf, post, Refusal, rename } from "../server.js";
import { digitsPlay, openPage, showMissing, title, withProgress } from "../shell.js";
import { turns } from "../strings.js";
import { ANALYSIS, PAIRING } from "../strings/study.js";

/**
 * @typedef {import("../components/options.js").Values} Values
 * @typedef {import("../types").Analysis} Analysis
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").Inquiry} Inquiry
 */

/**
 * @param {HTMLElement} main
 * @param {?string} name
 */
async function show(main, name) {
  /** @type {Game[]} */
  const games = await get("/api/games");
  if (!name) return showAll(main, games);
  const game = games.find((one) => one.name === name);
  if (!game) return showMissing(main, "There is no game with that name.");
  title("Analysis", game.title);
  await open(main, game);
}

/**
 * @param {HTMLElement} main
 * @param {Game[]} games
 */
function showAll(main, games) {
  title("Analysis");
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, "Analysis"),
      h("p", { class: "lead" }, "Set up any position to see who wins and why, and which moves are best. The values are exact.")),
    gameCards(games, ({ name, title: game }) => way("button primary", `/analysis/${name}`, "Analyse", game)));
}

/**
 * @param {Game} game
 * @param {Values} options
 * @param {Inquiry} inquiry
 * @returns {Promise<Analysis>}
 */
const ask = (game, options, inquiry) => withProgress(() => post(`/api/games/${game.name}/analysis`, { options, ...inquiry }));

/**
 * Open the position in the address. If it is invalid, show the start with a message.
 * @param {HTMLElement} main
 * @param {Game} game
 */
async function open(main, game) {
  const address = readAddress(here().search);
  const options = withDefaults(game.options, address.options);
  try {
    const analysis = await ask(game, options, { position: address.position });
    new AnalysisPage(main, game, options, analysis).open();
  } catch (problem) {
    if (problem instanceof Refusal && problem.error === "fair-play") return showReason(main, game, problem.message);
    const usual = withDefaults(game.options);
    const analysis = await ask(game, usual, { position: null });
    new AnalysisPage(main, game, usual, analysis).open(`${messageOf(problem)} ${ANALYSIS.instead}`);
  }
}

/**
 * Show why the position cannot be analysed: it is being played.
 * @param {HTMLElement} main
 * @param {Game} game
 * @param {string} reason
 */
function showReason(main, game, reason) {
  patch(main, h("div", { class: "page-head" }, h("h1", {}, `${game.title}: analysis`), problemLine(reason)));
}

class AnalysisPage {
  /** @type {{from: string, move: string}[]} */
  #path = [];
  #problem = "";
  #busy = false;
  /** @type {?Analysis} */
  #filled = null;
  /** @type {?PositionSetup} */
  #setting = null;

  /**
   * @param {HTMLElement} main
   * @param {Game} game
   * @param {Values} options
   * @param {Analysis} analysis
   */
  constructor(main, game, options, analysis) {
    this.main = main;
    this.game = game;
    this.options = options;
    /** The options in the fields. They differ from those of the position once one is changed. */
    this.wished = options;
    this.analysis = analysis;
    this.entry = new MoveEntry({
      changed: () => this.draw(),
      complete: (move) => this.play(move),
      refused: (reason) => this.complain(reason),
      atOnce: () => true,
    });
  }

  open(problem = "") {
    this.#name();
    this.complain(problem);
    rove(this.main);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Put the position into the address. */
  #name() {
    rename(analysisLink(this.game.name, this.options, this.analysis.position));
  }

  /**
   * Go to a position. On an error, stay here. Return whether it succeeded.
   * @param {Inquiry} inquiry
   */
  async go(inquiry, options = this.options) {
    this.#busy = true;
    try {
      this.analysis = await ask(this.game, options, inquiry);
      this.options = this.wished = options;
      this.entry.clear();
      this.#problem = "";
      this.#name();
      return true;
    } catch (problem) {
      this.#problem = messageOf(problem);
      this.entry.dropLast();
      return false;
    } finally {
      this.#busy = false;
      this.draw();
    }
  }

  /** @param {string} reason */
  complain(reason) {
    this.#problem = reason;
    this.draw();
  }

  /** @param {string} move */
  async play(move) {
    const from = this.analysis.position;
    if (await this.go({ position: from, moves: [move] })) this.#path.push({ from, move });
    this.draw();
  }

  async back() {
    const last = this.#path.pop();
    if (last) await this.go({ position: last.from });
  }

  /** @param {?string} position */
  async begin(position) {
    if (await this.go({ position }, readOptions(this.game.options))) this.#path = [];
    this.draw();
  }

  draw() {
    const before = textsOn(this.main);
    keepingFocus(
      () => patch(this.main, h("div", { class: "columns" }, this.board(), this.side())),
      () => this.main.querySelector("#verdict"),
    );
    settle(this.main);
    updateScrollFocus();
    showChanged(this.main);
    turnOver(this.main, before);
    this.fill();
  }

  /** Write a new position into the fields. Until then, typed text stays. */
  fill() {
    if (this.#filled === this.analysis) return;
    this.#filled = this.analysis;
    byId("position", HTMLTextAreaElement).value = this.analysis.position;
    setOptions(this.game.options, this.options);
  }

  /** Take changed options from the fields. They need a new start, so the old position is removed from its field. */
  wish() {
    this.wished = readOptions(this.game.options);
    byId("position", HTMLTextAreaElement).value = "";
    this.draw();
  }

  /** Start or stop setting up a position. */
  toggleSetting() {
    this.#setting = this.#setting ? null : new PositionSetup(this.game.editable, this.analysis.position, writingOf(this.game.options, this.options).base, {
      changed: () => this.draw(), set: (position) => this.begin(position),
    });
    this.#problem = "";
    this.draw();
  }

  board() {
    const { shown, moves } = this.analysis;
    const parts = boardOf(shown, {
      chosen: this.entry.chosen,
      typed: this.entry.typed,
      open: !this.#busy,
      values: new Map(moves.map(({ move, moveValue }) => [move, moveValue])),
      answer: (depth, text) => this.entry.answer(shown.question, depth, text),
    });
    return h("section", { class: "card board", "aria-label": "Board", "data-game": this.game.name },
      h("header", { class: "match-head", "data-key": "head" },
        badge(this.game.name), h("h1", {}, this.game.title), h("p", { class: "goal" }, ANALYSIS.about)),
      h("div", {
        class: "turn", id: "verdict", tabindex: "-1", role: "status", "data-key": "verdict",
      }, this.#setting && this.#problem ? null : this.verdict(), h("p", { class: "soft" }, this.#setting ? ANALYSIS.press : parts.prompt)),
      this.#setting ? this.#setting.element(shown.view) : [numbers(shown.view, { mover: shown.mover, ...parts }), parts.keys],
      h("p", { class: "warning", role: "alert", "data-key": "problem", id: "problem" }, this.#problem),
      this.game.editable.length > 0 && h("div", { class: "row set-up", "data-key": "set-up" }, h("button", {
        class: this.#setting ? "button primary" : "quiet", type: "button", onclick: () => this.toggleSetting(),
      }, this.#setting ? ANALYSIS.ready : ANALYSIS.setUp)),
      // Nothing is known about an illegal position.
      !(this.#setting && this.#problem) && this.known(parts.rest));
  }

  /** @param {import("../types").RowData[]} rest */
  known(rest) {
    const { moves, why } = this.analysis;
    return [
      logs(rest),
      moves.length > 0 && h("div", { class: "scroll", "data-key": "table" },
        valueTable(moves, { pick: (move) => this.play(move), caption: "Every move and its value" })),
      h("p", { "data-key": "why", id: "why" }, why),
      this.analysis.pairing && pairingOf(this.analysis.pairing),
    ];
  }

  verdict() {
    const { shown, positionValue, remoteness, moves } = this.analysis;
    if (!moves.length) return h("p", { class: "turn-line" }, "The game is over here.");
    const ends = remoteness !== null && h("span", { class: "soft" }, `ends in ${turns(remoteness)}`);
    return h("p", { class: "turn-line" }, shown.mover && mark(shown.mover), `Player ${shown.mover} to move`, chip(positionValue), ends);
  }

  side() {
    return h("div", { class: "side" }, this.place(), this.path());
  }

  place() {
    return h("form", {
      class: "side", novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.begin(byId("position", HTMLTextAreaElement).value.trim() || null);
      },
    },
      h("section", { class: "card stack", "aria-labelledby": "place-title" },
        h("h2", { id: "place-title" }, "Position"),
        h("div", { class: "field" },
          h("label", { for: "position" }, "Position as text"),
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
      h("p", { class: "small soft kept-line", role: "status" }, changed && "Rules changed. Starts from the beginning."));
  }

  path() {
    return h("section", { class: "card stack", "aria-labelledby": "path-title" },
      h("h2", { id: "path-title" }, "Moves from here"),
      h("p", { class: "soft" },
        this.#path.map(({ move }) => move).join(", ") || "None yet. Press a tile on the board or a move in the table."),
      h("button", {
        class: "button", type: "button", "aria-disabled": this.#path.length ? null : "true", onclick: () => this.back(),
      }, "One move back"),
      copyButton("Copy link", () => linkTo(here().pathname + here().search)),
      h("a", { class: "button", href: "/analysis" }, "Another game"));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event)) return;
    if (event.key === "Escape") {
      this.entry.clear();
      this.draw();
    } else if (digitOf(event) && digitsPlay() && !this.#busy) {
      const digit = digitOf(event) ?? "";
      if (this.#setting) this.#setting.put(digit);
      else this.entry.type(this.analysis.shown.question, digit);
    } else if (event.key === "Enter" && this.entry.settle(this.analysis.shown.question)) {
      event.preventDefault();
    }
  }
}

/** @typedef {import("../types").PairingData} Pairing */

/** The distance between places, the margin, and the bend of a line. */
const [ACROSS, DOWN, EDGE, BEND] = [27, 40, 18, 9];

/**
 * Return the drawing of the pairs, and the same in words.
 * @param {Pairing} pairing
 */
function pairingOf({ form, pairs, places }) {
  const at = new Map(places.map(({ text, column, row }) => [text, { x: EDGE + column * ACROSS, y: EDGE + row * DOWN }]));
  const width = Math.max(...[...at.values()].map(({ x }) => x)) + EDGE;
  const height = Math.max(...[...at.values()].map(({ y }) => y)) + EDGE;
  const paired = new Set(pairs.flat());
  return h("figure", { class: "pairing", "data-key": "pairing" },
    h("figcaption", {}, h("strong", {}, PAIRING.title), " ", form ? PAIRING.form(form) : PAIRING.theirs),
    h("div", { class: "scroll", role: "group", "aria-label": PAIRING.title },
      svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" },
        pairs.map(([one, two]) => line(at.get(one), at.get(two))),
        places.map(({ text }) => node(text, at.get(text), text === form ? "form" : paired.has(text) ? "paired" : "alone")))),
    h("details", {},
      h("summary", {}, PAIRING.inWords),
      h("p", { class: "small" }, pairs.map((pair) => pair.join("–")).join(", "))));
}

/** @typedef {{x: number, y: number}} Point */

/**
 * @param {Point | undefined} one
 * @param {Point | undefined} two
 */
function line(one, two) {
  if (!one || !two) return null;
  const [x, y] = [(one.x + two.x) / 2, (one.y + two.y) / 2];
  const bent = one.y === two.y ? `${x} ${y - BEND * 2 - Math.abs(one.x - two.x) / 24}` : `${x + BEND * 2} ${y}`;
  return svg("path", { d: `M${one.x} ${one.y}Q${bent} ${two.x} ${two.y}` });
}

/**
 * @param {string} text
 * @param {Point | undefined} place
 * @param {string} state
 */
const node = (text, place, state) =>
  place && svg("g", { "data-state": state },
    svg("rect", { x: place.x - 12, y: place.y - 8, width: 24, height: 16, rx: 5 }),
    svg("text", { x: place.x, y: place.y + 3.5 }, text));

openPage(show);
