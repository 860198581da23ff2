// One match as this page sees it: the last state from the server, the commands sent, and live updates over a socket, or by
// polling if no socket can be opened.

import { backoffDelays, get, isTemporary, openSocket, post, Refusal, retry } from "../server.js";
import { begins } from "../strings.js";

/**
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").CommandResponse} CommandResponse
 * @typedef {{do: string, move?: string, kind?: string}} Command
 * @typedef {{text: string, warning: boolean, by?: ?number}} Message `by`: the seat that moved
 */

/** A command without a response for this long means that the connection is probably lost. */
const SLOW = 3000;
/** Requests to the other player are shown over the board, so their sentences are not repeated. */
const ASKING = ["offer", "ask"];

export class Session {
  /** When `match` arrived, by performance.now(). Clocks count from there. */
  arrived = performance.now();
  /**
   * The sentence under the board.
   * @type {Message}
   */
  message = { text: "", warning: false };
  live = true;
  /**
   * The pending command, if any.
   * @type {?{after: number}}
   */
  #sent = null;

  /**
   * @param {Match} match
   * @param {(before: Match) => void} changed called at every change, with the previous match
   */
  constructor(match, changed) {
    this.match = match;
    this.path = `/api/matches/${encodeURIComponent(match.code)}`;
    this.changed = changed;
  }

  /** Start following the match. */
  follow() {
    this.#sayNews();
    this.changed(this.match);
    follow(this.match.code, {
      seen: () => this.match.number,
      news: (match) => this.take(match),
      link: (live) => this.setLive(live),
      back: () => this.refresh(),
    });
  }

  /** @param {boolean} live */
  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    this.changed(this.match);
  }

  /** The seats of this browser. */
  get seats() {
    return this.match.you;
  }

  /** Whether two people share this screen or it only watches. Then no player is called "you". */
  get shared() {
    return this.seats.length !== 1;
  }

  /** The seat at the bottom, in the game's colour. */
  get mine() {
    return this.shared ? 1 : this.seats[0];
  }

  /**
   * Whether a seat is taken by a remote player or a computer.
   * @param {?number | undefined} seat
   */
  isOther(seat) {
    return Boolean(seat) && !this.seats.some((one) => one === seat);
  }

  /** Whether a command is pending. Its event may arrive before its response. */
  get busy() {
    return this.#sent?.after === this.match.number;
  }

  /**
   * Return our seat that may do this now, or null. The player to move comes first.
   * @param {string} act
   */
  seatFor(act) {
    const { may, position } = this.match;
    const able = this.seats.filter((seat) => may[seat]?.includes(act));
    return able.find((seat) => seat === position.mover) ?? able[0] ?? null;
  }

  /**
   * Apply a newer state.
   * @param {Match} match
   */
  take(match) {
    const before = this.match;
    if (match.number < before.number) return;
    this.match = withMoves(match, before.moves);
    this.arrived = performance.now();
    // Before the first event, only the first player is known. Repeat that sentence when a player has sat down.
    const named = match.begun !== before.begun && match.number === 0;
    if (named || match.number > before.number || match.notice !== before.notice) this.#sayNews();
    this.changed(before);
  }

  #sayNews() {
    const { news, notice, players, first, beginning } = this.match;
    if (this.#isAsking) return;
    const text = [news?.sentence ?? [begins(players[first - 1]), beginning], notice].flat().filter(Boolean).join(" ");
    // Some events, such as hints, have no sentence. The last one stays.
    if (!text) return;
    const by = moverOf(news);
    this.say({ text, warning: news?.act === "rejected", by });
  }

  get #isAsking() {
    const { news, pending } = this.match;
    return pending !== null && news !== null && ASKING.includes(news.act);
  }

  /** @param {Message} message */
  say(message) {
    this.message = message;
  }

  /**
   * Show a message that is not a warning.
   * @param {string} text
   */
  tell(text) {
    this.say({ text, warning: false });
    this.changed(this.match);
  }

  /**
   * Show a warning.
   * @param {string} text
   */
  warn(text) {
    this.say({ text, warning: true });
    this.changed(this.match);
  }

  /** Reload the state after a lost connection or a change of seats. */
  async refresh() {
    try {
      this.take(await get(this.path));
    } catch {
      // The socket keeps reconnecting and will bring the same state.
    }
  }

  /**
   * Send a command and return its effect, or null if it was refused. It is repeated until a response comes: the server
   * gives a repeated command the same response.
   * @param {Command} command
   * @returns {Promise<?CommandResponse>}
   */
  async send(command) {
    if (this.busy) return null;
    const seat = this.seatFor(command.do);
    const body = { ...command, after: this.match.number, reply: "new", ...(seat && { seat }) };
    this.#sent = body;
    this.changed(this.match);
    const messageBefore = this.message;
    const slow = setTimeout(() => this.setLive(false), SLOW);
    /**
     * A temporary refusal (503) is shown, and the command is sent again.
     * @param {unknown} problem
     */
    const hindered = (problem) => {
      if (!(problem instanceof Refusal)) return this.setLive(false);
      clearTimeout(slow);
      this.live = true;
      this.warn(problem.message);
    };
    try {
      /** @type {CommandResponse} */
      const effect = await retry(() => post(`${this.path}/commands`, body), hindered, isTemporary);
      if (this.match.number === body.after) this.message = messageBefore;
      this.#hear(effect);
      return effect;
    } catch (problem) {
      await this.#explain(problem);
      return null;
    } finally {
      clearTimeout(slow);
      if (this.#sent === body) this.#sent = null;
      this.live = true;
      this.changed(this.match);
    }
  }

  /** @param {CommandResponse} effect */
  #hear(effect) {
    this.take(effect.match);
    const { match, message } = this;
    // If the opponent's reply came first, it is the latest event. An ending has its own sentence.
    const late = effect.match.number < match.number || (effect.accepted && match.result);
    if (late || this.#isAsking || !effect.sentence) return;
    this.say({
      text: effect.sentence, warning: !effect.accepted, by: effect.accepted ? (message.by ?? null) : null,
    });
  }

  /** @param {unknown} problem */
  async #explain(problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (problem.status === 409 || problem.status === 403) await this.refresh();
    const moved = problem.error === "stale";
    this.say({ text: moved ? "The game changed in the meantime. This is the current position." : problem.message, warning: true });
  }
}

/**
 * Return a match with the moves before its first one, which the server leaves out if the page has them.
 * @param {Match} match
 * @param {Match["moves"]} known
 * @returns {Match}
 */
export function withMoves(match, known) {
  const earlier = known.filter(({ turn }) => turn < match.firstTurn);
  if (earlier.at(-1)?.turn !== match.firstTurn - 1) return match;
  return { ...match, moves: [...earlier, ...match.moves], firstTurn: earlier[0].turn };
}

/**
 * Return the seat whose move the sentence is about.
 * @param {Match["news"]} news
 */
const moverOf = (news) => (news && ["move", "rejected"].includes(news.act) ? news.seat : null);

const PATIENCE = 10_000;
const POLL = 3000;
/** A socket that has been silent for this long may be dead, so the state is requested. */
const SILENCE = 30_000;
const LOOK = 5000;


/**
 * Follow a match until the page is closed.
 * @param {string} code
 * @param {{seen: () => number, news: (match: Match) => void, link: (live: boolean) => void, back: () => void}} calls
 *   `seen` returns the number of the last known event; `back` is called when the socket is open again
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
    const made = openSocket(`${path}/news?after=${calls.seen()}&reply=new`);
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

  /** Request the state to find out whether the silent socket has missed anything. */
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

  /** Drop a socket at once. A dead one would take minutes to close. */
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
