// The end of a day of puzzles: the screen for a day with all puzzles solved, and the result as a picture to share.

import { copyButton, escaped, paint, resolveColour, sendButton } from "../components/share.js";
import { badge, icon, number } from "../components/tile.js";
import { h } from "../dom.js";
import { DAILY, FINISH } from "../strings/puzzle.js";

/**
 * @typedef {import("./puzzle.js").Solving} Solving
 * @typedef {object} Finish
 * @property {import("../types").Daily} daily
 * @property {Solving[]} five
 * @property {import("../dom.js").Child} next the time until the next puzzles, on the current day
 * @property {(index: number) => void} choose show one of the puzzles again
 * @property {() => void} save download the picture
 * @property {() => Promise<ShareData>} send return the text and the picture for the device's share dialog
 */

/**
 * Return the screen for a day with all puzzles solved: the tries of each game, the streak, and three ways to share them.
 * @param {Finish} finish
 */
export function finishScreen({ daily, five, next, choose, save, send }) {
  const first = five.filter(({ tries }) => tries.length === 1).length;
  return h("section", { class: "finish", "data-key": "finish", "aria-labelledby": "finish" },
    h("div", { class: "finish-words", "data-key": "words" },
      h("p", { class: "kicker" }, DAILY.puzzle, " ", number(daily.day)),
      h("h1", { id: "finish", tabindex: "-1" }, FINISH.heading(five.length)),
      h("p", { class: "finish-lead" }, FINISH.lead(first, five.length)),
      daily.running > 0 && h("p", { class: "finish-streak", "data-key": "streak" }, number(daily.running), h("span", {}, DAILY.streak)),
      h("div", { class: "finish-share", "data-key": "share" },
        copyButton(FINISH.copy, () => daily.share, "button amber"),
        h("button", { class: "button", type: "button", "data-key": "picture", onclick: save }, FINISH.picture),
        sendButton(FINISH.send, send)),
      next && h("p", { class: "strip-next", "data-key": "next" }, next)),
    h("ul", { class: "finish-games", "data-key": "games" }, five.map((one, index) =>
      h("li", { "data-key": one.puzzle.game }, h("button", {
        class: "finish-game", type: "button", "data-game": one.puzzle.game, "aria-label": FINISH.at(one.puzzle.title, one.tries.length),
        onclick: () => choose(index),
      },
        badge(one.puzzle.game),
        h("span", { class: "finish-title" }, one.puzzle.title),
        h("span", { class: "finish-tries" }, one.tries.map(({ right }) =>
          h("span", { class: "try", "data-right": String(right) }, icon(right ? "check" : "cross")))))))));
}

/**
 * @typedef {{title: string, tries: boolean[], most: number}} Line one game: its tries, right or wrong, and their maximum
 * @typedef {Record<typeof NEEDED[number], string>} Colours
 */

const NEEDED = /** @type {const} */ (["night", "on-night", "night-soft", "last", "on-last", "wrong", "paper"]);
const [WIDE, EDGE, HEAD, LINE, TILE, GAP] = [720, 56, 132, 76, 52, 14];
const FONT = "Liberation Sans, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";
const CHECK = "M14 27l8 8 16-17";
const CROSS = "M17 17l18 18M35 17l-18 18";

/**
 * Return the result as an SVG drawing.
 * @param {string} heading
 * @param {Line[]} lines
 * @param {string} foot
 * @param {Colours} colours
 */
export function drawingOf(heading, lines, foot, colours) {
  const high = HEAD + lines.length * LINE + (foot ? LINE : EDGE / 2);
  const rows = lines.map((line, index) => row(line, HEAD + index * LINE, colours)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" font-family="${FONT}">` +
    `<rect width="${WIDE}" height="${high}" fill="${colours.night}"/>` +
    text(heading, EDGE, 88, 46, 800, colours.last) + rows +
    (foot ? text(foot, EDGE, high - 28, 30, 700, colours["on-night"]) : "") + "</svg>";
}

/**
 * @param {Line} line
 * @param {number} top
 * @param {Colours} colours
 */
function row({ title, tries, most }, top, colours) {
  const tiles = Array.from({ length: most }, (_, index) =>
    tile(tries[index], WIDE - EDGE - (most - index) * (TILE + GAP) + GAP, top, colours));
  return text(title, EDGE, top + 37, 32, 400, colours["on-night"]) + tiles.join("");
}

/**
 * @param {boolean | undefined} right
 * @param {number} left
 * @param {number} top
 * @param {Colours} colours
 */
function tile(right, left, top, colours) {
  const shape = `<rect width="${TILE}" height="${TILE}" rx="12"`;
  const at = `<g transform="translate(${left} ${top})">`;
  if (right === undefined) return `${at}${shape} fill="none" stroke="${colours["night-soft"]}" stroke-width="3"/></g>`;
  const [fill, ink] = right ? [colours.last, colours["on-last"]] : [colours.wrong, colours.paper];
  return `${at}${shape} fill="${fill}"/><path d="${right ? CHECK : CROSS}" fill="none" stroke="${ink}" ` +
    `stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/**
 * @param {string} words
 * @param {number} left
 * @param {number} base
 * @param {number} size
 * @param {number} weight
 * @param {string} fill
 */
const text = (words, left, base, size, weight, fill) =>
  `<text x="${left}" y="${base}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(words)}</text>`;

/** The colours of the current theme. */
export const coloursNow = () =>
  /** @type {Colours} */ (Object.fromEntries(NEEDED.map((name) => [name, resolveColour(`var(--${name})`)])));

/**
 * Render a drawing as a PNG file.
 * @param {string} drawing
 * @param {string} name
 */
export const pictureFile = async (drawing, name) => new File([await paint(drawing)], name, { type: "image/png" });

/**
 * Share or download a picture.
 * @param {File} file
 */
export async function savePicture(file) {
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: file.name }).click();
  URL.revokeObjectURL(address);
}
