// Who plays, and the clocks. They count down from what the server last said, and decide nothing.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";
import { onTheClock } from "../words.js";

const LOW = 20_000;

/** Return both players with their clocks. @param {import("./session.js").Session} session */
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

/** At a shared screen both are "you", which tells nothing. */
const isOne = (seats, seat) => seats.length === 1 && seats[0] === seat;

function leftOf({ match, arrived }, seat) {
  const { left, running } = match.clocks;
  const passed = running === seat && !match.result ? performance.now() - arrived : 0;
  return left[seat - 1] - passed;
}

const timeOf = (session, seat) => onTheClock(leftOf(session, seat));

/** Let the clocks inside `root` go on ticking. */
export function tick(root, session) {
  setInterval(() => {
    if (!session.match?.clocks) return;
    for (const node of root.querySelectorAll("[data-clock]")) {
      const seat = Number(node.dataset.clock);
      const text = timeOf(session, seat);
      if (node.textContent !== text) node.textContent = text;
      const low = leftOf(session, seat) < LOW && session.match.clocks.running === seat;
      node.parentElement.toggleAttribute("data-low", low);
    }
  }, 100);
}
