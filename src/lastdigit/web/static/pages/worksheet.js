// The form for a worksheet of puzzles to print. The server renders the sheet.

import { complain, EXACT, numberField, problemLine, textField, textIn, unmark } from "../components/fields.js";
import { h, patch } from "../dom.js";
import { get, go, request } from "../server.js";
import { openPage, title } from "../shell.js";
import { DIFFICULTIES, WORKSHEET as WORDS } from "../strings/puzzle.js";

/** @typedef {import("../types").GameInfo} Game */

const [USUAL, MOST] = [6, 24];

/** @param {HTMLElement} main */
async function show(main) {
  title(WORDS.title);
  /** @type {Game[]} */
  const games = await get("/api/games");
  patch(main,
    h("div", { class: "page-head" }, h("h1", {}, WORDS.title), h("p", { class: "lead" }, WORDS.lead)),
    h("form", {
      class: "card stack form", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        make(event.currentTarget);
      },
    },
      chooser("sheet", WORDS.game, [["mixed", WORDS.mixed], ...games.map(({ name, title: words }) => [name, words])]),
      chooser("grade", WORDS.grade, [["", WORDS.any], ...DIFFICULTIES.map((name, index) => [String(index + 1), name])]),
      numberField("puzzles", WORDS.count, { min: 1, max: MOST, value: USUAL }),
      textField("seed", WORDS.seed, { value: Math.floor(1000 + 9000 * Math.random()), maxlength: 60, required: true, ...EXACT }),
      h("p", { class: "small soft" }, WORDS.seedAbout),
      problemLine(""),
      h("button", { class: "button primary", type: "submit" }, WORDS.make)));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} choices
 */
const chooser = (name, label, choices) =>
  h("div", { class: "field" }, h("label", { for: name }, label),
    h("select", { id: name, name }, choices.map(([value, words]) => h("option", { value }, words))));

/**
 * Open the sheet when it is ready, or show why not.
 * @param {HTMLFormElement} form
 */
async function make(form) {
  unmark(form);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  const wishes = new URLSearchParams({ puzzles: textIn(form, "puzzles"), seed: textIn(form, "seed") });
  if (textIn(form, "grade")) wishes.set("grade", textIn(form, "grade"));
  const address = `/api/worksheets/${textIn(form, "sheet")}?${wishes}`;
  button.textContent = WORDS.making;
  const answer = await request(address, {}).catch(() => null);
  button.textContent = WORDS.make;
  if (answer?.ok) {
    go(address);
    return;
  }
  const refusal = await answer?.json().catch(() => null);
  const problem = form.querySelector("[role=alert]");
  if (problem instanceof HTMLElement) complain(problem, refusal?.message ?? "Can't reach the server.");
}

openPage(show);
