// JSON requests to the server, their errors, and retries. An error has a code for scripts and a message for people.

import { request } from "./host.js";

/** The server refused the request. */
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

/** No response, or one from a proxy instead of the server. Repeating the request is safe. */
export class NoResponse extends Error {}

const PROXY_ERRORS = new Set([502, 503, 504]);
const TIMEOUT = 8000;
/** Evaluating a whole game or generating puzzles can take this long. */
const LONG_TIMEOUT = 40_000;
/** @param {string} path */
const timeoutFor = (path) => (/\/(analysis|map|review|daily|puzzles|practice|stats|ladder|rooms)\b/.test(path) ? LONG_TIMEOUT : TIMEOUT);

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function send(path, options) {
  const signal = AbortSignal.timeout(timeoutFor(path));
  const response = await request(path, { ...options, signal }).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) return body;
  if (!response || response.ok || (PROXY_ERRORS.has(response.status) && !body?.error)) {
    throw new NoResponse("The server does not answer. Is it running?");
  }
  throw new Refusal(response.status, body ?? { error: "unknown", message: "Something went wrong." });
}

/**
 * Whether the same request may succeed in a moment: no response, or status 503.
 * @param {unknown} problem
 */
export const isTemporary = (problem) =>
  problem instanceof NoResponse || (problem instanceof Refusal && problem.status === 503);

/**
 * Return the message of anything that was thrown.
 * @param {unknown} problem
 */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export const get = (path) => send(path, { headers: { Accept: "application/json" } });

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export const post = (path, body = {}) =>
  send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });

/**
 * Wait, but not longer than until the browser is online again.
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
 * Yield the milliseconds to wait before each further attempt, doubling up to five seconds.
 * @returns {Generator<number, never, void>}
 */
export function* backoffDelays() {
  for (let wait = 250; ; wait = Math.min(5000, wait * 2)) yield wait;
}

/**
 * Repeat a request until it succeeds or fails for good. `waiting` gets the error of each failed attempt; `passes` says
 * which errors are worth another attempt.
 * @template Answer
 * @param {() => Promise<Answer>} question
 * @param {(problem: unknown) => void} waiting
 * @param {(problem: unknown) => boolean} passes
 */
export async function retry(question, waiting, passes = (problem) => problem instanceof NoResponse) {
  for (const waits = backoffDelays(); ; ) {
    try {
      return await question();
    } catch (problem) {
      if (!passes(problem)) throw problem;
      waiting(problem);
      await pause(waits.next().value);
    }
  }
}
