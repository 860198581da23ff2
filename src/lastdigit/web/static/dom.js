// Making and changing elements. Text from outside only ever becomes a text node.

const EVENTS = ["onclick", "onsubmit", "oninput", "onchange", "onkeydown", "onpointerdown"];
/** Not to be taken away by a patch: whether something can be tabbed to belongs to roving.js. */
const OWN = new Set(["tabindex", "style"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element. An attribute that is null or false is left out, true is there without a value;
 * a name that begins with "on" is a listener, one that begins with "--" a property for the style.
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 * @param {...unknown} children nodes, texts, lists of them; null and false are left out
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Return an element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else if (name.startsWith("--")) node.style.setProperty(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(isSomething).map(asNode));
  return node;
}

const isSomething = (child) => child !== null && child !== undefined && child !== false;
const asNode = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

/**
 * Make the children of `parent` like these, changing what is there rather than replacing it, so
 * that focus, scrolling and typed text stay. `data-key` tells which child is which.
 */
export function patch(parent, ...children) {
  likenChildren(parent, h("div", {}, children));
}

function likenChildren(parent, model) {
  const wanted = [...model.childNodes];
  const keys = new Set(wanted.map(keyOf).filter(Boolean));
  // What is no longer wanted goes first: then the rest keep their order and need not be moved.
  for (const child of [...parent.childNodes]) {
    const key = keyOf(child);
    if (key && !keys.has(key)) child.remove();
  }
  const kept = new Map([...parent.childNodes].map((child) => [keyOf(child), child]));
  let at = parent.firstChild;
  for (const node of wanted) {
    const key = keyOf(node);
    const old = key ? kept.get(key) : at;
    if (old && isAlike(old, node)) {
      if (old === at) at = at.nextSibling;
      else parent.insertBefore(old, at);
      liken(old, node);
    } else {
      parent.insertBefore(node, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const keyOf = (node) => node.dataset?.key;
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

function liken(old, node) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  likenAttributes(old, node);
  for (const event of EVENTS) old[event] = node[event];
  likenChildren(old, node);
}

function likenAttributes(old, node) {
  // The content security policy forbids a style as an attribute, but not by this door.
  if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
  for (const { name } of [...old.attributes]) {
    if (!node.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Run `change`; if what had the focus is gone afterwards, `fallback` gets it. */
export function keepingFocus(change, fallback) {
  const held = document.activeElement;
  change();
  if (held && held !== document.body && !held.isConnected) fallback()?.focus();
}

/** Let what scrolls be scrolled by keyboard too, and nothing else be in the way of Tab. */
export function reachWhatScrolls() {
  for (const node of document.querySelectorAll(".sentence, .log")) {
    if (node.scrollHeight > node.clientHeight + 1) node.setAttribute("tabindex", "0");
    else node.removeAttribute("tabindex");
  }
}
