// Joining a match: invitation, short code, waiting for the second player, and one-time keys that move a seat to another device.

import { EXACT, problemLine, textIn } from "../components/fields.js";
import { copyField, qrCard, sendButton } from "../components/share.js";
import { h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { get, linkTo, messageOf, post } from "../server.js";
import { LINK, PLAYERS, plural } from "../strings.js";

export class Lobby {
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
    this.spoken = new ShortCode(session, changed);
  }

  open() {
    if (isInviting(this.session)) this.spoken.open();
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.changed();
  }

  /** Show the form that brings a seat here by its key. */
  bring() {
    this.#set(() => (this.#bringing = true));
  }

  /** Issue a key that takes this seat to another device. */
  async lend() {
    try {
      this.#key = await post(`${this.session.path}/key`);
    } catch (problem) {
      this.session.warn(messageOf(problem));
    }
    this.changed();
  }

  /** Return the card with the key of this seat while it is shown, or null. */
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

  /** Return what is shown in place of the board until the visitor sits down or watches, or null. */
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

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types").Match} Match
 * @typedef {{name?: ?string, key?: string}} Wish the name to sit down with, or the key of a seat
 */

/**
 * Whether the match waits for any second player.
 * @param {Session} session
 */
const isInviting = ({ match, seats }) =>
  seats.length > 0 && !match.begun && Boolean(match.may["0"]?.includes("sit"));

/**
 * Return what the inviting player sees until the friend has joined.
 * @param {Session} session
 * @param {{sit: (wish: Wish) => void, rename: (name: string) => void, problem: string, spoken: ShortCode}} how
 */
export function waiting(session, { sit, rename, problem, spoken }) {
  const { code, title, may } = session.match;
  if (!isInviting(session)) return waitingForRematch(session);
  const link = linkTo(`/match/${code}`);
  return card(title, [
    h("p", { class: "lead", role: "status" },
      "The game starts when your friend joins."),
    h("div", { class: "invite-ways", "data-key": "ways" },
      h("div", { class: "stack", "data-key": "link" },
        copyField("Link for your friend", link),
        h("div", { "data-key": "sending" }, sendButton(LINK.send, () => ({ title: LINK.playWithMe(title), url: link }))),
        spoken.element()),
      qrCard(link)),
    ownName(session, { rename, problem }),
    h("p", { class: "soft" }, "The first person to open the link plays. Everyone else can watch."),
    may["0"]?.includes("sit") && h("p", {},
      h("button", { class: "button", type: "button", "data-act": "sit", onclick: () => sit({ name: null }) },
        "Play the second seat on this device")),
    terms(session.match),
  ]);
}

/**
 * Ask the host for a name. It is optional and is also saved when the field loses the focus.
 * @param {Session} session
 * @param {{rename: (name: string) => void, problem: string}} how
 */
function ownName({ match, seats }, { rename, problem }) {
  const { name } = match.players[seats[0] - 1];
  const known = !PLAYERS.includes(name);
  /** @param {string} text */
  const save = (text) => {
    if (text && text !== name) rename(text);
  };
  return h("form", {
    class: "stack", "data-key": "own-name", novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      save(textIn(event.currentTarget, "name"));
    },
  },
    nameField("host-name", known ? name : "", ({ currentTarget }) => save(currentTarget.value.trim())),
    problemLine(problem),
    h("p", { class: "soft", role: "status" }, known ? `Your friend sees the name ${name}.` : "Optional. Your friend sees it."),
    h("div", {}, h("button", { class: "button", type: "submit" }, "Save")));
}

/**
 * @param {string} id
 * @param {string} value
 * @param {import("../dom.js").Listener<HTMLInputElement, Event>} onchange
 */
const nameField = (id, value, onchange = null) =>
  h("div", { class: "field" },
    h("label", { for: id }, "Your name"),
    h("input", { id, name: "name", type: "text", maxlength: "40", autocomplete: "nickname", value, onchange }));

/**
 * Return what is shown while a rematch waits for the other player.
 * @param {Session} session
 */
function waitingForRematch({ match, seats }) {
  const { name } = match.players[2 - seats[0]];
  return card(match.title, [
    h("p", { class: "lead", role: "status" }, `Waiting for ${name}.`),
    terms(match),
  ]);
}

/**
 * Return what a visitor sees while a seat is free.
 * @param {Session} session
 * @param {{sit: (wish: Wish) => void, watch: () => void, bring: () => void, problem: string}} how
 */
export function invitation({ match }, { sit, watch, bring, problem }) {
  const host = match.players.find(({ joined }) => joined);
  /** @param {string} name */
  const sitAs = (name) => {
    if (name) remember("name", name);
    sit({ name: name || null });
  };
  return card(match.title, [
    h("p", { class: "lead" }, `${host && !PLAYERS.includes(host.name) ? host.name : "Your friend"} invites you to play ${match.title}.`),
    h("form", {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        sitAs(textIn(event.currentTarget, "name"));
      },
    },
      nameField("sit-name", recall("name") ?? ""),
      problemLine(problem),
      h("div", { class: "row" },
        h("button", { class: "button primary", type: "submit" }, "Sit down"),
        h("button", { class: "button", type: "button", onclick: watch }, "Just watch"),
        h("button", { class: "quiet", type: "button", onclick: bring }, "I have a key"))),
    terms(match),
  ]);
}

/**
 * @param {string} title
 * @param {import("../dom.js").Child} parts
 */
export const card = (title, parts) =>
  h("section", { class: "card lobby", "data-key": "lobby" }, h("h1", {}, title), parts);

/**
 * Return the start position, unusual rules and the first player, in the server's words.
 * @param {Match} match
 */
const terms = ({ agreed }) => agreed && h("p", { class: "soft", "data-key": "terms" }, agreed);

/**
 * Sit down or bring a seat here. The session then has the match as that player sees it.
 * @param {Session} session
 * @param {Wish} wish
 */
async function sitDown(session, wish) {
  const said = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== null));
  /** @type {import("../types").OwnMatch} */
  const { match } = await post(`${session.path}/seat`, said);
  session.take(match);
}

const MINUTE = 60_000;
const OFTEN = 5_000;

class ShortCode {
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

  /** Show the current code and its remaining time until the friend has joined. */
  async open() {
    await this.#ask(get);
    const timer = setInterval(() => {
      if (this.session.match.begun) clearInterval(timer);
      else this.changed();
    }, OFTEN);
  }

  /** @param {typeof get} ask `get` reads the code, `post` issues a new one */
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
      h("p", { class: "label" }, "Or read this code to your friend"),
      works && h("p", { class: "lobby-code", id: "code", "aria-live": "polite" }, inHalves(this.#spoken ?? "")),
      h("p", { class: "soft", id: "code-time" },
        works ? `Your friend types it on the start page. It works for ${minutes(left)}.` : this.#known && "The code has expired."),
      this.#problem && h("p", { class: "problem", role: "alert" }, this.#problem),
      h("div", {}, h("button", {
        class: "button", type: "button", "data-act": "new-code", onclick: () => this.#ask(post),
      }, "New code")));
  }
}

/**
 * Six letters are easier to say and hear as two groups of three.
 * @param {string} text
 */
const inHalves = (text) => `${text.slice(0, 3)} ${text.slice(3)}`;

/** @param {number} left */
function minutes(left) {
  const count = Math.ceil(left / MINUTE);
  return count > 1 ? `${count} more minutes` : "less than a minute more";
}

/**
 * Return a one-time key with instructions.
 * @param {import("../types").Key} key
 * @param {() => void} close
 */
function keyCard({ key, seconds }, close) {
  return h("section", { class: "card stack", "data-key": "key", "aria-labelledby": "key-title" },
    h("h2", { id: "key-title" }, "Your seat on another device"),
    h("p", {}, "Open the start page on the other device, and enter this key under “Have a code?”. ",
      `The key works only once and expires after ${plural(Math.round(seconds / 60), "minute")}.`),
    copyField("Start page", linkTo("/")),
    copyField("Key", key),
    h("button", { class: "quiet", type: "button", onclick: close }, "Close"));
}

/**
 * Return the form that brings a seat here by its key.
 * @param {string} title
 * @param {{sit: (wish: Wish) => void, stop: () => void, problem: string}} how
 */
function keyForm(title, { sit, stop, problem }) {
  return card(title, [
    h("p", { class: "lead" },
      "On the device that has the seat, choose “Take this seat to another device”. ",
      "It shows a key that is valid for five minutes."),
    h("form", {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        sit({ key: textIn(event.currentTarget, "key") });
      },
    },
      h("div", { class: "field" },
        h("label", { for: "key" }, "Key"),
        h("input", { id: "key", name: "key", type: "text", required: true, ...EXACT })),
      problemLine(problem),
      h("div", { class: "row" },
        h("button", { class: "button primary", type: "submit" }, "Take the seat"),
        h("button", { class: "button", type: "button", onclick: stop }, "Not now"))),
  ]);
}
