// The code that a player says to a friend: it works for some minutes, and a new one is one press away.

import { get, post, messageOf } from "../api.js";
import { h } from "../dom.js";

const MINUTE = 60_000;
const OFTEN = 5_000;

export class SpokenCode {
  /** @type {?string} */
  #spoken = null;
  #until = 0;
  #problem = "";
  #known = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** Show the code that there is, and how its time runs down, until the friend has come. */
  async open() {
    await this.#ask(get);
    const timer = setInterval(() => {
      if (this.session.match.begun) clearInterval(timer);
      else this.changed();
    }, OFTEN);
  }

  /** @param {typeof get} ask how: to look, or to have a new one */
  async #ask(ask) {
    try {
      /** @type {import("../types").Invitation} */
      const { spoken, seconds } = await ask(`${this.session.path}/invitation`);
      this.#spoken = spoken;
      this.#until = performance.now() + seconds * 1000;
      this.#problem = "";
      this.#known = true;
    } catch (problem) {
      this.#problem = messageOf(problem);
    }
    this.changed();
  }

  element() {
    const left = this.#until - performance.now();
    const works = this.#spoken !== null && left > 0;
    return h("div", { class: "stack", "data-key": "spoken" },
      h("p", { class: "label" }, "Or say this code to your friend"),
      works && h("p", { class: "lobby-code", id: "code", "aria-live": "polite" }, inHalves(this.#spoken ?? "")),
      h("p", { class: "soft", id: "code-time" },
        works ? `Your friend types it on the start page. It works for ${minutes(left)}.` : this.#known && "The code has run out."),
      this.#problem && h("p", { class: "problem", role: "alert" }, this.#problem),
      h("div", {}, h("button", {
        class: "button", type: "button", "data-act": "new-code", onclick: () => this.#ask(post),
      }, "New code")));
  }
}

/**
 * Six letters are said and heard in two threes.
 * @param {string} text
 */
const inHalves = (text) => `${text.slice(0, 3)} ${text.slice(3)}`;

/** @param {number} left */
function minutes(left) {
  const count = Math.ceil(left / MINUTE);
  return count > 1 ? `${count} more minutes` : "less than a minute more";
}
