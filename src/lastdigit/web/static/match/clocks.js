// Who plays, and the clocks. They count down from what the server last said, and decide nothing.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";
import { onTheClock } from "../words.js";

const LOW = 20_000;
const NO_CLOCKS = { left: [0, 0], running: null };

/** @typedef {import("./session.js").Session} Session */

/**
 * Return both players with their clocks.
 * @param {Session} session
 */
export function players(session) {
  const { match, seats } = session;
  return h("div", { class: "clocks", "data-key": "clocks", role: "group", "aria-label": "Players" },
    match.players.map((player, index) => {
      const seat = index + 1;
      return h("span", { class: "clock", "data-key": seat, "data-running": match.clocks?.running === seat },
        mark(seat),
        h("span", { class: "clock-name" }, player.name),
        isOne(seats, seat) && h("span", { class: "small soft" }, "you"),
        player.away !== null && h("span", { class: "small soft" }, "away"),
        match.clocks && h("span", { class: "time", "data-clock": seat }, timeOf(session, seat)));
    }));
}

/**
 * At a shared screen both are "you", which says nothing.
 * @param {number[]} seats
 * @param {number} seat
 */
const isOne = (seats, seat) => seats.length === 1 && seats[0] === seat;

/**
 * @param {Session} session
 * @param {number} seat
 */
function leftOf({ match, arrived }, seat) {
  const { left, running } = match.clocks ?? NO_CLOCKS;
  const passed = running === seat && !match.result ? performance.now() - arrived : 0;
  return left[seat - 1] - passed;
}

/**
 * @param {Session} session
 * @param {number} seat
 */
const timeOf = (session, seat) => onTheClock(leftOf(session, seat));

/**
 * Let the clocks inside `root` go on ticking.
 * @param {HTMLElement} root
 * @param {Session} session
 */
export function tick(root, session) {
  setInterval(() => {
    if (!session.match.clocks) return;
    /** @type {NodeListOf<HTMLElement>} */
    const nodes = root.querySelectorAll("[data-clock]");
    for (const node of nodes) {
      const seat = Number(node.dataset.clock);
      const text = timeOf(session, seat);
      if (node.textContent !== text) node.textContent = text;
      const low = leftOf(session, seat) < LOW && session.match.clocks.running === seat;
      node.parentElement?.toggleAttribute("data-low", low);
    }
  }, 100);
}
