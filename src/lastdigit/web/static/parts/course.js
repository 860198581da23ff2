// The course of a game, drawn: a bar up while Player 1 was winning, down while Player 2 was.

import { h, svg } from "../dom.js";

const [HEIGHT, MIDDLE, BAR, FLAT] = [140, 70, 44, 8];
/** A short game has bars of a usual width, not of half the page. */
const FEWEST = 24;

/** @typedef {?(1 | 2)} Winning who is winning, if anybody */

/**
 * Return the course as a slider: a click on a bar or an arrow key chooses a move.
 * @param {Winning[]} course who was winning after each turn, the start first
 * @param {{names: string[], at: number, turning: ?number, go: (turn: number) => void}} how
 */
export function courseOf(course, { names, at, turning, go }) {
  const columns = Math.max(FEWEST, course.length);
  const last = course.length - 1;
  /**
   * @param {Element} slider
   * @param {number} x
   */
  const pick = (slider, x) => {
    const { left, width } = slider.getBoundingClientRect();
    go(Math.min(last, Math.floor(((x - left) / width) * columns)));
  };
  return h("figure", { "data-key": "course" },
    h("figcaption", { class: "unseen" }, courseText(course, names)),
    h("p", { class: "small soft", "aria-hidden": "true" }, `▲ ${names[0]} winning`),
    h("div", {
      class: "course", id: "course", role: "slider", tabindex: "0", "aria-label": "Course of the game",
      "aria-valuemin": "0", "aria-valuemax": last, "aria-valuenow": at,
      "aria-valuetext": `${at ? `After move ${at}` : "Start"}: ${winning(course[at], names)}`,
      onpointerdown: ({ currentTarget, clientX }) => pick(currentTarget, clientX),
    },
      svg("svg", { height: HEIGHT, "aria-hidden": "true", focusable: "false" },
        svg("line", { x1: "0", x2: "100%", y1: MIDDLE, y2: MIDDLE }),
        svg("rect", { class: "now", x: percent(at - 0.1, columns), y: 0, width: percent(1, columns), height: HEIGHT, rx: 4 }),
        course.map((seat, turn) => bar(seat, turn, columns, turn === at)),
        turning && turningSign(percent(turning + 0.4, columns)))),
    h("div", { class: "course-key small soft", "aria-hidden": "true" },
      h("p", {}, `▼ ${names[1]} winning`),
      turning && h("p", {}, h("span", { class: "turning-sign" }), `turned at move ${turning}`),
      h("p", {}, h("span", { class: "now-sign" }), at ? `move ${at}` : "start")));
}

/**
 * @param {number} column
 * @param {number} columns
 */
const percent = (column, columns) => `${(column / columns) * 100}%`;

/** @param {string} x */
const turningSign = (x) => [
  svg("line", { class: "turning", x1: x, x2: x, y1: 0, y2: HEIGHT }),
  svg("circle", { class: "turning", r: 7, cx: x, cy: 8 }),
];

/**
 * @param {Winning} seat
 * @param {number} turn
 * @param {number} columns
 * @param {boolean} now
 */
function bar(seat, turn, columns, now) {
  const height = seat ? BAR : FLAT;
  const top = seat ? { 1: MIDDLE - BAR, 2: MIDDLE }[seat] : MIDDLE - FLAT / 2;
  return svg("rect", {
    class: "bar", "data-side": seat ?? 0, "data-now": now, x: percent(turn, columns), y: top,
    width: percent(0.8, columns), height, rx: 3,
  });
}

/**
 * @param {Winning} seat
 * @param {string[]} names
 */
const winning = (seat, names) => (seat ? `${names[seat - 1]} is winning` : "neither is winning");

/**
 * Return the course in words, one sentence for each stretch.
 * @param {Winning[]} course
 * @param {string[]} names
 */
function courseText(course, names) {
  /** @type {{seat: Winning, from: number, to: number}[]} */
  const stretches = [];
  course.forEach((seat, turn) => {
    const last = stretches.at(-1);
    if (last && seat === last.seat) last.to = turn;
    else stretches.push({ seat, from: turn, to: turn });
  });
  return stretches
    .map(({ seat, from, to }) => `${stretch(from, to)} ${winning(seat, names)}.`)
    .join(" ");
}

/**
 * @param {number} from
 * @param {number} to
 */
function stretch(from, to) {
  if (!from) return to ? `From the start to move ${to}` : "At the start";
  return from === to ? `After move ${from}` : `After moves ${from} to ${to}`;
}
