// The keys of a match's page: digits choose, Enter plays, Escape puts back, arrows step, letters do what a button does.

import { digitOf, isForPage, pressTile } from "../board/keyboard.js";
import { digitsPlay } from "../shell.js";
import { noChoice } from "../strings.js";

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
   * Letters that do what a button does.
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

  /** Escape leaves an earlier position, or takes a half-made move back. */
  takeBack() {
    const { history, entry } = this.page;
    if (history.looking !== null) history.back();
    else if (entry.chosen.length || entry.typed) this.page.set(() => entry.clear());
  }

  /**
   * Enter says that the digits typed are a whole answer, or plays what is chosen.
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
   * Whether a digit may be one of this game's: a letter is, if the board shows letters.
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
   * Step through the positions; where the list of moves has the focus, it goes along.
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
