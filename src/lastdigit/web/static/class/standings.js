// How everybody in a class stands, as a table.

import { h } from "../dom.js";
import { icon } from "../components/tile.js";
import { PUZZLE_STATES, CLASS_STANDINGS, PUPIL_STATES } from "../strings.js";

/**
 * @typedef {import("../types").PupilInfo} Pupil
 * @typedef {import("../types").RoomInfo} RoomInfo
 */

/**
 * @param {RoomInfo} room
 * @param {{you?: ?number, name?: (pupil: Pupil) => import("../dom.js").Child, states?: boolean}} how `name` shows one's name
 */
export function standings(room, { you = null, name = (pupil) => pupil.name, states = false } = {}) {
  const puzzles = room.kind === "puzzles";
  /** @type {("won" | "drawn" | "lost" | "toPlay")[]} */
  const counts = puzzles ? [] : ["won", "drawn", "lost", "toPlay"];
  return h("div", { class: "scroll", "data-key": "standings" },
    h("table", { class: "table standings" },
      h("caption", { class: "unseen" }, CLASS_STANDINGS.caption),
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, CLASS_STANDINGS.place),
        h("th", { scope: "col" }, CLASS_STANDINGS.name),
        h("th", { scope: "col" }, CLASS_STANDINGS.points),
        puzzles && h("th", { scope: "col" }, CLASS_STANDINGS.puzzles),
        counts.map((count) => h("th", { scope: "col", class: "wide" }, CLASS_STANDINGS[count])),
        states && h("th", { scope: "col" }, CLASS_STANDINGS.state))),
      h("tbody", {}, room.pupils.map((pupil) =>
        h("tr", { "data-key": pupil.number, "data-state": pupil.state, "data-you": pupil.number === you },
          h("td", {}, pupil.place),
          h("th", { scope: "row" }, name(pupil)),
          h("td", { class: "points" }, pupil.points),
          puzzles && h("td", {}, marks(pupil)),
          counts.map((count) => h("td", { class: "wide" }, pupil[count])),
          states && h("td", { class: "soft" }, PUPIL_STATES[pupil.state]))))));
}

/**
 * One mark for each puzzle: its number, and what came of it.
 * @param {Pupil} pupil
 */
export const marks = (pupil) =>
  h("span", { class: "marks" }, pupil.puzzles.map((state, index) =>
    h("span", { class: "mark", "data-state": state },
      state === "solved" ? icon("check") : state === "missed" ? icon("cross") : h("span", { "aria-hidden": "true" }, index + 1),
      h("span", { class: "unseen" }, `${index + 1}: ${PUZZLE_STATES[state]}. `))));
