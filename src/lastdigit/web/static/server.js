// The server: JSON requests with errors and retries, sockets, and addresses. On the static site, the page around this frame
// takes its place and runs the same application in a worker. Everything that differs between the two is here.

/**
 * @typedef {Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "close">} Socket
 * @typedef {object} Host
 * @property {(path: string, request: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Socket} socket
 * @property {boolean} alone true on the static site, where no other player can join
 * @property {() => URL} here the address of this page; its host is meaningful only on a server
 * @property {(path: string) => void} go open another page
 * @property {(path: string) => void} goInstead open another page and drop this one from the history
 * @property {(path: string) => void} rename change the address of this page without loading it
 * @property {(path: string) => string} linkTo the full address of a page, to be sent to others
 * @property {(link: HTMLAnchorElement) => string} pathOf the path that a link leads to
 * @property {() => void} registerOfflinePage install the page that is shown when the server cannot be reached
 */

/** @type {Host} */
const SERVER = {
  request: (path, request) => fetch(path, request),
  socket(path) {
    const url = new URL(path, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url);
  },
  alone: false,
  here: () => new URL(location.href),
  go: (path) => location.assign(path),
  goInstead: (path) => location.replace(path),
  rename: (path) => history.replaceState(null, "", path),
  linkTo: (path) => new URL(path, location.href).href,
  pathOf: (link) => link.pathname,
  registerOfflinePage() {
    // Service workers need a secure context. Without one, the browser shows its own error page.
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
  },
};

// The server's pages cannot be framed, so a page around this one is always the static site's.
const around = /** @type {{lastdigit?: Host} | undefined} */ (/** @type {unknown} */ (globalThis.parent));
const host = around?.lastdigit ?? SERVER;

export const request = host.request;
export const openSocket = host.socket;
export const alone = host.alone;
export const here = host.here;
export const go = host.go;
export const goInstead = host.goInstead;
export const rename = host.rename;
export const linkTo = host.linkTo;
export const pathOf = host.pathOf;
export const registerOfflinePage = host.registerOfflinePage;

/** The server refused the request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {import("./types").ErrorBody} body
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
    throw new NoResponse("Can't reach the server. Check your connection.");
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
