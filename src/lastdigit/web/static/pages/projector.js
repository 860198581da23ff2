// Pages for a projector. One shows a live match, large and dark, without controls or explanations, so that the class does the
// arithmetic. The other shows the standings of a class and four games in progress. It is dark, or light if the address says so.

import { numberOf } from "../board/rows.js";
import { marks, Room } from "../classroom/room.js";
import { qrCode } from "../components/share.js";
import { badge, mark, number } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { Session } from "../match/session.js";
import { player, tick } from "../match/table.js";
import { get, here, linkTo, retry } from "../server.js";
import { openPage, title } from "../shell.js";
import { CLASS_BOARD, CLASS_TEACHER } from "../strings/classroom.js";

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
async function showMatch(main, code) {
  document.documentElement.dataset.theme = "dark";
  /** @type {import("../types").Match} */
  const match = await retry(() => get(`/api/matches/${encodeURIComponent(code)}`), () => {});
  title(match.title);
  const session = new Session(match, () => drawMatch(main, session));
  session.follow();
  tick(main, session);
}

/**
 * @param {HTMLElement} main
 * @param {Session} session
 */
function drawMatch(main, session) {
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

/**
 * @typedef {import("../types").RoomBoard} RoomBoard
 * @typedef {import("../types").PupilInfo} Pupil
 */

/** The numbers of games and names shown at once, and how long before the next ones, in milliseconds. */
const [GAMES, NAMES, SHOWN] = [4, 10, 12_000];

/**
 * @param {HTMLElement} main
 * @param {string} code
 */
async function showClass(main, code) {
  document.documentElement.dataset.theme = new URLSearchParams(here().search).has("bright") ? "light" : "dark";
  const room = await Room.at(code);
  title(room.info.title);
  let turn = 0;
  room.changed = () => drawClass(main, room, turn);
  room.changed();
  room.follow();
  setInterval(() => {
    turn += 1;
    room.changed();
  }, SHOWN);
}

/**
 * Return the part of a long list that is shown at a turn.
 * @template Thing
 * @param {Thing[]} things
 * @param {number} most
 * @param {number} turn
 */
function inTurn(things, most, turn) {
  const pages = Math.max(1, Math.ceil(things.length / most));
  const first = (turn % pages) * most;
  return things.slice(first, first + most);
}

/**
 * @param {HTMLElement} main
 * @param {Room} room
 * @param {number} turn
 */
function drawClass(main, room, turn) {
  const { info, own } = room;
  const boards = inTurn(own.boards, GAMES, turn);
  const most = boards.length ? NAMES : 2 * NAMES;
  patch(main, h("div", { class: "projected class-board", "data-game": info.game, "data-boards": boards.length > 0, "data-empty": !info.pupils.length },
    h("header", { class: "match-head", "data-key": "head" },
      badge(info.game),
      h("h1", {}, info.title),
      h("p", { class: "goal" }, `${info.gameTitle}. ${info.goal}`)),
    h("section", { class: "board-standings", "data-key": "standings" },
      info.pupils.length > 0 && titles(info.kind === "puzzles"),
      h("ol", {}, inTurn(info.pupils, most, turn).map((pupil) => line(pupil, info.kind === "puzzles"))),
      !info.pupils.length && h("p", { class: "goal", "data-key": "nobody" }, CLASS_TEACHER.nobody)),
    boards.length > 0 && h("section", { class: "board-games", "data-key": "games" }, boards.map((board) => game(board, info.game))),
    h("footer", { class: "board-foot", "data-key": "foot" },
      info.open && qrCode(linkTo(`/class/${info.code}`)),
      h("div", { "data-key": "words" },
        h("p", { class: "goal" }, info.open ? [CLASS_BOARD.scan, " ", h("strong", {}, linkTo("/").replace(/^\w+:\/\/|\/$/g, "")), " ", CLASS_BOARD.code] : CLASS_BOARD.closed),
        info.open && h("p", { class: "board-code" }, info.code),
        h("p", { class: "goal" }, room.trouble || info.explained)))));
}

/**
 * Return the column titles.
 * @param {boolean} puzzles
 */
const titles = (puzzles) =>
  h("p", { class: "board-line board-titles soft", "aria-hidden": "true", "data-key": "titles" },
    h("span"), h("span", {}, CLASS_BOARD.name), h("span", {}, puzzles ? CLASS_BOARD.puzzles : CLASS_BOARD.played), h("span", {}, CLASS_BOARD.points));

/**
 * @param {Pupil} pupil
 * @param {boolean} puzzles
 */
const line = (pupil, puzzles) =>
  h("li", { class: "board-line", "data-key": pupil.number, "data-state": pupil.state },
    h("span", { class: "soft" }, pupil.place),
    h("span", { class: "board-name" }, pupil.name),
    puzzles ? marks(pupil) : h("span", { class: "soft board-played" }, `${pupil.won} – ${pupil.lost}`),
    number(pupil.points.replace(".5", "")), pupil.points.endsWith(".5") && h("span", { class: "half-point" }, "½"));

/**
 * @param {RoomBoard} board
 * @param {string} name the game's name
 */
function game({ code, names, mover, winner, view, result, reason }, name) {
  const numbers = view.filter(({ kind }) => kind === "number");
  return h("section", { class: "board-game", "data-key": code },
    h("p", { class: "board-players" }, [1, 2].map((seat) =>
      h("span", { class: "board-player", "data-key": seat },
        mark(seat), " ", h("span", { class: "board-name" }, names[seat - 1]), " ",
        mover === seat && h("span", { class: "to-move" }, CLASS_BOARD.toMove),
        winner === seat && h("span", { class: "has-won" }, result)))),
    h("div", { class: "board-numbers" }, numbers.map((row, key) => numberOf(row, { key, game: name, captions: false }))),
    reason && h("p", { class: "board-reason soft" }, reason));
}

openPage((main, code) => (here().pathname.startsWith("/watch/") ? showMatch(main, code) : showClass(main, code)));
