// Opens a page. Every link is a real link; the server knows which page an address is, and sends that page's script.

import { Refusal, sentenceOf } from "./api.js";
import { byId, h, patch } from "./dom.js";
import * as missing from "./pages/missing.js";
import { here } from "./reach.js";
import { furnish, title } from "./shell.js";
import { BROKEN } from "./strings.js";

/**
 * Show a page, with the name that its address has, if any.
 * @param {(main: HTMLElement, name: ?string) => unknown} show
 */
export async function open(show) {
  furnish();
  const main = byId("main");
  try {
    await show(main, main.dataset.name ?? null);
  } catch (problem) {
    // What is not there, or cannot be asked for, will not be there the next time either.
    if (problem instanceof Refusal && [400, 404].includes(problem.status)) {
      missing.show(main, null, problem.message);
      return;
    }
    if (!(problem instanceof Refusal)) console.error(problem);
    title(BROKEN.title);
    patch(
      main,
      h("div", { class: "page-head" },
        h("h1", {}, BROKEN.heading),
        h("p", { role: "alert" }, sentenceOf(problem)),
        h("p", {}, h("a", { class: "button", href: here().pathname + here().search }, BROKEN.again))),
    );
  }
}
