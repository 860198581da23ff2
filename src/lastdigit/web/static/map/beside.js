// The map under a review: opened on request, it follows the move that one looks at.

import { sentenceOf } from "../api.js";
import { h } from "../dom.js";
import { analysisLink } from "../parts/address.js";
import { problemLine } from "../parts/fields.js";
import { go } from "../reach.js";
import { MAPS } from "../words.js";
import { MapFigure } from "./figure.js";
import { Walk } from "./walk.js";

export class MapBeside {
  #turn = 0;
  #finding = h("p", { class: "soft" });
  #large = h("a", { class: "button" }, MAPS.large);

  /** @param {import("../types").Match} match */
  constructor({ code, game, options }) {
    this.address = `/maps/${game}?match=${encodeURIComponent(code)}`;
    const figure = new MapFigure((_, position) => go(analysisLink(game, options, position)));
    this.walk = new Walk(code, figure);
    this.element = h("details", { class: "map-beside card", "data-game": game, id: "on-map" },
      h("summary", {}, MAPS.onMap), h("div", { class: "stack" }, this.#finding, figure.element, h("p", {}, this.#large)));
    this.element.ontoggle = () => this.#show();
  }

  /** @param {number} turn */
  follow(turn) {
    this.#turn = turn;
    this.#large.href = `${this.address}&turn=${turn}`;
    this.#show();
  }

  async #show() {
    if (!this.element.open) return;
    try {
      const { finding } = await this.walk.show(this.#turn);
      this.#finding.textContent = finding;
    } catch (problem) {
      this.element.replaceChildren(h("summary", {}, MAPS.onMap), problemLine(sentenceOf(problem)));
    }
  }
}
