// Actions other than moves: a bar of four buttons, dialogs for everything else, and keyboard shortcuts. The server lists the
// allowed actions in `may`.

import { digitOf, isForPage, pressTile } from "../board/keyboard.js";
import { elementsOf, inSections } from "../components/rulebook.js";
import { copyButton } from "../components/share.js";
import { icon } from "../components/tile.js";
import { h } from "../dom.js";
import { isOn, setOn } from "../memory.js";
import { alone, get, linkTo, messageOf } from "../server.js";
import { Dialog, digitsPlay } from "../shell.js";
import { KEYS_HELP, noChoice, NOT_NOW, QUIT_WORDS, SETTING_WORDS, TYPED_HELP, TYPED_WORDS } from "../strings.js";
import { classLink } from "./ending.js";

const SURE_FOR = 5000;

/**
 * @typedef {import("./session.js").Command} Command
 * @typedef {{act: string, label: string, command: Command, again?: string, icon?: string}} Action
 *   `again`: the label that asks for a second press
 */

/** @type {Action[]} */
const BAR = [
  { act: "hint", label: "Hint", command: { do: "hint" }, icon: "hint" },
  { act: "undo", label: "Undo", command: { do: "undo" }, icon: "undo" },
];
/** @type {Action[]} */
const SELDOM = [
  { act: "offer", label: "Offer a draw", command: { do: "offer" }, again: "Press again to offer" },
  { act: "resign", label: "Resign", command: { do: "resign" }, again: "Press again to resign" },
];

export class Actions {
  /**
   * The action that was pressed once and needs a second press, and when.
   * @type {{act: ?string, at: number}}
   */
  #sure = { act: null, at: 0 };
  #log = "";

  /**
   * @param {import("./session.js").Session} session
   * @param {{changed: () => void, sent: (effect: ?import("./session.js").CommandResponse) => void, lend: () => void, bring: () => void,
   *   type: () => void}} calls `lend`: take this seat to another device; `bring`: bring a seat here; `type`: show the field for moves
   */
  constructor(session, calls) {
    this.session = session;
    this.calls = calls;
    this.more = new Dialog("More", () => this.#content());
    this.keys = new Dialog("Keys", () => h("dl", { class: "key-list" },
      KEYS_HELP.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))));
    this.log = new Dialog("Log", () => h("pre", { class: "log-text" }, this.#log));
    this.rules = new RulesDialog(session.match.game);
  }

  /** Return the bar of buttons. */
  element() {
    const plays = this.session.seats.length > 0;
    return h("div", { class: "bar", role: "group", "aria-label": "Actions", "data-key": "actions", id: "actions" },
      plays && BAR.map((action) => this.#barButton(action)),
      barButton("rules", "Rules", () => this.rules.open()),
      barButton("more", "More", () => this.more.open()));
  }

  /** @param {Action} action */
  #barButton(action) {
    const able = this.session.seatFor(action.act) !== null;
    return barButton(action.icon ?? action.act, action.label, () => able && this.#press(action), able);
  }

  /** Show the rulebook's dialogue word for word. */
  async #showLog() {
    try {
      this.#log = (await get(`${this.session.path}/log`)).text;
    } catch (problem) {
      this.#log = messageOf(problem);
    }
    this.log.open();
  }

  /** Update the open dialog. */
  redraw() {
    this.more.redraw();
  }

  #content() {
    const { match, seats } = this.session;
    const link = linkTo(`/match/${match.code}`);
    return h("div", { class: "stack" },
      classLink(),
      seats.length > 0 && !match.result && SELDOM.map((action) => this.#button(action)),
      !seats.length && h("p", { class: "label", "data-key": "watching" }, "You are watching."),
      seats.length > 0 && !match.result && this.#plain("type", "Type a move ( / )", () => this.calls.type()),
      this.#plain("log", "Show the log", () => this.#showLog()),
      this.#plain("keys", "All keys ( ? )", () => this.keys.open()),
      h("label", { class: "setting", "data-key": "at-once" },
        h("strong", {}, SETTING_WORDS["at-once"].label),
        h("input", {
          type: "checkbox", role: "switch", checked: isOn("at-once"),
          onchange: ({ currentTarget }) => setOn("at-once", currentTarget.checked),
        })),
      !alone && seats.length === 1 && this.session.seatFor("key") !== null &&
        this.#plain("key", "Take this seat to another device", () => this.calls.lend()),
      !alone && !seats.length && this.#plain("bring", "I have a key", () => this.calls.bring()),
      match.result && h("a", {
        class: "button", href: `/api/matches/${match.code}/record`, "data-key": "record",
      }, "Download record"),
      !alone && h("a", { class: "button", href: `/watch/${match.code}`, "data-key": "watch" }, "For a projector"),
      !alone && copyButton("Copy link", () => link));
  }

  /**
   * Return a button that closes the dialog and runs an action.
   * @param {string} act
   * @param {string} label
   * @param {() => void} run
   */
  #plain(act, label, run) {
    return h("button", {
      class: "button", type: "button", "data-key": act, "data-act": act,
      onclick: () => {
        this.more.close();
        run();
      },
    }, label);
  }

  /** @param {Action} action */
  #button(action) {
    const { act, label, again } = action;
    const able = this.session.seatFor(act) !== null;
    const sure = this.#isSure(act);
    return h("button", {
      class: sure ? "button danger" : "button", type: "button", "data-key": act, "data-act": act,
      "aria-disabled": able ? null : "true",
      onclick: () => able && !this.#press(action) && this.more.close(),
    }, sure ? again : label);
  }

  /** @param {string} act */
  #isSure(act) {
    return this.#sure.act === act && Date.now() - this.#sure.at < SURE_FOR;
  }

  /**
   * Run an action, or return true if it needs a second press soon after this one.
   * @param {Action} action
   */
  #press({ act, command, again }) {
    if (this.session.busy) return false;
    const wants = again !== undefined && (act !== "offer" || this.#againstComputer()) && !this.#isSure(act);
    this.#sure = wants ? { act, at: Date.now() } : { act: null, at: 0 };
    if (wants) setTimeout(() => this.more.redraw(), SURE_FOR + 50);
    else this.session.send(command).then(this.calls.sent);
    this.more.redraw();
    this.calls.changed();
    return wants;
  }

  #againstComputer() {
    return this.session.match.players.some(({ kind }) => kind !== "human");
  }

  /**
   * Run the command of a typed word.
   * @param {string} word
   */
  say(word) {
    const { session } = this;
    if (word === "help") session.tell(TYPED_HELP);
    if (word === "quit") session.tell(QUIT_WORDS);
    const action = [...BAR, ...SELDOM].find(({ act }) => act === TYPED_WORDS[word]);
    if (!action) return;
    if (session.seatFor(action.act) === null) session.warn(NOT_NOW);
    else if (this.#press(action)) session.tell(`Type ${word} again to ${word === "draw" ? "offer a draw" : word}.`);
  }
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => unknown} onclick
 * @param {boolean} able
 */
const barButton = (sign, label, onclick, able = true) =>
  h("button", {
    class: "bar-button", type: "button", "data-key": label, "data-act": label.toLowerCase(),
    "aria-disabled": able ? null : "true", onclick,
  }, icon(sign), h("span", {}, label));

/** The rulebook's summary. The dialog has its own, which fits the options of the match. */
const SUMMARY = "In short";
const SUMMARY_ID = "in-short";

class RulesDialog {
  /** @type {?Node[]} */
  #nodes = null;

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.sheet = new Dialog("Rules", () => h("div", { class: "prose" }, this.#nodes));
  }

  async open() {
    if (!this.#nodes) this.#nodes = await this.#fetch().catch((problem) => [h("p", { role: "alert" }, messageOf(problem))]);
    this.sheet.open();
  }

  async #fetch() {
    /** @type {import("../types").Rulebook} */
    const rules = await get(`/api/games/${encodeURIComponent(this.game)}/rules`);
    const { intro, sections } = inSections(elementsOf(rules.pageHtml).slice(1), { rank: 2, last: SUMMARY });
    const short = document.querySelector("main")?.dataset.shortRules?.split("\n\n").map((text) => h("p", {}, text));
    const shown = short ? [...short, ...sections.filter(({ id }) => id !== SUMMARY_ID)] : [...intro, ...sections];
    return [...shown, h("p", {}, h("a", { href: `/rules/${this.game}` }, "All the rules"))];
  }
}

/** @typedef {import("../pages/match.js").MatchPage} Page */

export class Shortcuts {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  listen() {
    document.addEventListener("keydown", (event) => this.press(event));
  }

  get question() {
    return this.page.session.match.position.question;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "Escape" && this.page.isTyping && event.target instanceof HTMLInputElement) this.page.stopTyping();
    if (!isForPage(event)) return;
    if (event.key === "Escape") this.takeBack();
    else if (digitOf(event)) this.typeDigit(event);
    else if (event.key === "Enter") this.settle(event);
    else if (!this.command(event)) this.maybeStep(event);
  }

  /**
   * Handle letters that are shortcuts for buttons.
   * @param {KeyboardEvent} event
   */
  command(event) {
    const { page } = this;
    /** @type {Record<string, () => void>} */
    const commands = {
      "/": () => page.type(), "?": () => page.actions.keys.open(), h: () => page.hint(), r: () => page.actions.rules.open(),
      u: () => page.actions.say("undo"),
    };
    const run = digitsPlay() && page.session.match.begun ? commands[event.key] : undefined;
    if (!run) return false;
    event.preventDefault();
    run();
    return true;
  }

  /** Leave an earlier position, or clear the half-entered move. */
  takeBack() {
    const { history, entry } = this.page;
    if (history.looking !== null) history.back();
    else if (entry.chosen.length || entry.typed) this.page.set(() => entry.clear());
  }

  /**
   * Confirm typed digits as a complete answer, or make the chosen move.
   * @param {KeyboardEvent & {target: Element}} event
   */
  settle(event) {
    const { entry, isOpen } = this.page;
    const onButton = event.target.closest("a, button") && !event.target.closest("[data-answer]");
    if (entry.typed ? entry.settle(this.question) : !onButton && isOpen && entry.play(this.question)) {
      event.preventDefault();
    }
  }

  /** @param {KeyboardEvent} event */
  typeDigit(event) {
    const { page } = this;
    const digit = digitOf(event) ?? "";
    const { match, seats } = page.session;
    if (!digitsPlay() || !match.begun || !seats.length) return;
    if (page.isOpen && (page.entry.type(this.question, digit) || pressTile(page.main, digit))) event.preventDefault();
    else if (this.isNumeral(digit)) page.refuse(noChoice(digit));
  }

  /**
   * Whether a letter is a digit of this game: only if the board shows letters.
   * @param {string} digit
   */
  isNumeral(digit) {
    const shown = [...this.page.main.querySelectorAll(".number [data-text]")].map((tile) => tile.getAttribute("data-text") ?? "");
    return /\d/.test(digit) || shown.some((text) => /^[a-f]$/.test(text));
  }

  /** @param {KeyboardEvent & {target: Element}} event */
  maybeStep(event) {
    if (event.target.closest("#moves") || !event.target.closest("a, button, .log, .strip, dialog")) this.step(event);
  }

  /**
   * Step through the positions. If the list of moves has the focus, it follows.
   * @param {KeyboardEvent} event
   */
  async step(event) {
    const { history, main } = this.page;
    const turn = history.turnFor(event.key);
    if (turn === null) return;
    event.preventDefault();
    await history.look(turn);
    const list = main.querySelector("#moves");
    /** @type {?HTMLElement | undefined} */
    const current = list?.querySelector("[aria-current]");
    if (list?.contains(document.activeElement)) current?.focus();
  }
}
