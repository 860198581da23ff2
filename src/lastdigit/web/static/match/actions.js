// What a player can do besides moving, as buttons. Which ones, the server says in `may`.

import { h } from "../dom.js";
import { copyButton } from "../parts/copy.js";
import { NOT_NOW } from "../words.js";

/** Until the server says how long one may be away. */
const GRACE = 40_000;
const SURE_FOR = 5000;

/** Always there during a game, so that the list does not jump from turn to turn. */
const STEADY = ["undo", "offer", "resign"];

/**
 * @typedef {import("./session.js").Command} Command
 * @typedef {{act: string, may?: string, label: string, command: Command, again?: string, look?: string}} Action
 *   `may` is what must be allowed, where it is called otherwise; `again` asks for a second press
 */

/** @type {Action[]} */
const ACTS = [
  { act: "undo", label: "Undo", command: { do: "undo" } },
  { act: "hint", label: "Hint", command: { do: "hint" } },
  { act: "offer", label: "Offer a draw", command: { do: "offer" }, again: "Press again to offer" },
  { act: "resign", label: "Resign", command: { do: "resign" }, again: "Press again to resign", look: "quiet" },
];

/**
 * What the words typed into the box do.
 * @type {Record<string, string>}
 */
const TYPED = { undo: "undo", hint: "hint", draw: "offer", resign: "resign" };
const HELP = "Type a move, or one of these words: help, hint, undo, draw, resign, quit.";
const QUIT = "You can leave this page. The game is kept under My games.";

export class Actions {
  /**
   * What was pressed once and wants a second press, and when.
   * @type {{act: ?string, at: number}}
   */
  #sure = { act: null, at: 0 };
  #seen = new Set(STEADY);
  #more = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {{changed: () => void, sent: (effect: ?import("./session.js").Effect) => void, lend: () => void, bring: () => void}} calls
   *   `lend`: take this seat to another device; `bring`: bring one here
   */
  constructor(session, calls) {
    this.session = session;
    this.calls = calls;
    setInterval(() => this.#awaySeat() && calls.changed(), 1000);
  }

  element() {
    const { match, seats } = this.session;
    const buttons = match.result ? this.#afterwards() : seats.length ? this.#during() : this.#watching();
    return h("section", { class: "card", "aria-label": "Actions", "data-key": "actions", id: "actions" },
      h("div", { class: "stack" }, buttons));
  }

  #during() {
    for (const { act, may = act } of ACTS) if (this.session.seatFor(may)) this.#seen.add(act);
    return [
      ACTS.filter(({ act }) => this.#seen.has(act)).map((action) => this.#button(action)),
      this.#furtherOn(),
      this.#claim(),
    ];
  }

  /** @param {Action} action */
  #button(action) {
    const { act, may = act, label, again, look = "button" } = action;
    const able = this.session.seatFor(may) !== null;
    const sure = this.#isSure(act);
    return h("button", {
      class: sure ? "button danger" : look, type: "button", "data-key": act, "data-act": act,
      "aria-disabled": able ? null : "true", onclick: () => able && this.#press(action),
    }, sure ? again : label);
  }

  /** @param {string} act */
  #isSure(act) {
    return this.#sure.act === act && Date.now() - this.#sure.at < SURE_FOR;
  }

  /**
   * Do it; returns whether it wants a second press, soon after this one.
   * @param {Action} action
   */
  #press({ act, command, again }) {
    if (this.session.busy) return false;
    const wants = again !== undefined && (act !== "offer" || this.#againstComputer()) && !this.#isSure(act);
    this.#sure = wants ? { act, at: Date.now() } : { act: null, at: 0 };
    if (wants) setTimeout(this.calls.changed, SURE_FOR + 50);
    else this.session.send(command).then(this.calls.sent);
    this.calls.changed();
    return wants;
  }

  #againstComputer() {
    return this.session.match.players.some(({ kind }) => kind !== "human");
  }

  /**
   * Do what a word typed into the box says.
   * @param {string} word
   */
  say(word) {
    const { session } = this;
    if (word === "help") session.tell(HELP);
    if (word === "quit") session.tell(QUIT);
    const action = ACTS.find(({ act }) => act === TYPED[word]);
    if (!action) return;
    if (session.seatFor(action.may ?? action.act) === null) session.warn(NOT_NOW);
    else if (this.#press(action)) session.tell(`Type ${word} again to ${word === "draw" ? "offer a draw" : word}.`);
  }

  /** What is seldom wanted; at a shared screen there is no seat to take elsewhere. */
  #furtherOn() {
    const { seats } = this.session;
    if (seats.length !== 1 || this.session.seatFor("key") === null) return null;
    /** @param {Event} event */
    const toggle = (event) => {
      event.preventDefault();
      this.#more = !this.#more;
      this.calls.changed();
    };
    return h("details", { class: "more", "data-key": "more", open: this.#more },
      h("summary", { class: "quiet", onclick: toggle }, "More"),
      h("button", {
        class: "quiet", type: "button", "data-act": "key", onclick: this.calls.lend,
      }, "Take this seat to another device"));
  }

  /** The seat of the other player, when that player is away. */
  #awaySeat() {
    const { match, seats } = this.session;
    if (match.result || seats.length !== 1) return null;
    const other = 3 - seats[0];
    return match.players[other - 1].away === null ? null : other;
  }

  /** The last of the actions, so that nothing moves when it comes. */
  #claim() {
    const other = this.#awaySeat();
    const able = this.session.seatFor("claim") !== null;
    if (!other && !able) return null;
    const { match, arrived, seats } = this.session;
    const { name, away } = match.players[(other ?? 3 - seats[0]) - 1];
    const gone = (away ?? 0) + performance.now() - arrived;
    const left = able ? 0 : Math.max(1, Math.ceil(((match.grace ?? GRACE) - gone) / 1000));
    return h("div", { class: "claim", "data-key": "claim" },
      h("p", {}, `${name} is away.`),
      h("button", {
        class: "button primary", type: "button", "data-act": "claim",
        "aria-disabled": left > 0 ? "true" : null, onclick: () => left <= 0 && this.session.send({ do: "claim" }),
      }, left > 0 ? `Claim the win in ${left} s` : "Claim the win"));
  }

  #afterwards() {
    const { code } = this.session.match;
    return [
      h("a", {
        class: "button", href: `/api/matches/${code}/record`, "data-key": "record",
      }, "Download record"),
      copyButton("Copy link", () => new URL(`/match/${code}`, location.href).href),
    ];
  }

  #watching() {
    return [
      h("p", { class: "label", "data-key": "watching" }, "You are watching."),
      h("button", {
        class: "button", type: "button", "data-key": "bring", onclick: this.calls.bring,
      }, "I have a key"),
      copyButton("Copy link", () => location.href),
    ];
  }
}
