// What stands under the board: what has been used up, other lists, and the list that one may look things up in.

import { logs, pill, strip } from "../board/rows.js";
import { h } from "../dom.js";
import { icon } from "../components/tile.js";
import { AID } from "../strings.js";

/**
 * @typedef {import("../types").RowData} Row
 * @typedef {import("./session.js").Session} Session
 */

/**
 * @param {Session} session
 * @param {Row[]} rows
 * @param {{hidden: boolean, toggle: () => void}} aid whether the opened list is folded for now
 */
export function lists(session, rows, aid) {
  const counted = rows.filter(({ total }) => total !== null);
  const others = rows.filter(({ total }) => total === null);
  return [
    others.length > 0 && logs(others, session.mine),
    (counted.length > 0 || isOffered(session.match)) && h("section", { class: "card lists", "data-key": "lists", "aria-label": "Lists" },
      counted.map(strip),
      aidOf(session, aid)),
  ];
}

/**
 * Whether there is a list to look things up in: after the end only one that was opened.
 * @param {Session["match"]} match
 */
const isOffered = ({ aid, result }) => aid !== null && (aid.rows !== null || result === null);

/**
 * @param {Session} session
 * @param {{hidden: boolean, toggle: () => void}} how
 */
function aidOf(session, { hidden, toggle }) {
  const { aid } = session.match;
  if (!aid || !isOffered(session.match)) return null;
  const able = session.seatFor("hint") !== null;
  if (!aid.rows) {
    return h("button", {
      class: "quiet aid-button", type: "button", "data-key": "aid", "data-act": "aid", "aria-expanded": "false",
      "aria-disabled": able ? null : "true", onclick: () => able && session.send({ do: "hint", kind: "aid" }),
    }, aid.title, h("span", { class: "small" }, AID.closed), icon("down"));
  }
  return h("div", { class: "aid", "data-key": "opened" },
    h("button", {
      class: "quiet aid-button", type: "button", "aria-expanded": String(!hidden), onclick: toggle,
    }, aid.title, h("span", { class: "small" }, AID.open), icon("down")),
    !hidden && aid.rows.map((row) =>
      h("div", { class: "aid-row", role: "group", "aria-label": row.label, "data-key": row.label },
        row.seat && h("span", { class: "aid-label" }, `${row.label}: ${row.cells.length}`),
        row.cells.map((cell) => pill(cell)))));
}
