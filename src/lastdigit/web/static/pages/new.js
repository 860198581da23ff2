// Setting up a game: who plays, who begins, by which rules, how fast.

import { get, post } from "../api.js";
import { h, patch } from "../dom.js";
import { complain, numberField, radioCards, radios, textField, unmark } from "../parts/fields.js";
import { fieldNamed, optionFields, readOptions, setOptions, withDefaults } from "../parts/options.js";
import { recall, remember } from "../remember.js";
import { title } from "../shell.js";
import { usual } from "../words.js";

const LEVELS = 5;
const LONGEST_NAME = 40;

const WAYS = [
  { value: "computer", label: "Against the computer", about: "From beginner to perfect." },
  { value: "here", label: "Two people here", about: "You take turns at this screen." },
  { value: "link", label: "Invite a friend", about: "Send a link or a short code." },
];

const OTHERS = { computer: "The computer", here: "The other player", link: "My friend" };
const SUBMITS = { computer: "Start the game", here: "Start the game", link: "Make the link" };

export async function show(main, name) {
  const [games, computers] = await Promise.all([get("/api/games"), get("/api/players")]);
  const game = games.find((one) => one.name === name);
  if (!game) return (await import("./missing.js")).show(main, null, "There is no game of that name.");
  title(`New game of ${game.title}`);
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, game.title),
      h("p", { class: "lead" }, game.summary, " ", h("a", { href: `/rules/${game.name}` }, "Rules"))),
    form(game, computers));
  arrangeFor(value("way"));
}

function form(game, computers) {
  return h("form", { class: "form", id: "new", onsubmit: (event) => submit(event, game), novalidate: true },
    h("div", { class: "form-part" }, who(), strength(computers), names(), beginning()),
    h("div", { class: "form-part card" }, settings(game), finish()));
}

/** The usual settings will do for most: they are folded away, so that the start is in sight. */
const settings = (game) =>
  h("details", { id: "settings" },
    h("summary", {}, "Rules, clock, help"),
    h("div", { class: "form-part" }, rules(game), clock(), help()));

function who() {
  const way = WAYS.find(({ value: known }) => known === recall("way"))?.value ?? WAYS[0].value;
  return radioCards("Who plays", "way", WAYS, way, arrangeFor);
}

function strength(computers) {
  const players = computers.map(({ name, about }) => ({ value: name, label: name, about }));
  const level = players.find(({ value: known }) => known === recall("level"))?.value ?? players[0].value;
  const more = players.slice(LEVELS);
  return h("fieldset", { id: "choose-level" },
    h("legend", {}, "How strong"),
    h("div", { class: "choices" }, radios("level", players.slice(0, LEVELS), level)),
    more.length > 0 && h("details", { open: more.some((one) => one.value === level) },
      h("summary", {}, "More"),
      h("div", { class: "choices" }, radios("level", more, level))));
}

function names() {
  const shared = (name) => ({ maxlength: LONGEST_NAME, spellcheck: "false", value: recall(name) ?? "" });
  return h("fieldset", {},
    h("legend", {}, "Names"),
    h("div", { class: "fields" },
      textField("name", "Your name", { ...shared("name"), placeholder: "Player 1", autocomplete: "nickname" }),
      textField("otherName", "The other player's name", {
        ...shared("otherName"), placeholder: "Player 2", autocomplete: "off",
      })));
}

const beginning = () =>
  radioCards("Who begins", "first", [
    { value: "toss", label: "A toss decides" },
    { value: "1", label: "I begin" },
    { value: "2", label: "The other begins" },
  ], "toss");

const help = () =>
  h("fieldset", { id: "choose-hints" },
    h("legend", {}, "Help"),
    h("label", { class: "check" },
      h("input", {
        type: "checkbox", role: "switch", name: "hints", checked: true,
      }), "Hints during the game"));

const finish = () =>
  h("div", { class: "fields" },
    h("p", { class: "problem", id: "problem", role: "alert", tabindex: "-1" }),
    h("button", { class: "button primary", type: "submit", id: "start" }, "Start the game"));

function rules(game) {
  const [usually] = game.presets;
  const choose = (name) => {
    const preset = game.presets.find((one) => one.name === name);
    setOptions(game.options, withDefaults(game.options, preset.options));
    setAttempts(preset.attempts);
  };
  const same = game.presets.slice(1).filter((one) => isSame(one, usually));
  const cards = game.presets.filter((one) => !same.includes(one)).map(({ name, about, turns }) => ({
    value: name, label: name, about: `${about}; usually ${usual(turns)}`,
  }));
  if (same.length) cards[0].about += `; ${same.map(({ name }) => name).join(" and ")} is no different here`;
  return [
    radioCards("Rules", "preset", cards, usually.name, choose),
    h("div", { class: "fields" },
      optionFields(game.options, withDefaults(game.options, usually.options)),
      attempts(usually.attempts)),
  ];
}

/** Whether a preset changes nothing: then there is nothing to choose. */
const isSame = (one, other) =>
  one.attempts === other.attempts && JSON.stringify(one.options) === JSON.stringify(other.options);

function attempts(count) {
  return h("div", { class: "field" },
    h("label", { for: "attempts" }, "Tries a turn"),
    h("div", { class: "row" },
      h("input", {
        id: "attempts", type: "number", inputmode: "numeric", min: "1", max: "1000", value: count ?? 3,
        disabled: count === null, "aria-describedby": "attempts-help",
      }),
      h("label", { class: "check" },
        h("input", {
          id: "attempts-none", type: "checkbox", checked: count === null,
          onchange: ({ target }) => (field("attempts").disabled = target.checked),
        }),
        "any number")),
    h("p", { class: "small soft", id: "attempts-help" }, "So many rejected moves in one turn lose the game."));
}

function setAttempts(count) {
  if (count !== null) field("attempts").value = count;
  field("attempts").disabled = count === null;
  field("attempts-none").checked = count === null;
}

function clock() {
  const arrange = (kind) => {
    field("timeLimit-field").hidden = kind !== "turn";
    field("clock-fields").hidden = kind !== "game";
  };
  return [
    radioCards("Clock", "clock", [
      { value: "none", label: "None" },
      { value: "turn", label: "Seconds a turn" },
      { value: "game", label: "Minutes for the game" },
    ], "none", arrange),
    h("div", { class: "fields" },
      h("div", { id: "timeLimit-field", class: "field", hidden: true },
        h("label", { for: "timeLimit" }, "Seconds a turn"),
        h("input", { id: "timeLimit", type: "number", min: "1", max: "86400", value: "60" })),
      h("div", { id: "clock-fields", class: "row", hidden: true },
        numberField("minutes", "Minutes each", { min: "1", max: "1440", value: "5" }),
        numberField("increment", "Seconds more a move", { min: "0", max: "3600", value: "3" }))),
  ];
}

/** Show what belongs to this way of playing, and call the players by what they are. */
function arrangeFor(way) {
  field("choose-level").hidden = way !== "computer";
  field("choose-hints").hidden = way !== "computer";
  field("otherName-field").hidden = way !== "here";
  field("start").textContent = SUBMITS[way];
  document.querySelector('[name="first"][value="2"] + strong').textContent = `${OTHERS[way]} begins`;
}

const field = (id) => document.getElementById(id);
const value = (name) => new FormData(field("new")).get(name);
const number = (id) => Number(field(id).value);

function arrangement(game) {
  const way = value("way");
  const first = value("first");
  const kind = value("clock");
  return {
    game: game.name,
    preset: value("preset"),
    options: readOptions(game.options),
    against: way === "computer" ? value("level") : way,
    name: value("name").trim() || "Player 1",
    otherName: way === "here" ? value("otherName").trim() || "Player 2" : null,
    first: first === "toss" ? first : Number(first),
    timeLimit: kind === "turn" ? number("timeLimit") : null,
    clock: kind === "game" ? { seconds: number("minutes") * 60, increment: number("increment") } : null,
    attempts: field("attempts").disabled ? null : number("attempts"),
    hints: value("hints") !== null,
  };
}

async function submit(event, game) {
  event.preventDefault();
  unmark(event.target);
  for (const name of ["way", "level"]) remember(name, value(name));
  for (const name of ["name", "otherName"]) remember(name, value(name).trim() || null);
  try {
    const { match } = await post("/api/matches", arrangement(game));
    location.assign(`/match/${match.code}`);
  } catch (refusal) {
    complain(field("problem"), refusal.message, fieldNamed(game.options, refusal.message));
  }
}
