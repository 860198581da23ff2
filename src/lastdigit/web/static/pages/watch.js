// A live match for a projector: large, dark, without controls and sentences, so that the class does the arithmetic.

import { get, retry } from "../api.js";
import { numberOf } from "../board/rows.js";
import { badge } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { player, tick } from "../match/players.js";
import { Session } from "../match/session.js";
import { openPage, title } from "../shell.js";

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
async function show(main, code) {
  document.documentElement.dataset.theme = "dark";
  /** @type {import("../types").Match} */
  const match = await retry(() => get(`/api/matches/${encodeURIComponent(code)}`), () => {});
  title(match.title);
  const session = new Session(match, () => draw(main, session));
  session.follow();
  tick(main, session);
}

/**
 * @param {HTMLElement} main
 * @param {Session} session
 */
function draw(main, session) {
  const { match } = session;
  const { view } = match.position;
  const numbers = view.filter(({ kind }) => kind === "number");
  patch(main, h("div", { class: "projected", "data-game": match.game },
    h("header", { class: "match-head" }, badge(match.game), h("h1", {}, match.title), h("p", { class: "goal" }, match.goal)),
    [1, 2].map((seat) => h("section", { class: "projected-half", "data-key": seat, "data-turn": match.position.mover === seat },
      player(session, seat, view.filter((row) => row.kind === "log" && row.seat === seat && row.cells.length <= 1)),
      numbers.map((row, key) => row.seat === seat && numberOf(row, { key, game: match.game })))),
    numbers.map((row, key) => row.seat === null && h("section", { class: "projected-half", "data-key": `shared ${key}` },
      numberOf(row, { key, game: match.game }))),
    match.result && h("p", { class: "projected-end" }, match.result.sentence)));
}

openPage(show);
