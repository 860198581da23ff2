// The page that the browser opens. It starts the application in a worker, shows the progress, and then shows each page in a
// frame. Its address is that of the folder, with the address of the page after "?".

import { WorkerClient } from "./client.js";
import { PageFrame } from "./frame.js";
import { amountOf, MISSING_HERE, STAGES, TROUBLE } from "./strings.js";

/** @typedef {import("./client.js").Progress} Progress */

const CHANNEL = "lastdigit";
const folder = new URL(".", location.href).href;

/** The share of the bar at which each stage ends. On a first visit, the download takes most of the time. */
const ENDS = { download: 0.7, python: 0.8, unpack: 0.82, games: 0.95, page: 1 };
const stages = /** @type {(keyof typeof ENDS)[]} */ (Object.keys(ENDS));

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Show the progress of the start. Screen readers announce every new stage, but not every kilobyte.
 * @param {Progress} progress
 */
function showProgress({ stage, share, loaded, total }) {
  const begin = ENDS[stages[stages.indexOf(stage) - 1]] ?? 0;
  byId("progress").setAttribute("value", (begin + share * (ENDS[stage] - begin)).toFixed(3));
  if (byId("stage").textContent !== STAGES[stage]) byId("stage").textContent = STAGES[stage];
  byId("amount").textContent = total ? amountOf(loaded ?? 0, total) : "";
}

/**
 * Show a problem, with a button that may solve it.
 * @param {string} sentence
 * @param {string} action
 * @param {() => void} act
 */
function showTrouble(sentence, action, act) {
  const text = document.createElement("p");
  text.textContent = sentence;
  const button = document.createElement("button");
  button.className = "button primary";
  button.textContent = action;
  button.onclick = act;
  byId("progress").hidden = true;
  byId("stage").textContent = byId("amount").textContent = "";
  byId("trouble").replaceChildren(text, button);
}

/** Show a note if the browser saves nothing: in some private windows, and by plain http from another machine. */
function showWhatIsMissing() {
  const note = document.createElement("p");
  note.className = "missing-here small";
  note.setAttribute("role", "status");
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = MISSING_HERE.understood;
  close.onclick = () => note.remove();
  // The note must not cover the page. A removed note has no height.
  new ResizeObserver(() => document.documentElement.style.setProperty("--line-below", `${note.offsetHeight}px`)).observe(note);
  note.append(isSecureContext ? MISSING_HERE.here : MISSING_HERE.elsewhere, close);
  document.body.append(note);
}

/**
 * Skip the transition to the documentation, whose pages do not take part in it: the browser would abort it with an error.
 * @param {PageSwapEvent} event
 */
function leaveWithoutTransition({ activation, viewTransition }) {
  const address = activation?.entry.url;
  if (!viewTransition || !address || new URL(address).pathname === location.pathname) return;
  viewTransition.ready.catch(() => {}); // rejected because the transition is skipped
  viewTransition.skipTransition();
}

window.addEventListener("pageswap", leaveWithoutTransition);

/** Only one tab can use the saved games. Another tab that needs them posts to this channel. */
const channel = new BroadcastChannel(CHANNEL);

async function start() {
  const client = new WorkerClient(showProgress);
  channel.onmessage = () => {
    client.stop();
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    byId("start").hidden = false;
    showTrouble(TROUBLE.taken, TROUBLE.here, takeOver);
  };
  // The back/forward cache may keep this page with its worker and open files, and show it again as it was.
  addEventListener("pagehide", () => client.stop());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  const { trouble, saves } = await client.ready;
  if (trouble === "elsewhere") return showTrouble(TROUBLE.elsewhere, TROUBLE.here, takeOver);
  if (trouble) return showTrouble(`${TROUBLE.broken} ${trouble}`, TROUBLE.again, () => location.reload());
  showProgress({ stage: "page", share: 0 });
  const frame = new PageFrame(client, folder);
  Object.assign(window, { lastdigit: frame.host });
  await frame.show();
  byId("start").hidden = true;
  if (!saves) showWhatIsMissing();
  // After everything else, so that nothing is downloaded twice at the same time. Service workers need a secure context.
  navigator.serviceWorker?.register(new URL("offline.js", folder)).catch(() => {});
}

function takeOver() {
  channel.postMessage("take over");
  setTimeout(() => location.reload(), 300);
}

start();
