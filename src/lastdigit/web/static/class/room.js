// A class room that a page follows: asked for once, then heard of by its own socket, which comes back by itself.

import { backoffDelays, get, post, messageOf } from "../api.js";
import { openSocket } from "../host.js";
import { SERVER_AWAY } from "../strings.js";

/**
 * @typedef {import("../types").OwnRoom} OwnRoom
 * @typedef {import("../types").RoomInfo} RoomInfo
 */

/** A socket that was open for so long was lost by chance; a shorter one may have been refused. */
const LASTING = 5000;

/** @param {string} code */
export const pathOf = (code) => `/api/rooms/${encodeURIComponent(code)}`;

export class Room {
  /** What was in the way of the last thing done here. */
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

  /** The pupil that the reader is, as all see it. */
  get me() {
    return this.info.pupils.find(({ number }) => number === this.you.number);
  }

  /**
   * Ask for something to be done; says whether it was.
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
    // What was on its way while something else was answered is out of date.
    if (own.room.number < this.info.number) return;
    this.own = own;
    this.away = false;
    this.changed();
  }

  /** Be told of everything from now on. */
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

  /** What is in the way, if anything is. */
  get trouble() {
    return this.away ? SERVER_AWAY : this.problem;
  }
}
