// Which page this is. Every link is a real link; there is no router.

import { Refusal, sentenceOf } from "./api.js";
import { byId, h, patch } from "./dom.js";
import { furnish } from "./shell.js";

/**
 * Each page: its path, with one name in it at most, and its module.
 * @type {[RegExp, string][]}
 */
const PAGES = [
  [/^\/$/, "./pages/home.js"],
  [/^\/new\/([^/]+)$/, "./pages/new.js"],
  [/^\/match\/([^/]+)$/, "./pages/match.js"],
  [/^\/review\/([^/]+)$/, "./pages/review.js"],
  [/^\/rules(?:\/([^/]+))?$/, "./pages/rules.js"],
  [/^\/analysis(?:\/([^/]+))?$/, "./pages/analysis.js"],
  [/^\/mine$/, "./pages/mine.js"],
];

/**
 * Return the module of this path and the name in it.
 * @param {string} path
 */
function pageOf(path) {
  for (const [pattern, module] of PAGES) {
    const found = path.match(pattern);
    const name = found && decode(found[1] ?? "");
    if (found && name !== null) return { module, name: name || null };
  }
  return { module: "./pages/missing.js", name: null };
}

/**
 * Return what part of an address says, or null if it says nothing readable.
 * @param {string} text
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

async function open() {
  furnish();
  const main = byId("main");
  const { module, name } = pageOf(location.pathname);
  try {
    const page = await import(module);
    await page.show(main, name);
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 404) {
      (await import("./pages/missing.js")).show(main, null, problem.message);
      return;
    }
    if (!(problem instanceof Refusal)) console.error(problem);
    document.title = "Something went wrong - Last Digit";
    patch(
      main,
      h("div", { class: "page-head" },
        h("h1", {}, "This page could not be shown"),
        h("p", { role: "alert" }, sentenceOf(problem)),
        h("p", {}, h("a", { class: "button", href: location.href }, "Try again"))),
    );
  }
}

open();
