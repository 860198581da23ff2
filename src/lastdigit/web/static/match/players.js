// Players' names, turns and clocks. Clocks count down from the server's last values and decide nothing.

import { mark, number, numerals, tile } from "../components/tile.js";
import { h } from "../dom.js";
import { onTheClock, THEIR_MOVE, WAITS, YOUR_MOVE } from "../strings.js";

const LOW = 20_000;
const NO_CLOCKS = { left: [0, 0], running: null };

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types").RowData} Row
 */

/**
 * Return a player's header: name, turn, last action and clock.
 * @param {Session} session
 * @param {number} seat
 * @param {Row[]} signs single-item rows of this player
 */
export function player(session, seat, signs) {
  const { match, mine } = session;
  const who = match.players[seat - 1];
  const moves = match.begun && !match.result && match.position.mover === seat;
  return h("div", { class: "player", "data-key": `player ${seat}`, "data-turn": moves },
    h("div", { class: "player-name", "data-key": "name" },
      mark(seat, null, mine),
      h("strong", { class: "player-label", title: who.label }, session.shared && moves ? `${who.label}'s turn` : who.label),
      h("span", { class: "player-word" }, wordFor(session, seat, moves))),
    signs.map((row) => sign(row, seat === mine)),
    match.clocks && h("span", {
      class: "clock", "data-key": "clock", "data-clock": seat, "data-running": match.clocks.running === seat,
    }, number(timeOf(session, seat))));
}

/**
 * @param {Session} session
 * @param {number} seat
 * @param {boolean} moves
 */
function wordFor({ match, seats, shared }, seat, moves) {
  const { kind, away } = match.players[seat - 1];
  if (away !== null) return "away";
  if (shared) return moves || match.result ? "" : WAITS;
  if (moves) return seats[0] === seat ? YOUR_MOVE : THEIR_MOVE;
  return kind === "human" ? "" : kind;
}

/**
 * Return a single-item row of a player: a tile and its label.
 * @param {Row} row
 * @param {boolean} mine
 */
const sign = ({ label, cells: [cell] }, mine) =>
  cell && h("div", { class: "player-sign", "data-key": label },
    tile(cell.text, { holder: mine ? "me" : "them", states: cell.changed ? ["last"] : [], label: `${label}: ${cell.caption ?? cell.text}` }),
    h("span", { "aria-hidden": "true" }, h("span", { class: "small soft" }, label), h("strong", {}, cell.caption)));

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
 * Update the clocks inside `root` as time passes.
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
      const shown = node.firstElementChild;
      if (shown && shown.getAttribute("aria-label") !== text) {
        shown.setAttribute("aria-label", text);
        shown.replaceChildren(...[numerals(text)].flat());
      }
      node.toggleAttribute("data-low", leftOf(session, seat) < LOW && session.match.clocks.running === seat);
    }
  }, 100);
}
