// The worker in which the whole application runs, as the page sees it: it is asked, and it tells.

/** @typedef {{status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>}} Answer */
/** @typedef {{trouble: string, kept: boolean}} Ready what is in the way, if anything, and whether games are kept */

const NO_BODY = new Set([101, 204, 205, 304]);

/** A socket that goes no further than the worker. */
export class NearSocket {
  /** @type {WebSocket["readyState"]} */
  readyState = WebSocket.CONNECTING;
  /** @type {WebSocket["onopen"]} */
  onopen = null;
  /** @type {WebSocket["onmessage"]} */
  onmessage = null;
  /** @type {WebSocket["onclose"]} */
  onclose = null;

  /** @param {() => void} leave */
  constructor(leave) {
    this.leave = leave;
  }

  close() {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.readyState = WebSocket.CLOSING;
    this.leave();
  }

  /**
   * @param {string} what
   * @param {string} text
   */
  hear(what, text) {
    const self = /** @type {WebSocket} */ (/** @type {unknown} */ (this));
    if (what === "open") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.call(self, new Event("open"));
    } else if (what === "message") {
      this.onmessage?.call(self, new MessageEvent("message", { data: text }));
    } else {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.call(self, new CloseEvent("close"));
    }
  }
}

export class Engine {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #count = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #asked = new Map();
  /** @type {Map<number, NearSocket>} */
  #sockets = new Map();

  /** @param {(share: number) => void} progress told how much of everything has come */
  constructor(progress) {
    /** @type {Promise<Ready>} */
    this.ready = new Promise((resolve) => {
      this.#worker.onerror = ({ message }) => resolve({ trouble: message || "A part of it did not come.", kept: false });
      this.#worker.onmessage = ({ data }) => {
        if (data.kind === "progress") progress(data.share);
        if (data.kind === "ready") resolve(data);
        if (data.kind === "answer") {
          this.#asked.get(data.id)?.(data);
          this.#asked.delete(data.id);
        }
        if (data.kind === "heard") this.#hear(data);
      };
    });
  }

  /**
   * Ask as one asks a server; however long it thinks, it answers.
   * @param {string} path
   * @param {RequestInit} wish
   * @returns {Promise<Response>}
   */
  request = async (path, { method = "GET", body = "" }) => {
    const id = ++this.#count;
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve) => this.#asked.set(id, resolve));
    this.#worker.postMessage({ kind: "request", id, method, path, body: String(body), cookies: document.cookie });
    const { status, headers, body: bytes } = await answered;
    return new Response(NO_BODY.has(status) ? null : bytes, { status, headers });
  };

  /**
   * Open a socket.
   * @param {string} path
   */
  socket = (path) => {
    const id = ++this.#count;
    const socket = new NearSocket(() => this.#worker.postMessage({ kind: "leave", id }));
    this.#sockets.set(id, socket);
    this.#worker.postMessage({ kind: "listen", id, path });
    return socket;
  };

  /** @param {{id: number, what: string, text: string}} said */
  #hear({ id, what, text }) {
    this.#sockets.get(id)?.hear(what, text);
    if (what === "close") this.#sockets.delete(id);
  }

  /** Let it go, so that another tab can have the games. */
  stop() {
    this.#worker.terminate();
  }
}
