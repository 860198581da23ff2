// The course of a game, drawn: a bar up while Player 1 was winning, down while Player 2 was.

import { h, svg } from "../dom.js";

const [HEIGHT, MIDDLE, BAR, FLAT] = [140, 70, 44, 8];
/** A short game has bars of a usual width, not of half the page. */
const FEWEST = 24;

/**
 * Return the course as a slider: a click on a bar or an arrow key chooses a move.
 * @param {(?number)[]} course who was winning after each turn, the start first
 * @param {{names: string[], at: number, turning: ?number, go: (turn: number) => void}} how
 */
export function courseOf(course, { names, at, turning, go }) {
  const columns = Math.max(FEWEST, course.length);
  const last = course.length - 1;
  const pick = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    go(Math.min(last, Math.floor(((event.clientX - left) / width) * columns)));
  };
  return h("figure", { "data-key": "course" },
    h("figcaption", { class: "unseen" }, courseText(course, names)),
    h("p", { class: "small soft", "aria-hidden": "true" }, `▲ ${names[0]} winning`),
    h("div", {
      class: "course", id: "course", role: "slider", tabindex: "0", "aria-label": "Course of the game",
      "aria-valuemin": "0", "aria-valuemax": last, "aria-valuenow": at,
      "aria-valuetext": `${at ? `After move ${at}` : "Start"}: ${winning(course[at], names)}`,
      onpointerdown: pick,
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

const percent = (column, columns) => `${(column / columns) * 100}%`;

const turningSign = (x) => [
  svg("line", { class: "turning", x1: x, x2: x, y1: 0, y2: HEIGHT }),
  svg("circle", { class: "turning", r: 7, cx: x, cy: 8 }),
];

function bar(seat, turn, columns, now) {
  const height = seat ? BAR : FLAT;
  const top = { 1: MIDDLE - BAR, 2: MIDDLE }[seat] ?? MIDDLE - FLAT / 2;
  return svg("rect", {
    class: "bar", "data-side": seat ?? 0, "data-now": now, x: percent(turn, columns), y: top,
    width: percent(0.8, columns), height, rx: 3,
  });
}

const winning = (seat, names) => (seat ? `${names[seat - 1]} is winning` : "neither is winning");

/** Return the course in words, one sentence for each stretch. */
function courseText(course, names) {
  const stretches = [];
  course.forEach((seat, turn) => {
    if (turn && seat === course[turn - 1]) stretches.at(-1).to = turn;
    else stretches.push({ seat, from: turn, to: turn });
  });
  return stretches
    .map(({ seat, from, to }) => `${stretch(from, to)} ${winning(seat, names)}.`)
    .join(" ");
}

function stretch(from, to) {
  if (!from) return to ? `From the start to move ${to}` : "At the start";
  return from === to ? `After move ${from}` : `After moves ${from} to ${to}`;
}
