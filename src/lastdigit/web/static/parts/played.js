// A position before and after a move, with the cells that were pressed marked.

import { logs, numbers } from "../board/rows.js";
import { h } from "../dom.js";

/**
 * Return a view under a caption.
 * @param {string} id
 * @param {string} caption
 * @param {import("../types.js").Row[]} view
 * @param {?string} move what was played here: its words are the answers that were pressed
 */
export function pictured(id, caption, view, move = null) {
  const pressed = new Set(move?.split(" "));
  const [cells, pills] = [
    view.filter(({ kind }) => kind === "number"),
    view.filter(({ kind }) => kind !== "number"),
  ];
  const [numbered, logged] = [numbers(view, { little: true }), logs(pills)];
  markIn(numbered, ".number", ".spot > .cell", cells, pressed);
  markIn(logged, ".log", ".pill", pills, pressed);
  return h("figure", { class: "pictured", id, "data-key": id },
    h("figcaption", { class: "small label" }, caption), numbered, pills.length > 0 && logged);
}

function markIn(root, group, each, rows, pressed) {
  root.querySelectorAll(group).forEach((node, index) => {
    const { cells } = rows[index];
    node.querySelectorAll(each).forEach((cell, at) => {
      if (!pressed.has(cells[at]?.answer)) return;
      cell.setAttribute("data-played", "");
      cell.append(h("span", { class: "unseen" }, " played"));
    });
  });
}
