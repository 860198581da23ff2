// The parts of the match screen: the two halves with their players, clocks and numbers, the line between them, lists, hints,
// the offer of a lesson, and the field for typing a move. Clocks only count down from the server's last values.

import { logs, numberOf, pill, pressableOf, strip, valueTable } from "../board/rows.js";
import { EXACT, inputOf } from "../components/fields.js";
import { icon, mark, number, numerals, tile } from "../components/tile.js";
import { h, strong } from "../dom.js";
import { recall, remember } from "../memory.js";
import { AID, ASKED, ASKS, CLAIM, claimIn, HINTS, isAway, LEARN, NEXT_HINT, onTheClock, THEIR_MOVE, THINKING, turnOf, WAITING, WAITS, WATCHING, YOUR_MOVE } from "../strings.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").RowData} Row
 * @typedef {ReturnType<typeof import("../board/board.js").boardOf>} Shown
 */

/** A shorter list belongs to the number and is shown under it. */
const FEW = 4;
/** A clock is marked below this many milliseconds. */
const LOW = 20_000;
const NO_CLOCKS = { left: [0, 0], running: null };

/** @param {Row} row */
const isSign = ({ kind, seat, cells }) => kind === "log" && seat !== null && cells.length <= 1;
/** @param {Row} row */
const isAbout = ({ kind, seat, cells, total }) => kind === "log" && seat === null && total === null && cells.length < FEW;

/**
 * Return the rows that are shown neither with the players nor with the numbers.
 * @param {Row[]} rest
 */
export const listed = (rest) => rest.filter((row) => !isSign(row) && !isAbout(row));

/**
 * @param {Row["cells"][number]} cell
 * @param {Shown} shown
 */
const isChosen = ({ answer }, shown) => shown.buttonFor(answer)?.pressed ?? false;

/**
 * @param {Session} session
 * @param {Position} position
 * @param {Shown} shown
 * @param {{status: HTMLElement, action: import("../dom.js").Child}} parts
 */
export function table(session, position, shown, { status, action }) {
  const { mine, match, shared } = session;
  const other = 3 - mine;
  const rows = position.view.filter(({ kind }) => kind === "number");
  const pressable = pressableOf(rows, shown.buttonFor);
  /**
   * Whether this number is shown with notes: the reader's own or, on a shared screen, that of the player to move.
   * @param {?number} seat
   */
  const isActive = (seat) => seat === null || seat === (shared && !match.result ? (position.mover ?? mine) : mine);
  const chosen = rows.find(({ cells }) => cells.some((cell) => isChosen(cell, shown)));
  const effect = chosen?.cells.find((cell) => isChosen(cell, shown))?.effect;
  /** @param {?number} seat */
  const numbersOf = (seat) => rows.map((row, key) => row.seat === seat &&
    numberOf(row, {
      ...shown, mine, key, game: match.game, pressable: pressable[key], notes: isActive(seat), captions: isActive(seat),
      effect: row === chosen ? undefined : effect,
    }));
  /** @param {number} seat */
  const head = (seat) => player(session, seat, shown.rest.filter((row) => isSign(row) && row.seat === seat));
  /** @param {number} seat */
  const frame = (seat) => shared && !match.result && position.mover === seat;
  const about = shown.rest.filter(isAbout).map((row) =>
    row.cells.length > 0 && h("div", { class: "about", role: "group", "aria-label": row.label, "data-key": row.label },
      row.cells.map((cell) => pill(cell))));
  if (!rows.some(({ seat }) => seat !== null)) {
    return h("div", { class: "tabletop one", "data-key": "table" },
      h("div", { class: "half mine", "data-key": "mine", "data-active": true },
        h("div", { class: "heads", "data-key": "heads" }, head(mine), head(other)),
        status, numbersOf(null), about, action));
  }
  return h("div", { class: "tabletop two", "data-key": "table" },
    h("div", { class: "half theirs", "data-key": "theirs", "data-turn": frame(other), "data-active": isActive(other) }, head(other), numbersOf(other)),
    status,
    h("div", { class: "half mine", "data-key": "mine", "data-turn": frame(mine), "data-active": isActive(mine) },
      head(mine), numbersOf(mine), numbersOf(null), about, action));
}

/**
 * @typedef {import("./session.js").Message} Message
 */

/** The time a player may be away, until the server sends it. */
const GRACE = 40_000;
/** @type {Message} */
const LOST = { text: "Reconnecting…", warning: true };

/**
 * @param {Session} session
 * @param {{looking: ?number, back: () => void, instead: ?Message}} how
 *   `looking`: the number of moves in the earlier position shown, or null; `instead`: the message about that position
 */
export function statusLine(session, { looking, back, instead }) {
  const { match } = session;
  return h("div", { class: "between", id: "turn", tabindex: "-1", "aria-live": "polite", "data-key": "turn" },
    h("p", { class: "unseen turn-line", "data-key": "turn" }, looking === null ? turnWords(session) : ""),
    // The end of a game has its own sentence.
    (!match.result || looking !== null) && sentence(session, instead),
    looking === null && match.pending && request(session, match.pending),
    looking === null && claim(session),
    looking !== null && h("button", {
      class: "button", type: "button", onclick: back, "data-key": "back",
    }, "Back to the game"));
}

/** @param {Session} session */
export function turnWords({ match, seats, shared }) {
  const { mover } = match.position;
  if (match.result) return match.result.headline;
  if (!match.begun) return WAITING;
  if (!mover) return "";
  const { label, subject, kind } = match.players[mover - 1];
  if (seats[0] === mover && !shared) return turnOf("You");
  return [kind === "human" || !seats.length ? turnOf(label) : `${subject} ${THINKING}`, !seats.length && WATCHING]
    .filter(Boolean).join(" ");
}

/**
 * @param {Session} session
 * @param {?Message} instead
 */
function sentence({ live, match, message, mine }, instead) {
  const { text, warning, by } = live ? (instead ?? message) : LOST;
  return h("div", {
    class: warning ? "sentence warning" : "sentence", id: "sentence", role: "status", "data-key": "sentence",
  },
    by ? mark(by, match.players[by - 1].label, mine) : null,
    h("p", { class: "lines", "data-key": "text" }, strong(`${text} `)));
}

/**
 * Return a request of one player to the other.
 * @param {Session} session
 * @param {import("../types").Pending} pending
 */
function request(session, { seat, what }) {
  const { match: { players }, seats } = session;
  /** @param {string} act */
  const answer = (act) => () => session.send({ do: act });
  const own = seats.includes(seat) && !session.seatFor("accept");
  const words = own ? ASKED[what] : `${players[seat - 1].subject} ${ASKS[what]}`;
  return h("div", { class: "request", "data-key": "request" },
    h("p", { role: "alert" }, words),
    session.seatFor("accept") && h("div", { class: "answers", "data-key": "answers" },
      h("button", { class: "button primary", type: "button", onclick: answer("accept") }, "Agree"),
      h("button", { class: "button", type: "button", onclick: answer("decline") }, "Decline")));
}

/**
 * Return the seat of the opponent if that player is away, or null.
 * @param {Session} session
 */
export function awaySeat({ match, seats }) {
  if (match.result || seats.length !== 1) return null;
  const other = 3 - seats[0];
  return match.players[other - 1].away === null ? null : other;
}

/** @param {Session} session */
function claim(session) {
  const other = awaySeat(session);
  const able = session.seatFor("claim") !== null;
  if (!other && !able) return null;
  const { match, arrived, seats } = session;
  const { subject, away } = match.players[(other ?? 3 - seats[0]) - 1];
  const gone = (away ?? 0) + performance.now() - arrived;
  const left = able ? 0 : Math.max(1, Math.ceil(((match.grace ?? GRACE) - gone) / 1000));
  return h("div", { class: "request", "data-key": "claim" },
    h("p", {}, isAway(subject)),
    h("button", {
      class: "button primary", type: "button", "data-act": "claim",
      "aria-disabled": left > 0 ? "true" : null, onclick: () => left <= 0 && session.send({ do: "claim" }),
    }, left > 0 ? claimIn(left) : CLAIM));
}

/**
 * @param {Session} session
 * @param {Row[]} rows
 * @param {{hidden: boolean, toggle: () => void}} aid whether the opened list is folded
 */
export function lists(session, rows, aid) {
  const counted = rows.filter(({ total }) => total !== null);
  const others = rows.filter(({ total }) => total === null);
  return [
    others.length > 0 && logs(others, session.mine),
    (counted.length > 0 || isOffered(session.match)) && h("section", { class: "card lists", "data-key": "lists", "aria-label": "Lists" },
      counted.map(strip),
      aidOf(session, aid)),
  ];
}

/**
 * Whether there is a list for reference. After the end, only if it was opened.
 * @param {Session["match"]} match
 */
const isOffered = ({ aid, result }) => aid !== null && (aid.rows !== null || result === null);

/**
 * @param {Session} session
 * @param {{hidden: boolean, toggle: () => void}} how
 */
function aidOf(session, { hidden, toggle }) {
  const { aid } = session.match;
  if (!aid || !isOffered(session.match)) return null;
  const able = session.seatFor("hint") !== null;
  if (!aid.rows) {
    return h("button", {
      class: "quiet aid-button", type: "button", "data-key": "aid", "data-act": "aid", "aria-expanded": "false",
      "aria-disabled": able ? null : "true", onclick: () => able && session.send({ do: "hint", kind: "aid" }),
    }, aid.title, h("span", { class: "small" }, AID.closed), icon("down"));
  }
  return h("div", { class: "aid", "data-key": "opened" },
    h("button", {
      class: "quiet aid-button", type: "button", "aria-expanded": String(!hidden), onclick: toggle,
    }, aid.title, h("span", { class: "small" }, AID.open), icon("down")),
    !hidden && aid.rows.map((row) =>
      h("div", { class: "aid-row", role: "group", "aria-label": row.label, "data-key": row.label },
        row.seat && h("span", { class: "aid-label" }, `${row.label}: ${row.cells.length}`),
        row.cells.map((cell) => pill(cell)))));
}

/** @typedef {import("../types").Advice} Advice */

/**
 * Return the moves, or beginnings of moves, that a hint refers to.
 * @param {Advice} given
 */
export const hintsOf = ({ kind, answers, moves }) =>
  kind === "hint" ? moves.map(({ move }) => move) : answers;

/**
 * Return a hint, to be shown under the board.
 * @param {Advice} given
 * @param {{close: () => void, next: () => void}} calls
 */
export function advice(given, { close, next }) {
  const more = NEXT_HINT[given.kind];
  return h("section", {
    class: "card advice", "data-key": "advice", id: "advice", tabindex: "-1",
    "aria-labelledby": "advice-title", "aria-describedby": "advice-words",
  },
    h("div", { class: "advice-head" },
      h("h2", { id: "advice-title" }, HINTS[given.kind]),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: close }, icon("cross"))),
    h("p", { id: "advice-words", "data-key": given.kind }, given.sentence),
    given.kind === "values" &&
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": HINTS.values, "data-key": "values" },
        valueTable(given.moves, { caption: "Moves and their values" })),
    more && h("button", { class: "quiet", type: "button", "data-key": "next", onclick: next }, more));
}

export class LessonOffer {
  #open = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    const { match, seats } = session;
    const name = `lesson-${match.game}`;
    const first = match.lesson && seats.length > 0 && !match.clocks && !this.#hasMoved && recall(name) === null;
    if (!first) return;
    remember(name, "offered");
    // Without storage it would be offered each time, so it is never offered.
    this.#open = recall(name) !== null;
  }

  /** Whether the reader has moved. The opponent's first move does not count. */
  get #hasMoved() {
    const { match: { moves }, seats } = this.session;
    return moves.some(({ seat }) => seats.includes(seat));
  }

  element() {
    const { match } = this.session;
    if (!this.#open || this.#hasMoved || match.result) return null;
    const close = () => {
      this.#open = false;
      this.changed();
    };
    return h("section", { class: "offer", "data-key": "offer", "aria-label": LEARN.take },
      h("p", {}, LEARN.offer, " ", h("a", { href: `/learn/${match.game}?then=${encodeURIComponent(match.code)}` }, LEARN.take)),
      h("button", { class: "icon-button", type: "button", "aria-label": LEARN.later, onclick: close }, icon("cross")));
  }
}

/** Words that work like buttons. An answer of the game with the same text takes precedence. */
const WORDS = ["help", "hint", "undo", "draw", "resign", "quit"];

/**
 * @param {{example: string, open: boolean, play: (move: string) => void, say: (word: string) => void,
 *   isAnswer: (text: string) => boolean}} how `say` gets a typed word that is not a move
 */
export function typing({ example, open, play, say, isAnswer }) {
  /** @param {HTMLInputElement} box */
  const take = (box) => {
    const move = box.value.trim();
    const word = move.toLowerCase();
    const isWord = WORDS.includes(word) && !isAnswer(word);
    if (!move || !(open || isWord)) return;
    box.value = "";
    if (isWord) say(word);
    else play(move);
  };
  return h("form", {
    class: "typing", "data-key": "typing", id: "typing",
    onsubmit: (event) => {
      event.preventDefault();
      take(inputOf(event.currentTarget, "move"));
    },
  },
    h("input", {
      type: "text", name: "move", "aria-label": "Type a move", maxlength: "200", ...EXACT,
      placeholder: example ? `or type: ${example}` : "or type a move",
    }),
    h("button", { class: "button primary", type: "submit", "aria-disabled": open ? null : "true" }, "Play"));
}

/**
 * Return a player's header: name, turn, last action and clock.
 * @param {Session} session
 * @param {number} seat
 * @param {Row[]} signs single-item rows of this player
 */
export function player(session, seat, signs) {
  const { match, mine } = session;
  const who = match.players[seat - 1];
  const moves = match.begun && !match.result && match.position.mover === seat;
  return h("div", { class: "player", "data-key": `player ${seat}`, "data-turn": moves },
    h("div", { class: "player-name", "data-key": "name" },
      mark(seat, null, mine),
      h("strong", { class: "player-label", title: who.label }, session.shared && moves ? `${who.label}'s turn` : who.label),
      h("span", { class: "player-word" }, wordFor(session, seat, moves))),
    signs.map((row) => sign(row, seat === mine)),
    match.clocks && h("span", {
      class: "clock", "data-key": "clock", "data-clock": seat, "data-running": match.clocks.running === seat,
    }, number(timeOf(session, seat))));
}

/**
 * @param {Session} session
 * @param {number} seat
 * @param {boolean} moves
 */
function wordFor({ match, seats, shared }, seat, moves) {
  const { kind, away } = match.players[seat - 1];
  if (away !== null) return "away";
  if (shared) return moves || match.result ? "" : WAITS;
  if (moves) return seats[0] === seat ? YOUR_MOVE : THEIR_MOVE;
  return kind === "human" ? "" : kind;
}

/**
 * Return a single-item row of a player: a tile and its label.
 * @param {Row} row
 * @param {boolean} mine
 */
const sign = ({ label, cells: [cell] }, mine) =>
  cell && h("div", { class: "player-sign", "data-key": label },
    tile(cell.text, { holder: mine ? "me" : "them", states: cell.changed ? ["last"] : [], label: `${label}: ${cell.caption ?? cell.text}` }),
    h("span", { "aria-hidden": "true" }, h("span", { class: "small soft" }, label), h("strong", {}, cell.caption)));

/**
 * @param {Session} session
 * @param {number} seat
 */
function leftOf({ match, arrived }, seat) {
  const { left, running } = match.clocks ?? NO_CLOCKS;
  const passed = running === seat && !match.result ? performance.now() - arrived : 0;
  return left[seat - 1] - passed;
}

/**
 * @param {Session} session
 * @param {number} seat
 */
const timeOf = (session, seat) => onTheClock(leftOf(session, seat));

/**
 * Update the clocks inside `root` as time passes.
 * @param {HTMLElement} root
 * @param {Session} session
 */
export function tick(root, session) {
  setInterval(() => {
    if (!session.match.clocks) return;
    /** @type {NodeListOf<HTMLElement>} */
    const nodes = root.querySelectorAll("[data-clock]");
    for (const node of nodes) {
      const seat = Number(node.dataset.clock);
      const text = timeOf(session, seat);
      const shown = node.firstElementChild;
      if (shown && shown.getAttribute("aria-label") !== text) {
        shown.setAttribute("aria-label", text);
        shown.replaceChildren(...[numerals(text)].flat());
      }
      node.toggleAttribute("data-low", leftOf(session, seat) < LOW && session.match.clocks.running === seat);
    }
  }, 100);
}
