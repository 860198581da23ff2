// The words over the board: whose turn it is, the result, an offer, or which earlier position this is.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";
import { YOUR_TURN } from "../words.js";

const QUESTIONS = { draw: "offers a draw.", undo: "asks to take the last move back." };
const ASKED = { draw: "You have offered a draw.", undo: "You have asked to take the last move back." };

/** @typedef {import("./session.js").Session} Session */

/**
 * @param {Session} session
 * @param {{prompt: string, looking: ?number, back: () => void}} how `looking`: after so many moves
 */
export function turnWords(session, { prompt, looking, back }) {
  if (looking !== null) return earlierWords(session, looking, back);
  if (session.match.result) return resultWords(session.match.result);
  const { match } = session;
  const { mover } = match.position;
  return [
    h("p", { class: "turn-line", "data-key": "turn" }, mover && mark(mover), mover && whoseTurn(session, mover)),
    match.pending ? request(session, match.pending) : h("p", { class: "soft", "data-key": "prompt" }, prompt || watching(session)),
  ];
}

/**
 * @param {Session} session
 * @param {1 | 2} mover
 */
function whoseTurn({ match, seats }, mover) {
  const { label, subject, kind } = match.players[mover - 1];
  if (!match.begun) return "Waiting for the second player.";
  if (seats.length === 1 && seats[0] === mover) return YOUR_TURN;
  return kind === "human" || !seats.length ? `${label}'s turn.` : `${subject} is thinking.`;
}

/** @param {Session} session */
const watching = ({ seats }) => (seats.length ? "" : "You are watching.");

/**
 * @param {import("../types").Ending} result
 */
function resultWords(result) {
  const { winner } = result;
  return [
    h("p", { class: "turn-line result", "data-key": "result" }, winner && mark(winner), result.headline),
    h("p", { class: "soft", "data-key": "reason" }, result.sentence),
  ];
}

/**
 * What one player asks of the other, in the place of the prompt: one row, so that little moves.
 * @param {Session} session
 * @param {import("../types").Pending} pending
 */
function request(session, { seat, what }) {
  const { match: { players }, seats } = session;
  /** @param {string} act */
  const answer = (act) => () => session.send({ do: act });
  const mine = seats.includes(seat) && !session.seatFor("accept");
  const words = mine ? ASKED[what] : `${players[seat - 1].label} ${QUESTIONS[what]}`;
  return h("div", { class: "request", "data-key": "request" },
    h("p", { role: "alert" }, words),
    session.seatFor("accept") && h("div", { class: "answers", "data-key": "answers" },
      h("button", { class: "button primary", type: "button", onclick: answer("accept") }, "Agree"),
      h("button", { class: "button", type: "button", onclick: answer("decline") }, "Do not agree")));
}

/**
 * @param {Session} session
 * @param {number} looking
 * @param {() => void} back
 */
function earlierWords({ match }, looking, back) {
  const made = match.moves.find(({ turn }) => turn === looking);
  const move = made ? `: ${made.text}` : "";
  return [
    h("p", { class: "turn-line", "data-key": "earlier" },
      made && mark(made.seat),
      looking ? `An earlier position: after move ${looking}${move}.` : "The position at the start."),
    h("button", { class: "button", type: "button", onclick: back, "data-key": "back" }, "Back to the game"),
  ];
}
