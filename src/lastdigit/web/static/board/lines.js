// The lines of a view: numbers as tiles, everything else as pills.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";
import { mayMove } from "../shell.js";

/**
 * @typedef {import("../types.js").Line} Line
 * @typedef {{pressed: boolean, disabled: boolean, asked?: boolean, hinted?: boolean, press: () => void}} Button
 *   `asked`: it answers the present question
 */

/** So many tiles stand in a row; more make the tiles smaller, in few steps. */
const STEPS = [3, 4, 6, 8, 10, 14, 24];
const columnsFor = (count) => STEPS.find((step) => count <= step) ?? STEPS.at(-1);

/**
 * Return the numbers of a view.
 * @param {Line[]} view
 * @param {{mover?: ?number, little?: boolean, buttonFor?: (answer: ?string) => ?Button, idle?: () => void}} how
 *   `idle` is told of a press on a tile that answers nothing
 */
export function numbers(view, { mover = null, little = false, buttonFor = () => null, idle = () => {} } = {}) {
  const lines = view.filter(({ kind }) => kind === "number");
  // A tile keeps being a button when the turn passes, else the one just pressed would lose focus.
  const unasked = { pressed: false, disabled: true, press: idle };
  const pressable = lines.some((line) => line.tiles.some(({ answer }) => buttonFor(answer)));
  return h("div", {
    class: "numbers", "data-key": "numbers", "data-lines": lines.length > 1 ? "many" : "one",
  },
    lines.map((line, index) =>
      h("div", {
        class: "number", role: "group", "aria-label": line.label, "data-key": index,
        "data-turn": line.seat !== null && line.seat === mover, "data-roving": pressable,
      },
        (lines.length > 1 || line.seat !== null) &&
          h("div", { class: "number-label", "aria-hidden": "true" }, line.seat && mark(line.seat), line.label),
        tilesOf(line, { little, key: index, button: pressable ? (tile) => buttonFor(tile.answer) ?? unasked : null }))));
}

/** Return the tiles of one number; an empty number is one empty place. */
export function tilesOf(line, { little = false, key = 0, button = null } = {}) {
  const tiles = line.tiles.length ? line.tiles : [{ text: "", caption: null, answer: null, changed: false }];
  const columns = columnsFor(tiles.length);
  return h("div", { class: little ? "tiles little" : "tiles", "data-columns": columns, "--columns": columns },
    earlier(line),
    tiles.map((tile, index) =>
      h("div", { class: "spot", "data-key": `${key}.${line.hidden + index}` },
        tileOf(tile, button?.(tile)),
        tile.caption && !little && h("span", { class: "caption", "aria-hidden": "true" }, tile.caption))));
}

function tileOf(tile, button) {
  const look = { class: "tile", "data-changed": tile.changed, "data-empty": tile.text === "" };
  const name = [tile.caption, tile.text || "empty", tile.changed && "changed last", button?.hinted && "hint"].filter(Boolean).join(", ");
  if (!button) {
    return h("span", look, h("span", { "aria-hidden": "true" }, tile.text), h("span", { class: "unseen" }, name, " "));
  }
  return h("button", {
    ...look, class: button.hinted ? "tile hinted" : "tile", "data-asked": button.asked ?? false,
    type: "button", "aria-label": name, "data-answer": tile.answer, "aria-pressed": String(button.pressed),
    "aria-disabled": String(button.disabled), onclick: button.press,
  }, tile.text);
}

const earlier = (line) =>
  line.hidden > 0 && h("span", { class: "earlier" }, `… ${line.hidden} earlier`);

/** Return these lines as pills with their labels. */
export function logs(lines) {
  return h("div", { class: "logs", "data-key": "logs" },
    lines.map((line, index) =>
      h("div", { class: "log", role: "group", "aria-label": line.label, "data-key": index },
        h("span", { class: "small soft" }, line.seat && [mark(line.seat), " "], line.label),
        earlier(line),
        line.tiles.length
          ? line.tiles.map((tile, at) =>
              h("span", {
                class: "pill", "data-changed": tile.changed || (at > 0 && at === line.tiles.length - 1),
              }, tile.text))
          : h("span", { class: "soft" }, "none"))));
}

/** Return what stands on each tile now, to tell later which have changed. */
export const textsOn = (root) =>
  new Map([...root.querySelectorAll(".spot")].map((spot) => [spot.dataset.key, spot.firstChild.textContent]));

/** Let every tile whose text has changed turn over once. */
export function turnOver(root, before) {
  if (!before.size || !mayMove()) return;
  for (const spot of root.querySelectorAll(".spot")) {
    const old = before.get(spot.dataset.key);
    if (old === undefined || old === spot.firstChild.textContent) continue;
    spot.firstChild.animate(
      [{ transform: "rotateX(90deg)" }, { transform: "none" }],
      { duration: 180, easing: "ease-out" },
    );
  }
}
