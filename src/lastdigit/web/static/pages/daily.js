// The puzzles of the day: one of each game with a few tries, the explanation, and sharing the result.

import { get, post, Refusal } from "../api.js";
import { isForPage, rove, settle } from "../board/keyboard.js";
import { escaped, paint, resolveColour, share } from "../components/share.js";
import { badge, gameMark, icon, number } from "../components/tile.js";
import { h, keepingFocus, patch } from "../dom.js";
import { here } from "../host.js";
import { playOut, pressKey, showSaid, table, triesOf, why } from "../puzzle/board.js";
import { Solving } from "../puzzle/solving.js";
import { digitsPlay, title } from "../shell.js";
import { DAILY, onTheClock } from "../strings.js";
import * as missing from "./missing.js";

/** @typedef {import("../types").Daily} Daily */

/**
 * @param {HTMLElement} main
 * @param {?string} day
 */
export async function show(main, day) {
  const daily = await askFor(day);
  if (!daily) return missing.show(main, null, DAILY.notADay(day ?? ""));
  title(DAILY.title(daily.day));
  new DailyPage(main, daily).open();
}

/**
 * Return the puzzles of a day, by default today's, or null if the address has no valid day.
 * @param {?string} day
 * @returns {Promise<?Daily>}
 */
async function askFor(day) {
  try {
    return await get(day === null ? "/api/daily" : `/api/daily?day=${encodeURIComponent(day)}`);
  } catch (problem) {
    if (problem instanceof Refusal && problem.error === "malformed") return null;
    throw problem;
  }
}

class DailyPage {
  /** The result of the last press on Share. */
  #shared = "";

  /**
   * @param {HTMLElement} main
   * @param {Daily} daily
   */
  constructor(main, daily) {
    this.main = main;
    this.daily = daily;
    this.arrived = performance.now();
    this.five = daily.puzzles.map(({ puzzle, ...progress }) => new Solving(puzzle, progress, {
      changed: () => this.draw(),
      judge: (answers) => this.judge(puzzle.game, answers),
    }));
    this.at = Math.max(0, this.five.findIndex(({ over }) => !over));
  }

  open() {
    rove(this.main);
    document.addEventListener("keydown", (event) => {
      if (isForPage(event)) pressKey(this.solving, event, digitsPlay());
    });
    // Open the game that the address asks for.
    const asked = this.five.findIndex(({ puzzle }) => `#${puzzle.game}` === here().hash);
    if (asked >= 0) this.at = asked;
    this.draw();
    if (this.daily.day === this.daily.today) setInterval(() => this.tick(), 1000);
  }

  get solving() {
    return this.five[this.at];
  }

  /**
   * @param {string} game
   * @param {string[]} answers
   */
  async judge(game, answers) {
    /** @type {import("../types").Judged} */
    const judged = await post("/api/daily/answer", { day: this.daily.day, game, answers });
    if (judged.over || !judged.right) this.refresh().catch(() => {}); // the answer itself is already known
    return judged;
  }

  /** Reload the streak and the text to share, which the server computes. */
  async refresh() {
    const { running, week, soFar, share: text } = /** @type {Daily} */ (await get(`/api/daily?day=${this.daily.day}`));
    this.daily = { ...this.daily, running, week, soFar, share: text };
    this.draw();
  }

  /** @param {number} index */
  choose(index) {
    this.at = index;
    this.#shared = "";
    this.draw();
    this.main.querySelector("h1")?.focus();
  }

  get left() {
    return this.daily.seconds * 1000 - (performance.now() - this.arrived);
  }

  tick() {
    const clock = this.main.querySelector("[data-key=next]");
    if (clock) patch(clock, this.next());
  }

  draw() {
    const { puzzle } = this.solving;
    keepingFocus(
      () => patch(this.main, h("div", { class: "daily", "data-game": puzzle.game }, this.head(), this.marks(),
        h("div", { class: "daily-columns", "data-key": "columns" },
          table(this.solving, this.further()),
          h("div", { class: "daily-side", "data-key": "side" }, why(this.solving), this.sharing(), this.week(), this.soFar(), this.others())))),
      () => this.main.querySelector("#task"),
    );
    settle(this.main);
    showSaid(this.solving);
  }

  head() {
    const { puzzle } = this.solving;
    return h("header", { class: "match-head daily-head", "data-key": "head" },
      badge(puzzle.game),
      h("h1", { tabindex: "-1" }, DAILY.puzzle, " ", number(this.daily.day)),
      h("p", { class: "goal" }, h("span", { class: "daily-game" }, `${puzzle.title}: `), puzzle.goal),
      triesOf(this.solving));
  }

  /** Return the five puzzles with their states, as buttons. */
  marks() {
    return h("nav", { class: "night-strip", "aria-label": DAILY.five, "data-key": "five" },
      h("div", { class: "five", "data-key": "marks", "data-roving": true }, this.five.map((one, index) => {
        const state = one.solved ? "solved" : one.over ? "missed" : one.tries.length ? "begun" : "open";
        return h("button", {
          class: "five-mark", type: "button", "data-game": one.puzzle.game, "data-key": one.puzzle.game, "data-state": state,
          "aria-current": index === this.at ? "true" : null, "aria-label": `${one.puzzle.title}, ${DAILY.states[state]}`,
          onclick: () => this.choose(index),
        }, gameMark(one.puzzle.game), one.over && h("span", { class: "five-sign" }, icon(one.solved ? "check" : "cross")));
      })),
      this.daily.running > 0 && h("p", { class: "strip-days", "data-key": "days" },
        number(this.daily.running), ` ${DAILY.running(this.daily.running)}`),
      this.daily.day === this.daily.today && h("p", { class: "strip-next", "data-key": "next" }, this.next()));
  }

  next() {
    if (this.left <= 0) return h("a", { href: "/daily" }, DAILY.fresh);
    return [h("span", { class: "strip-label" }, DAILY.next), " ", number(onTheClock(Math.max(this.left, 10_000)))];
  }

  further() {
    const { isMove } = this.solving;
    const after = [...this.five.keys()].map((step) => (this.at + step) % this.five.length).find((index) => !this.five[index].over);
    return [
      after !== undefined && h("button", {
        class: "make", type: "button", id: "make", "data-key": "after", onclick: () => this.choose(after),
      }, DAILY.after(this.five[after].puzzle.title)),
      isMove && h("button", {
        class: after === undefined ? "make" : "button", type: "button", "data-key": "out", onclick: () => playOut(this.solving),
      }, DAILY.playOut),
    ];
  }

  sharing() {
    if (!this.five.some(({ tries }) => tries.length)) return null;
    return h("section", { class: "card daily-card", "data-key": "share" },
      h("h2", { class: "kicker" }, DAILY.share),
      h("pre", { class: "shared" }, this.daily.share),
      h("button", {
        class: "button amber", type: "button", "data-key": "copy", onclick: async () => {
          this.#shared = await share(this.daily.share);
          this.draw();
        },
      }, icon("share"), DAILY.shareButton),
      h("button", { class: "button", type: "button", "data-key": "picture", onclick: () => this.save() }, DAILY.picture),
      h("p", { class: "small", role: "status", "data-key": "copied" }, this.#shared));
  }

  save() {
    const { day, running } = this.daily;
    const lines = this.five.map(({ puzzle, tries }) =>
      ({ title: puzzle.title, tries: tries.map(({ right }) => right), most: puzzle.tries }));
    const foot = running > 0 ? `${running} ${DAILY.running(running)}` : "";
    return savePicture(drawingOf(DAILY.named(day), lines, foot, coloursNow()), `last-digit-${day}.png`);
  }

  week() {
    const { day, today, week, running } = this.daily;
    return day === today && h("section", { class: "card daily-card", "data-key": "week" },
      h("h2", { class: "kicker" }, DAILY.week),
      h("ol", { class: "week" }, week.map(({ date, solved }, index) =>
        h("li", { class: "week-day", "data-solved": solved, "data-today": index === week.length - 1 },
          h("span", { "aria-hidden": "true" }, DAILY.letter(date)),
          h("span", { class: "unseen" }, DAILY.dayWas(date, solved))))),
      h("p", {}, running > 0 ? [number(running), " ", DAILY.running(running)] : DAILY.none));
  }

  /** Return how many puzzles were solved at each try. */
  soFar() {
    const { soFar } = this.daily;
    const most = Math.max(...soFar);
    return most > 0 && h("section", { class: "card daily-card", "data-key": "so-far" },
      h("h2", { class: "kicker" }, DAILY.soFar),
      h("ul", { class: "so-far" }, soFar.map((count, index) =>
        h("li", {}, h("span", {}, DAILY.tryNames[index]),
          h("span", { class: "so-far-bar", "--share": `${(100 * count) / most}%`, "aria-hidden": "true" }), h("strong", {}, count)))));
  }

  others() {
    const { day, today } = this.daily;
    const { game } = this.solving.puzzle;
    return h("nav", { class: "older", "aria-label": DAILY.older, "data-key": "older" },
      h("a", { class: "button", href: `/rules/${game}` }, icon("rules"), DAILY.rules),
      h("a", { class: "button", href: `/practice/${game}` }, DAILY.practice),
      day > 1 && h("a", { class: "button", href: `/daily/${day - 1}` }, day === today ? DAILY.yesterday : DAILY.puzzleOf(day - 1)),
      day + 1 < today && h("a", { class: "button", href: `/daily/${day + 1}` }, DAILY.puzzleOf(day + 1)),
      day < today && h("a", { class: "button", href: "/daily" }, DAILY.todays));
  }
}

/**
 * @typedef {{title: string, tries: boolean[], most: number}} Line one game: its tries, right or wrong, and their maximum
 * @typedef {Record<typeof NEEDED[number], string>} Colours
 */

const NEEDED = /** @type {const} */ (["night", "on-night", "night-soft", "last", "on-last", "wrong", "paper"]);
const [WIDE, EDGE, HEAD, LINE, TILE, GAP] = [720, 56, 132, 76, 52, 14];
const FONT = "Liberation Sans, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";
const CHECK = "M14 27l8 8 16-17";
const CROSS = "M17 17l18 18M35 17l-18 18";

/**
 * Return the result as an SVG drawing.
 * @param {string} heading
 * @param {Line[]} lines
 * @param {string} foot
 * @param {Colours} colours
 */
export function drawingOf(heading, lines, foot, colours) {
  const high = HEAD + lines.length * LINE + (foot ? LINE : EDGE / 2);
  const rows = lines.map((line, index) => row(line, HEAD + index * LINE, colours)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" font-family="${FONT}">` +
    `<rect width="${WIDE}" height="${high}" fill="${colours.night}"/>` +
    text(heading, EDGE, 88, 46, 800, colours.last) + rows +
    (foot ? text(foot, EDGE, high - 28, 30, 700, colours["on-night"]) : "") + "</svg>";
}

/**
 * @param {Line} line
 * @param {number} top
 * @param {Colours} colours
 */
function row({ title, tries, most }, top, colours) {
  const tiles = Array.from({ length: most }, (_, index) =>
    tile(tries[index], WIDE - EDGE - (most - index) * (TILE + GAP) + GAP, top, colours));
  return text(title, EDGE, top + 37, 32, 400, colours["on-night"]) + tiles.join("");
}

/**
 * @param {boolean | undefined} right
 * @param {number} left
 * @param {number} top
 * @param {Colours} colours
 */
function tile(right, left, top, colours) {
  const shape = `<rect width="${TILE}" height="${TILE}" rx="12"`;
  const at = `<g transform="translate(${left} ${top})">`;
  if (right === undefined) return `${at}${shape} fill="none" stroke="${colours["night-soft"]}" stroke-width="3"/></g>`;
  const [fill, ink] = right ? [colours.last, colours["on-last"]] : [colours.wrong, colours.paper];
  return `${at}${shape} fill="${fill}"/><path d="${right ? CHECK : CROSS}" fill="none" stroke="${ink}" ` +
    `stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/**
 * @param {string} words
 * @param {number} left
 * @param {number} base
 * @param {number} size
 * @param {number} weight
 * @param {string} fill
 */
const text = (words, left, base, size, weight, fill) =>
  `<text x="${left}" y="${base}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(words)}</text>`;

/** The colours of the current theme. */
const coloursNow = () =>
  /** @type {Colours} */ (Object.fromEntries(NEEDED.map((name) => [name, resolveColour(`var(--${name})`)])));

/**
 * Render a drawing as PNG, and share or download it.
 * @param {string} drawing
 * @param {string} name
 */
async function savePicture(drawing, name) {
  const file = new File([await paint(drawing)], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
