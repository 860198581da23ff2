// The lesson, offered before this browser's first game of a kind, and never twice unasked.

import { h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { icon } from "../components/tile.js";
import { LEARN } from "../strings.js";

export class Offer {
  #open = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    const { match, seats } = session;
    const name = `lesson-${match.game}`;
    const first = match.lesson && seats.length > 0 && !match.clocks && !this.#hasMoved && recall(name) === null;
    if (!first) return;
    remember(name, "offered");
    // Where it cannot be remembered, it would be offered each time.
    this.#open = recall(name) !== null;
  }

  /** Whether the reader has made a move: what the other began with does not count. */
  get #hasMoved() {
    const { match: { moves }, seats } = this.session;
    return moves.some(({ seat }) => seats.includes(seat));
  }

  element() {
    const { match } = this.session;
    if (!this.#open || this.#hasMoved || match.result) return null;
    const close = () => {
      this.#open = false;
      this.changed();
    };
    return h("section", { class: "offer", "data-key": "offer", "aria-label": LEARN.take },
      h("p", {}, LEARN.offer, " ", h("a", { href: `/learn/${match.game}?then=${encodeURIComponent(match.code)}` }, LEARN.take)),
      h("button", { class: "icon-button", type: "button", "aria-label": LEARN.later, onclick: close }, icon("cross")));
  }
}
