// The way to the next game: the wish for one, agreeing to it, or the one that there is.

import { get, post } from "../api.js";
import { h } from "../dom.js";

/** What is known of each rematch: whether we sit there already, and who asked for it. */
const known = new Map();

/** @param {import("./session.js").Session} session */
function learn(session) {
  const { rematch } = session.match;
  if (known.has(rematch)) return known.get(rematch);
  known.set(rematch, null);
  get(`/api/matches/${encodeURIComponent(rematch)}`)
    .then(({ you, begun, players }) => {
      const asker = players.find(({ joined }) => joined);
      known.set(rematch, { settled: begun || you.length > 0, asker: asker?.name });
    })
    .catch(() => known.delete(rematch))
    .finally(() => session.changed(session.match));
  return null;
}

/** Whether the rematch waits for this browser's player to agree, as far as is known. */
function isAsked(session) {
  const { rematch, against } = session.match;
  return Boolean(rematch) && against === "link" && session.seatFor("rematch") !== null && !learn(session)?.settled;
}

/** Return the buttons and words for a rematch, or null for who only watches. */
export function rematchButton(session, look) {
  const { code, rematch } = session.match;
  const asked = isAsked(session);
  if (rematch && !asked) return h("a", {
    class: look, href: `/match/${rematch}`, "data-key": "to rematch",
  }, "Go to the rematch");
  if (!session.seatFor("rematch")) return null;
  const ask = async () => {
    try {
      const { match } = await post(`/api/matches/${encodeURIComponent(code)}/rematch`);
      location.assign(`/match/${match.code}`);
    } catch (refusal) {
      session.warn(refusal.message);
    }
  };
  return [
    asked && h("p", { class: "asked-for", role: "status", "data-key": "asked for" },
      `${known.get(rematch)?.asker ?? "The other player"} would like a rematch.`),
    h("button", {
      class: look, type: "button", "data-key": "rematch", "data-act": "rematch", onclick: ask,
    }, asked ? "Accept the rematch" : "Rematch"),
  ];
}
