// A sheet over the page: what one looks at for a moment, the page staying where it is.

import { h, patch } from "../dom.js";
import { icon } from "./tile.js";

export class Sheet {
  /**
   * @param {string} label
   * @param {() => import("../dom.js").Child} content
   */
  constructor(label, content) {
    this.content = content;
    this.body = h("div");
    this.node = h("dialog", {
      class: "over", "aria-label": label,
      // A handler that returns false would keep a link inside from leading anywhere.
      onclick: ({ target, currentTarget }) => void (target === currentTarget && this.close()),
    },
      h("div", { class: "over-head" },
        h("h2", {}, label),
        h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => this.close() }, icon("cross"))),
      this.body);
  }

  get isOpen() {
    return this.node.open;
  }

  open() {
    if (!this.node.isConnected) document.body.append(this.node);
    this.draw();
    if (!this.isOpen) this.node.showModal();
  }

  /** Show what there is to show now, if anybody looks. */
  redraw() {
    if (this.isOpen) this.draw();
  }

  draw() {
    patch(this.body, this.content());
  }

  close() {
    this.node.close();
  }
}
