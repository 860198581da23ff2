// The application in the worker, as the page uses it: requests and sockets, like those of a server.

/** @typedef {{status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>}} Answer */
/** @typedef {{trouble: string, saves: boolean}} Ready `trouble`: why it could not start, or ""; `saves`: whether games are saved */
/** @typedef {{stage: keyof typeof import("./strings.js").STAGES, share: number, loaded?: number, total?: number}} Progress `share`: of the stage */

const NO_BODY = new Set([101, 204, 205, 304]);

/** A socket to the worker, with the part of WebSocket that pages use. */
export class WorkerSocket {
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
   * @param {string} event
   * @param {string} text
   */
  receive(event, text) {
    const self = /** @type {WebSocket} */ (/** @type {unknown} */ (this));
    if (event === "open") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.call(self, new Event("open"));
    } else if (event === "message") {
      this.onmessage?.call(self, new MessageEvent("message", { data: text }));
    } else {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.call(self, new CloseEvent("close"));
    }
  }
}

export class WorkerClient {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #count = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #requests = new Map();
  /** @type {Map<number, WorkerSocket>} */
  #sockets = new Map();

  /** @param {(progress: Progress) => void} progress called until the application is ready */
  constructor(progress) {
    /** @type {Promise<Ready>} */
    this.ready = new Promise((resolve) => {
      this.#worker.onerror = ({ message }) => resolve({ trouble: message || "A file could not be loaded.", saves: false });
      this.#worker.onmessage = ({ data }) => {
        if (data.kind === "progress") progress(data);
        if (data.kind === "ready") resolve(data);
        if (data.kind === "answer") {
          this.#requests.get(data.id)?.(data);
          this.#requests.delete(data.id);
        }
        if (data.kind === "socket") this.#receive(data);
      };
    });
  }

  /**
   * Send a request. It has no timeout.
   * @param {string} path
   * @param {RequestInit} options
   * @returns {Promise<Response>}
   */
  request = async (path, { method = "GET", body = "" }) => {
    const id = ++this.#count;
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve) => this.#requests.set(id, resolve));
    this.#worker.postMessage({ kind: "request", id, method, path, body: String(body), cookies: document.cookie });
    const { status, headers, body: bytes } = await answered;
    return new Response(NO_BODY.has(status) ? null : bytes, { status, headers });
  };

  /** @param {string} path */
  socket = (path) => {
    const id = ++this.#count;
    const socket = new WorkerSocket(() => this.#worker.postMessage({ kind: "leave", id }));
    this.#sockets.set(id, socket);
    this.#worker.postMessage({ kind: "listen", id, path });
    return socket;
  };

  /** @param {{id: number, event: string, text: string}} message */
  #receive({ id, event, text }) {
    this.#sockets.get(id)?.receive(event, text);
    if (event === "close") this.#sockets.delete(id);
  }

  /** End the worker, so that another tab can use the saved games. */
  stop() {
    this.#worker.terminate();
  }
}
