// The map under a review: opened on request, it follows the move that one looks at.

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { analysisLink } from "../components/navigation.js";
import { problemLine } from "../components/fields.js";
import { go } from "../host.js";
import { MAPS } from "../strings.js";
import { MapFigure } from "./figure.js";
import { Walk } from "./walk.js";

export class MapBeside {
  #turn = 0;
  #finding = h("p", { class: "soft" });
  #problem = problemLine("");
  #large = h("a", { class: "button" }, MAPS.large);

  /** @param {import("../types").Match} match */
  constructor({ code, game, options }) {
    this.address = `/maps/${game}?match=${encodeURIComponent(code)}`;
    const figure = new MapFigure((_, position) => go(analysisLink(game, options, position)));
    this.walk = new Walk(code, figure);
    this.element = h("details", { class: "map-beside card", "data-game": game, id: "on-map" },
      h("summary", {}, MAPS.onMap), h("div", { class: "stack" }, this.#finding, this.#problem, figure.element, h("p", {}, this.#large)));
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
      const map = await this.walk.show(this.#turn);
      if (!map) return; // what came since is told instead
      this.#finding.textContent = map.finding;
      this.#problem.textContent = "";
    } catch (problem) {
      this.#problem.textContent = messageOf(problem);
    }
  }
}
