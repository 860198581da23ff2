// A long page made short: its contents at the top, and its later parts folded.

import { h } from "../dom.js";
import { here } from "../reach.js";
import { SECTIONS } from "../strings.js";

/** @param {Node} heading */
const idOf = (heading) => (heading.textContent ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/**
 * Return the elements of a page that our server has made from Markdown, in which markup stays text.
 * @param {string} html
 */
export function elementsOf(html) {
  const template = h("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/**
 * Return the nodes of a page in sections, one for each heading of this rank: those up to the one
 * named `last` stay open, the later ones can be opened. What stands before them is `intro`.
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
  // The rulebook's own names of its parts are a lawyer's.
  heading.textContent = SECTIONS[heading.textContent ?? ""] ?? heading.textContent;
  return folded
    ? h("details", { class: "prose", id }, h("summary", {}, heading), rest)
    : h("section", { class: "prose", id, tabindex: "-1" }, heading, rest);
}

/**
 * Return links to these sections; a folded one is opened on the way.
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

/** Go to the section that the address names, now that it is there. */
export function goToNamed() {
  const node = document.getElementById(decodeURIComponent(here().hash.slice(1)));
  if (!node) return;
  unfold(node);
  node.scrollIntoView();
}
