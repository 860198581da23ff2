// The page of a match: the board, and beside it the actions and the history.

import { action, boardOf } from "../board/board.js";
import { answersOf, exampleOf, MoveEntry } from "../board/entry.js";
import { rove, settle } from "../board/keyboard.js";
import { badge } from "../components/tile.js";
import { bringIntoSight, byId, h, keepingFocus, patch, showNewest, updateScrollFocus } from "../dom.js";
import { Actions, Shortcuts } from "../match/actions.js";
import { Ending } from "../match/ending.js";
import { before as seenBefore, burst, chosenTile, endOnTap, shake, show as showMotion, sounds, textOf } from "../match/feedback.js";
import { History } from "../match/history.js";
import { Lobby } from "../match/lobby.js";
import { Session } from "../match/session.js";
import { advice, awaySeat, hintsOf, LessonOffer, listed, lists, statusLine, table, tick, turnWords, typing } from "../match/table.js";
import { isOn, wasByKeyboard } from "../memory.js";
import { get, retry } from "../server.js";
import { openPage, title } from "../shell.js";
import { EARLIER_FIRST, NOT_YOUR_TURN, YOUR_TURN } from "../strings.js";

/**
 * @typedef {import("../types").Advice} Advice
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").Position} Position
 */

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
async function show(main, code) {
  /** @type {Match} */
  const match = await retry(() => get(`/api/matches/${encodeURIComponent(code)}`), () => {});
  new MatchPage(main, match).open();
}

export class MatchPage {
  /** @type {?Advice} */
  #advice = null;
  #typing = false;
  #folded = false;
  /**
   * The answers of the last refused move.
   * @type {string[]}
   */
  #wrong = [];
  /** @type {?Position} */
  #asking = null;
  /** @type {?number} */
  #shownTurn = null;
  /** @type {?number} */
  #drawnTurn = null;

  /**
   * @param {HTMLElement} main
   * @param {Match} match
   */
  constructor(main, match) {
    this.main = main;
    const draw = () => this.draw();
    this.session = new Session(match, (before) => this.changed(before));
    this.history = new History(this.session, draw);
    this.lobby = new Lobby(this.session, draw);
    this.offer = new LessonOffer(this.session, draw);
    this.ending = new Ending(this.session, draw);
    this.entry = new MoveEntry({
      changed: () => this.chose(),
      complete: (move) => this.play(move),
      refused: (reason) => this.refuse(reason),
      atOnce: () => isOn("at-once"),
    });
    this.actions = new Actions(this.session, {
      changed: draw,
      sent: (effect) => this.advise(effect?.advice),
      lend: () => this.lobby.lend(),
      bring: () => this.lobby.bring(),
      type: () => this.type(),
    });
  }

  open() {
    this.session.follow();
    this.lobby.open();
    rove(this.main);
    tick(this.main, this.session);
    endOnTap();
    setInterval(() => awaySeat(this.session) && this.draw(), 1000);
    new Shortcuts(this).listen();
    if (wasByKeyboard()) this.focusBoard();
  }

  /** Focus a tile or key that can be pressed, or else the line that shows whose turn it is. */
  focusBoard() {
    /** @type {?HTMLElement} */
    const open = this.main.querySelector('.board [data-answer][tabindex="0"]:not([aria-disabled="true"])');
    (open ?? this.headline ?? document.getElementById("turn"))?.focus();
  }

  /**
   * The winner, once the game is over and its last position is shown.
   * @returns {?HTMLElement}
   */
  get headline() {
    return this.main.querySelector(".headline");
  }

  /** @param {() => void} change */
  set(change) {
    change();
    this.draw();
  }

  /** @param {Match} before */
  changed(before) {
    const { match } = this.session;
    if (before.number !== match.number) {
      this.history.check(before);
      if (before.position.turn !== match.position.turn) {
        this.entry.clear();
        this.#advice = null;
        this.#wrong = [];
      }
    }
    this.draw();
    this.actions.redraw();
    if (match.result && !before.result && this.session.seats.length) this.headline?.focus();
  }

  /** An answer was chosen or removed. */
  chose() {
    this.#wrong = [];
    this.draw();
    sounds.tap(textOf(chosenTile(this.main)));
  }

  /** Whether a move can be made now. */
  get isOpen() {
    return this.session.seatFor("move") !== null && !this.session.busy && this.history.looking === null;
  }

  /** @param {string} move */
  async play(move) {
    const { question } = this.session.match.position;
    const effect = await this.session.send({ do: "move", move });
    if (!effect?.accepted) {
      this.entry.dropLast();
      this.#wrong = answersOf(question, move);
    }
    this.draw();
    if (effect && !effect.accepted) this.shakeWrong(this.main.querySelector(".wrong"));
  }

  /** @param {?Element} tile */
  shakeWrong(tile) {
    shake(tile);
    sounds.refused();
  }

  /**
   * Show why a press did nothing. It is obvious if the game is over or a command is pending.
   * @param {string} reason
   */
  refuse(reason) {
    if (this.session.match.result || this.session.busy) return;
    if (this.history.looking !== null) this.history.refuse(EARLIER_FIRST);
    else if (this.session.seatFor("move") === null) this.session.warn(NOT_YOUR_TURN);
    else {
      this.session.warn(reason);
      this.shakeWrong(document.activeElement?.closest("[data-answer]") ?? null);
    }
  }

  /** @param {?Advice | undefined} given */
  advise(given) {
    if (!given) return;
    this.set(() => (this.#advice = given));
    bringIntoSight(this.main.querySelector("#advice"), this.main.querySelector(".hinted"));
  }

  async hint() {
    if (this.session.seatFor("hint") === null) return;
    this.advise((await this.session.send({ do: "hint" }))?.advice);
  }

  /** Show and focus the field for typing a move. */
  type() {
    this.set(() => (this.#typing = true));
    this.main.querySelector("input")?.focus();
  }

  get isTyping() {
    return this.#typing;
  }

  stopTyping() {
    this.set(() => (this.#typing = false));
    byId("turn").focus();
  }

  draw() {
    const { match } = this.session;
    const moved = this.#drawnTurn !== null && match.position.turn > this.#drawnTurn;
    const last = match.moves.at(-1);
    const before = seenBefore(this.main, moved && last && this.session.isOther(last.seat) ? last.move : "");
    const ended = moved && match.result !== null;
    this.#drawnTurn = match.position.turn;
    keepingFocus(
      () => patch(this.main, this.lobby.element() ?? this.page()),
      () => this.main.querySelector("#turn") ?? this.main,
    );
    settle(this.main);
    updateScrollFocus();
    this.showLatest();
    const changed = showMotion(this.main, before, moved);
    if (moved) sounds.land(changed);
    if (ended) this.celebrate();
    this.nameTab();
  }

  celebrate() {
    if (this.ending.won) {
      burst(this.main.querySelector(".headline"));
      sounds.won();
    } else sounds.lost();
  }

  page() {
    const { match } = this.session;
    return h("div", { class: "match", "data-key": "match", "data-game": match.game },
      h("header", { class: "match-head", "data-key": "head" },
        badge(match.game),
        h("h1", {}, match.title),
        h("p", { class: "goal", "data-key": "goal" }, match.goal)),
      h("div", { class: "columns match-columns", "data-key": "columns" },
        this.board(),
        h("div", { class: "side", "data-key": "side" },
          this.actions.element(),
          this.history.element(),
          this.lobby.key())));
  }

  /** The position whose questions the keys show. The reader's own questions stay visible while the opponent thinks. */
  get asking() {
    const { match, seats } = this.session;
    const position = this.history.position ?? match.position;
    const own = seats.some((seat) => seat === position.mover);
    if (position.question && (own || !this.#asking || !seats.length || this.history.looking !== null)) this.#asking = position;
    return this.#asking ?? position;
  }

  board() {
    const { session, history, entry } = this;
    const { match } = session;
    const position = history.position ?? match.position;
    const shown = boardOf(position, {
      asking: this.asking,
      chosen: this.isOpen || session.busy ? entry.chosen : [],
      typed: entry.typed,
      open: this.isOpen,
      answer: (depth, text) => entry.answer(match.position.question, depth, text),
      refuse: (reason) => this.refuse(reason),
      hints: this.isOpen && this.#advice ? hintsOf(this.#advice) : [],
      wrong: this.#wrong,
    });
    return h("section", { class: "board", "data-key": "board", "aria-label": "Board" },
      table(session, position, shown, {
        status: statusLine(session, { looking: history.looking, back: () => history.back(), instead: history.message }),
        action: this.action(shown),
      }),
      this.#advice && !match.result && advice(this.#advice, {
        close: () => this.set(() => (this.#advice = null)), next: () => this.hint(),
      }),
      this.#typing && !match.result && session.seats.length > 0 && this.typing(),
      lists(session, listed(shown.rest), {
        hidden: this.#folded, toggle: () => this.set(() => (this.#folded = !this.#folded)),
      }));
  }

  /** @param {ReturnType<typeof boardOf>} shown */
  action(shown) {
    const { session, entry } = this;
    const { match } = session;
    if (match.result && this.history.looking === null) return this.ending.element();
    if (!session.seats.length) return shown.pool;
    const { question } = match.position;
    return [shown.keys, action({
      choice: this.isOpen || session.busy ? entry.whole(question) : null, prompt: shown.prompt, waits: turnWords(session), open: this.isOpen,
      play: () => entry.play(question), meanwhile: this.offer.element(),
    })];
  }

  typing() {
    const { question } = this.session.match.position;
    return typing({
      example: exampleOf(question), open: this.isOpen, play: (move) => this.play(move),
      say: (word) => this.actions.say(word),
      isAnswer: (text) => Boolean(question?.answers.some((answer) => answer.text === text)),
    });
  }

  /** Scroll to the newest entries after a step. Otherwise the reader's scroll positions stay. */
  showLatest() {
    const turn = this.history.looking ?? this.session.match.position.turn;
    if (turn === this.#shownTurn) return;
    this.#shownTurn = turn;
    showNewest(this.main);
  }

  nameTab() {
    const { match, seats } = this.session;
    const mine = match.begun && !match.result && seats.some((seat) => seat === match.position.mover);
    title(...(mine ? [YOUR_TURN] : []), match.title);
  }
}

openPage(show);
