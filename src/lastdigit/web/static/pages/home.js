// The home page. The server renders it. This adds starting a game with one tap, the new-game dialog and invitation codes.

import { complain, inputOf } from "../components/fields.js";
import { numerals } from "../components/tile.js";
import { byId, h, patch } from "../dom.js";
import { recall, writeCookie } from "../memory.js";
import { alone, go, here, messageOf, post, rename } from "../server.js";
import { openPage, title, withProgress } from "../shell.js";
import { HOME, onTheClock } from "../strings.js";

/** The countdown stops here: below, a clock would show tenths. The next page load shows the new day. */
const SHORTEST = 10_000;

/** The hash of a link that starts a game at once, as a press on its card does. */
const AT_ONCE = "#now";

/**
 * @param {HTMLElement} main
 * @param {?string} name the game whose dialog is opened
 */
async function show(main, name) {
  furnishOpposite();
  for (const link of main.querySelectorAll("[data-play]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.onclick = (event) => playAtOnce(event, link);
    // A press anywhere on a card starts the game, except on its links.
    link.closest(".game")?.addEventListener("click", ({ target }) => {
      if (target instanceof Element && !target.closest("a")) link.click();
    });
  }
  byId("more").onclick = () => openNewGame(null);
  if (!alone) byId("code-form", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    seek(inputOf(byId("code-form", HTMLFormElement), "code"), byId("code-problem"));
  };
  countDown();
  // Load the board's scripts in advance, so that the first game opens at once.
  const scripts = byId("home").dataset.board?.split(" ") ?? [];
  document.head.append(...scripts.map((href) => h("link", { rel: "modulepreload", href })));
  if (!name) return;
  const card = main.querySelector(`.game [data-play="${CSS.escape(name)}"]`);
  if (here().hash === AT_ONCE && card instanceof HTMLElement) {
    rename("/"); // so that going back does not start another game
    card.click();
    return;
  }
  await openNewGame(name, () => rename("/"));
  title(HOME.newGame);
}

/** @param {string} code */
const goTo = (code) => go(`/match/${code}`);

/**
 * Open the new-game dialog. Its script is loaded only now: most players start a game with one tap.
 * @param {?string} name the game selected at first
 * @param {() => void} [closed]
 */
async function openNewGame(name, closed) {
  const { openSheet } = await import("../components/new-game.js");
  await openSheet(name, { started: goTo, closed });
}

/** Count down to the next puzzle. The server has filled in the remaining time. */
function countDown() {
  const clock = document.getElementById("next");
  if (!clock) return;
  const end = performance.now() + Number(clock.dataset.seconds) * 1000;
  setInterval(() => {
    const text = onTheClock(Math.max(end - performance.now(), SHORTEST));
    clock.setAttribute("aria-label", text);
    patch(clock, numerals(text));
  }, 1000);
}

/** Save choices as cookies, so that the server's next page has them. */
function furnishOpposite() {
  const level = byId("level", HTMLSelectElement);
  const ways = [...byId("opposite").querySelectorAll("input")];
  for (const way of ways) way.onchange = () => writeCookie("way", way.value);
  level.onchange = () => {
    writeCookie("level", level.value);
    writeCookie("way", null);
    for (const way of ways) way.checked = way.value === "computer";
  };
}

function chosenOpponent() {
  const way = byId("opposite").querySelector("input:checked");
  return way instanceof HTMLInputElement && way.value !== "computer" ? way.value : byId("level", HTMLSelectElement).value;
}

/**
 * Create a game with the choices on the page, or with the opponent that the link names, and open it.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement} link
 */
async function playAtOnce(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const against = link.dataset.against ?? chosenOpponent();
  const computer = against !== "here" && against !== "link";
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await withProgress(() => post("/api/matches", {
      game: link.dataset.play,
      preset: computer ? link.dataset.preset : link.dataset.people,
      against,
      name: recall("name") ?? "Player 1",
      otherName: against === "here" ? recall("otherName") : null,
      // Against the computer, the player gets the winning side, so that a first game can be won.
      first: computer ? "winner" : "toss",
    }));
    goTo(match.code);
  } catch (problem) {
    complain(byId("problem"), messageOf(problem));
  }
  link.removeAttribute("aria-busy");
}

/**
 * Open the game of a code, or show under the field why not. The typed code stays.
 * @param {HTMLInputElement} box
 * @param {HTMLElement} problem
 */
async function seek(box, problem) {
  try {
    if (!box.value.trim()) throw new Error(HOME.typeCode);
    go(linkIn(box.value) ?? (await placeOf(box.value)));
  } catch (reason) {
    problem.textContent = messageOf(reason);
    box.setAttribute("aria-invalid", "true");
    box.focus();
  }
}

/**
 * Return the path of a link in a text, or undefined. Players paste whole links instead of codes.
 * @param {string} text
 */
const linkIn = (text) => text.match(/\/(?:match|review|class)\/[\w-]+/)?.[0];

/**
 * Return the path of the match or class that a code leads to. The key of a seat also takes that seat.
 * @param {string} text
 */
async function placeOf(text) {
  /** @type {import("../types").InvitationTarget} */
  const { code, key, room } = await post("/api/invitations", { spoken: text.trim() });
  if (room) return `/class/${code}`;
  if (key) await post(`/api/matches/${code}/seat`, { key: text.trim() });
  return `/match/${code}`;
}

openPage(show);
