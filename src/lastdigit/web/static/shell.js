// The parts that all pages share: the switches in the header, the current entry of the menu, the title, dialogs, the presence
// socket, a note while the server solves a game, and the pages for a wrong address and for an error. Links are ordinary links:
// the server maps each address to the script of its page, which calls `openPage`.

import { icon, tile } from "./components/tile.js";
import { byId, h, patch, updateScrollFocus } from "./dom.js";
import { isOn, notePress, setOn, setTheme, theme } from "./memory.js";
import { backoffDelays, here, messageOf, openSocket, pathOf, Refusal, registerOfflinePage, retry } from "./server.js";
import { BROKEN, MISSING, THEMES } from "./strings.js";

const API = "/api/";
const NEXT = { system: "light", light: "dark", dark: null };

/**
 * Show a page. `show` gets the name in its address, or null.
 * @param {(main: HTMLElement, name: any) => unknown} show
 */
export async function openPage(show) {
  setUpShell();
  const main = byId("main");
  try {
    await show(main, main.dataset.name ?? null);
  } catch (problem) {
    // A retry would not help: there is no such page.
    if (problem instanceof Refusal && [400, 404].includes(problem.status)) showMissing(main, problem.message);
    else showProblem(main, problem);
  }
}

/**
 * Show that there is no page at this address.
 * @param {HTMLElement} main
 * @param {?string} reason
 */
export function showMissing(main, reason) {
  title(MISSING.title);
  patch(main,
    h("div", { class: "page-head" },
      h("div", { class: "tiles" }, tile("4"), tile("0", { states: ["last"] }), tile("4")),
      h("h1", {}, MISSING.heading),
      h("p", { class: "lead" }, reason ?? MISSING.mistyped),
      h("p", {}, h("a", { class: "button primary", href: "/" }, MISSING.home))));
}

/**
 * @param {HTMLElement} main
 * @param {unknown} problem
 */
function showProblem(main, problem) {
  if (!(problem instanceof Refusal)) console.error(problem);
  title(BROKEN.title);
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, BROKEN.heading),
      h("p", { role: "alert" }, messageOf(problem)),
      h("p", {}, h("a", { class: "button", href: here().pathname + here().search }, BROKEN.again))));
}

function setUpShell() {
  for (const link of document.querySelectorAll("a")) {
    const paths = [pathOf(link), ...(link.dataset.also?.split(" ") ?? [])];
    if (link.closest("nav") && paths.some(isHere)) link.setAttribute("aria-current", "page");
  }
  byId("theme").onclick = () => {
    setTheme(NEXT[themeName()]);
    nameTheme();
  };
  nameTheme();
  byId("sound").onclick = () => {
    setOn("sound", !isOn("sound"));
    showSound();
  };
  showSound();
  window.addEventListener("resize", updateScrollFocus);
  window.addEventListener("pageswap", leaveWithoutTransition);
  document.addEventListener("click", notePress, { capture: true });
  openPresenceSocket();
  registerOfflinePage();
}

/**
 * Skip the view transition to a document of the API, such as openapi.json. The browser would abort it with an error.
 * @param {PageSwapEvent} event
 */
function leaveWithoutTransition({ activation, viewTransition }) {
  const address = activation?.entry.url;
  viewTransition?.ready.catch(() => {}); // rejected if the transition is skipped or the next page is slow
  if (!viewTransition || !address || !new URL(address).pathname.startsWith(API)) return;
  viewTransition.skipTransition();
}

/**
 * Whether this page is at a path or below it.
 * @param {string} path
 */
const isHere = (path) => (path === "/" ? here().pathname === "/" : `${here().pathname}/`.startsWith(`${path}/`));

/** @returns {keyof typeof NEXT} */
const themeName = () => /** @type {keyof typeof NEXT} */ (theme() ?? "system");

function nameTheme() {
  const button = byId("theme");
  button.setAttribute("aria-label", THEMES[themeName()]);
  button.title = THEMES[themeName()];
}

function showSound() {
  const button = byId("sound");
  button.setAttribute("aria-checked", String(isOn("sound")));
  button.querySelector("use")?.setAttribute("href", isOn("sound") ? "#icon-sound" : "#icon-silent");
}

/** Whether a digit typed anywhere on the page is an answer. WCAG 2.1.4 requires that this can be switched off. */
export const digitsPlay = () => isOn("digit-keys");

/**
 * Set the title of the page.
 * @param {...string} parts
 */
export function title(...parts) {
  document.title = [...parts, "Last Digit"].join(" - ");
}

/** A socket that was open for less than this may have been refused, so the delay before the next attempt grows. */
const LASTING = 5000;

/** Keep a socket open while the page is, so that the server knows that the player is present. It carries no messages. */
function openPresenceSocket() {
  let waits = backoffDelays();
  function connect() {
    const began = Date.now();
    openSocket("/api/presence").onclose = () => {
      if (Date.now() - began > LASTING) waits = backoffDelays();
      setTimeout(connect, waits.next().value);
    };
  }
  connect();
}

/** @param {unknown} problem */
const isPreparing = (problem) => problem instanceof Refusal && problem.error === "thinking";

/**
 * Send a request and repeat it while the server is still preparing the game's tables, with a note on the page.
 * @template Answer
 * @param {() => Promise<Answer>} question
 * @returns {Promise<Answer>}
 */
export async function withProgress(question) {
  const note = h("p", { class: "thinking", role: "status" });
  try {
    return await retry(question, (problem) => {
      note.textContent = messageOf(problem);
      // A note behind an open dialog would not be seen.
      if (!note.isConnected) (document.querySelector("dialog[open]") ?? document.body).append(note);
    }, isPreparing);
  } finally {
    note.remove();
  }
}

/** A modal dialog with a title and a close button. */
export class Dialog {
  /**
   * @param {string} label
   * @param {() => import("./dom.js").Child} content
   */
  constructor(label, content) {
    this.content = content;
    this.body = h("div");
    this.node = h("dialog", {
      class: "over", "aria-label": label,
      // A handler that returns false would stop links inside the dialog.
      onclick: ({ target, currentTarget }) => void (target === currentTarget && this.close()),
    },
      h("div", { class: "over-head" },
        h("h2", {}, label),
        h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => this.close() }, icon("cross"))),
      this.body);
  }

  get isOpen() {
    return this.node.open;
  }

  open() {
    if (!this.node.isConnected) document.body.append(this.node);
    this.draw();
    if (!this.isOpen) this.node.showModal();
  }

  /** Update the content if the dialog is open. */
  redraw() {
    if (this.isOpen) this.draw();
  }

  draw() {
    patch(this.body, this.content());
  }

  close() {
    this.node.close();
  }
}
