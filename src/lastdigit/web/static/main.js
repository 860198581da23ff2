// The entry point of every page. Links are ordinary links: the server maps each address to the script of its page.

import { messageOf, Refusal } from "./api.js";
import { byId, h, patch } from "./dom.js";
import { here } from "./host.js";
import * as missing from "./pages/missing.js";
import { setUpShell, title } from "./shell.js";
import { BROKEN } from "./strings.js";

/**
 * Show a page. `show` gets the name in its address, or null.
 * @param {(main: HTMLElement, name: ?string) => unknown} show
 */
export async function open(show) {
  setUpShell();
  const main = byId("main");
  try {
    await show(main, main.dataset.name ?? null);
  } catch (problem) {
    // Trying again would not help: there is no such page.
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
        h("p", { role: "alert" }, messageOf(problem)),
        h("p", {}, h("a", { class: "button", href: here().pathname + here().search }, BROKEN.again))),
    );
  }
}
