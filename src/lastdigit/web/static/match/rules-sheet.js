// The rules over the board, never instead of it.

import { get, messageOf } from "../api.js";
import { h } from "../dom.js";
import { elementsOf, inSections } from "../components/rulebook.js";
import { Dialog } from "../components/dialog.js";

/** The last part that everybody should see; what comes later is for looking up. */
const LAST = "In short";

export class RulesDialog {
  /** @type {?Node[]} */
  #nodes = null;

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.sheet = new Dialog("Rules", () => h("div", { class: "prose" }, this.#nodes));
  }

  async open() {
    if (!this.#nodes) this.#nodes = await this.#fetch().catch((problem) => [h("p", { role: "alert" }, messageOf(problem))]);
    this.sheet.open();
  }

  async #fetch() {
    /** @type {import("../types").Rulebook} */
    const rules = await get(`/api/games/${encodeURIComponent(this.game)}/rules`);
    const { intro, sections } = inSections(elementsOf(rules.pageHtml).slice(1), { rank: 2, last: LAST });
    return [...intro, ...sections, h("p", {}, h("a", { href: `/rules/${this.game}` }, "The whole page"))];
  }
}
