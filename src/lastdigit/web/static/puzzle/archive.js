// The archive of daily puzzles: a calendar, one month at a time, with the days that the player has solved.

import { icon } from "../components/tile.js";
import { h } from "../dom.js";
import { ARCHIVE } from "../strings/puzzle.js";

/** @typedef {import("../types").Daily} Daily */

const DAY = 86_400_000;
const WEEK = 7;
/** How many days each arrow key moves the focus. */
const STEPS = new Map([["ArrowLeft", -1], ["ArrowRight", 1], ["ArrowUp", -WEEK], ["ArrowDown", WEEK]]);
/** How many months each key turns the page. */
const PAGES = new Map([["PageUp", -1], ["PageDown", 1]]);

/**
 * @param {number} month counted from the year 0
 * @param {number} date
 */
const timeOf = (month, date) => Date.UTC(Math.floor(month / 12), month % 12, date);

/** @param {number} month */
const lengthOf = (month) => new Date(timeOf(month + 1, 0)).getUTCDate();

export class Archive {
  /** The day that Tab reaches. */
  #stop;

  /**
   * @param {Daily} daily
   * @param {() => void} changed
   */
  constructor(daily, changed) {
    this.daily = daily;
    this.changed = changed;
    this.#stop = daily.day;
    this.month = this.#monthOf(daily.day);
  }

  /**
   * Return the time at which a day begins.
   * @param {number} day
   */
  #timeOf(day) {
    return Date.parse(this.daily.date) + (day - this.daily.day) * DAY;
  }

  /**
   * Return the number of the day that begins at a time.
   * @param {number} time
   */
  #dayAt(time) {
    return this.daily.day + Math.round((time - Date.parse(this.daily.date)) / DAY);
  }

  /**
   * Return a day's month, counted from the year 0.
   * @param {number} day
   */
  #monthOf(day) {
    const date = new Date(this.#timeOf(day));
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  }

  /**
   * Show another month, if it has puzzles. The tab stop stays on the same date if possible.
   * @param {number} step
   */
  turn(step) {
    const month = this.month + step;
    if (month < this.#monthOf(1) || month > this.#monthOf(this.daily.today)) return false;
    const date = new Date(this.#timeOf(this.#stop)).getUTCDate();
    this.month = month;
    this.#stop = this.#within(this.#dayAt(timeOf(month, Math.min(date, lengthOf(month)))));
    this.changed();
    return true;
  }

  /** @param {number} day */
  #within(day) {
    return Math.min(Math.max(day, 1), this.daily.today);
  }

  /** @param {KeyboardEvent & {currentTarget: HTMLElement}} event */
  #press(event) {
    const { key, currentTarget: table } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [step, page] = [STEPS.get(key), PAGES.get(key)];
    if (!step && !page) return;
    event.preventDefault();
    event.stopPropagation();
    if (page) this.turn(page);
    else {
      this.#stop = this.#within(this.#stop + (step ?? 0));
      this.month = this.#monthOf(this.#stop);
      this.changed();
    }
    const link = table.querySelector(`[data-day="${this.#stop}"]`);
    if (link instanceof HTMLElement) link.focus();
  }

  element() {
    const [first, length] = [timeOf(this.month, 1), lengthOf(this.month)];
    const before = (new Date(first).getUTCDay() + 6) % WEEK; // weeks begin on Monday
    const weeks = Array.from({ length: Math.ceil((before + length) / WEEK) }, (_, week) =>
      Array.from({ length: WEEK }, (_, weekday) => week * WEEK + weekday - before + 1).map((date) => (date >= 1 && date <= length ? date : null)));
    return h("section", { class: "card daily-card archive", "data-key": "archive", "aria-labelledby": "archive" },
      h("div", { class: "archive-head" },
        this.#button(-1, ARCHIVE.earlier, this.month > this.#monthOf(1)),
        h("h2", { id: "archive", "aria-live": "polite" }, ARCHIVE.month(new Date(first))),
        this.#button(1, ARCHIVE.later, this.month < this.#monthOf(this.daily.today))),
      h("table", { class: "calendar", onkeydown: (event) => this.#press(event) },
        h("caption", { class: "unseen" }, ARCHIVE.caption),
        h("thead", {}, h("tr", {}, ARCHIVE.weekdays.map((name) =>
          h("th", { scope: "col" }, h("span", { "aria-hidden": "true" }, name.slice(0, 2)), h("span", { class: "unseen" }, name))))),
        h("tbody", {}, weeks.map((week) => h("tr", {}, week.map((date) => h("td", {}, date !== null && this.#date(date, this.#dayAt(first) + date - 1))))))),
      h("p", { class: "soft small" }, ARCHIVE.legend(this.daily.puzzles.length)));
  }

  /**
   * @param {number} step
   * @param {string} label
   * @param {boolean} open
   */
  #button(step, label, open) {
    return h("button", {
      class: step > 0 ? "icon-button later" : "icon-button", type: "button", "data-key": label, "aria-label": label, title: label,
      "aria-disabled": open ? null : "true", onclick: () => void this.turn(step),
    }, icon("back"));
  }

  /**
   * @param {number} date the day of the month
   * @param {number} day
   */
  #date(date, day) {
    const { today, archive, puzzles } = this.daily;
    if (day < 1 || day > today) return h("span", { class: "archive-day" }, date);
    const solved = archive[day - 1] ?? 0;
    return h("a", {
      class: "archive-day", href: day === today ? "/daily" : `/daily/${day}`, "data-day": day,
      "data-state": solved >= puzzles.length ? "all" : solved ? "some" : "none", "--part": solved / puzzles.length,
      tabindex: day === this.#stop ? "0" : "-1", "aria-current": day === this.daily.day ? "date" : null,
      "aria-label": ARCHIVE.day(new Date(this.#timeOf(day)), day === today, solved, puzzles.length),
    }, date);
  }
}
