// News of a match, as it happens: over a socket, and by asking where no socket can be had.

import { backoffDelays, get } from "./api.js";
import { openSocket } from "./host.js";

const PATIENCE = 10_000;
const POLL = 3000;
/** A socket that has been silent for so long may be dead without our knowing: then we ask. */
const SILENCE = 30_000;
const LOOK = 5000;

/** @typedef {import("./types").Match} Match */

/**
 * Follow a match until the page goes away.
 * @param {string} code
 * @param {{seen: () => number, news: (match: Match) => void, link: (live: boolean) => void, back: () => void}} calls
 *   `seen` is the number of the last event known; `back` is called when the socket is there again
 */
export function follow(code, calls) {
  const path = `/api/matches/${encodeURIComponent(code)}`;
  let waits = backoffDelays();
  let timer = 0;
  let lostAt = 0;
  let heardAt = Date.now();
  let polling = 0;
  let checking = false;
  let socket = connect();

  function connect() {
    const made = openSocket(`${path}/news?after=${calls.seen()}`);
    made.onmessage = ({ data }) => hear(JSON.parse(data));
    made.onopen = takeUp;
    made.onclose = giveUp;
    return made;
  }

  function reconnect() {
    clearTimeout(timer);
    socket = connect();
  }

  /** @param {Match} match */
  function hear(match) {
    heardAt = Date.now();
    calls.news(match);
  }

  function takeUp() {
    heardAt = Date.now();
    waits = backoffDelays();
    clearInterval(polling);
    polling = 0;
    if (lostAt) calls.back();
    lostAt = 0;
    calls.link(true);
  }

  function giveUp() {
    lostAt ||= Date.now();
    if (!polling) calls.link(false);
    if (!polling && Date.now() - lostAt > PATIENCE) polling = setInterval(poll, POLL);
    timer = setTimeout(reconnect, waits.next().value);
  }

  async function poll() {
    try {
      hear(await get(path));
      calls.link(true);
    } catch {
      calls.link(false);
    }
  }

  /** Ask over another way whether the silent socket has missed anything. */
  async function check() {
    if (checking || socket.readyState !== WebSocket.OPEN) return;
    checking = true;
    try {
      /** @type {Match} */
      const match = await get(path);
      const missed = match.number > calls.seen() && Date.now() - heardAt > SILENCE;
      hear(match);
      calls.link(true);
      if (missed) replace();
    } catch {
      replace();
    } finally {
      checking = false;
    }
  }

  /** Give a socket up at once: a dead one would take minutes to close. */
  function replace() {
    if (socket.readyState === WebSocket.CLOSED) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    giveUp();
  }

  function look() {
    if (document.visibilityState === "visible" && Date.now() - heardAt > SILENCE) check();
  }

  function hurry() {
    if (document.visibilityState !== "visible") return;
    if (socket.readyState !== WebSocket.CLOSED) return look();
    waits = backoffDelays();
    reconnect();
  }

  function online() {
    if (socket.readyState === WebSocket.OPEN) check();
    else hurry();
  }

  setInterval(look, LOOK);
  window.addEventListener("offline", () => calls.link(false));
  window.addEventListener("online", online);
  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("pageshow", hurry);
}
