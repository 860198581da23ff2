// The page for an address that does not exist.

import { tile } from "../components/tile.js";
import { h, patch } from "../dom.js";
import { title } from "../shell.js";
import { MISSING } from "../strings.js";

/**
 * @param {HTMLElement} main
 * @param {?string} _name
 * @param {string} reason
 */
export function show(main, _name, reason = MISSING.mistyped) {
  title(MISSING.title);
  patch(main,
    h("div", { class: "page-head" },
      h("div", { class: "tiles" }, tile("4"), tile("0", { states: ["last"] }), tile("4")),
      h("h1", {}, MISSING.heading),
      h("p", { class: "lead" }, reason),
      h("p", {}, h("a", { class: "button primary", href: "/" }, MISSING.home))));
}
