// A challenge: who sent it, the result to beat, and the way to the same puzzle or start. The answer to one shows both results.

import { challengeIn, queryOf } from "../challenge/link.js";
import { ownName, sideBySide } from "../challenge/views.js";
import { badge } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { get, go, here, messageOf, post } from "../server.js";
import { openPage, showMissing, title, withProgress } from "../shell.js";
import { CHALLENGE_NAMES } from "../strings.js";
import { CHALLENGE } from "../strings/challenge.js";

/**
 * @typedef {import("../challenge/link.js").Challenge} Challenge
 * @typedef {import("../types").GameInfo} Game
 */

/** @param {HTMLElement} main */
async function show(main) {
  const challenge = challengeIn(here().search.slice(1));
  /** @type {Game[]} */
  const games = await get("/api/games");
  const game = games.find(({ name }) => name === challenge?.task.game);
  if (!challenge || !game) return showMissing(main, CHALLENGE.broken);
  title(CHALLENGE.title);
  draw(main, challenge, game, "");
}

/**
 * @param {HTMLElement} main
 * @param {Challenge} challenge
 * @param {Game} game
 * @param {string} problem
 */
function draw(main, challenge, game, problem) {
  const { task, first, second } = challenge;
  const names = /** @type {[string, string]} */ ([first.name || CHALLENGE_NAMES.friend, second?.name || CHALLENGE.other]);
  patch(main, h("section", { class: "challenge", "data-game": task.game },
    h("div", { class: "challenge-head" }, badge(task.game), h("p", { class: "kicker" }, game.title)),
    h("h1", {}, second ? CHALLENGE.results : CHALLENGE.heading(names[0])),
    second
      ? sideBySide(task.kind, first, second, names)
      : h("p", { class: "challenge-beat" }, CHALLENGE.beat[task.kind](first, names[0])),
    h("p", {}, task.kind === "puzzle" ? CHALLENGE.samePuzzle(task.day) : CHALLENGE.sameStart(task.level)),
    h("p", { class: "problem", role: "alert", "data-key": "problem" }, problem),
    h("div", { class: "row" },
      h("button", {
        class: "make", type: "button", "data-key": "accept", onclick: () => accept(challenge)
          .catch((error) => draw(main, challenge, game, CHALLENGE.refused(messageOf(error)))),
      }, second ? CHALLENGE.tryIt : CHALLENGE.accept),
      h("a", { class: "button", href: `/rules/${task.game}` }, CHALLENGE.rules))));
}

/**
 * Open the puzzle, or a new game from the start.
 * @param {Challenge} challenge
 */
async function accept({ task, first }) {
  const carried = `challenge=${encodeURIComponent(queryOf({ task, first, second: null }))}`;
  if (task.kind === "puzzle") return go(`/daily/${task.day}?${carried}#${task.game}`);
  const { game, options, start: position, seat, level: against } = task;
  const name = ownName() || undefined;
  /** @type {import("../types").OwnMatch} */
  const { match } = await withProgress(() => post("/api/matches", { game, options, position, seat, against, name }));
  go(`/match/${match.code}?${carried}`);
}

openPage(show);
