// When a puzzle is over: why, and how one goes on from its position.

import { post, messageOf } from "../api.js";
import { h } from "../dom.js";
import { recall } from "../memory.js";
import { go } from "../host.js";
import { PUZZLE } from "../strings.js";

/** @param {import("./solving.js").Solving} solving */
export const why = ({ solution }) =>
  solution && h("section", { class: "card daily-card", "data-key": "why" },
    h("h2", { class: "kicker" }, PUZZLE.why),
    h("p", {}, solution.reason));

/**
 * Play on from the position, against a computer that does not err.
 * @param {import("./solving.js").Solving} solving
 */
export async function playOut(solving) {
  const { game, options, position } = solving.puzzle;
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await post("/api/matches", {
      game, options, position, against: "perfect", name: recall("name") ?? "Player 1", first: 1, seat: solving.mine,
    });
    go(`/match/${match.code}`);
  } catch (problem) {
    solving.refuse(messageOf(problem));
  }
}
