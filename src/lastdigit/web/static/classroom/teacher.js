// The classroom as its teacher sees it: the code, the standings, the settings, and actions on pupils and games.

import { copyButton, qrCard, sendButton } from "../components/share.js";
import { badge } from "../components/tile.js";
import { h, keepingFocus, patch } from "../dom.js";
import { go, linkTo, messageOf, post } from "../server.js";
import { LINK } from "../strings.js";
import { CLASS_KINDS, CLASS_SETTINGS, CLASS_TEACHER } from "../strings/classroom.js";
import { standings } from "./room.js";

/**
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("../types").PupilInfo} Pupil
 */

export class TeacherPage {
  /** The chosen pupils, in the order in which they were chosen. @type {number[]} */
  #chosen = [];
  /** Whether an irreversible action has been pressed once. */
  #sure = false;
  #said = "";
  /** Whether the clock or the rounds have been changed. */
  #adjusted = false;

  /**
   * @param {HTMLElement} main
   * @param {Room} room
   */
  constructor(main, room) {
    this.main = main;
    this.room = room;
  }

  draw() {
    const { info } = this.room;
    keepingFocus(
      () => patch(this.main, h("div", { class: "classroom", "data-game": info.game },
        this.head(),
        info.open ? this.invitation() : h("p", { class: "card", "data-key": "closed" }, CLASS_TEACHER.closed),
        this.actions(),
        this.settings(),
        h("p", { class: "problem", role: "alert", "data-key": "trouble" }, this.room.trouble),
        this.pupils(),
        this.games(),
        this.ended())),
      () => this.main.querySelector("h1"),
    );
  }

  head() {
    const { game, gameTitle, title, kind, playing, finished } = this.room.info;
    return h("header", { class: "match-head", "data-key": "head" },
      badge(game),
      h("h1", { tabindex: "-1" }, title),
      h("p", { class: "goal" }, `${gameTitle}. ${CLASS_KINDS[kind].label}. `, kind !== "puzzles" && CLASS_TEACHER.counts(playing, finished)));
  }

  invitation() {
    const { code, title } = this.room.info;
    const address = linkTo(`/class/${code}`);
    return h("section", { class: "card invite-ways", "data-key": "code" },
      h("div", { class: "class-code", "data-key": "words" },
        h("p", { class: "label" }, CLASS_TEACHER.code),
        h("p", { class: "lobby-code", id: "code" }, code),
        h("p", { class: "soft" }, CLASS_TEACHER.link, " ", h("span", { class: "class-address" }, address)),
        h("div", { class: "row" },
          copyButton(CLASS_TEACHER.copy, () => address),
          sendButton(LINK.send, () => ({ title: LINK.joinClass(title), url: address })))),
      qrCard(address));
  }

  actions() {
    const { code, kind, open } = this.room.info;
    return h("div", { class: "row", "data-key": "actions" },
      h("a", { class: "button", href: `/class/${code}/board`, target: "_blank" }, CLASS_TEACHER.board),
      h("a", { class: "button", href: `/class/${code}/board?bright`, target: "_blank", "data-key": "bright" }, CLASS_TEACHER.bright),
      h("a", { class: "button", href: `${this.room.path}/results`, download: true }, CLASS_TEACHER.results),
      kind !== "puzzles" && h("a", { class: "button", href: `${this.room.path}/games`, download: true, "data-key": "games-sheet" }, CLASS_TEACHER.gamesSheet),
      open
        ? this.twice("close", CLASS_TEACHER.close, CLASS_TEACHER.really, () => this.room.ask("commands", { do: "close" }))
        : this.twice("forget", CLASS_TEACHER.forget, CLASS_TEACHER.gone, () => this.forget()));
  }

  /** Return the form with the clock and the rounds, which can change during the lesson. */
  settings() {
    const { info } = this.room;
    return info.open && info.kind !== "puzzles" && h("form", { class: "card stack", id: "settings", "data-key": "settings" },
      gameSettings(info.kind, info, () => {
        const form = this.main.querySelector("#settings");
        if (form instanceof HTMLFormElement) this.adjust(settingsIn(form));
      }),
      h("p", { class: "soft small", role: "status" }, this.#adjusted ? CLASS_SETTINGS.changed : CLASS_SETTINGS.about));
  }

  /** @param {Settings} settings */
  async adjust(settings) {
    this.#adjusted = await this.room.ask("commands", { do: "adjust", ...settings });
    this.draw();
  }

  /**
   * Return a button that needs a second press.
   * @param {string} key
   * @param {string} label
   * @param {string} again
   * @param {() => Promise<unknown>} run
   */
  twice(key, label, again, run) {
    return h("button", {
      class: this.#sure ? "button danger" : "button", type: "button", "data-key": key, onclick: async () => {
        const sure = this.#sure;
        this.#sure = !sure;
        if (sure) await run();
        this.draw();
      },
    }, this.#sure ? again : label);
  }

  async forget() {
    try {
      await post(`${this.room.path}/forget`);
      go("/class");
    } catch (problem) {
      this.room.problem = messageOf(problem);
    }
  }

  pupils() {
    const { info } = this.room;
    if (!info.pupils.length) return h("p", { class: "soft", "data-key": "nobody" }, CLASS_TEACHER.nobody);
    return h("section", { class: "stack", "data-key": "pupils" },
      standings(info, {
        states: true,
        name: (pupil) => (info.open ? h("button", {
          class: "pick", type: "button", "data-key": "pick", "aria-pressed": String(this.#chosen.includes(pupil.number)),
          onclick: () => this.choose(pupil.number),
        }, pupil.name) : pupil.name),
      }),
      h("p", { class: "soft small", "data-key": "explained" }, info.explained),
      info.open && h("div", { class: "row chosen-row", "data-key": "chosen", role: "group", "aria-label": CLASS_TEACHER.choose },
        this.pupilActions(info.pupils.filter(({ number }) => this.#chosen.includes(number)))),
      h("p", { class: "soft kept-line", role: "status", "data-key": "said" }, this.#said));
  }

  /** @param {number} number */
  choose(number) {
    this.#said = "";
    this.#chosen = this.#chosen.includes(number) ? this.#chosen.filter((one) => one !== number) : [...this.#chosen, number].slice(-2);
    this.draw();
  }

  /** @param {Pupil[]} chosen */
  pupilActions(chosen) {
    const { kind } = this.room.info;
    if (chosen.length === 2 && kind !== "puzzles") {
      const [one, two] = chosen.map(({ number }) => number);
      return this.button(CLASS_TEACHER.pair, "pair", { one, two }, "make");
    }
    if (chosen.length !== 1) {
      return h("p", { class: "soft", "data-key": "choose" }, kind === "puzzles" ? CLASS_TEACHER.chooseOne : CLASS_TEACHER.choose);
    }
    const [{ number: pupil, name, state }] = chosen;
    return [
      state === "out"
        ? this.button(CLASS_TEACHER.takeBack, "take-back", { pupil })
        : this.button(CLASS_TEACHER.leaveOut, "leave-out", { pupil }),
      state !== "freed" && this.button(CLASS_TEACHER.free, "free", { pupil }, "button", CLASS_TEACHER.freed(name)),
      h("form", {
        class: "row", "data-key": "rename", onsubmit: (event) => {
          event.preventDefault();
          const box = event.currentTarget.elements.namedItem("new-name");
          if (box instanceof HTMLInputElement && box.value.trim()) this.command("rename", { pupil, name: box.value });
        },
      },
        h("input", { type: "text", id: "new-name", name: "new-name", maxlength: 40, "aria-label": CLASS_TEACHER.newName, placeholder: CLASS_TEACHER.newName, autocomplete: "off" }),
        h("button", { class: "button", type: "submit" }, CLASS_TEACHER.rename)),
    ];
  }

  /**
   * @param {string} label
   * @param {string} command
   * @param {object} words
   */
  button(label, command, words, look = "button", said = "") {
    return h("button", { class: look, type: "button", "data-key": command, onclick: () => this.command(command, words, said) }, label);
  }

  /**
   * @param {string} command
   * @param {object} words
   */
  async command(command, words, said = "") {
    if (!(await this.room.ask("commands", { do: command, ...words }))) return;
    this.#chosen = [];
    this.#said = said;
    this.draw();
  }

  /** Return the finished games with links to their reviews. */
  ended() {
    const { ended } = this.room.own;
    return ended.length > 0 && h("section", { class: "stack", "data-key": "ended" },
      h("h2", {}, CLASS_TEACHER.ended),
      h("ul", { class: "class-list" }, ended.map(({ code, names, winner }) =>
        h("li", { class: "class-game", "data-key": code },
          h("span", {}, `${names[0]} – ${names[1]}`, " ", h("span", { class: "soft small" }, winner ? CLASS_TEACHER.wonBy(names[winner - 1]) : CLASS_TEACHER.drawn)),
          h("a", { class: "button", href: `/review/${code}`, target: "_blank" }, CLASS_TEACHER.review)))));
  }

  games() {
    const going = this.room.own.boards.filter(({ result }) => result === null);
    return going.length > 0 && h("section", { class: "stack", "data-key": "games" },
      h("h2", {}, CLASS_TEACHER.games),
      h("ul", { class: "class-list" }, going.map(({ code, names, turn }) =>
        h("li", { class: "class-game", "data-key": code },
          h("span", {}, `${names[0]} – ${names[1]}`, " ", h("span", { class: "soft small" }, `turn ${turn + 1}`)),
          h("a", { class: "button", href: `/watch/${code}`, target: "_blank" }, CLASS_TEACHER.watch)))));
  }
}

const MINUTES = [1, 2, 3, 5, 10];
const ROUNDS = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * The settings of a class that plays games: the clock of each player, and how many others each pupil plays.
 * @typedef {Pick<import("../types").RoomInfo, "clock" | "rounds">} Settings
 * @typedef {import("../types").RoomInfo["kind"]} Kind
 */

/**
 * Return the fields of the settings.
 * @param {Kind} kind
 * @param {Settings} now
 * @param {() => void} onchange
 */
export function gameSettings(kind, now = { clock: null, rounds: null }, onchange = () => {}) {
  const minutes = withCurrent(MINUTES, now.clock && now.clock.seconds / 60);
  const rounds = withCurrent(ROUNDS, now.rounds);
  return h("div", { class: "fields", "data-key": "game-settings" },
    select("clock", CLASS_SETTINGS.clock, [["", CLASS_SETTINGS.noClock], ...choices(minutes, CLASS_SETTINGS.minutes)], {
      selected: now.clock ? String(now.clock.seconds / 60) : "", onchange,
    }),
    kind === "everyone" && select("rounds", CLASS_SETTINGS.rounds, [["", CLASS_SETTINGS.everyone], ...choices(rounds, CLASS_SETTINGS.others)], {
      selected: String(now.rounds ?? ""), onchange,
    }));
}

/**
 * Return the settings that are chosen in a form.
 * @param {HTMLFormElement} form
 * @returns {Settings}
 */
export function settingsIn(form) {
  /** @param {string} name */
  const numberIn = (name) => {
    const box = form.elements.namedItem(name);
    return box instanceof HTMLSelectElement ? Number(box.value) : 0;
  };
  const minutes = numberIn("clock");
  return { clock: minutes ? { seconds: minutes * 60, increment: 0 } : null, rounds: numberIn("rounds") || null };
}

/**
 * Return the usual choices and the current one.
 * @param {number[]} usual
 * @param {?number} current
 */
const withCurrent = (usual, current) => [...new Set(current ? [...usual, current] : usual)].sort((one, two) => one - two);

/**
 * @param {number[]} numbers
 * @param {(number: number) => string} label
 * @returns {[string, string][]}
 */
const choices = (numbers, label) => numbers.map((number) => [String(number), label(number)]);

/**
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {{key?: string, selected?: string, onchange?: (value: string) => void}} settings
 */
export const select = (id, label, choices, { key = id, selected, onchange = () => {} } = {}) =>
  h("div", { class: "field", "data-key": key },
    h("label", { for: id }, label),
    h("select", { id, name: id, onchange: ({ currentTarget }) => onchange(/** @type {HTMLSelectElement} */ (currentTarget).value) },
      choices.map(([value, words]) => h("option", { value, "data-key": value, selected: value === selected }, words))));
