// A classroom: its state, kept up to date over a socket, and the table of standings.

import { icon } from "../components/tile.js";
import { h } from "../dom.js";
import { backoffDelays, get, messageOf, openSocket, post } from "../server.js";
import { CLASS_STANDINGS, PUPIL_STATES, PUZZLE_STATES, SERVER_AWAY } from "../strings/classroom.js";

/**
 * @typedef {import("../types").OwnRoom} OwnRoom
 * @typedef {import("../types").RoomInfo} RoomInfo
 */

/** A socket that was open for less than this may have been refused, so the delay before the next attempt grows. */
const LASTING = 5000;

/** @param {string} code */
export const pathOf = (code) => `/api/rooms/${encodeURIComponent(code)}`;

export class Room {
  /** Why the last action failed. */
  problem = "";
  away = false;
  /** @type {() => void} */
  changed = () => {};

  /** @param {OwnRoom} own */
  constructor(own) {
    this.own = own;
  }

  /** @param {string} code */
  static async at(code) {
    /** @type {OwnRoom} */
    const own = await get(pathOf(code));
    return new Room(own);
  }

  get info() {
    return this.own.room;
  }

  get you() {
    return this.own.you;
  }

  get path() {
    return pathOf(this.info.code);
  }

  /** The reader's own entry in the standings. */
  get me() {
    return this.info.pupils.find(({ number }) => number === this.you.number);
  }

  /**
   * Run an action. Return whether it succeeded.
   * @param {string} what
   * @param {object} body
   */
  async ask(what, body = {}) {
    try {
      /** @type {OwnRoom} */
      const own = await post(`${this.path}/${what}`, body);
      this.problem = "";
      this.hear(own);
      return true;
    } catch (problem) {
      this.problem = messageOf(problem);
      this.changed();
      return false;
    }
  }

  /** @param {OwnRoom} own */
  hear(own) {
    // A response may arrive after a newer update.
    if (own.room.number < this.info.number) return;
    this.own = own;
    this.away = false;
    this.changed();
  }

  /** Subscribe to updates. */
  follow() {
    let waits = backoffDelays();
    const connect = () => {
      const began = Date.now();
      const socket = openSocket(`${this.path}/news`);
      socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
      socket.onclose = () => {
        if (Date.now() - began > LASTING) waits = backoffDelays();
        this.away = true;
        this.changed();
        setTimeout(connect, waits.next().value);
      };
    };
    connect();
  }

  /** The error to show, if any. */
  get trouble() {
    return this.away ? SERVER_AWAY : this.problem;
  }
}

/**
 * @typedef {import("../types").PupilInfo} Pupil
 */

/**
 * @param {RoomInfo} room
 * @param {{you?: ?number, name?: (pupil: Pupil) => import("../dom.js").Child, states?: boolean}} how `name` renders a pupil's name
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
 * Return one mark for each puzzle with its number and state.
 * @param {Pupil} pupil
 */
export const marks = (pupil) =>
  h("span", { class: "marks" }, pupil.puzzles.map((state, index) =>
    h("span", { class: "mark", "data-state": state },
      state === "solved" ? icon("check") : state === "missed" ? icon("cross") : h("span", { "aria-hidden": "true" }, index + 1),
      h("span", { class: "unseen" }, `${index + 1}: ${PUZZLE_STATES[state]}. `))));
