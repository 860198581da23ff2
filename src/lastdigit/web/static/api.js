// Asking the server. An answer is JSON; a refusal has a name for us and a sentence for people.

import { request } from "./reach.js";

/** The server's "no". */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {import("./types").RefusalBody} body
   */
  constructor(status, { error, message }) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

/** No answer came at all, or none from our server: asking again is safe. */
export class NoAnswer extends Error {}

const NOT_OURS = new Set([502, 503, 504]);
const PATIENCE = 8000;
/** Judging a whole game, or making puzzles, may take its time. */
const LONG_PATIENCE = 40_000;
/** @param {string} path */
const patienceFor = (path) => (/\/(analysis|map|review|daily|puzzles|practice|stats|ladder|rooms)\b/.test(path) ? LONG_PATIENCE : PATIENCE);

/**
 * @param {string} path
 * @param {RequestInit} wish
 */
async function ask(path, wish) {
  const signal = AbortSignal.timeout(patienceFor(path));
  const response = await request(path, { ...wish, signal }).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) return body;
  if (!response || response.ok || (NOT_OURS.has(response.status) && !body?.error)) {
    throw new NoAnswer("The server does not answer. Is it running?");
  }
  throw new Refusal(response.status, body ?? { error: "unknown", message: "Something went wrong." });
}

/**
 * Whether it may go better in a moment: no answer, or a "not now".
 * @param {unknown} problem
 */
export const isPassing = (problem) =>
  problem instanceof NoAnswer || (problem instanceof Refusal && problem.status === 503);

/**
 * Return what a problem says to people.
 * @param {unknown} problem
 */
export const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export const get = (path) => ask(path, { headers: { Accept: "application/json" } });

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export const post = (path, body = {}) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });

/**
 * Wait so many milliseconds, or until the browser says that it is online again.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function pause(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
  });
}

/**
 * How long to wait before each further attempt.
 * @returns {Generator<number, never, void>}
 */
export function* backOff() {
  for (let wait = 250; ; wait = Math.min(5000, wait * 2)) yield wait;
}

/**
 * Ask until there is an answer; `waiting` is called each time with what was in the way.
 * @template Answer
 * @param {() => Promise<Answer>} question
 * @param {(problem: unknown) => void} waiting
 * @param {(problem: unknown) => boolean} passes
 */
export async function persistently(question, waiting, passes = (problem) => problem instanceof NoAnswer) {
  for (const waits = backOff(); ; ) {
    try {
      return await question();
    } catch (problem) {
      if (!passes(problem)) throw problem;
      waiting(problem);
      await pause(waits.next().value);
    }
  }
}
