// Long texts from the server, such as rulebooks, with folded sections and a table of contents.

import { h } from "../dom.js";
import { here } from "../server.js";
import { SECTIONS } from "../strings.js";

/** @param {Node} heading */
const idOf = (heading) => (heading.textContent ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/**
 * Parse HTML that the server rendered from Markdown. The server escapes all markup in it.
 * @param {string} html
 */
export function elementsOf(html) {
  const template = h("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/**
 * Group elements into sections, one for each heading of this rank. Sections up to the one named `last` are open, later
 * ones are folded. `intro` is what comes before the first heading.
 * @param {Element[]} nodes
 * @param {{rank: number, last?: ?string}} how
 */
export function inSections(nodes, { rank, last = null }) {
  const first = nodes.findIndex((node) => node.nodeName === `H${rank}`);
  const intro = first < 0 ? nodes : nodes.slice(0, first);
  /** @type {Element[][]} */
  const parts = [];
  for (const node of nodes.slice(intro.length)) {
    if (node.nodeName === `H${rank}`) parts.push([]);
    parts.at(-1)?.push(node);
  }
  const opened = parts.findIndex(([heading]) => heading.textContent === last);
  return { intro, sections: parts.map((part, index) => section(part, index > opened)) };
}

/**
 * @param {Element[]} nodes
 * @param {boolean} folded
 */
function section([heading, ...rest], folded) {
  const id = idOf(heading);
  // Some headings of the rulebooks are legal terms.
  heading.textContent = SECTIONS[heading.textContent ?? ""] ?? heading.textContent;
  return folded
    ? h("details", { class: "prose", id }, h("summary", {}, heading), rest)
    : h("section", { class: "prose", id, tabindex: "-1" }, heading, rest);
}

/**
 * Return links to sections. A link to a folded one also opens it.
 * @param {HTMLElement[]} sections
 */
export function contents(sections) {
  return h("nav", { "aria-label": "Contents" },
    h("ul", { class: "contents" }, sections.map((node) =>
      h("li", {}, h("a", { href: `#${node.id}`, onclick: () => unfold(node) },
        node.querySelector("h2, h3")?.textContent ?? "")))));
}

/** @param {Element} node */
const unfold = (node) => node instanceof HTMLDetailsElement && (node.open = true);

/** Scroll to the section in the address. The browser cannot, because the section did not exist when the page loaded. */
export function goToNamed() {
  const node = document.getElementById(decodeURIComponent(here().hash.slice(1)));
  if (!node) return;
  unfold(node);
  node.scrollIntoView();
}
