// The page that is not there.

import { h, patch } from "../dom.js";
import { title } from "../shell.js";

/**
 * @param {HTMLElement} main
 * @param {?string} _name
 * @param {string} reason
 */
export function show(main, _name, reason = "The address may have been mistyped.") {
  title("No such page");
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, "There is no such page"),
      h("p", { class: "lead" }, reason),
      h("p", {}, h("a", { class: "button primary", href: "/" }, "All games"))));
}
