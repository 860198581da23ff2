// The little Markdown that our rule pages use: headings, paragraphs, nested lists, code.

import { h } from "../dom.js";

const ITEM = /^(\s*)(-|\d+\.)\s+(.*)$/;

/** @typedef {{lines: string[], at: number}} Reader */

/**
 * Return a page as nodes.
 * @param {string} text
 * @param {number} level what "#" becomes: 1 for <h1>
 */
export function rendered(text, level) {
  const reader = { lines: text.split("\n"), at: 0 };
  /** @type {HTMLElement[]} */
  const nodes = [];
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at];
    const heading = line.match(/^(#+)\s+(.*)$/);
    if (!line.trim()) {
      reader.at++;
    } else if (heading) {
      nodes.push(h(/** @type {"h1"} */ (`h${heading[1].length + level - 1}`), {}, inline(heading[2])));
      reader.at++;
    } else if (ITEM.test(line)) {
      nodes.push(list(reader));
    } else {
      nodes.push(h("p", {}, inline(paragraph(reader))));
    }
  }
  return nodes;
}

/** @param {Reader} reader */
function paragraph(reader) {
  const lines = [];
  for (; reader.lines[reader.at]?.trim(); reader.at++) {
    if (ITEM.test(reader.lines[reader.at])) break;
    lines.push(reader.lines[reader.at].trim());
  }
  return lines.join(" ");
}

/**
 * Return the list that begins here; what is indented deeper belongs to its last item.
 * @param {Reader} reader
 * @returns {HTMLElement}
 */
function list(reader) {
  const [, indent, sign] = reader.lines[reader.at].match(ITEM) ?? ["", "", ""];
  /** @type {HTMLElement[]} */
  const items = [];
  while (reader.at < reader.lines.length) {
    const found = reader.lines[reader.at].match(ITEM);
    if (!found || found[1].length < indent.length) break;
    if (found[1].length > indent.length) {
      items.at(-1)?.append(list(reader));
      continue;
    }
    reader.at++;
    items.push(h("li", {}, inline([found[3], paragraph(reader)].filter(Boolean).join(" "))));
  }
  return h(sign === "-" ? "ul" : "ol", {}, items);
}

/**
 * Every second piece between backquotes is code.
 * @param {string} text
 */
const inline = (text) => text.split("`").map((piece, index) => (index % 2 ? h("code", {}, piece) : piece));
