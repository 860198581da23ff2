// Ways to another game after this one: a rematch, another try from an earlier move, and the next game of a class.

import { get, messageOf, post } from "../api.js";
import { h } from "../dom.js";
import { go, here } from "../host.js";
import { withProgress } from "../shell.js";
import { BACK_TO_CLASS, NEXT_CLASS_GAME } from "../strings.js";

/**
 * @typedef {import("../types").Match} Match
 * @typedef {import("./session.js").Session} Session
 */

/**
 * What is known of each rematch: whether we have a seat in it, and who asked for it.
 * @type {Map<string, ?{settled: boolean, asker: string | undefined}>}
 */
const known = new Map();

/**
 * @param {Session} session
 * @param {string} rematch
 */
function learn(session, rematch) {
  if (known.has(rematch)) return known.get(rematch);
  known.set(rematch, null);
  /** @type {Promise<Match>} */
  const answer = get(`/api/matches/${encodeURIComponent(rematch)}`);
  answer
    .then(({ you, begun, players }) => {
      const asker = players.find(({ joined }) => joined);
      known.set(rematch, { settled: begun || (you ?? []).length > 0, asker: asker?.name });
    })
    .catch(() => known.delete(rematch))
    .finally(() => session.changed(session.match));
  return null;
}

/**
 * Whether the opponent is waiting for this player to agree to a rematch, as far as is known.
 * @param {Session} session
 */
function isAsked(session) {
  const { rematch, against } = session.match;
  return rematch !== null && against === "link" && session.seatFor("rematch") !== null && !learn(session, rematch)?.settled;
}

/**
 * Return the buttons and texts for a rematch, or null for spectators.
 * @param {Session} session
 * @param {string} look
 */
export function rematchButton(session, look) {
  const { code, rematch } = session.match;
  const asked = isAsked(session);
  if (rematch && !asked) return h("a", {
    class: look, href: `/match/${rematch}`, "data-key": "to rematch",
  }, "Go to the rematch");
  if (!session.seatFor("rematch")) return null;
  const ask = async () => {
    try {
      /** @type {import("../types").OwnMatch} */
      const { match } = await post(`/api/matches/${encodeURIComponent(code)}/rematch`);
      go(`/match/${match.code}`);
    } catch (problem) {
      session.warn(messageOf(problem));
    }
  };
  return [
    asked && h("p", { class: "asked-for", role: "status", "data-key": "asked for" },
      `${known.get(rematch ?? "")?.asker ?? "The other player"} would like a rematch.`),
    h("button", {
      class: look, type: "button", "data-key": "rematch", "data-act": "rematch", onclick: ask,
    }, asked ? "Accept the rematch" : "Rematch"),
  ];
}

/** The computer's level for another try if the opponent was a person. */
const USUAL = "medium";

/**
 * Return the computer player of this match, or undefined.
 * @param {import("./session.js").Session} session
 */
export const opponentOf = ({ match }) => match.players.map(({ kind }) => kind).find((kind) => kind !== "human");

/**
 * Create a game like this one with these changes and open it, or show why not.
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

const code = () => new URLSearchParams(here().search).get("class")?.match(/^\w+$/)?.[0];

/** Return a link to the next game of the class, or null. */
export const nextGame = () => link("#ready", "make", NEXT_CLASS_GAME);

/** Return a link back to the class, or null. */
export const classLink = () => link("", "button", BACK_TO_CLASS);

/**
 * @param {string} wish
 * @param {string} look
 * @param {string} label
 */
function link(wish, look, label) {
  const room = code();
  return room ? h("a", { class: look, href: `/class/${room}${wish}`, "data-key": "class" }, label) : null;
}
