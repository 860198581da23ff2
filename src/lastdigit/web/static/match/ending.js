// The end of a match: the result, what to do next, ways to another game, and sharing the result as text or picture.

import { copyButton, escaped, paint, resolveColour } from "../components/share.js";
import { icon } from "../components/tile.js";
import { h, strong } from "../dom.js";
import { alone, get, go, here, linkTo, messageOf, post } from "../server.js";
import { Dialog, withProgress } from "../shell.js";
import { BACK_TO_CLASS, CHALLENGE_BUTTONS, CHALLENGE_NAMES, END, LADDER, NEXT_CLASS_GAME } from "../strings.js";

/**
 * @typedef {import("../types").Match} Match
 * @typedef {import("../types").ReviewData} Review
 * @typedef {import("./session.js").Session} Session
 */

/** Loaded when a challenge is made or answered: most games are neither. */
const loadChallenges = () => import("../challenge/views.js");

export class Ending {
  /** @type {?Review} */
  #review = null;
  /** @type {?typeof import("../challenge/views.js")} */
  #challenges = null;
  #asked = false;

  /**
   * @param {Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  get #match() {
    return this.session.match;
  }

  /** Whether the reader has won. */
  get won() {
    const { result } = this.#match;
    return result !== null && !this.session.shared && result.winner === this.session.mine;
  }

  /** Request the review once. */
  async #ask() {
    if (this.#asked || !this.#match.moves.length) return;
    this.#asked = true;
    this.#review = await get(`${this.session.path}/review`).catch(() => null);
    this.changed();
  }

  element() {
    const { result, code, game, moves } = this.#match;
    if (!result) return null;
    this.#ask();
    const next = nextGame();
    const again = next ? null : this.#again();
    return h("div", { class: this.won ? "ending won" : "ending", "data-key": "ending", id: "ending" },
      h("h2", { class: "headline result", tabindex: "-1", "data-key": "headline" }, result.headline),
      h("p", { class: "reason", id: "sentence", role: "status", "data-key": "why" }, strong(result.sentence)),
      this.#versus(),
      this.#review && h("p", { class: "turning-words", "data-key": "turned" }, this.#review.turningText),
      h("div", { class: "row ending-row", "data-key": "row" },
        next ?? [again, rematchButton(this.session, again ? "button" : "make")],
        moves.length > 0 && this.#shareButton(),
        moves.length > 0 && h("a", { class: "button", href: `/review/${code}${here().search}`, "data-key": "review" }, "Review")),
      h("div", { class: "ending-ways", "data-key": "ways" },
        this.#next(),
        this.#challengeOffer(),
        this.#review && h("p", { class: "next-words", "data-key": "map" },
          h("a", { class: "quiet", href: `/maps/${game}?match=${code}` }, END.onMap))));
  }

  /** The reader's result against the computer, for a challenge. @returns {import("../challenge/link.js").Result} */
  get #result() {
    const { result, position } = this.#match;
    return { outcome: this.won ? "won" : result?.winner ? "lost" : "drawn", count: Math.max(1, position.turn), name: "" };
  }

  /** Return both results if this game answers a challenge, with a link to send back. */
  #versus() {
    if (!new URLSearchParams(here().search).has("challenge") || !this.#isChallenge) return null;
    if (!this.#challenges) {
      loadChallenges().then((challenges) => {
        this.#challenges = challenges;
        this.changed();
      });
      return null;
    }
    const { challengeHere, openLink, sideBySide } = this.#challenges;
    const challenge = challengeHere();
    if (challenge?.task.kind !== "game" || challenge.task.game !== this.#match.game) return null;
    const { task, first } = challenge;
    return [
      sideBySide("game", first, this.#result, [first.name || CHALLENGE_NAMES.friend, CHALLENGE_NAMES.you]),
      h("button", { class: "button", type: "button", "data-key": "back", onclick: () => openLink({ task, first, second: this.#result }) },
        icon("share"), CHALLENGE_BUTTONS.back),
    ];
  }

  /** Whether the reader played alone against a computer that a challenge can name. */
  get #isChallenge() {
    return !this.session.shared && this.session.seats.length === 1 && LADDER.includes(opponentOf(this.session) ?? "");
  }

  /** Offer a link with the same start, which the review knows. */
  #challengeOffer() {
    const start = this.#review?.moves[0]?.position;
    if (!start || !this.#isChallenge) return null;
    const { game, options } = this.#match;
    const level = opponentOf(this.session) ?? "";
    const task = { kind: /** @type {const} */ ("game"), game, level, seat: /** @type {1 | 2} */ (this.session.mine), start, options };
    return h("p", { class: "next-words", "data-key": "challenge" }, h("button", {
      class: "quiet", type: "button", "data-act": "challenge",
      onclick: async () => (await loadChallenges()).openLink({ task, first: this.#result, second: null }),
    }, CHALLENGE_BUTTONS.offer));
  }

  /** Offer another try from the reader's mistake, or the other seat if the game could not be won. */
  #again() {
    const review = this.#review;
    if (!review || this.won || this.session.shared) return null;
    const { mine } = this.session;
    const mistake = review.moves.findLast(({ seat, right }) => seat === mine && !right);
    if (mistake) return this.#button(END.again(mistake.turn), "again", { position: mistake.position, seat: mine });
    const start = review.moves[0];
    if (!start || review.course[0] !== 3 - mine || review.turningPoint !== null) return null;
    return this.#button(END.otherSeat, "other-seat", { position: start.position, seat: 3 - mine });
  }

  /** After a win, offer the next stronger level. */
  #next() {
    const met = LADDER.indexOf(opponentOf(this.session) ?? "");
    const stronger = LADDER[met + 1];
    if (!this.won || met < 0 || !stronger) return null;
    return h("p", { class: "next-words", "data-key": "next" }, this.#button(END.next(stronger), "next", { against: stronger }, "quiet"));
  }

  /**
   * @param {string} label
   * @param {string} act
   * @param {Record<string, unknown>} wish
   */
  #button(label, act, wish, look = "make") {
    return h("button", {
      class: look, type: "button", "data-key": act, "data-act": act, onclick: () => tryAgain(this.session, wish),
    }, act === "again" && icon("undo"), label);
  }

  #shareButton() {
    return h("button", {
      class: "button", type: "button", "data-key": "share", "data-act": "share", onclick: () => shareEnd(this.session),
    }, icon("share"), END.share);
  }
}

const [WIDE, HIGH, TILE, GAP, MOST] = [1200, 630, 150, 18, 10];
/** The font size of a sentence in the picture is this divided by its number of letters, so that it fits. */
const LONGEST = 2200;

/**
 * Open the device's share dialog, or our own with the text and the picture.
 * @param {Session} session
 */
async function shareEnd(session) {
  const { title, code, result, position } = session.match;
  const link = alone ? "" : linkTo(`/review/${code}`);
  const text = END.shared(title, result?.sentence ?? "", position.turn, link).trim();
  const picture = await paint(drawing(session)).catch(() => null);
  const files = picture ? [new File([picture], "last-digit.png", { type: "image/png" })] : [];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ text, files })) {
    await navigator.share({ text, files }).catch(() => {});
    return;
  }
  const address = picture && URL.createObjectURL(picture);
  new Dialog(END.share, () => h("div", { class: "stack" },
    address && h("img", { class: "shared-picture", src: address, alt: `${title}: ${result?.headline}`, width: WIDE, height: HIGH }),
    copyButton(END.copyText, () => text),
    address && h("a", { class: "button", href: address, download: "last-digit.png" }, END.savePicture))).open();
}

/** @param {Session} session */
function drawing({ match }) {
  const style = getComputedStyle(document.querySelector("[data-game]") ?? document.body);
  /** @param {string} name */
  const colour = (name) => resolveColour(style.getPropertyValue(name));
  const rows = match.position.view.filter(({ kind }) => kind === "number").slice(0, 2)
    .map(({ cells }) => cells.map(({ text }) => text).filter(Boolean).slice(-MOST));
  const digits = rows.flatMap((row, index) => [...(index ? [null] : []), ...row]);
  const across = digits.length * (TILE * 0.82 + GAP) - GAP;
  const scale = Math.min(1, (WIDE - 120) / across);
  const tiles = digits.map((digit, index) => digit !== null && tileAt(digit, index * (TILE * 0.82 + GAP), colour)).filter(Boolean);
  const sentence = match.result?.sentence ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}">
    <rect width="${WIDE}" height="${HIGH}" fill="${colour("--fill")}"/>
    <g transform="translate(${(WIDE - across * scale) / 2} 110) scale(${scale})">${tiles.join("")}</g>
    <g fill="${colour("--on")}" font-family="Arial, Liberation Sans, sans-serif" text-anchor="middle">
      <text x="600" y="400" font-size="88" font-weight="800">${escaped(match.result?.headline ?? "")}</text>
      <text x="600" y="470" font-size="${Math.min(34, LONGEST / sentence.length)}">${escaped(sentence)}</text>
      <text x="600" y="575" font-size="34" font-weight="700">Last Digit · ${escaped(match.title)}</text>
    </g></svg>`;
}

/**
 * @param {string} digit
 * @param {number} x
 * @param {(name: string) => string} colour
 */
function tileAt(digit, x, colour) {
  const shape = document.getElementById(`n${digit}`)?.innerHTML ?? "";
  return `<g transform="translate(${x} 0)"><rect y="12" width="${TILE * 0.82}" height="${TILE}" rx="30" fill="${colour("--game-edge")}"/>
    <rect width="${TILE * 0.82}" height="${TILE}" rx="30" fill="${colour("--face")}"/>
    <g transform="translate(${TILE * 0.228} ${TILE * 0.215}) scale(${TILE * 0.0057})" fill="none" stroke="${colour("--ink")}" stroke-width="15"
      stroke-linecap="round" stroke-linejoin="round">${shape}</g></g>`;
}

/**
 * The known rematches: whether we have a seat in each, and who asked for it.
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
