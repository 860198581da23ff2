// What moves: a digit flies to where it counts, what changes turns over, a refused tile shakes, a win bursts. All of it is
// off where nobody wants motion, and the next tap ends it.

import { isDigit } from "../board/keyboard.js";
import { textsOn, turnOver } from "../board/rows.js";
import { h } from "../dom.js";
import { numerals } from "../components/tile.js";
import { mayMove } from "../memory.js";

const [FLY, SHAKE, PARTY] = [420, 320, 1400];
const SETTLE = "cubic-bezier(.2, .8, .2, 1)";
const RINGS = [14, 20, 26];
const COLOURS = ["var(--last)", "var(--on)", "var(--game-edge)"];

/** @typedef {{texts: ReturnType<typeof textsOn>, from: ?{box: DOMRect, text: string}}} Before */

/** Let the next tap end whatever moves. */
export function endOnTap() {
  document.addEventListener("pointerdown", () => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
    }
  }, true);
}

/**
 * Return how things are before a change: what stands on each cell, and which tile has been chosen.
 * @param {Element} root
 * @param {string} theirs the move that the other has made, if it was the other's
 * @returns {Before}
 */
export function before(root, theirs = "") {
  const chosen = theirs ? tileOf(root, theirs) : chosenTile(root);
  return { texts: textsOn(root), from: chosen && { box: chosen.getBoundingClientRect(), text: textOf(chosen) ?? "" } };
}

/**
 * Return the tile with a digit that somebody else has pressed: the last of a move's answers that has one.
 * @param {Element} root
 * @param {string} move
 */
function tileOf(root, move) {
  const answers = move.split(" ");
  /** @type {NodeListOf<HTMLElement>} */
  const tiles = root.querySelectorAll("[data-answer]");
  return [...tiles].findLast((tile) => answers.includes(tile.dataset.answer ?? "") && isDigit(textOf(tile) ?? "")) ?? null;
}

/**
 * Return the tile or key that was chosen last, if one is.
 * @param {Element} root
 */
export function chosenTile(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const chosen = root.querySelectorAll("[aria-pressed=true]");
  return [...chosen].at(-1) ?? null;
}

/** @param {?HTMLElement} tile */
export const textOf = (tile) => tile?.dataset.text ?? tile?.dataset.answer;

/**
 * Show what has changed; returns how many cells have.
 * @param {Element} root
 * @param {Before} was
 * @param {boolean} flies whether the digit leaves for where it counts
 */
export function show(root, { texts, from }, flies) {
  const target = [...root.querySelectorAll(".tile.last")].find((tile) => tile.getBoundingClientRect().top !== from?.box.top);
  const flying = Boolean(flies && from && target && mayMove() && isDigit(from.text ?? ""));
  if (flying && from && target) fly(from, target.getBoundingClientRect());
  return turnOver(root, texts, flying ? FLY * 0.7 : 0);
}

/**
 * @param {{box: DOMRect, text: string}} from
 * @param {DOMRect} to
 */
function fly({ box, text }, to) {
  const copy = h("span", { class: "tile chosen flying", "aria-hidden": "true", "--s": `${box.height}px` }, numerals(text));
  copy.style.left = `${box.left}px`;
  copy.style.top = `${box.top}px`;
  aloft(copy);
  const [x, y] = [to.left + to.width / 2 - box.left - box.width / 2, to.top + to.height / 2 - box.top - box.height / 2];
  const moving = copy.animate([
    { transform: "none" },
    { transform: `translate(${x * 0.55}px, ${y * 0.55 - 36}px) rotate(-8deg) scale(1.12)`, offset: 0.55 },
    { transform: `translate(${x}px, ${y}px) scale(.45)`, opacity: 0 },
  ], { duration: FLY, easing: SETTLE, fill: "forwards" });
  moving.onfinish = () => copy.remove();
}

/**
 * Put something over the page, in the colours of the game that is on it.
 * @param {HTMLElement} node
 */
function aloft(node) {
  /** @type {?HTMLElement} */
  const coloured = document.querySelector("[data-game]");
  node.dataset.game = coloured?.dataset.game;
  document.body.append(node);
}

/** @param {?Element} tile */
export function shake(tile) {
  if (!tile || !mayMove()) return;
  tile.animate([
    { transform: "none" }, { transform: "translateX(-7px) rotate(-2deg)", offset: 0.2 },
    { transform: "translateX(6px) rotate(2deg)", offset: 0.45 }, { transform: "translateX(-4px)", offset: 0.7 },
    { transform: "translateX(2px)", offset: 0.88 }, { transform: "none" },
  ], { duration: SHAKE, easing: "ease-out" });
}

/**
 * Sixty numerals leave from here, in three rings, and fall.
 * @param {?Element} from
 */
export function burst(from) {
  if (!from || !mayMove()) return;
  const { left, top, width, height } = from.getBoundingClientRect();
  const party = h("div", { class: "party", "aria-hidden": "true" });
  aloft(party);
  RINGS.forEach((count, ring) => {
    for (let index = 0; index < count; index += 1) {
      const angle = (index / count + ring * 0.04) * 2 * Math.PI;
      const far = (ring + 1) * Math.min(innerWidth, 900) * 0.14;
      const [x, y] = [Math.cos(angle) * far * 1.3, Math.sin(angle) * far];
      const turn = `rotate(${(index * 47) % 360}deg)`;
      const piece = h("span", { class: "piece" }, numerals(String((index * 7 + ring) % 10)));
      piece.style.left = `${left + width / 2}px`;
      piece.style.top = `${top + height / 2}px`;
      piece.style.color = COLOURS[index % COLOURS.length];
      party.append(piece);
      piece.animate([
        { transform: "scale(.2)", opacity: 0 }, { opacity: 1, offset: 0.15 },
        { transform: `translate(${x}px, ${y}px) ${turn}`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x}px, ${y + 40}px) ${turn}`, opacity: 0 },
      ], { duration: PARTY, easing: SETTLE, fill: "forwards" });
    }
  });
  setTimeout(() => party.remove(), PARTY);
}
