// News of a match, as it happens: over a socket, and by asking where no socket can be had.

import { backOff, get } from "./api.js";

const PATIENCE = 10_000;
const POLL = 3000;

/**
 * Follow a match until the page goes away.
 * @param {string} code
 * @param {{seen: () => number, news: (match: object) => void, link: (live: boolean) => void, back: () => void}} calls
 *   `seen` is the number of the last event known; `back` is called when the socket is there again
 */
export function follow(code, calls) {
  const path = `/api/matches/${encodeURIComponent(code)}`;
  let socket = null;
  let waits = backOff();
  let timer = 0;
  let lostAt = 0;
  let polling = 0;

  function connect() {
    clearTimeout(timer);
    const url = new URL(`${path}/news?after=${calls.seen()}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => calls.news(JSON.parse(data));
    socket.onopen = opened;
    socket.onclose = closed;
  }

  function opened() {
    waits = backOff();
    clearInterval(polling);
    polling = 0;
    if (lostAt) calls.back();
    lostAt = 0;
    calls.link(true);
  }

  function closed() {
    lostAt ||= Date.now();
    if (!polling) calls.link(false);
    if (!polling && Date.now() - lostAt > PATIENCE) polling = setInterval(poll, POLL);
    timer = setTimeout(connect, waits.next().value);
  }

  async function poll() {
    try {
      calls.news(await get(path));
      calls.link(true);
    } catch {
      calls.link(false);
    }
  }

  function hurry() {
    if (document.visibilityState !== "visible" || socket.readyState !== WebSocket.CLOSED) return;
    waits = backOff();
    connect();
  }

  connect();
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("pageshow", hurry);
}
