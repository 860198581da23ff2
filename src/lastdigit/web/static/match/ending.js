// The end: who has won and why, and what comes next.

import { h } from "../dom.js";
import { rematchButton } from "./rematch.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session */
export function ending(session) {
  const { match, seats, shared } = session;
  const { result, code, moves } = match;
  if (!result) return null;
  const won = !shared && result.winner === seats[0];
  return h("div", { class: won ? "ending won" : "ending", "data-key": "ending", id: "ending" },
    h("p", { class: "headline result", "data-key": "headline" }, result.headline),
    h("p", { class: "reason", id: "sentence", role: "status", "data-key": "why" }, result.sentence),
    h("div", { class: "row ending-row", "data-key": "row" },
      rematchButton(session, "make"),
      moves.length > 0 && h("a", { class: "button", href: `/review/${code}`, "data-key": "review" }, "Review")));
}
