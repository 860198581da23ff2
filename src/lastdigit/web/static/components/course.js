// The chart of a game: a bar up for each move after which the reader was winning, down and hatched for the opponent.

import { h, svg } from "../dom.js";

const [HEIGHT, MIDDLE, LEAST, MOST, FLAT] = [200, 100, 24, 80, 8];
/** The chart has at least this many columns, so that the bars of a short game are not too wide. */
const FEWEST = 24;

/** @typedef {?(1 | 2)} Winning the seat that is winning, or null */

/**
 * Return the chart as a slider. A click on a bar or an arrow key selects a move.
 * @param {Winning[]} course the winning seat after each turn, beginning with the start
 * @param {{names: string[], mine: number, at: number, turning: ?number, go: (turn: number) => void}} how
 *   `names`: "… is winning" for each seat; `mine`: the seat whose bars go up
 */
export function courseOf(course, { names, mine, at, turning, go }) {
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
    h("p", { class: "small soft", "aria-hidden": "true" }, `▲ ${names[mine - 1]}`),
    h("div", {
      class: "course", id: "course", role: "slider", tabindex: "0", "aria-label": "Course of the game",
      "aria-valuemin": "0", "aria-valuemax": last, "aria-valuenow": at,
      "aria-valuetext": `${at ? `After move ${at}` : "Start"}: ${winning(course[at], names)}`,
      onpointerdown: ({ currentTarget, clientX }) => pick(currentTarget, clientX),
    },
      svg("svg", { height: HEIGHT, "aria-hidden": "true", focusable: "false" },
        hatching(),
        svg("line", { x1: "0", x2: "100%", y1: MIDDLE, y2: MIDDLE }),
        svg("rect", { class: "now", x: percent(at, columns), y: 0, width: percent(1, columns), height: HEIGHT, rx: 4 }),
        course.map((seat, turn) => bar(seat === null ? 0 : seat === mine ? 1 : -1, turn, { columns, last, now: turn === at })),
        turning && turningSign(percent(turning + 0.5, columns)))),
    h("div", { class: "course-key small soft", "aria-hidden": "true" },
      h("p", {}, `▼ ${names[2 - mine]}`),
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
  svg("circle", { class: "turning", r: 7, cx: x, cy: 10 }),
];

/** The opponent's bars are hatched, so that colour is not the only difference. */
const hatching = () =>
  svg("defs", {}, svg("pattern", {
    id: "hatched", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  }, svg("rect", { class: "hatched-ground", width: 7, height: 7 }), svg("rect", { class: "hatched-line", width: 3.2, height: 7 })));

/**
 * Return a bar. It is longer near the end of the game, and thin for a draw.
 * @param {-1 | 0 | 1} side
 * @param {number} turn
 * @param {{columns: number, last: number, now: boolean}} how
 */
function bar(side, turn, { columns, last, now }) {
  const height = side ? LEAST + (MOST - LEAST) * (turn / Math.max(1, last)) : FLAT;
  const top = side > 0 ? MIDDLE - height - 1 : side < 0 ? MIDDLE + 1 : MIDDLE - FLAT / 2;
  return svg("rect", {
    class: "bar", "data-side": side, "data-now": now, x: percent(turn + 0.1, columns), y: top,
    width: percent(0.8, columns), height, rx: 6,
  });
}

/**
 * @param {Winning} seat
 * @param {string[]} names
 */
const winning = (seat, names) => (seat ? names[seat - 1] : "neither is winning");

/**
 * Describe the chart for screen readers, one sentence for each stretch of moves.
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
