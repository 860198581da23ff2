// Coming to a match and leaving with it: invited, waiting, watching, or with the key of a seat.

import { post, messageOf } from "../api.js";
import { remember } from "../memory.js";
import { keyCard, keyForm } from "./key.js";
import { invitation, isInviting, sitDown, waiting } from "./lobby.js";
import { SpokenCode } from "./spoken-code.js";

/** @typedef {import("./lobby.js").Wish} Wish */

export class Coming {
  #watching = false;
  #bringing = false;
  #problem = "";
  /** @type {?import("../types").Key} */
  #key = null;

  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.spoken = new SpokenCode(session, changed);
  }

  open() {
    if (isInviting(this.session)) this.spoken.open();
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.changed();
  }

  /** Bring a seat here by its key. */
  bring() {
    this.#set(() => (this.#bringing = true));
  }

  /** Take this seat to another device. */
  async lend() {
    try {
      this.#key = await post(`${this.session.path}/key`);
    } catch (problem) {
      this.session.warn(messageOf(problem));
    }
    this.changed();
  }

  /** Return the key of this seat, while it is shown. */
  key() {
    return this.#key && keyCard(this.#key, () => this.#set(() => (this.#key = null)));
  }

  /** @param {Wish} wish */
  async #sit(wish) {
    this.#problem = "";
    try {
      await sitDown(this.session, wish);
      this.#bringing = false;
    } catch (problem) {
      this.#problem = messageOf(problem);
    }
    this.changed();
  }

  /** @param {string} name */
  async #rename(name) {
    this.#problem = "";
    try {
      this.session.take(await post(`${this.session.path}/name`, { name }));
      remember("name", name);
    } catch (problem) {
      this.#problem = messageOf(problem);
    }
    this.changed();
  }

  /** Return what stands in the board's place until one sits or watches, or null. */
  element() {
    const { match, seats } = this.session;
    /** @param {Wish} wish */
    const sit = (wish) => this.#sit(wish);
    if (this.#bringing) {
      const stop = () => this.#set(() => (this.#bringing = false));
      return keyForm(match.title, { sit, stop, problem: this.#problem });
    }
    if (match.begun || match.result) return null;
    if (seats.length) return waiting(this.session, {
      sit, rename: (name) => void this.#rename(name), problem: this.#problem, spoken: this.spoken,
    });
    if (this.#watching || !match.may["0"]?.includes("sit")) return null;
    return invitation(this.session, {
      sit, problem: this.#problem,
      watch: () => this.#set(() => (this.#watching = true)),
      bring: () => this.bring(),
    });
  }
}
