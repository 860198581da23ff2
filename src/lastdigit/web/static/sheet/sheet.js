// The choices of a new game, on a sheet over the page: every game, whoever plays, and the start always in view.

import { get } from "../api.js";
import { h, patch } from "../dom.js";
import { badge, gameMark, icon } from "../components/tile.js";
import { SHEET } from "../strings.js";
import { arrange, form } from "./form.js";

/**
 * @typedef {import("../types").ComputerInfo} Computer
 * @typedef {import("../types").GameInfo} Game
 */

/**
 * Open the sheet; `closed` is called when somebody is done with it, `started` with the code of the new match.
 * @param {?string} name the game that is chosen at first
 * @param {{closed?: () => void, started: (code: string) => void}} then
 */
export async function openSheet(name, { closed = () => {}, started }) {
  /** @type {[Game[], Computer[]]} */
  const [games, computers] = await Promise.all([get("/api/games"), get("/api/players")]);
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  dialog.onclose = () => {
    dialog.remove();
    closed();
  };
  // A press beside the sheet closes it, as people expect.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  /** @param {Game} game */
  const choose = (game) => {
    dialog.dataset.game = game.name;
    patch(dialog, head(game, () => dialog.close()), choice(games, game, choose), form(game, computers, started));
    arrange();
  };
  document.body.append(dialog);
  choose(games.find((one) => one.name === name) ?? games[0]);
  dialog.showModal();
}

/**
 * @param {Game} game
 * @param {() => void} close
 */
const head = (game, close) =>
  h("div", { class: "sheet-head", "data-key": "head" },
    badge(game.name),
    h("div", {}, h("h2", { id: "sheet-title" }, game.title), h("p", { class: "soft" }, game.card)),
    h("button", { class: "icon-button", type: "button", "aria-label": SHEET.close, onclick: close }, icon("cross")));

/**
 * @param {Game[]} games
 * @param {Game} chosen
 * @param {(game: Game) => void} choose
 */
const choice = (games, chosen, choose) =>
  h("fieldset", { class: "marks", "data-key": "choice" },
    h("legend", { class: "unseen" }, SHEET.which),
    games.map((game) =>
      h("label", { "data-game": game.name, "data-key": game.name, title: game.title },
        h("input", {
          class: "unseen", type: "radio", name: "game", value: game.name, checked: game === chosen, onchange: () => choose(game),
        }),
        gameMark(game.name),
        h("span", { class: "unseen" }, game.title))));
