// How the page reaches what it shows: the server that it came from or, where it needs none, the worker of the page around it.
// Whatever differs between the two is here: asking, sockets, and where this page is.

/**
 * @typedef {Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "close">} Socket
 * @typedef {object} Way
 * @property {(path: string, request: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Socket} socket
 * @property {boolean} alone whether nobody else can ever come, by a link, a code or a key
 * @property {() => URL} here where this page is; its host means something at a server only
 * @property {(path: string) => void} go leave for another page
 * @property {(path: string) => void} goInstead likewise, and nobody comes back to this one
 * @property {(path: string) => void} rename give this page another address
 * @property {(path: string) => string} linkTo an address as others may open it
 * @property {(link: HTMLAnchorElement) => string} pathOf where a link leads
 * @property {() => void} beReadyForAbsence see to it that something is shown when nothing can be reached
 */

/** @type {Way} */
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
  beReadyForAbsence() {
    // Where there is no such thing (an old browser, plain HTTP from elsewhere) a browser's own page is shown instead.
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
  },
};

/** A server lets nobody frame its pages: whatever is around this one is ours. */
const around = /** @type {{lastdigit?: Way} | undefined} */ (/** @type {unknown} */ (globalThis.parent));

const way = around?.lastdigit ?? SERVER;

export const request = way.request;
export const openSocket = way.socket;
export const alone = way.alone;
export const here = way.here;
export const go = way.go;
export const goInstead = way.goInstead;
export const rename = way.rename;
export const linkTo = way.linkTo;
export const pathOf = way.pathOf;
export const beReadyForAbsence = way.beReadyForAbsence;
