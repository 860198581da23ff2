// The new-game dialog: opponent, names, rules, clock and help. The home page loads it when it is opened.

import { complain, numberField, radioCards, radios, textField, textIn, unmark } from "./fields.js";
import { fieldNamed, optionFields, readOptions, setOptions, withDefaults } from "./options.js";
import { badge, gameMark, icon } from "./tile.js";
import { byId, h, patch } from "../dom.js";
import { readCookie, recall, remember, writeCookie } from "../memory.js";
import { alone, get, messageOf, post } from "../server.js";
import { withProgress } from "../shell.js";
import { PLAYERS } from "../strings.js";
import { NEW, OPTIONS, SHEET, usual } from "../strings/new-game.js";

/**
 * @typedef {import("../types").ComputerInfo} Computer
 * @typedef {import("../types").GameInfo} Game
 */

/**
 * Open the new-game dialog. `closed` is called when it is closed, `started` with the code of the new match.
 * @param {?string} name the game selected at first
 * @param {{closed?: (() => void) | undefined, started: (code: string) => void}} then
 */
export async function openSheet(name, { closed = () => {}, started }) {
  /** @type {[Game[], Computer[]]} */
  const [games, computers] = await Promise.all([get("/api/games"), get("/api/players")]);
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  dialog.onclose = () => {
    dialog.remove();
    closed();
  };
  // A click outside the dialog closes it.
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

const LEVELS = 5;
/** The computer's level for players who have not chosen one. */
const FIRST_LEVEL = "easy";
const LONGEST_NAME = 40;

const WAYS = ["computer", "here", ...(alone ? [] : ["link"])].map((value) => ({ value, ...NEW.ways[value] }));

/**
 * @typedef {import("../types").PresetData} Preset
 */

/**
 * Return the form for a game. `started` is called with the code of the new match.
 * @param {Game} game
 * @param {Computer[]} computers
 * @param {(code: string) => void} started
 */
function form(game, computers, started) {
  return h("form", {
    class: "form", id: "new", "data-key": game.name, novalidate: true,
    onsubmit: (event) => submit(event, game, started),
  },
    h("div", { class: "form-part" }, who(), strength(computers), names(), beginning(), settings(game)),
    finish());
}

/**
 * Return the settings that most players leave alone. They are folded, so that the start button is visible.
 * @param {Game} game
 */
const settings = (game) =>
  h("details", { id: "settings" },
    h("summary", {}, NEW.settings),
    h("div", { class: "form-part" }, rules(game), clock(), help()));

function who() {
  const way = WAYS.find(({ value: known }) => known === readCookie("way"))?.value ?? WAYS[0].value;
  return radioCards(NEW.who, "way", WAYS, way, arrangeFor);
}

/** @param {Computer[]} computers */
function strength(computers) {
  const players = computers.map(({ name, about }) => ({ value: name, label: name, about }));
  const level = players.find(({ value: known }) => known === (readCookie("level") ?? FIRST_LEVEL))?.value ?? players[0].value;
  const more = players.slice(LEVELS);
  return h("fieldset", { id: "choose-level" },
    h("legend", {}, NEW.strength),
    h("div", { class: "choices" }, radios("level", players.slice(0, LEVELS), level)),
    more.length > 0 && h("details", { open: more.some((one) => one.value === level) },
      h("summary", {}, NEW.more),
      h("div", { class: "choices" }, radios("level", more, level))));
}

function names() {
  /** @param {string} name */
  const shared = (name) => ({ maxlength: LONGEST_NAME, spellcheck: "false", value: recall(name) ?? "" });
  return h("fieldset", {},
    h("legend", {}, NEW.names),
    h("div", { class: "fields" },
      textField("name", NEW.name, { ...shared("name"), placeholder: PLAYERS[0], autocomplete: "nickname" }),
      textField("otherName", NEW.otherName, {
        ...shared("otherName"), placeholder: PLAYERS[1], autocomplete: "off",
      })));
}

const beginning = () =>
  radioCards(NEW.beginning, "first", [
    { value: "toss", label: NEW.toss },
    { value: "1", label: NEW.first },
    { value: "2", label: NEW.ways.computer.begins },
  ], "toss");

const help = () =>
  h("fieldset", { id: "choose-hints" },
    h("legend", {}, NEW.help),
    h("label", { class: "check" },
      h("input", {
        type: "checkbox", role: "switch", name: "hints", checked: true,
      }), NEW.hints));

const finish = () =>
  h("div", { class: "sheet-foot" },
    h("p", { class: "problem", id: "new-problem", role: "alert", tabindex: "-1" }),
    h("button", { class: "button primary", type: "submit", id: "start", autofocus: true }, NEW.ways.computer.start));

/** @param {Game} game */
function rules(game) {
  const [usually] = game.presets;
  /** @param {string} name */
  const choose = (name) => {
    const preset = game.presets.find((one) => one.name === name) ?? usually;
    setOptions(game.options, withDefaults(game.options, preset.options));
    setAttempts(preset.attempts);
  };
  const same = game.presets.slice(1).filter((one) => isSame(one, usually));
  const cards = game.presets.filter((one) => !same.includes(one)).map(({ name, about, turns, note }) => ({
    value: name, label: name, about: NEW.preset(about, usual(turns), note),
  }));
  if (same.length) cards[0].about += `; ${same.map(({ name }) => name).join(" and ")} is the same here`;
  return [
    radioCards(NEW.rules, "preset", cards, usually.name, choose),
    h("div", { class: "fields" },
      optionFields(game.options, withDefaults(game.options, usually.options)),
      attempts(usually.attempts)),
  ];
}

/**
 * Whether two presets are the same.
 * @param {Preset} one
 * @param {Preset} other
 */
const isSame = (one, other) =>
  one.attempts === other.attempts && JSON.stringify(one.options) === JSON.stringify(other.options);

/** @param {?number} count */
function attempts(count) {
  return h("div", { class: "field" },
    h("label", { for: "attempts" }, NEW.tries),
    h("div", { class: "row" },
      h("input", {
        id: "attempts", type: "number", inputmode: "numeric", min: "1", max: "1000", value: count ?? 3,
        disabled: count === null, "aria-describedby": "attempts-help",
      }),
      h("label", { class: "check" },
        h("input", {
          id: "attempts-none", type: "checkbox", checked: count === null,
          onchange: ({ currentTarget }) => (input("attempts").disabled = currentTarget.checked),
        }),
        NEW.anyNumber)),
    h("p", { class: "small soft", id: "attempts-help" }, NEW.triesHelp));
}

/** @param {?number} count */
function setAttempts(count) {
  if (count !== null) input("attempts").value = String(count);
  input("attempts").disabled = count === null;
  input("attempts-none").checked = count === null;
}

function clock() {
  /** @param {string} kind */
  const arrange = (kind) => {
    byId("timeLimit-field").hidden = kind !== "turn";
    byId("clock-fields").hidden = kind !== "game";
  };
  return [
    radioCards(NEW.clock, "clock", [
      { value: "none", label: NEW.noClock },
      { value: "turn", label: NEW.turnSeconds },
      { value: "game", label: NEW.gameMinutes },
    ], "none", arrange),
    h("div", { class: "fields" },
      h("div", { id: "timeLimit-field", class: "field", hidden: true },
        h("label", { for: "timeLimit" }, NEW.turnSeconds),
        h("input", { id: "timeLimit", type: "number", min: "1", max: "86400", value: "60" })),
      h("div", { id: "clock-fields", class: "row", hidden: true },
        numberField("minutes", NEW.minutesEach, { min: "1", max: "1440", value: "5" }),
        numberField("increment", NEW.increment, { min: "0", max: "3600", value: "3" }))),
  ];
}

/** Show the fields that belong to the choices. */
const arrange = () => arrangeFor(value("way"));

/**
 * Show the fields of this kind of game, and label the players accordingly.
 * @param {string} way
 */
function arrangeFor(way) {
  byId("choose-level").hidden = way !== "computer";
  byId("choose-hints").hidden = way !== "computer";
  byId("otherName-field").hidden = way !== "here";
  byId("start").textContent = NEW.ways[way].start;
  const other = document.querySelector('[name="first"][value="2"] + strong');
  if (other) other.textContent = NEW.ways[way].begins;
}

/** @param {string} id */
const input = (id) => byId(id, HTMLInputElement);
/** @param {string} name */
const value = (name) => textIn(byId("new", HTMLFormElement), name);
/** @param {string} id */
const number = (id) => Number(input(id).value);

/**
 * @param {Game} game
 * @returns {import("../types").NewMatch}
 */
function arrangement(game) {
  const way = value("way");
  const first = value("first");
  const kind = value("clock");
  return {
    game: game.name,
    preset: value("preset"),
    options: readOptions(game.options),
    against: way === "computer" ? value("level") : way,
    name: value("name") || PLAYERS[0],
    otherName: way === "here" ? value("otherName") || PLAYERS[1] : null,
    first: first === "1" ? 1 : first === "2" ? 2 : "toss",
    timeLimit: kind === "turn" ? number("timeLimit") : null,
    clock: kind === "game" ? { seconds: number("minutes") * 60, increment: number("increment") } : null,
    attempts: input("attempts").disabled ? null : number("attempts"),
    hints: value("hints") !== "",
  };
}

/**
 * Whether a number is missing or out of range. Rule options are left to the server, whose message is better.
 * @param {HTMLInputElement} field
 */
const isOutOfRange = (field) =>
  field.type === "number" && !field.id.startsWith("option-") && !field.disabled && field.checkVisibility() && !field.validity.valid;

/**
 * @param {SubmitEvent & {currentTarget: HTMLFormElement}} event
 * @param {Game} game
 * @param {(code: string) => void} started
 */
async function submit(event, game, started) {
  event.preventDefault();
  unmark(event.currentTarget);
  const wrong = [...event.currentTarget.querySelectorAll("input")].find(isOutOfRange);
  if (wrong) {
    complain(byId("new-problem"), NEW.range(wrong.labels?.[0]?.textContent ?? "", wrong.min, wrong.max), wrong);
    return;
  }
  const odd = [...event.currentTarget.querySelectorAll("input")].find(({ validity }) => validity.patternMismatch);
  if (odd) {
    complain(byId("new-problem"), OPTIONS.noNumber(odd.labels?.[0]?.textContent ?? "", Number(odd.dataset.base)), odd);
    return;
  }
  for (const name of ["name", "otherName"]) remember(name, value(name) || null);
  for (const name of ["way", "level"]) writeCookie(name, value(name) || null);
  try {
    /** @type {import("../types").OwnMatch} */
    const { match } = await withProgress(() => post("/api/matches", arrangement(game)));
    started(match.code);
  } catch (problem) {
    const sentence = messageOf(problem);
    complain(byId("new-problem"), sentence, fieldNamed(game.options, sentence));
  }
}
