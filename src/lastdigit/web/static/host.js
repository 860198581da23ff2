// The host of the page: the server it was loaded from or, on the static site, the page around this frame, which runs the
// same application in a worker. Everything that differs between the two is here: requests, sockets and addresses.

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
