// A position before and after a move, with the cells that were pressed marked.

import { logs, numbers, theirsFirst } from "../board/rows.js";
import { h } from "../dom.js";

/** @typedef {import("../types").RowData} Row */

/**
 * Return a view under a caption.
 * @param {string} id
 * @param {string} caption
 * @param {Row[]} rows
 * @param {{mine?: number, move?: ?string}} how `move`: what was played here, its words are the answers that were pressed
 */
export function figure(id, caption, rows, { mine = 1, move = null } = {}) {
  const view = theirsFirst(rows, mine);
  const pressed = new Set(move?.split(" "));
  const [cells, pills] = [
    view.filter(({ kind }) => kind === "number"),
    view.filter(({ kind }) => kind !== "number"),
  ];
  const [ofNumbers, ofLogs] = [numbers(view, { little: true, mine }), logs(pills, mine)];
  markIn(ofNumbers, ".number", ".spot > .cell", cells, pressed);
  markIn(ofLogs, ".log", ".pill", pills, pressed);
  return h("figure", { class: "figure", id, "data-key": id },
    h("figcaption", { class: "small label" }, caption), ofNumbers, pills.length > 0 && ofLogs);
}

/**
 * @param {Element} root
 * @param {string} group
 * @param {string} each
 * @param {Row[]} rows
 * @param {Set<?string>} pressed
 */
function markIn(root, group, each, rows, pressed) {
  root.querySelectorAll(group).forEach((node, index) => {
    const { cells } = rows[index];
    node.querySelectorAll(each).forEach((cell, at) => {
      if (!pressed.has(cells[at]?.answer ?? null)) return;
      cell.setAttribute("data-played", "");
      cell.append(h("span", { class: "unseen" }, " played"));
    });
  });
}
