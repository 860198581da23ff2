// The review of a finished game: the turning point, and the value of every move.

import { isForPage } from "../board/keyboard.js";
import { chip, logs, numbers, textsOn, theirsFirst, turnOver, valueTable } from "../board/rows.js";
import { problemLine } from "../components/fields.js";
import { analysisLink, stepsOf } from "../components/navigation.js";
import { copyButton } from "../components/share.js";
import { badge, icon, mark, number } from "../components/tile.js";
import { byId, h, keepingFocus, patch, scrollTo, showChanged, svg, updateScrollFocus } from "../dom.js";
import { MapFigure, MatchPath } from "../map/map.js";
import { nextGame, rematchButton, tryAgain } from "../match/ending.js";
import { Session } from "../match/session.js";
import { alone, get, go, here, linkTo, messageOf, post, Refusal, rename } from "../server.js";
import { openPage, title, withProgress } from "../shell.js";
import { END } from "../strings.js";
import { MAPS, REVIEW } from "../strings/study.js";

/**
 * @typedef {import("../types").Analysis} Analysis
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("../types").ReviewedMoveData} ReviewedMove
 */

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
async function show(main, code) {
  const path = `/api/matches/${encodeURIComponent(code)}`;
  /** @type {Match} */
  const match = await get(path);
  title("Review", match.title);
  if (!match.result) return showUnfinished(main, match);
  /** @type {Promise<Review>} */
  const asked = withProgress(() => get(`${path}/review`));
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
      h("h1", {}, REVIEW.heading(game, false)),
      h("p", { class: "lead" }, "The game is not over yet. It can be reviewed afterwards."),
      h("p", {}, h("a", { class: "button primary", href: `/match/${code}` }, "Go to the game"))));
}

/**
 * Show why a game cannot be reviewed, for example because it is too long. It can still be downloaded.
 * @param {HTMLElement} main
 * @param {Match} match
 * @param {string} reason
 */
function showRefused(main, { code, title: game }, reason) {
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, REVIEW.heading(game, false)),
      h("p", { class: "lead" }, reason),
      h("div", { class: "row" },
        h("a", { class: "button primary", href: `/api/matches/${code}/record` }, "Download record"),
        h("a", { class: "button", href: `/match/${code}` }, "Go to the game"))));
}

/** The minimum width in pixels for tables. */
const ROOMY = 900;

/** Step n is move n with the position before it. Counting starts at 1, and the last step is the end. */
class ReviewPage {
  /** @type {Map<number, Promise<Position>>} */
  #positions = new Map();
  /** @type {Map<number, Promise<Analysis>>} */
  #analyses = new Map();
  /** @type {Map<number, Promise<Analysis>>} */
  #betters = new Map();
  at = 1;
  /** On a narrow screen, the table of values is folded. */
  #values = innerWidth >= ROOMY;

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
    this.parts = h("div");
    this.map = new ReviewMap(match);
    main.replaceChildren(this.parts, this.map.element);
    this.names = match.players.map(REVIEW.named);
  }

  async open() {
    const asked = Number(new URLSearchParams(here().search).get("move"));
    document.addEventListener("keydown", (event) => this.press(event));
    await this.go(asked || this.mistakes.at(-1)?.turn || this.review.turningPoint || 1);
  }

  /** The reader's own mistakes. Spectators, and two players at one screen, have none. */
  get mistakes() {
    const { shared, mine } = this.session;
    return shared ? [] : this.review.moves.filter(({ seat, right }) => seat === mine && !right);
  }

  /** @param {number} step */
  async go(step) {
    this.at = Math.max(1, Math.min(step, this.end));
    const { at } = this;
    const move = this.review.moves[at - 1];
    const [position, analysis, after, better] = await Promise.all([
      this.position(at - 1), move ? this.analysis(move) : null, move ? this.position(at) : null, move ? this.better(move) : null,
    ]);
    if (at !== this.at) return;
    this.shown = { position, move, analysis, after, better: better?.shown ?? null };
    rename(`?move=${at}`);
    this.draw();
    this.map.follow(at - 1);
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

  /**
   * Return the analysis of the position after the best move, or null if that move was played.
   * @param {ReviewedMove} move
   */
  better(move) {
    if (move.right) return null;
    const inquiry = { options: this.match.options, position: move.position, moves: move.best.slice(0, 1) };
    return promised(this.#betters, move.turn, () => post(`/api/games/${this.match.game}/analysis`, inquiry));
  }

  draw() {
    if (!this.shown) return;
    const { shown } = this;
    const before = textsOn(this.parts.querySelector("#before") ?? this.parts);
    keepingFocus(
      () => patch(this.parts, h("div", { "data-game": this.match.game, "data-key": "review" },
        this.head(), h("div", { class: "columns" }, this.card(shown), this.side()))),
      () => this.parts.querySelector("#course"),
    );
    turnOver(byId("before"), before);
    updateScrollFocus();
    showChanged(this.parts);
    const list = byId("moves");
    const current = this.currentMove;
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + 22;
  }

  /** @returns {?HTMLElement} */
  get currentMove() {
    return byId("moves").querySelector("[aria-current]");
  }

  head() {
    const { match, session, names } = this;
    return h("header", { class: "match-head", "data-key": "head" },
      badge(match.game),
      h("h1", {}, REVIEW.heading(match.title, !session.shared)),
      h("p", { class: "goal" }, `${names.join(", ")}. ${match.result?.sentence ?? ""}`));
  }

  /** @param {Step} shown */
  card(shown) {
    const { match, review, session } = this;
    return h("section", { class: "board", "aria-label": "Review" },
      h("div", { class: "card stack" },
        h("h2", { class: "review-title" }, this.title()),
        h("p", { class: "soft" }, review.turningText),
        courseChart(review.course, {
          names: match.players.map(REVIEW.winning), mine: session.mine, at: Math.min(this.at, review.course.length - 1),
          turning: review.turningPoint, go: (turn) => this.go(turn || 1),
        }),
        this.steps()),
      stepOf(shown, {
        match, mine: session.mine, last: this.end - 1, values: this.#values, toggle: () => {
          this.#values = !this.#values;
          this.draw();
        },
      }));
  }

  title() {
    const { match, review, session } = this;
    if (session.shared) return match.result?.headline ?? "";
    const last = this.mistakes.at(-1);
    const other = 3 - session.mine;
    return REVIEW.title({
      lost: match.result?.winner === other, mistakes: this.mistakes.length, turn: last?.turn ?? 0,
      before: last?.valueBefore ?? "lose", back: this.#givenBack, hopeless: !this.mistakes.length && review.course.every((seat) => seat === other),
    });
  }

  /** The opponent's move that gave the game back after the reader's last mistake, if any. */
  get #givenBack() {
    const { review: { moves, turningPoint }, session: { mine } } = this;
    const turning = moves.find(({ turn }) => turn === turningPoint);
    return turning && turning.seat !== mine ? turning.turn : null;
  }

  steps() {
    const { turningPoint } = this.review;
    return stepsOf({ at: this.at, first: 1, last: this.end, go: (step) => this.go(step) },
      turningPoint && h("button", {
        class: "quiet", type: "button", onclick: () => this.go(turningPoint),
      }, REVIEW.turned(turningPoint)));
  }

  side() {
    return h("div", { class: "side" }, this.accuracy(), movesOf(this.review, { mine: this.session.mine, at: this.at, go: (step) => this.#look(step) }), this.actions());
  }

  /**
   * Go to a move pressed in the list. If the list is far below the board, scroll up to the board.
   * @param {number} step
   */
  async #look(step) {
    await this.go(step);
    scrollTo(byId("before"));
  }

  accuracy() {
    const { session, mistakes } = this;
    const turn = mistakes.at(-1);
    return h("section", { class: "card stack", "aria-labelledby": "accuracy-title", "data-key": "accuracy" },
      h("h2", { id: "accuracy-title" }, REVIEW.mattered),
      this.review.accuracy.map(({ right, critical }, index) =>
        h("p", { class: "row", "data-key": index }, mark(index + 1, null, session.mine), h("span", {}, this.names[index]),
          critical
            ? h("strong", {}, number(right, { class: index + 1 === session.mine ? "num of-many" : "num" }), REVIEW.of(critical))
            : h("span", { class: "soft" }, REVIEW.never))),
      turn && h("button", {
        class: "make", type: "button", "data-key": "again", onclick: () => tryAgain(session, { position: turn.position, seat: session.mine }),
      }, END.again(turn.turn)));
  }

  actions() {
    const { code } = this.match;
    return h("section", { class: "card stack", "aria-label": "Actions" },
      nextGame() ?? rematchButton(this.session, "button"),
      h("a", {
        class: "button", href: `/api/matches/${code}/record`,
      }, "Download record"),
      !alone && copyButton("Copy link", () => linkTo(`/review/${code}`)),
      h("p", { class: "warning", role: "status" }, this.session.message.text));
  }

  /**
   * Handle the keys that step. Up and down scroll the page, except in the list of moves.
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
 * Return a cached result, or compute it. Failures are not cached.
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

/**
 * @typedef {{position: Position, move: ReviewedMove | undefined, analysis: ?Analysis, after: ?Position, better: ?Position}} Step
 *   `better`: the position after the best move
 */

/**
 * @param {Step} step
 * @param {{match: Match, mine: number, last: number, values: boolean, toggle: () => void}} how
 *   `last`: the number of moves; `values`: whether the table of values is open
 */
function stepOf({ position, move, analysis, after, better }, { match, mine, last, values, toggle }) {
  return h("div", { class: "step", id: "step", "data-key": "step" },
    h("h2", { "aria-live": "polite", "data-key": "title" }, move
      ? [mark(move.seat, null, mine), ` Move ${move.turn}: ${move.text}. `]
      : "The end"),
    move && h("p", { "data-key": "verdict" }, chip(move.moveValue, move.verdictText)),
    figure("before", move ? REVIEW.before(move.turn) : REVIEW.after(last), position.view, { mine, move: move?.move ?? null }),
    move && after && better && h("div", { class: "compared", "data-key": "compared" },
      h("div", {},
        h("h3", {}, move.text),
        figure("after", REVIEW.after(move.turn), numbersIn(after), { mine })),
      h("div", {},
        h("h3", {}, REVIEW.right(move.bestText, move.valueBefore)),
        figure("better", REVIEW.instead, namedLike(numbersIn(better), numbersIn(after)), { mine }))),
    move && analysis && [
      h("p", { "data-key": "why" }, analysis.why),
      h("button", {
        class: "quiet fold", type: "button", "data-key": "values", "aria-expanded": String(values), onclick: toggle,
      }, REVIEW.values, icon("down")),
      values && h("div", { class: "scroll card", "data-key": "table" },
        valueTable(analysis.moves, { played: move.move, caption: REVIEW.values })),
      h("p", { "data-key": "analyse" }, h("a", {
        class: "button", href: analysisLink(match.game, match.options, move.position),
      }, "Analyse this position")),
    ],
    !move && h("p", { class: "lines", "data-key": "ending" }, match.result?.sentence));
}

/** @param {Position} position */
const numbersIn = ({ view }) => view.filter(({ kind }) => kind === "number");

/**
 * Return the numbers of a position that was not played, with labels as in the match.
 * @param {import("../types").RowData[]} rows
 * @param {import("../types").RowData[]} named
 */
const namedLike = (rows, named) => rows.map((row, index) => ({ ...row, label: named[index]?.label ?? row.label }));

/**
 * Return the list of moves with their effects. It is one tab stop, and arrow keys step.
 * @param {Review} review
 * @param {{mine: number, at: number, go: (step: number) => void}} how
 */
function movesOf({ moves, turningPoint }, { mine, at, go }) {
  /**
   * @param {number} step
   * @param {HTMLElement[]} parts
   */
  const row = (step, parts) =>
    h("li", { "data-key": step },
      h("button", {
        class: "move", type: "button", "aria-current": step === at ? "step" : null,
        tabindex: step === at ? "0" : "-1", onclick: () => go(step),
      }, parts));
  return h("section", { class: "card", "aria-labelledby": "moves-title", "data-key": "moves" },
    h("h2", { id: "moves-title" }, "Moves"),
    h("ol", { class: "moves", id: "moves" },
      moves.map((move) =>
        row(move.turn, [
          h("span", {}, mark(move.seat, null, mine)),
          h("span", {}, `${move.turn}. ${move.text}`),
          chip(move.moveValue),
          h("span", { class: "verdict soft" },
            move.verdictText, move.turn === turningPoint && h("strong", {}, " · turned here")),
        ])),
      row(moves.length + 1, [h("span"), h("span", { class: "soft" }, "End")])));
}

/** @typedef {import("../types").RowData} Row */

/**
 * Return a position with a caption.
 * @param {string} id
 * @param {string} caption
 * @param {Row[]} rows
 * @param {{mine?: number, move?: ?string}} how `move`: the move that was played, whose answers are marked
 */
function figure(id, caption, rows, { mine = 1, move = null } = {}) {
  const view = theirsFirst(rows, mine);
  const pressed = new Set(move?.split(" "));
  const [cells, pills] = [
    view.filter(({ kind }) => kind === "number"),
    view.filter(({ kind }) => kind !== "number"),
  ];
  const [ofNumbers, ofLogs] = [numbers(view, { little: true, mine }), logs(pills, mine)];
  markIn(ofNumbers, ".number", ".spot > .cell", cells, pressed);
  markIn(ofLogs, ".log", ".pill", pills, pressed);
  return h("figure", { class: "figure", id, "data-key": id },
    h("figcaption", { class: "small label" }, caption), ofNumbers, pills.length > 0 && ofLogs);
}

/**
 * @param {Element} root
 * @param {string} group
 * @param {string} each
 * @param {Row[]} rows
 * @param {Set<?string>} pressed
 */
function markIn(root, group, each, rows, pressed) {
  root.querySelectorAll(group).forEach((node, index) => {
    const { cells } = rows[index];
    node.querySelectorAll(each).forEach((cell, at) => {
      if (!pressed.has(cells[at]?.answer ?? null)) return;
      cell.setAttribute("data-played", "");
      cell.append(h("span", { class: "unseen" }, " played"));
    });
  });
}

class ReviewMap {
  #turn = 0;
  #finding = h("p", { class: "soft" });
  #problem = problemLine("");
  #large = h("a", { class: "button" }, MAPS.large);

  /** @param {import("../types").Match} match */
  constructor({ code, game, options }) {
    this.address = `/maps/${game}?match=${encodeURIComponent(code)}`;
    const figure = new MapFigure((_, position) => go(analysisLink(game, options, position)));
    this.walk = new MatchPath(code, figure);
    this.element = h("details", { class: "map-beside card", "data-game": game, id: "on-map" },
      h("summary", {}, MAPS.onMap), h("div", { class: "stack" }, this.#finding, this.#problem, figure.element, h("p", {}, this.#large)));
    this.element.ontoggle = () => this.#show();
  }

  /** @param {number} turn */
  follow(turn) {
    this.#turn = turn;
    this.#large.href = `${this.address}&turn=${turn}`;
    this.#show();
  }

  async #show() {
    if (!this.element.open) return;
    try {
      const map = await this.walk.show(this.#turn);
      if (!map) return; // a newer request is shown instead
      this.#finding.textContent = map.finding;
      this.#problem.textContent = "";
    } catch (problem) {
      this.#problem.textContent = messageOf(problem);
    }
  }
}

const [HEIGHT, MIDDLE, LEAST, MOST, FLAT] = [200, 100, 24, 80, 8];
/** The chart has at least this many columns, so that the bars of a short game are not too wide. */
const FEWEST = 24;

/** @typedef {?(1 | 2)} Winning the seat that is winning, or null */

/**
 * Return the chart as a slider. A click on a bar or an arrow key selects a move.
 * @param {Winning[]} course the winning seat after each turn, beginning with the start
 * @param {{names: string[], mine: number, at: number, turning: ?number, go: (turn: number) => void}} how
 *   `names`: "… is winning" for each seat; `mine`: the seat whose bars go up
 */
function courseChart(course, { names, mine, at, turning, go }) {
  const columns = Math.max(FEWEST, course.length);
  const last = course.length - 1;
  /**
   * @param {Element} slider
   * @param {number} x
   */
  const pick = (slider, x) => {
    const { left, width } = slider.getBoundingClientRect();
    go(Math.min(last, Math.floor(((x - left) / width) * columns)));
  };
  return h("figure", { "data-key": "course" },
    h("figcaption", { class: "unseen" }, courseText(course, names)),
    h("p", { class: "small soft", "aria-hidden": "true" }, `▲ ${names[mine - 1]}`),
    h("div", {
      class: "course", id: "course", role: "slider", tabindex: "0", "aria-label": "Course of the game",
      "aria-valuemin": "0", "aria-valuemax": last, "aria-valuenow": at,
      "aria-valuetext": `${at ? `After move ${at}` : "Start"}: ${winning(course[at], names)}`,
      onpointerdown: ({ currentTarget, clientX }) => pick(currentTarget, clientX),
    },
      svg("svg", { height: HEIGHT, "aria-hidden": "true", focusable: "false" },
        hatching(),
        svg("line", { x1: "0", x2: "100%", y1: MIDDLE, y2: MIDDLE }),
        svg("rect", { class: "now", x: percent(at, columns), y: 0, width: percent(1, columns), height: HEIGHT, rx: 4 }),
        course.map((seat, turn) => bar(seat === null ? 0 : seat === mine ? 1 : -1, turn, { columns, last, now: turn === at })),
        turning && turningSign(percent(turning + 0.5, columns)))),
    h("div", { class: "course-key small soft", "aria-hidden": "true" },
      h("p", {}, `▼ ${names[2 - mine]}`),
      turning && h("p", {}, h("span", { class: "turning-sign" }), `turned at move ${turning}`),
      h("p", {}, h("span", { class: "now-sign" }), at ? `move ${at}` : "start")));
}

/**
 * @param {number} column
 * @param {number} columns
 */
const percent = (column, columns) => `${(column / columns) * 100}%`;

/** @param {string} x */
const turningSign = (x) => [
  svg("line", { class: "turning", x1: x, x2: x, y1: 0, y2: HEIGHT }),
  svg("circle", { class: "turning", r: 7, cx: x, cy: 10 }),
];

/** The opponent's bars are hatched, so that colour is not the only difference. */
const hatching = () =>
  svg("defs", {}, svg("pattern", {
    id: "hatched", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  }, svg("rect", { class: "hatched-ground", width: 7, height: 7 }), svg("rect", { class: "hatched-line", width: 3.2, height: 7 })));

/**
 * Return a bar. It is longer near the end of the game, and thin for a draw.
 * @param {-1 | 0 | 1} side
 * @param {number} turn
 * @param {{columns: number, last: number, now: boolean}} how
 */
function bar(side, turn, { columns, last, now }) {
  const height = side ? LEAST + (MOST - LEAST) * (turn / Math.max(1, last)) : FLAT;
  const top = side > 0 ? MIDDLE - height - 1 : side < 0 ? MIDDLE + 1 : MIDDLE - FLAT / 2;
  return svg("rect", {
    class: "bar", "data-side": side, "data-now": now, x: percent(turn + 0.1, columns), y: top,
    width: percent(0.8, columns), height, rx: 6,
  });
}

/**
 * @param {Winning} seat
 * @param {string[]} names
 */
const winning = (seat, names) => (seat ? names[seat - 1] : "neither player is winning");

/**
 * Describe the chart for screen readers, one sentence for each stretch of moves.
 * @param {Winning[]} course
 * @param {string[]} names
 */
function courseText(course, names) {
  /** @type {{seat: Winning, from: number, to: number}[]} */
  const stretches = [];
  course.forEach((seat, turn) => {
    const last = stretches.at(-1);
    if (last && seat === last.seat) last.to = turn;
    else stretches.push({ seat, from: turn, to: turn });
  });
  return stretches
    .map(({ seat, from, to }) => `${stretch(from, to)} ${winning(seat, names)}.`)
    .join(" ");
}

/**
 * @param {number} from
 * @param {number} to
 */
function stretch(from, to) {
  if (!from) return to ? `From the start to move ${to}` : "At the start";
  return from === to ? `After move ${from}` : `After moves ${from} to ${to}`;
}

openPage(show);
