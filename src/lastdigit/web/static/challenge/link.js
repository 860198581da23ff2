// Challenges: the same puzzle or the same start against the computer for a friend. A challenge and its results are in the
// link and nowhere else, so everything in a link is checked.

import { LADDER } from "../strings.js";

/**
 * @typedef {"won" | "lost" | "drawn"} Outcome
 * @typedef {{outcome: Outcome, count: number, name: string}} Result `count`: turns of a game, or tries at a puzzle
 * @typedef {{kind: "puzzle", game: string, day: number}} PuzzleTask
 * @typedef {{kind: "game", game: string, level: string, seat: 1 | 2, start: string, options: Options}} GameTask
 * @typedef {Record<string, number | boolean | number[] | null>} Options
 * @typedef {{task: PuzzleTask | GameTask, first: Result, second: ?Result}} Challenge `second`: of the friend, if the link is an answer
 */

export const PATH = "/challenge";
/** Limits for what a link may contain. The server checks game, options and position again. */
const [LONGEST_LINK, LONGEST_NAME, MOST_OPTIONS, MOST_DAYS, MOST_TURNS, MOST_TRIES] = [9000, 40, 40, 1_000_000, 100_000, 9];
const RESULT = /^(won|lost|drawn)-(\d{1,6})$/;
/** Characters that cannot be seen, or that turn the text around them. */
const UNSEEN = /[\p{C}\p{Z}]/u;

/**
 * Return the query of a challenge's link.
 * @param {Challenge} challenge
 */
export function queryOf({ task, first, second }) {
  const query = new URLSearchParams({ game: task.game });
  if (task.kind === "puzzle") query.set("day", String(task.day));
  else {
    query.set("level", task.level);
    query.set("seat", String(task.seat));
    query.set("start", task.start);
    query.set("options", JSON.stringify(task.options));
  }
  for (const [result, end] of /** @type {[?Result, string][]} */ ([[first, ""], [second, "2"]])) {
    if (!result) continue;
    query.set(`result${end}`, `${result.outcome}-${result.count}`);
    if (result.name) query.set(`name${end}`, result.name);
  }
  return String(query);
}

/**
 * Return the challenge in the query of a link, or null if anything in it is missing or wrong.
 * @param {string} text
 * @returns {?Challenge}
 */
export function challengeIn(text) {
  if (text.length > LONGEST_LINK) return null;
  const query = new URLSearchParams(text);
  const task = query.has("day") ? puzzleIn(query) : gameIn(query);
  const first = resultIn(query, "");
  if (!task || !first) return null;
  const second = resultIn(query, "2");
  if (query.has("result2") && !second) return null;
  const most = task.kind === "puzzle" ? MOST_TRIES : MOST_TURNS;
  if ([first, second].some((one) => one && (one.count > most || (task.kind === "puzzle" && one.outcome === "drawn")))) return null;
  return { task, first, second };
}

/** @param {URLSearchParams} query */
const gameNameIn = (query) => query.get("game")?.match(/^[a-z][a-z0-9-]{0,59}$/)?.[0];

/**
 * @param {URLSearchParams} query
 * @returns {?PuzzleTask}
 */
function puzzleIn(query) {
  const [game, day] = [gameNameIn(query), query.get("day") ?? ""];
  if (!game || !/^[1-9]\d{0,6}$/.test(day) || Number(day) > MOST_DAYS) return null;
  return { kind: "puzzle", game, day: Number(day) };
}

/**
 * @param {URLSearchParams} query
 * @returns {?GameTask}
 */
function gameIn(query) {
  const [game, level, seat, start] = [gameNameIn(query), query.get("level") ?? "", query.get("seat"), query.get("start")];
  const options = optionsIn(query.get("options") ?? "{}");
  if (!game || !LADDER.includes(level) || !start || !options) return null;
  if (seat !== "1" && seat !== "2") return null;
  return { kind: "game", game, level, seat: seat === "1" ? 1 : 2, start, options };
}

/**
 * @param {string} text
 * @returns {?Options}
 */
function optionsIn(text) {
  try {
    const options = JSON.parse(text);
    const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
    return isObject && Object.keys(options).length <= MOST_OPTIONS && Object.values(options).every(isOption) ? options : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value */
const isOption = (value) =>
  value === null || typeof value === "boolean" || typeof value === "number" ||
  (Array.isArray(value) && value.every((one) => typeof one === "number"));

/**
 * @param {URLSearchParams} query
 * @param {string} end
 * @returns {?Result}
 */
function resultIn(query, end) {
  const [, outcome, count] = query.get(`result${end}`)?.match(RESULT) ?? [];
  const name = nameIn(query.get(`name${end}`) ?? "");
  if (!outcome || Number(count) < 1 || name === null) return null;
  return { outcome: /** @type {Outcome} */ (outcome), count: Number(count), name };
}

/**
 * Return a name without spaces around it, or null if it is too long or has characters that cannot be seen.
 * @param {string} text
 */
export function nameIn(text) {
  const name = text.trim();
  return name.length <= LONGEST_NAME && !UNSEEN.test(name.replaceAll(" ", "")) ? name : null;
}

const ORDER = { lost: 0, drawn: 1, won: 2 };

/**
 * Return which result is better, 1 or 2, or 0 for a tie. A win in fewer turns or tries is better, and a loss of a game in
 * more turns.
 * @param {Challenge["task"]["kind"]} kind
 * @param {Result} first
 * @param {Result} second
 */
export function better(kind, first, second) {
  const outcomes = ORDER[first.outcome] - ORDER[second.outcome];
  if (outcomes) return outcomes > 0 ? 1 : 2;
  if (first.outcome === "drawn" || first.count === second.count || (kind === "puzzle" && first.outcome === "lost")) return 0;
  return first.count < second.count === (first.outcome === "won") ? 1 : 2;
}
