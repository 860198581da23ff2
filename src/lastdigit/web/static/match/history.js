// The list of moves, and viewing earlier positions.

import { mark, number } from "../components/tile.js";
import { h, scrollTo, strong } from "../dom.js";
import { get, messageOf } from "../server.js";
import { HAPPENED } from "../strings.js";

/**
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").Turn} Turn
 * @typedef {import("./session.js").Session} Session
 */

export class History {
  /**
   * The number of moves in the position shown, or null for the current one.
   * @type {?number}
   */
  looking = null;
  /** @type {?Position} */
  position = null;
  /** Why an earlier position could not be shown. */
  problem = "";
  /**
   * The requested turn.
   * @type {?number}
   */
  #wanted = null;
  /** @type {Map<number, Position>} */
  #positions = new Map();
  /** @type {Turn[]} */
  #older = [];

  /**
   * @param {Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /**
   * After an update, drop positions of moves that were taken back.
   * @param {import("../types").Match} before
   */
  check(before) {
    this.problem = "";
    const { moves } = this.session.match;
    const last = before.moves.at(-1);
    if (!last || moves.find(({ turn }) => turn === last.turn)?.move === last.move) return;
    this.#positions.clear();
    if (this.looking !== null && this.looking >= this.#last) this.back();
  }

  get moves() {
    const { moves, firstTurn } = this.session.match;
    return [...this.#older.filter(({ turn }) => turn < firstTurn), ...moves];
  }

  get #last() {
    return this.session.match.position.turn;
  }

  /**
   * Show the position after a number of moves. The last one is the current game.
   * @param {number} turn
   */
  async look(turn) {
    const wanted = Math.max(0, Math.min(turn, this.#last));
    if (wanted === this.#last) return this.back();
    this.#wanted = wanted;
    const found = this.#positions.get(wanted) ?? (await this.#attempt(() => this.#fetch(wanted)));
    if (this.#wanted !== wanted) return;
    this.#wanted = null;
    if (found) [this.looking, this.position, this.problem] = [wanted, found, ""];
    this.changed();
  }

  /**
   * Show a position pressed in the list. If the list is far below the board, scroll up to the board.
   * @param {number} turn
   */
  async #show(turn) {
    await this.look(turn);
    scrollTo(document.getElementById("turn"));
  }

  /** @param {number} turn */
  async #fetch(turn) {
    /** @type {Position} */
    const position = await get(`${this.session.path}/turns/${turn}`);
    this.#positions.set(turn, position);
    return position;
  }

  /**
   * Return a response, or null if it failed. Then the page stays as it is and shows why.
   * @template Answer
   * @param {() => Promise<Answer>} question
   */
  async #attempt(question) {
    try {
      return await question();
    } catch (problem) {
      if (this.looking === null) this.session.warn(messageOf(problem));
      else this.problem = messageOf(problem);
      return null;
    }
  }

  back() {
    [this.looking, this.position, this.problem, this.#wanted] = [null, null, "", null];
    this.changed();
  }

  /**
   * Show why something cannot be done while an earlier position is shown.
   * @param {string} reason
   */
  refuse(reason) {
    this.problem = reason;
    this.changed();
  }

  /**
   * Return the message that replaces the sentence under the board, or null.
   * @returns {?import("./session.js").Message}
   */
  get message() {
    if (this.problem) return { text: this.problem, warning: true };
    if (this.looking === null) return null;
    const made = this.moves.find(({ turn }) => turn === this.looking);
    if (!made) return { text: this.looking ? `After move ${this.looking}.` : "Before the first move.", warning: false };
    return { text: `Move ${made.turn}: ${made.text}.`, warning: false };
  }

  /**
   * Return the turn that a key steps to, or null for other keys.
   * @param {string} key
   */
  turnFor(key) {
    const at = this.#wanted ?? this.looking ?? this.#last;
    const [before, after] = [at - 1, at + 1];
    /** @type {Record<string, number>} */
    const turns = { ArrowLeft: before, ArrowDown: before, ArrowRight: after, ArrowUp: after, Home: 0, End: this.#last };
    return this.#last ? (turns[key] ?? null) : null;
  }

  async showOlder() {
    const before = this.moves[0].turn;
    /** @type {() => Promise<Turn[]>} */
    const question = () => get(`${this.session.path}/turns?before=${before}`);
    const older = await this.#attempt(question);
    if (older) [this.#older, this.problem] = [[...older, ...this.#older], ""];
    this.changed();
  }

  /** Return the list of moves, newest first, with one tab stop and arrow keys. */
  element() {
    const { match: { players, beginning }, mine } = this.session;
    const current = this.looking ?? this.#last;
    const first = this.moves[0]?.turn ?? 1;
    return h("section", { class: "card happened", "aria-labelledby": "moves-title", "data-key": "moves" },
      h("h2", { id: "moves-title" }, HAPPENED.title),
      !this.moves.length && h("p", { class: "soft" }, beginning ?? HAPPENED.nothing),
      h("ol", { class: "moves", id: "moves", "data-key": "list", reversed: true },
        this.moves.toReversed().map((move) =>
          h("li", { "data-key": move.turn },
            this.#row(move.turn, current, [
              h("span", { class: "turn-number" }, String(move.turn)),
              h("span", {}, mark(move.seat, players[move.seat - 1].label, mine)),
              h("span", {}, strong(move.text)),
              number(move.number, { class: "num made", title: move.move }),
            ]))),
        first > 1
          ? h("li", { "data-key": "older" }, h("button", {
            class: "quiet", type: "button", onclick: () => this.showOlder(),
          }, HAPPENED.older))
          : this.moves.length > 0 && h("li", { "data-key": "start" },
              this.#row(0, current, [h("span"), h("span"), h("span", { class: "soft" }, beginning ?? HAPPENED.start)]))));
  }

  /**
   * @param {number} turn
   * @param {number} current
   * @param {HTMLElement[]} parts
   */
  #row(turn, current, parts) {
    const here = turn === current;
    return h("button", {
      class: "move", type: "button", "data-turn": turn, "aria-current": here ? "step" : null,
      tabindex: here ? "0" : "-1", onclick: () => this.#show(turn),
    }, parts);
  }
}
