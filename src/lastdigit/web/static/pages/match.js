// The page of a match: the board, and beside it the moves and what else can be done.

import { get, persistently, post, sentenceOf } from "../api.js";
import { boardOf } from "../board/board.js";
import { Choosing } from "../board/choosing.js";
import { isDigit, isForPage, rove, settle } from "../board/keyboard.js";
import { exampleOf } from "../board/questions.js";
import { textsOn, turnOver } from "../board/rows.js";
import { h, keepingFocus, patch } from "../dom.js";
import { Actions } from "../match/actions.js";
import { advice, hintsOf } from "../match/advice.js";
import { players, tick } from "../match/clocks.js";
import { History } from "../match/history.js";
import { keyCard, keyForm } from "../match/key.js";
import { invitation, isInviting, sitDown, waiting } from "../match/lobby.js";
import { rematchButton } from "../match/rematch.js";
import { sentenceLine } from "../match/sentence.js";
import { Session } from "../match/session.js";
import { SpokenCode } from "../match/spoken-code.js";
import { turnWords } from "../match/turn.js";
import { typing } from "../match/typing.js";
import { bringIntoSight, reachWhatScrolls, showNewest } from "../scroll.js";
import { digitsPlay, title } from "../shell.js";
import { turns, YOUR_TURN } from "../words.js";

/**
 * @typedef {import("../match/lobby.js").Wish} Wish
 * @typedef {import("../types").Advice} Advice
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").OptionData} Option
 * @typedef {import("../types").Position} Position
 */

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
export async function show(main, code) {
  /** @type {Match} */
  const match = await persistently(() => get(`/api/matches/${encodeURIComponent(code)}`), () => {});
  new MatchPage(main, match).open();
}

class MatchPage {
  /** @type {?Advice} */
  #advice = null;
  /** @type {?import("../types").Key} */
  #key = null;
  #watching = false;
  #bringing = false;
  #problem = "";
  /** @type {?Position} */
  #asking = null;
  /** @type {?number} */
  #shownTurn = null;
  /** @type {Option[]} */
  #options = [];

  /**
   * @param {HTMLElement} main
   * @param {Match} match
   */
  constructor(main, match) {
    this.main = main;
    const draw = () => this.draw();
    this.session = new Session(match, (before) => this.changed(before));
    this.history = new History(this.session, draw);
    this.spoken = new SpokenCode(this.session, draw);
    this.choosing = new Choosing({
      changed: draw,
      complete: (move) => this.play(move),
      refused: (reason) => this.refuse(reason),
    });
    this.actions = new Actions(this.session, {
      changed: draw,
      sent: (effect) => this.advise(effect?.advice),
      lend: () => this.lend(),
      bring: () => this.set(() => (this.#bringing = true)),
    });
  }

  open() {
    this.session.follow();
    if (!this.session.match.begun) this.learnOptions();
    if (isInviting(this.session)) this.spoken.open();
    rove(this.main);
    tick(this.main, this.session);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Whoever is invited should know which rules are not the usual ones. */
  async learnOptions() {
    /** @type {import("../types").GameInfo[]} */
    const games = await get("/api/games").catch(() => []);
    const game = games.find(({ name }) => name === this.session.match.game);
    this.set(() => (this.#options = game?.options ?? []));
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
      if (before.position.turn !== match.position.turn) this.choosing.clear();
      if (before.position.turn !== match.position.turn) this.#advice = null;
    }
    this.draw();
  }

  /** Whether a move may be made here and now. */
  get isOpen() {
    return this.session.seatFor("move") !== null && !this.session.busy && this.history.looking === null;
  }

  /** @param {string} move */
  async play(move) {
    const effect = await this.session.send({ do: "move", move });
    if (!effect?.accepted) this.choosing.dropLast();
    this.draw();
  }

  /**
   * Say why a press did nothing; when the game is over or a command on its way, it is plain.
   * @param {string} reason
   */
  refuse(reason) {
    if (this.session.match.result || this.session.busy) return;
    if (this.history.looking !== null) this.history.refuse("This is an earlier position. Go back to the game first.");
    else if (this.session.seatFor("move") === null) this.session.warn("It is not your turn.");
    else this.session.warn(reason);
  }

  /** @param {?Advice | undefined} given */
  advise(given) {
    if (!given) return;
    this.set(() => (this.#advice = given));
    bringIntoSight(this.main.querySelector("#advice"), this.main.querySelector(".hinted"));
  }

  async lend() {
    try {
      this.#key = await post(`${this.session.path}/key`);
    } catch (problem) {
      this.session.warn(sentenceOf(problem));
    }
    this.draw();
  }

  /** @param {Wish} wish */
  async sit(wish) {
    this.#problem = "";
    try {
      await sitDown(this.session, wish);
      this.#bringing = false;
    } catch (problem) {
      this.#problem = sentenceOf(problem);
    }
    this.draw();
  }

  draw() {
    const before = textsOn(this.main);
    keepingFocus(
      () => patch(this.main, this.lobby() ?? this.table()),
      () => this.main.querySelector("#turn") ?? this.main,
    );
    settle(this.main);
    reachWhatScrolls();
    this.showLatest();
    turnOver(this.main, before);
    this.nameTab();
  }

  lobby() {
    const { match, seats } = this.session;
    /** @param {Wish} wish */
    const sit = (wish) => this.sit(wish);
    if (this.#bringing) {
      const stop = () => this.set(() => (this.#bringing = false));
      return keyForm(match.title, { sit, stop, problem: this.#problem });
    }
    if (match.begun || match.result) return null;
    if (seats.length) return waiting(this.session, { sit, options: this.#options, spoken: this.spoken });
    if (this.#watching || !match.may["0"]?.includes("sit")) return null;
    return invitation(this.session, {
      sit, problem: this.#problem, options: this.#options,
      watch: () => this.set(() => (this.#watching = true)),
      bring: () => this.set(() => (this.#bringing = true)),
    });
  }

  table() {
    return h("div", { class: "columns", "data-key": "table" },
      this.board(),
      h("div", { class: "side", "data-key": "side" },
        this.history.element(),
        this.actions.element(),
        this.#key && keyCard(this.#key, () => this.set(() => (this.#key = null)))));
  }

  board() {
    const { session, history, choosing } = this;
    const { match } = session;
    const position = history.position ?? match.position;
    // After the end the keys stay where they are, so that nothing jumps under the hand.
    if (position.question) this.#asking = position;
    const shown = boardOf(position, {
      asking: this.#asking ?? position,
      chosen: this.isOpen || session.busy ? choosing.chosen : [],
      typed: choosing.typed,
      open: this.isOpen,
      answer: (depth, text) => choosing.answer(match.position.question, depth, text),
      refuse: (reason) => this.refuse(reason),
      hints: this.isOpen && this.#advice ? hintsOf(this.#advice) : [],
    });
    const plays = session.seats.length > 0;
    const turn = history.looking ?? match.position.turn;
    return h("section", { class: "card board", "data-key": "board", "aria-label": "Board" },
      h("div", { class: "board-head", "data-key": "head" },
        h("h1", {}, match.title),
        h("span", { class: "soft" }, match.result ? turns(turn) : `turn ${turn + 1}`),
        h("a", {
          class: "to-rules", href: `/rules/${encodeURIComponent(match.game)}`, "aria-label": `Rules of ${match.title}`,
        }, "Rules"),
        h("p", { class: "goal", "data-key": "goal" }, match.goal),
        players(session)),
      h("div", { class: "turn", id: "turn", tabindex: "-1", "aria-live": "polite", "data-key": "turn" },
        turnWords(session, { prompt: shown.prompt, looking: history.looking, back: () => history.back() })),
      shown.numbers,
      plays && shown.keys,
      sentenceLine(session, history.message),
      this.#advice && advice(this.#advice, () => this.set(() => (this.#advice = null))),
      shown.logs,
      match.result ? this.after() : plays && typing({
        example: exampleOf(match.position.question), open: this.isOpen, play: (move) => this.play(move),
        say: (word) => this.actions.say(word),
        isAnswer: (text) => Boolean(match.position.question?.answers.some((answer) => answer.text === text)),
      }));
  }

  /** At the end the box for typing gives its place to what comes next. */
  after() {
    const { code, moves } = this.session.match;
    return h("div", { class: "typing", "data-key": "after" },
      rematchButton(this.session, "button primary"),
      moves.length > 0 && h("a", {
        class: "button", href: `/review/${code}`, "data-key": "review",
      }, "Review"));
  }

  /** After a step the newest entries of what scrolls are the ones to see; else hands off. */
  showLatest() {
    const turn = this.history.looking ?? this.session.match.position.turn;
    if (turn === this.#shownTurn) return;
    this.#shownTurn = turn;
    showNewest(this.main);
  }

  nameTab() {
    const { match, seats } = this.session;
    const mine = match.begun && !match.result && seats.some((seat) => seat === match.position.mover);
    title(...(mine ? [YOUR_TURN.replace(".", "")] : []), match.title);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event)) return;
    if (event.key === "Escape") this.takeBack();
    else if (isDigit(event)) this.typeDigit(event);
    else if (event.key === "Enter") this.settle(event);
    else if (event.target.closest("#moves") || !event.target.closest("a, button, .sentence, .log")) this.step(event);
  }

  /** Escape leaves an earlier position, or takes a half-made move back. */
  takeBack() {
    if (this.history.looking !== null) this.history.back();
    else if (this.choosing.chosen.length || this.choosing.typed) this.set(() => this.choosing.clear());
  }

  /**
   * Enter says that the digits typed are a whole answer.
   * @param {KeyboardEvent} event
   */
  settle(event) {
    if (this.choosing.settle(this.session.match.position.question)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  typeDigit(event) {
    if (!digitsPlay() || !this.isOpen) return;
    if (this.choosing.type(this.session.match.position.question, event.key)) event.preventDefault();
  }

  /**
   * Step through the positions; where the list of moves has the focus, it goes along.
   * @param {KeyboardEvent} event
   */
  async step(event) {
    const turn = this.history.turnFor(event.key);
    if (turn === null) return;
    event.preventDefault();
    await this.history.look(turn);
    const list = this.main.querySelector("#moves");
    /** @type {?HTMLElement | undefined} */
    const current = list?.querySelector("[aria-current]");
    if (list?.contains(document.activeElement)) current?.focus();
  }
}
