// The start page: every game with a picture, and the ways to a game that already exists.

import { get, post, sentenceOf } from "../api.js";
import { cellsOf } from "../board/rows.js";
import { byId, h, patch } from "../dom.js";
import { EXACT, inputOf } from "../parts/fields.js";
import { waitingMatch } from "../parts/matches.js";
import { mark } from "../parts/seat.js";
import { inWords, usual } from "../words.js";

const FEW = 3;
/** A picture has room for so many cells. */
const MOST_IN_PICTURE = 10;

/**
 * @typedef {import("../types").GameInfo} Game
 * @typedef {import("../types").MatchSummary} MatchSummary
 * @typedef {import("../types").RowData} Row
 */

/** @param {HTMLElement} main */
export async function show(main) {
  /** @type {[Game[], MatchSummary[]]} */
  const [games, mine] = await Promise.all([get("/api/games"), get("/api/mine").catch(() => [])]);
  const unfinished = mine.filter(({ result }) => result === null);
  patch(main,
    h("div", { class: "hero" },
      h("h1", {},
        h("span", {}, `${inWords(games.length)} games with numbers. `),
        h("span", {}, "Somebody gets the last digit.")),
      h("p", { class: "lead" },
        "Play a friend at this screen, send a link, or try to beat a computer that never makes a mistake.")),
    unfinished.length > 0 && goOn(unfinished),
    h("div", { class: "games" }, games.map(gameCard), codeCard()));
}

/** @param {MatchSummary[]} unfinished */
function goOn(unfinished) {
  return h("section", { class: "card go-on", "aria-labelledby": "go-on" },
    h("h2", { id: "go-on" }, "Go on"),
    h("ul", {}, unfinished.slice(0, FEW).map(waitingMatch)),
    unfinished.length > FEW && h("a", { class: "quiet", href: "/mine" }, `All ${unfinished.length} unfinished games`));
}

/** @param {Game} game */
function gameCard(game) {
  return h("article", { class: "card game" },
    picture(game.picture),
    h("h2", {}, game.title),
    h("p", {}, game.summary),
    h("p", { class: "small" }, `usually ${usual(game.presets[0].turns)}`),
    h("div", { class: "row" },
      h("a", {
        class: "button primary", href: `/new/${game.name}`,
      }, "Play", h("span", { class: "unseen" }, ` ${game.title}`)),
      h("a", { class: "quiet", href: `/rules/${game.name}` }, "Rules", h("span", { class: "unseen" }, ` of ${game.title}`))));
}

/**
 * Return an example of the game: its numbers, and what may be done where that is little.
 * @param {Row[]} rows
 */
function picture(rows) {
  const all = rows.filter(({ kind }) => kind === "number");
  const short = all.filter(({ cells }) => cells.length <= MOST_IN_PICTURE);
  const numbers = short.length ? short : all.slice(0, 1);
  const pool = rows.filter(({ kind, cells }) => kind === "pool" && cells.length <= 2);
  return h("div", { class: numbers.length > 1 ? "picture pair" : "picture", "aria-hidden": "true" },
    numbers.map((row) => h("div", { class: "row" }, row.seat && mark(row.seat), cellsOf(withBar(row), { little: true, captions: false }))),
    pool.map(({ cells }) => h("div", {}, cells.map(({ text, caption }) => h("span", { class: "pill" }, caption ?? text)))));
}

/**
 * In a picture some digit always carries the bar.
 * @param {Row} row
 */
function withBar(row) {
  const marked = row.cells.findLastIndex(({ changed }) => changed);
  const last = marked < 0 ? row.cells.findLastIndex(({ text }) => text) : marked;
  const cells = row.cells.map((cell, index) => ({ ...cell, changed: index === last }));
  return { ...row, cells };
}

function codeCard() {
  return h("section", { class: "card game", "aria-labelledby": "have-code" },
    h("h2", { id: "have-code" }, "Have a code?"),
    h("p", {}, "A friend who invites you has one. It leads to your seat, or lets you watch. A key for a seat of yours works here too."),
    h("form", {
      class: "stack", novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        seek(inputOf(event.currentTarget, "code"), byId("code-problem"));
      },
    },
      h("div", { class: "field" },
        h("label", { for: "code" }, "Code or link"),
        h("input", { id: "code", name: "code", type: "text", ...EXACT, "aria-describedby": "code-problem" }),
        h("p", { class: "small warning kept-line", id: "code-problem", role: "alert" })),
      h("div", {}, h("button", { class: "button", type: "submit" }, "Go to the game"))));
}

/**
 * Go to the game that a code leads to, or say under the box why not; what was typed stays.
 * @param {HTMLInputElement} box
 * @param {HTMLElement} problem
 */
async function seek(box, problem) {
  try {
    if (!box.value.trim()) throw new Error("Type the code that your friend has.");
    location.assign(linkIn(box.value) ?? (await placeOf(box.value)));
  } catch (reason) {
    problem.textContent = sentenceOf(reason);
    box.setAttribute("aria-invalid", "true");
    box.focus();
  }
}

/**
 * People paste the whole link as well.
 * @param {string} text
 */
const linkIn = (text) => text.match(/\/(?:match|review)\/[\w-]+/)?.[0];

/**
 * Ask where a code leads; the key of a seat takes the seat on the way.
 * @param {string} text
 */
async function placeOf(text) {
  /** @type {import("../types").Invited} */
  const { code, key } = await post("/api/invitations", { spoken: text.trim() });
  if (key) await post(`/api/matches/${code}/seat`, { key: text.trim() });
  return `/match/${code}`;
}
