// The home page. The server has filled it; here it is furnished: one tap plays, and who sits opposite is remembered.

import { post, messageOf } from "../api.js";
import { byId, h, patch } from "../dom.js";
import { recall, writeCookie } from "../memory.js";
import { complain, inputOf } from "../components/fields.js";
import { withProgress, title } from "../shell.js";
import { numerals } from "../components/tile.js";
import { alone, go, here, rename } from "../host.js";
import { openSheet } from "../sheet/sheet.js";
import { HOME, onTheClock } from "../strings.js";

/** The countdown stops here: below, a clock would show tenths. The next page load shows the new day. */
const SHORTEST = 10_000;

/** Who comes to a new game with it, from a page that shows a board in itself, plays as by the card. */
const AT_ONCE = "#now";

/**
 * @param {HTMLElement} main
 * @param {?string} name the game whose choices are to be open
 */
export async function show(main, name) {
  furnishOpposite();
  for (const link of main.querySelectorAll("[data-play]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.onclick = (event) => playAtOnce(event, link);
    // A card plays wherever it is pressed, but for its own links.
    link.closest(".game")?.addEventListener("click", ({ target }) => {
      if (target instanceof Element && !target.closest("a")) link.click();
    });
  }
  byId("more").onclick = () => openSheet(null, { started: goTo });
  if (!alone) byId("code-form", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    seek(inputOf(byId("code-form", HTMLFormElement), "code"), byId("code-problem"));
  };
  countDown();
  // The board's script comes while somebody reads, so that the first game is there at once.
  document.head.append(h("link", { rel: "modulepreload", href: byId("home").dataset.board }));
  if (!name) return;
  const card = main.querySelector(`[data-play="${CSS.escape(name)}"]`);
  if (here().hash === AT_ONCE && card instanceof HTMLElement) {
    rename("/"); // whoever goes back does not begin another one
    card.click();
    return;
  }
  await openSheet(name, { started: goTo, closed: () => rename("/") });
  title(HOME.newGame);
}

/** @param {string} code */
const goTo = (code) => go(`/match/${code}`);

/** Let the time until the next puzzle pass; the server has said how long it is. */
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

/**
 * Set up a game by what is on the page, and go there.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement} link
 */
async function playAtOnce(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const way = byId("opposite").querySelector("input:checked");
  const against = way instanceof HTMLInputElement ? way.value : "";
  const computer = against !== "here" && against !== "link";
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await withProgress(() => post("/api/matches", {
      game: link.dataset.play,
      preset: link.dataset.preset,
      against: computer ? byId("level", HTMLSelectElement).value : against,
      name: recall("name") ?? "Player 1",
      otherName: against === "here" ? recall("otherName") : null,
      // Against the computer the won side is yours: whoever plays for the first time can win.
      first: computer ? "winner" : "toss",
    }));
    goTo(match.code);
  } catch (problem) {
    complain(byId("problem"), messageOf(problem));
  }
  link.removeAttribute("aria-busy");
}

/**
 * Go to the game that a code leads to, or say under the box why not; what was typed stays.
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
 * People paste the whole link as well.
 * @param {string} text
 */
const linkIn = (text) => text.match(/\/(?:match|review|class)\/[\w-]+/)?.[0];

/**
 * Ask where a code leads; the key of a seat takes the seat on the way.
 * @param {string} text
 */
async function placeOf(text) {
  /** @type {import("../types").Invited} */
  const { code, key, room } = await post("/api/invitations", { spoken: text.trim() });
  if (room) return `/class/${code}`;
  if (key) await post(`/api/matches/${code}/seat`, { key: text.trim() });
  return `/match/${code}`;
}
