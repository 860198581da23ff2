// The service worker: caches the whole site, so that it works offline from the second visit on. A new version replaces all of it.

const VERSION = "$version";
/** @type {string[]} */
const FILES = JSON.parse('$listed');

/** @typedef {{waitUntil: (done: Promise<unknown>) => void}} Lasts */
/** @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Asks */

const worker = /** @type {{skipWaiting: () => Promise<void>, clients: {claim: () => Promise<void>}, registration: {scope: string}}} */ (/** @type {unknown} */ (self));

self.addEventListener("install", (event) => {
  const cached = caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting());
  /** @type {Lasts} */ (/** @type {unknown} */ (event)).waitUntil(cached);
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("lastdigit-") && name !== VERSION).map((name) => caches.delete(name))));
  /** @type {Lasts} */ (/** @type {unknown} */ (event)).waitUntil(others.then(() => worker.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {Asks} */ (/** @type {unknown} */ (event));
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  // Every page has the same document, whatever follows the "?".
  const found = caches.open(VERSION).then((cache) => cache.match(origin + pathname));
  respondWith.call(event, found.then((response) => response ?? fetch(request)));
});
