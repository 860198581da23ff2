// A modal dialog with a title and a close button.

import { h, patch } from "../dom.js";
import { icon } from "./tile.js";

export class Dialog {
  /**
   * @param {string} label
   * @param {() => import("../dom.js").Child} content
   */
  constructor(label, content) {
    this.content = content;
    this.body = h("div");
    this.node = h("dialog", {
      class: "over", "aria-label": label,
      // A handler that returns false would stop links inside the dialog.
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

  /** Update the content if the dialog is open. */
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
