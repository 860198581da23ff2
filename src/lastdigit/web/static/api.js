// Asking the server. An answer is JSON; a refusal has a name for us and a sentence for people.

/** The server's "no". */
export class Refusal extends Error {
  constructor(status, { error, message }) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

/** No answer came at all, or none from our server: asking again is safe. */
export class NoAnswer extends Error {}

const NOT_OURS = new Set([502, 503, 504]);

async function ask(path, request) {
  const response = await fetch(path, request).catch(() => null);
  if (!response || NOT_OURS.has(response.status)) {
    throw new NoAnswer("The server does not answer. Is it running?");
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw new Refusal(response.status, body ?? { error: "unknown", message: "Something went wrong." });
}

export const get = (path) => ask(path, { headers: { Accept: "application/json" } });

export const post = (path, body = {}) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });

/** Wait so many milliseconds, or until the browser says that it is online again. */
export function pause(milliseconds) {
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

/** How long to wait before each further attempt. */
export function* backOff() {
  for (let wait = 250; ; wait = Math.min(5000, wait * 2)) yield wait;
}

/** Ask until there is an answer; `waiting` is told each time that none came. */
export async function persistently(question, waiting) {
  for (const wait of backOff()) {
    try {
      return await question();
    } catch (problem) {
      if (!(problem instanceof NoAnswer)) throw problem;
      waiting();
      await pause(wait);
    }
  }
}
