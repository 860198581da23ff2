// A match as this browser knows it: the last state told, and commands on their way.
// Nothing here decides anything; the server does.

import { get, isPassing, persistently, post } from "../api.js";
import { follow } from "../live.js";
import { asParagraph } from "../words.js";

/** @typedef {import("../types.js").Match} Match */
/**
 * @typedef {{text: string, by: number}} Own what was told of one's own move a moment before
 * @typedef {{text: string, warning: boolean, why: ?string, by: ?number, at: number, own: ?Own}} Said `by`: whose move
 */

/** A command without an answer for so long: the connection is probably lost. */
const SLOW = 3000;
/** An answer that comes so soon leaves what was told of one's own move standing. */
const SOON = 3000;
/** What is asked of the other player stands over the board, and need not be told twice. */
const ASKING = ["offer", "ask"];

export class Session {
  /** @type {Match} */
  match;
  /** When `match` came, by performance.now(): clocks count from there. */
  arrived = 0;
  /** @type {Said} */
  said = { text: "", warning: false, why: null, by: null, at: 0, own: null };
  live = true;
  /** The command on its way, if any. */
  #sent = null;

  /**
   * @param {string} code
   * @param {(before: ?Match) => void} changed is told of every change, with the match as it was
   */
  constructor(code, changed) {
    this.path = `/api/matches/${encodeURIComponent(code)}`;
    this.code = code;
    this.changed = changed;
  }

  /** Take the first state and follow the match from there. */
  async open() {
    this.take(await persistently(() => get(this.path), () => {}));
    follow(this.code, {
      seen: () => this.match.number,
      news: (match) => this.take(match),
      link: (live) => this.setLive(live),
      back: () => this.refresh(),
    });
  }

  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    this.changed(this.match);
  }

  /** The seats of this browser. */
  get seats() {
    return this.match?.you ?? [];
  }

  /** Whether a command is on its way; news of what came of it may overtake the answer. */
  get busy() {
    return this.#sent !== null && this.#sent.after === this.match.number;
  }

  /** Return the seat of ours that may do this now, the mover's first, or null. */
  seatFor(act) {
    const { may, position } = this.match;
    const able = this.seats.filter((seat) => may[seat]?.includes(act));
    return able.find((seat) => seat === position.mover) ?? able[0] ?? null;
  }

  /** Take a state that was told; news are the same for everybody and do not say who we are. */
  take(match) {
    const before = this.match ?? null;
    if (before && match.number < before.number) return;
    const fresh = !before || match.number > before.number;
    this.match = match.you === null ? { ...match, you: before?.you ?? [] } : match;
    this.arrived = performance.now();
    if (fresh) this.tellNews();
    this.changed(before);
    if (match.you === null && before && seating(before) !== seating(match)) this.refresh();
  }

  tellNews() {
    const { news, opening, result, pending } = this.match;
    if (pending && ASKING.includes(news?.act)) return;
    const sentence = asParagraph(news?.sentence ?? opening);
    const ending = result ? asParagraph(result.sentence) : "";
    // Not everything that happens is told, a hint for instance: then the last sentence stays.
    if (!sentence && !ending) return;
    const by = moverOf(news);
    const own = this.#isOther(by) ? this.#ownJustTold() : null;
    this.say(sentence.includes(ending) ? sentence : `${sentence} ${ending}`, news?.act === "rejected", null, by, own);
  }

  #isOther(seat) {
    return seat !== null && this.seats.length === 1 && !this.seats.includes(seat);
  }

  #ownJustTold() {
    const { text, by, warning, at } = this.said;
    const fresh = performance.now() - at < SOON;
    return fresh && !warning && this.seats.includes(by) ? { text, by } : null;
  }

  say(text, warning = false, why = null, by = null, own = null) {
    this.said = { text, warning, why, by, own, at: performance.now() };
  }

  /** Say something that is not a warning, in the line that tells. */
  tell(text) {
    this.say(text);
    this.changed(this.match);
  }

  /** Show a sentence of our own in the line that tells. */
  warn(text) {
    this.say(text, true);
    this.changed(this.match);
  }

  /** Ask for the state anew: after a loss of connection, and when seats have changed. */
  async refresh() {
    try {
      this.take(await get(this.path));
    } catch {
      // The socket keeps trying; what it brings will be as good.
    }
  }

  /**
   * Send a command and return what came of it, or null if it was refused. It is sent again until
   * an answer comes: the server gives a repeat the same answer.
   */
  async send(command) {
    if (this.busy) return null;
    const body = { ...command, after: this.match.number };
    const seat = this.seatFor(command.do);
    if (seat) body.seat = seat;
    this.#sent = body;
    this.changed(this.match);
    const saidBefore = this.said;
    const slow = setTimeout(() => this.setLive(false), SLOW);
    // The server may say "not now", with a sentence; that is shown, and the command sent again.
    const hindered = (problem) => {
      if (!problem.status) return this.setLive(false);
      clearTimeout(slow);
      this.live = true;
      this.warn(problem.message);
    };
    try {
      const done = await persistently(() => post(`${this.path}/commands`, body), hindered, isPassing);
      if (this.match.number === body.after) this.said = saidBefore;
      this.hear(done, seat);
      return done;
    } catch (refusal) {
      await this.explain(refusal);
      return null;
    } finally {
      clearTimeout(slow);
      if (this.#sent === body) this.#sent = null;
      this.live = true;
      this.changed(this.match);
    }
  }

  hear(done, seat) {
    this.take(done.match);
    const { match, said } = this;
    const sentence = asParagraph(done.sentence);
    if (done.match.number < match.number) {
      // The other player's answer came first.
      if (done.accepted && sentence && this.#isOther(said.by)) this.said = { ...said, own: { text: sentence, by: seat } };
      return;
    }
    // An ending has been told already.
    if ((done.accepted && match.result) || (match.pending && ASKING.includes(match.news?.act))) return;
    if (!sentence) return;
    this.say(sentence, !done.accepted, done.why, done.accepted ? said.by : null, said.text === sentence ? said.own : null);
  }

  async explain(refusal) {
    if (!refusal.status) throw refusal;
    if (refusal.status === 409 || refusal.status === 403) await this.refresh();
    const moved = refusal.error === "stale";
    this.say(moved ? "Things had moved on meanwhile. This is how it stands now." : refusal.message, true);
  }
}

/** Games speak to the player who moved, so the page must show who that was. */
const moverOf = (news) => (news && ["move", "rejected"].includes(news.act) ? news.seat : null);

/** Who sits where, as far as it can be seen: taken seats, and the devices that they are on. */
const seating = (match) => match.players.map(({ joined, device }) => `${joined} ${device}`).join();
