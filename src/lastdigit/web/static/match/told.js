// The one line under the board: what just happened, or why not. It never moves the layout.

import { h } from "../dom.js";
import { mark } from "../parts/seat.js";

/** A longer text is set smaller, to fit the room that is always kept. */
const LONG = 150;

/** @param {import("./session.js").Session} session */
export function toldLine(session, { why, showWhy }) {
  const { said, live, match } = session;
  const text = live ? said.text : "Reconnecting…";
  const warning = said.warning || !live;
  return h("div", {
    class: warning ? "told warning" : "told", id: "told", role: "status", "data-key": "told",
    "data-warning": warning, "data-long": text.length > LONG,
  },
    h("p", {},
      live && said.by && mark(said.by, match.players[said.by - 1].name),
      sentences(text, warning),
      live && said.why && !why && h("button", { class: "why", type: "button", onclick: showWhy }, "Why?"),
      live && why && ` ${said.why}`));
}

/** In a warning the reason stands out: the last sentence before the request to try again. */
function sentences(text, warning) {
  const found = warning && text.match(/^(.*?[.:]\s)?([^.]+\.)(\sTry again\.)$/s);
  return found ? [found[1] ?? "", h("strong", {}, found[2]), found[3], " "] : `${text} `;
}
