// The lesson, offered before this browser's first game of a kind, and never twice unasked.

import { h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { LEARN } from "../words.js";

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
    const first = match.lesson && seats.length > 0 && !match.clocks && !match.moves.length && recall(name) === null;
    if (!first) return;
    remember(name, "offered");
    // Where it cannot be remembered, it would be offered each time.
    this.#open = recall(name) !== null;
  }

  element() {
    const { match } = this.session;
    if (!this.#open || match.moves.length || match.result) return null;
    const close = () => {
      this.#open = false;
      this.changed();
    };
    return h("section", { class: "card offer", "data-key": "offer", "aria-label": LEARN.take },
      h("p", {}, LEARN.offer),
      h("div", { class: "row" },
        h("a", {
          class: "button primary", href: `/learn/${match.game}?then=${encodeURIComponent(match.code)}`,
        }, LEARN.take),
        h("button", { class: "button", type: "button", onclick: close }, LEARN.later)));
  }
}
