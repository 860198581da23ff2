// The service worker: shows a plain page when the server cannot be reached. It caches only that page, so nothing stale is
// ever shown. The server fills in the page's address, which changes with its content.

const AWAY = "$away";

/** @typedef {{waitUntil: (done: Promise<unknown>) => void}} Lasting */
/** @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Asking */

self.addEventListener("install", (event) => {
  const kept = caches.open(AWAY).then((cache) => cache.add(AWAY));
  /** @type {Lasting} */ (/** @type {unknown} */ (event)).waitUntil(kept);
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((name) => name !== AWAY).map((name) => caches.delete(name))));
  /** @type {Lasting} */ (/** @type {unknown} */ (event)).waitUntil(others);
});

self.addEventListener("fetch", (event) => {
  const asking = /** @type {Asking} */ (/** @type {unknown} */ (event));
  if (asking.request.mode !== "navigate") return;
  const page = fetch(asking.request).catch(async () => (await caches.match(AWAY)) ?? Response.error());
  asking.respondWith(page);
});
