// A game like the one that is over, against a computer: from one of its positions, or against another level.

import { post, messageOf } from "../api.js";
import { withProgress } from "../shell.js";
import { go } from "../host.js";

/** Whom one meets where the other was a person. */
const USUAL = "medium";

/**
 * Return the computer that was met, if it was one.
 * @param {import("./session.js").Session} session
 */
export const opponentOf = ({ match }) => match.players.map(({ kind }) => kind).find((kind) => kind !== "human");

/**
 * Set up a game like this one, with these wishes, and go there; or say why not.
 * @param {import("./session.js").Session} session
 * @param {Record<string, unknown>} wish
 */
export async function tryAgain(session, wish) {
  const { game, options, players } = session.match;
  const { name } = players[session.mine - 1];
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await withProgress(() => post("/api/matches", { game, options, name, against: opponentOf(session) ?? USUAL, ...wish }));
    go(`/match/${match.code}`);
  } catch (problem) {
    session.warn(messageOf(problem));
  }
}
