// Sharing how a game ended: a text, and a picture of the last position in our own numerals.

import { h } from "../dom.js";
import { copyButton, escaped, paint, resolveColour } from "../components/share.js";
import { Dialog } from "../components/dialog.js";
import { alone, linkTo } from "../host.js";
import { END } from "../strings.js";

/** @typedef {import("./session.js").Session} Session */

const [WIDE, HIGH, TILE, GAP, MOST] = [1200, 630, 150, 18, 10];
/** A sentence of so many letters is as wide as the picture at one unit a letter. */
const LONGEST = 2200;

/**
 * Share by whatever the device shares with, or by a sheet with both.
 * @param {Session} session
 */
export async function shareEnd(session) {
  const { title, code, result, position } = session.match;
  const link = alone ? "" : linkTo(`/review/${code}`);
  const text = END.shared(title, result?.sentence ?? "", position.turn, link).trim();
  const picture = await paint(drawing(session)).catch(() => null);
  const files = picture ? [new File([picture], "last-digit.png", { type: "image/png" })] : [];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ text, files })) {
    await navigator.share({ text, files }).catch(() => {});
    return;
  }
  const address = picture && URL.createObjectURL(picture);
  new Dialog(END.share, () => h("div", { class: "stack" },
    address && h("img", { class: "shared-picture", src: address, alt: `${title}: ${result?.headline}`, width: WIDE, height: HIGH }),
    copyButton(END.copyText, () => text),
    address && h("a", { class: "button", href: address, download: "last-digit.png" }, END.savePicture))).open();
}

/** @param {Session} session */
function drawing({ match }) {
  const style = getComputedStyle(document.querySelector("[data-game]") ?? document.body);
  /** @param {string} name */
  const colour = (name) => resolveColour(style.getPropertyValue(name));
  const rows = match.position.view.filter(({ kind }) => kind === "number").slice(0, 2)
    .map(({ cells }) => cells.map(({ text }) => text).filter(Boolean).slice(-MOST));
  const digits = rows.flatMap((row, index) => [...(index ? [null] : []), ...row]);
  const across = digits.length * (TILE * 0.82 + GAP) - GAP;
  const scale = Math.min(1, (WIDE - 120) / across);
  const tiles = digits.map((digit, index) => digit !== null && tileAt(digit, index * (TILE * 0.82 + GAP), colour)).filter(Boolean);
  const sentence = match.result?.sentence ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}">
    <rect width="${WIDE}" height="${HIGH}" fill="${colour("--fill")}"/>
    <g transform="translate(${(WIDE - across * scale) / 2} 110) scale(${scale})">${tiles.join("")}</g>
    <g fill="${colour("--on")}" font-family="Arial, Liberation Sans, sans-serif" text-anchor="middle">
      <text x="600" y="400" font-size="88" font-weight="800">${escaped(match.result?.headline ?? "")}</text>
      <text x="600" y="470" font-size="${Math.min(34, LONGEST / sentence.length)}">${escaped(sentence)}</text>
      <text x="600" y="575" font-size="34" font-weight="700">Last Digit · ${escaped(match.title)}</text>
    </g></svg>`;
}

/**
 * @param {string} digit
 * @param {number} x
 * @param {(name: string) => string} colour
 */
function tileAt(digit, x, colour) {
  const shape = document.getElementById(`n${digit}`)?.innerHTML ?? "";
  return `<g transform="translate(${x} 0)"><rect y="12" width="${TILE * 0.82}" height="${TILE}" rx="30" fill="${colour("--game-edge")}"/>
    <rect width="${TILE * 0.82}" height="${TILE}" rx="30" fill="${colour("--face")}"/>
    <g transform="translate(${TILE * 0.228} ${TILE * 0.215}) scale(${TILE * 0.0057})" fill="none" stroke="${colour("--ink")}" stroke-width="15"
      stroke-linecap="round" stroke-linejoin="round">${shape}</g></g>`;
}
