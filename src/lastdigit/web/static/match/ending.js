// The end: who has won and why, where it turned, and what comes next.

import { get } from "../api.js";
import { nextGame } from "../class/way-back.js";
import { h, strong } from "../dom.js";
import { icon } from "../components/tile.js";
import { here } from "../host.js";
import { END, LADDER } from "../strings.js";
import { rematchButton } from "./rematch.js";
import { shareEnd } from "./share.js";
import { opponentOf, tryAgain } from "./try-again.js";

/**
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("./session.js").Session} Session
 */

export class Ending {
  /** @type {?Review} */
  #review = null;
  #asked = false;

  /**
   * @param {Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  get #match() {
    return this.session.match;
  }

  /** Whether the reader has won. */
  get won() {
    const { result } = this.#match;
    return result !== null && !this.session.shared && result.winner === this.session.mine;
  }

  /** Ask what there is to know, once. */
  async #ask() {
    if (this.#asked || !this.#match.moves.length) return;
    this.#asked = true;
    this.#review = await get(`${this.session.path}/review`).catch(() => null);
    this.changed();
  }

  element() {
    const { result, code, game, moves } = this.#match;
    if (!result) return null;
    this.#ask();
    const next = nextGame();
    const again = next ? null : this.#again();
    return h("div", { class: this.won ? "ending won" : "ending", "data-key": "ending", id: "ending" },
      h("h2", { class: "headline result", tabindex: "-1", "data-key": "headline" }, result.headline),
      h("p", { class: "reason", id: "sentence", role: "status", "data-key": "why" }, strong(result.sentence)),
      this.#review && h("p", { class: "turning-words", "data-key": "turned" }, this.#review.turningText),
      h("div", { class: "row ending-row", "data-key": "row" },
        next ?? [again, rematchButton(this.session, again ? "button" : "make")],
        moves.length > 0 && this.#shareButton(),
        moves.length > 0 && h("a", { class: "button", href: `/review/${code}${here().search}`, "data-key": "review" }, "Review")),
      this.#review && h("p", { class: "next-words", "data-key": "map" },
        h("a", { class: "quiet", href: `/maps/${game}?match=${code}` }, END.onMap)),
      this.#next());
  }

  /** From where it turned, if the reader turned it; from the start on the other side, if nothing could be done. */
  #again() {
    const review = this.#review;
    if (!review || this.won || this.session.shared) return null;
    const { mine } = this.session;
    const mistake = review.moves.findLast(({ seat, right }) => seat === mine && !right);
    if (mistake) return this.#button(END.again(mistake.turn), "again", { position: mistake.position, seat: mine });
    const start = review.moves[0];
    if (!start || review.course[0] !== 3 - mine || review.turningPoint !== null) return null;
    return this.#button(END.otherSeat, "other-seat", { position: start.position, seat: 3 - mine });
  }

  /** After a win the next stronger computer waits. */
  #next() {
    const met = LADDER.indexOf(opponentOf(this.session) ?? "");
    const stronger = LADDER[met + 1];
    if (!this.won || met < 0 || !stronger) return null;
    return h("p", { class: "next-words", "data-key": "next" }, this.#button(END.next(stronger), "next", { against: stronger }, "quiet"));
  }

  /**
   * @param {string} label
   * @param {string} act
   * @param {Record<string, unknown>} wish
   */
  #button(label, act, wish, look = "make") {
    return h("button", {
      class: look, type: "button", "data-key": act, "data-act": act, onclick: () => tryAgain(this.session, wish),
    }, act === "again" && icon("undo"), label);
  }

  #shareButton() {
    return h("button", {
      class: "button", type: "button", "data-key": "share", "data-act": "share", onclick: () => shareEnd(this.session),
    }, icon("share"), END.share);
  }
}
