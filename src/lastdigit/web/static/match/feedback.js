// Feedback for moves: flying digits, sounds and vibration.

import { isDigit } from "../board/keyboard.js";
import { textsOn, turnOver } from "../board/rows.js";
import { numerals } from "../components/tile.js";
import { h } from "../dom.js";
import { isOn, mayMove } from "../memory.js";

const [FLY, SHAKE, PARTY] = [420, 320, 1400];
const SETTLE = "cubic-bezier(.2, .8, .2, 1)";
const RINGS = [14, 20, 26];
const COLOURS = ["var(--last)", "var(--on)", "var(--game-edge)"];

/** @typedef {{texts: ReturnType<typeof textsOn>, from: ?{box: DOMRect, text: string}}} Before */

/** Let the next tap end all animations. */
export function endOnTap() {
  document.addEventListener("pointerdown", () => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
    }
  }, true);
}

/**
 * Record the text of each cell and the chosen tile before a change.
 * @param {Element} root
 * @param {string} theirs the opponent's move, or ""
 * @returns {Before}
 */
export function before(root, theirs = "") {
  const chosen = theirs ? tileOf(root, theirs) : chosenTile(root);
  return { texts: textsOn(root), from: chosen && { box: chosen.getBoundingClientRect(), text: textOf(chosen) ?? "" } };
}

/**
 * Return the tile of the opponent's move: the last of its answers that is on a tile.
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
 * Return the tile or key that was chosen last, or null.
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
 * Animate what has changed. Return the number of changed cells.
 * @param {Element} root
 * @param {Before} was
 * @param {boolean} flies whether the digit flies to its new place
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
 * Put an element over the page, in the colours of its game.
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
 * Let sixty numerals fly from here in three rings and fall.
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

/** The peak of every tone (about -18 dB) and its attack in seconds, long enough to avoid clicks. */
const [PEAK, RISE] = [0.125, 0.004];
const SEMITONE = 2 ** (1 / 12);
const THIRD = 2 ** (4 / 12);
const FIFTH = 2 ** (7 / 12);

/** @type {?AudioContext} */
let context = null;

/**
 * @param {{type?: OscillatorType, from: number, to?: number, ms: number, at?: number, part?: number, below?: number}} how
 *   in hertz and milliseconds; `at`: delay; `part`: share of the normal loudness; `below`: cutoff of the low-pass filter
 */
function tone({ type = "sine", from, to = from, ms, at = 0, part = 1, below }) {
  if (!isOn("sound")) return;
  context ??= new AudioContext();
  const [start, length] = [context.currentTime + at / 1000, ms / 1000];
  const [source, volume] = [new OscillatorNode(context, { type, frequency: from }), new GainNode(context, { gain: 0 })];
  source.frequency.setValueAtTime(from, start);
  if (to !== from) source.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.linearRampToValueAtTime(PEAK * part, start + RISE);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const filter = below ? source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: below })) : source;
  filter.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/**
 * Vibrate, if the player has touched this page. Before that browsers block it and log an error.
 * @param {number} ms
 */
function touch(ms) {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (touched && isOn("vibration") && mayMove()) navigator.vibrate?.(ms);
}

export const sounds = {
  /**
   * A tile is chosen. Each digit has its own pitch.
   * @param {string | null | undefined} text
   */
  tap(text) {
    tone({ type: "triangle", from: 660 * SEMITONE ** (Number(text) || 0), ms: 45 });
    touch(8);
  },
  /**
   * A tile is placed. Each further digit that changes sounds higher and softer.
   * @param {number} steps
   */
  land(steps) {
    for (let step = 0; step < Math.max(1, steps); step += 1) {
      const higher = THIRD ** step;
      tone({ from: 220 * higher, to: 165 * higher, ms: 110, at: step * 70, part: step ? 0.5 : 1 });
    }
    touch(12);
  },
  refused() {
    for (const at of [0, 110]) tone({ type: "triangle", from: 140, ms: 60, at, below: 500 });
    touch(20);
  },
  won() {
    [523, 659, 784, 1047].forEach((from, index) => {
      const ms = index === 3 ? 500 : 90;
      tone({ from, ms, at: index * 90 });
      tone({ from: from * 2, ms, at: index * 90, part: 0.25 });
    });
    touch(40);
  },
  lost() {
    tone({ from: 220 / FIFTH, to: 165 / FIFTH, ms: 110 });
  },
};
