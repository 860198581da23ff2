// The rules over the board, never instead of it.

import { get, sentenceOf } from "../api.js";
import { h } from "../dom.js";
import { elementsOf, inSections } from "../parts/sections.js";
import { Sheet } from "../parts/sheet.js";

/** The last part that everybody should see; what comes later is for looking up. */
const LAST = "In short";

export class RulesSheet {
  /** @type {?Node[]} */
  #nodes = null;

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.sheet = new Sheet("Rules", () => h("div", { class: "prose" }, this.#nodes));
  }

  async open() {
    if (!this.#nodes) this.#nodes = await this.#fetch().catch((problem) => [h("p", { role: "alert" }, sentenceOf(problem))]);
    this.sheet.open();
  }

  async #fetch() {
    /** @type {import("../types").Rulebook} */
    const rules = await get(`/api/games/${encodeURIComponent(this.game)}/rules`);
    const { intro, sections } = inSections(elementsOf(rules.pageHtml).slice(1), { rank: 2, last: LAST });
    return [...intro, ...sections, h("p", {}, h("a", { href: `/rules/${this.game}` }, "The whole page"))];
  }
}
