// A position before and after a move, with the tiles that were pressed marked.

import { logs, numbers } from "../board/lines.js";
import { h } from "../dom.js";

/**
 * Return a view under a caption.
 * @param {string} id
 * @param {string} caption
 * @param {import("../types.js").Line[]} view
 * @param {?string} move what was played here: its words are the answers that were pressed
 */
export function pictured(id, caption, view, move = null) {
  const pressed = new Set(move?.split(" "));
  const [tiles, pills] = [
    view.filter(({ kind }) => kind === "number"),
    view.filter(({ kind }) => kind !== "number"),
  ];
  const [numbered, logged] = [numbers(view, { little: true }), logs(pills)];
  markIn(numbered, ".number", ".spot > .tile", tiles, pressed);
  markIn(logged, ".log", ".pill", pills, pressed);
  return h("figure", { class: "pictured", id, "data-key": id },
    h("figcaption", { class: "small label" }, caption), numbered, pills.length > 0 && logged);
}

function markIn(root, group, each, lines, pressed) {
  root.querySelectorAll(group).forEach((node, index) => {
    const { tiles } = lines[index];
    node.querySelectorAll(each).forEach((tile, at) => {
      if (!pressed.has(tiles[at]?.answer)) return;
      tile.setAttribute("data-played", "");
      tile.append(h("span", { class: "unseen" }, " played"));
    });
  });
}
