// The line between the halves: what just happened, or what is asked, or which earlier position this is.

import { h, strong } from "../dom.js";
import { mark } from "../components/tile.js";
import { ASKED, ASKS, claimIn, CLAIM, isAway, THINKING, turnOf, WAITING, WATCHING } from "../strings.js";

/**
 * @typedef {import("./session.js").Message} Message
 * @typedef {import("./session.js").Session} Session
 */

/** Until the server says how long one may be away. */
const GRACE = 40_000;
/** @type {Message} */
const LOST = { text: "Reconnecting…", warning: true };

/**
 * @param {Session} session
 * @param {{looking: ?number, back: () => void, instead: ?Message}} how
 *   `looking`: after so many moves; `instead`: what is said of that position
 */
export function between(session, { looking, back, instead }) {
  const { match } = session;
  return h("div", { class: "between", id: "turn", tabindex: "-1", "aria-live": "polite", "data-key": "turn" },
    h("p", { class: "unseen turn-line", "data-key": "turn" }, looking === null ? turnWords(session) : ""),
    // An end has its own words.
    (!match.result || looking !== null) && sentence(session, instead),
    looking === null && match.pending && request(session, match.pending),
    looking === null && claim(session),
    looking !== null && h("button", {
      class: "button", type: "button", onclick: back, "data-key": "back",
    }, "Back to the game"));
}

/** @param {Session} session */
export function turnWords({ match, seats, shared }) {
  const { mover } = match.position;
  if (match.result) return match.result.headline;
  if (!match.begun) return WAITING;
  if (!mover) return "";
  const { label, subject, kind } = match.players[mover - 1];
  if (seats[0] === mover && !shared) return turnOf("You");
  return [kind === "human" || !seats.length ? turnOf(label) : `${subject} ${THINKING}`, !seats.length && WATCHING]
    .filter(Boolean).join(" ");
}

/**
 * @param {Session} session
 * @param {?Message} instead
 */
function sentence({ live, match, message, mine }, instead) {
  const { text, warning, by } = live ? (instead ?? message) : LOST;
  return h("div", {
    class: warning ? "sentence warning" : "sentence", id: "sentence", role: "status", "data-key": "sentence",
  },
    by ? mark(by, match.players[by - 1].label, mine) : null,
    h("p", { class: "lines", "data-key": "text" }, strong(`${text} `)));
}

/**
 * What one player asks of the other, where everybody looks.
 * @param {Session} session
 * @param {import("../types").Pending} pending
 */
function request(session, { seat, what }) {
  const { match: { players }, seats } = session;
  /** @param {string} act */
  const answer = (act) => () => session.send({ do: act });
  const own = seats.includes(seat) && !session.seatFor("accept");
  const words = own ? ASKED[what] : `${players[seat - 1].subject} ${ASKS[what]}`;
  return h("div", { class: "request", "data-key": "request" },
    h("p", { role: "alert" }, words),
    session.seatFor("accept") && h("div", { class: "answers", "data-key": "answers" },
      h("button", { class: "button primary", type: "button", onclick: answer("accept") }, "Agree"),
      h("button", { class: "button", type: "button", onclick: answer("decline") }, "Do not agree")));
}

/**
 * Return the seat of the other player, when that player is away.
 * @param {Session} session
 */
export function awaySeat({ match, seats }) {
  if (match.result || seats.length !== 1) return null;
  const other = 3 - seats[0];
  return match.players[other - 1].away === null ? null : other;
}

/** @param {Session} session */
function claim(session) {
  const other = awaySeat(session);
  const able = session.seatFor("claim") !== null;
  if (!other && !able) return null;
  const { match, arrived, seats } = session;
  const { subject, away } = match.players[(other ?? 3 - seats[0]) - 1];
  const gone = (away ?? 0) + performance.now() - arrived;
  const left = able ? 0 : Math.max(1, Math.ceil(((match.grace ?? GRACE) - gone) / 1000));
  return h("div", { class: "request", "data-key": "claim" },
    h("p", {}, isAway(subject)),
    h("button", {
      class: "button primary", type: "button", "data-act": "claim",
      "aria-disabled": left > 0 ? "true" : null, onclick: () => left <= 0 && session.send({ do: "claim" }),
    }, left > 0 ? claimIn(left) : CLAIM));
}
