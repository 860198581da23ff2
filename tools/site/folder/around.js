// The page around the pages: starts the worker in which everything is known, and shows each page in a frame of its own, so
// that pages come and go as they do at a server while the worker stays. Its address is the folder's, with the page's after "?".

import { Engine } from "./engine.js";
import { Pages } from "./pages.js";
import { COMING, TROUBLE, WITHOUT } from "./words.js";

const CHANNEL = "lastdigit";
const folder = new URL(".", location.href).href;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Say what is in the way, and offer what can be done about it.
 * @param {string} sentence
 * @param {string} action
 * @param {() => void} act
 */
function tell(sentence, action, act) {
  const words = document.createElement("p");
  words.textContent = sentence;
  const button = document.createElement("button");
  button.className = "button primary";
  button.textContent = action;
  button.onclick = act;
  byId("progress").hidden = true;
  byId("doing").textContent = "";
  byId("trouble").replaceChildren(words, button);
}

/** Say once what is missing where browsers keep nothing: in some private windows, and by plain http from elsewhere. */
function tellWhatIsMissing() {
  const line = document.createElement("p");
  line.className = "missing-here small";
  line.setAttribute("role", "status");
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = WITHOUT.understood;
  close.onclick = () => line.remove();
  // Nothing of a page may be hidden behind it. Once it is gone it has no height.
  new ResizeObserver(() => document.documentElement.style.setProperty("--line-below", `${line.offsetHeight}px`)).observe(line);
  line.append(isSecureContext ? WITHOUT.here : WITHOUT.elsewhere, close);
  document.body.append(line);
}

/**
 * Skip the transition to the documentation, whose pages do not take part in it: the browser would abort it with an error.
 * @param {PageSwapEvent} event
 */
function leaveWithoutTransition({ activation, viewTransition }) {
  const address = activation?.entry.url;
  if (!viewTransition || !address || new URL(address).pathname === location.pathname) return;
  viewTransition.ready.catch(() => {}); // it is rejected when the transition is skipped
  viewTransition.skipTransition();
}

window.addEventListener("pageswap", leaveWithoutTransition);

/** One tab has the games; another that wants them asks for them here. */
const channel = new BroadcastChannel(CHANNEL);

async function start() {
  const engine = new Engine((share) => {
    byId("progress").setAttribute("value", String(share));
    if (share >= 1) byId("doing").textContent = COMING;
  });
  channel.onmessage = () => {
    engine.stop();
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    byId("coming").hidden = false;
    tell(TROUBLE.taken, TROUBLE.here, takeOver);
  };
  // A browser may keep a page that was left, worker and open files and all, and show it again as it was.
  addEventListener("pagehide", () => engine.stop());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  const { trouble, kept } = await engine.ready;
  if (trouble === "elsewhere") return tell(TROUBLE.elsewhere, TROUBLE.here, takeOver);
  if (trouble) return tell(`${TROUBLE.broken} ${trouble}`, TROUBLE.again, () => location.reload());
  const pages = new Pages(engine, folder);
  Object.assign(window, { lastdigit: pages.way });
  await pages.show();
  byId("coming").hidden = true;
  if (!kept) tellWhatIsMissing();
  // After everything else, so that nothing is fetched twice at the same time. It is nowhere but over https or on this machine.
  navigator.serviceWorker?.register(new URL("offline.js", folder)).catch(() => {});
}

function takeOver() {
  channel.postMessage("give it here");
  setTimeout(() => location.reload(), 300);
}

start();
