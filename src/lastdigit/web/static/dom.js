// Making and changing elements. Text from outside only ever becomes a text node.

/**
 * What can stand inside an element; null, undefined and false stand for nothing.
 * @typedef {Node | string | number | boolean | null | undefined | Child[]} Child
 */
/**
 * @template {Element} E
 * @template {Event} V
 * @typedef {((event: V & {currentTarget: E}) => unknown) | null | undefined} Listener
 */
/**
 * @template {Element} E
 * @typedef {Record<string, unknown> & {
 *   onclick?: Listener<E, MouseEvent>, onsubmit?: Listener<E, SubmitEvent>, onchange?: Listener<E, Event>,
 *   onpointerdown?: Listener<E, PointerEvent>}} Attributes
 */

/**
 * The names of the event handlers that an element has.
 * @type {WeakMap<Node, string[]>}
 */
const HANDLERS = new WeakMap();
/** Not to be taken away by a patch: whether something can be tabbed to belongs to keyboard.js. */
const OWN = new Set(["tabindex", "style"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element. An attribute that is null or false is left out, true is there without a value;
 * a name that begins with "on" is a listener, one that begins with "--" a property for the style.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<HTMLElementTagNameMap[Tag]>} attributes
 * @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Return an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<SVGElementTagNameMap[Tag]>} attributes
 * @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} node
 * @param {Record<string, unknown>} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      Object.assign(node, { [name]: value });
      HANDLERS.set(node, [...handlersOf(node), name]);
    } else if (name.startsWith("--")) node.style.setProperty(name, String(value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...nodesOf(children));
  return node;
}

/**
 * @param {Child} child
 * @returns {(Node | string)[]}
 */
function nodesOf(child) {
  if (Array.isArray(child)) return child.flatMap(nodesOf);
  if (child === null || child === undefined || child === false) return [];
  return [child instanceof Node ? child : String(child)];
}

/**
 * Return the element of this name, which the page has.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind]
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!node || (kind && !(node instanceof kind))) throw new Error(`The page lacks ${id}.`);
  return /** @type {E} */ (node);
}

/**
 * Make the children of `parent` like these, changing what is there rather than replacing it, so
 * that focus, scrolling and typed text stay. `data-key` tells which child is which.
 * @param {Element} parent
 * @param {...Child} children
 */
export function patch(parent, ...children) {
  likenChildren(parent, h("div", {}, children));
}

/**
 * @param {Node} parent
 * @param {Node} model
 */
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

/** @param {Node} node */
const keyOf = (node) => (isElement(node) ? node.dataset.key : undefined);

/**
 * @param {Node} node
 * @returns {node is HTMLElement | SVGElement}
 */
const isElement = (node) => node instanceof HTMLElement || node instanceof SVGElement;

/**
 * @param {Node} one
 * @param {Node} other
 */
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/**
 * @param {Node} old
 * @param {Node} node
 */
function liken(old, node) {
  if (!isElement(old) || !isElement(node)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  likenAttributes(old, node);
  likenHandlers(old, node);
  likenChildren(old, node);
}

/** @param {Node} node */
const handlersOf = (node) => HANDLERS.get(node) ?? [];

/**
 * @param {Node} old
 * @param {Node} node
 */
function likenHandlers(old, node) {
  for (const name of handlersOf(old)) Object.assign(old, { [name]: null });
  for (const name of handlersOf(node)) Object.assign(old, { [name]: Reflect.get(node, name) });
  HANDLERS.set(old, handlersOf(node));
}

/**
 * @param {HTMLElement | SVGElement} old
 * @param {HTMLElement | SVGElement} node
 */
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

/**
 * Run `change`; if what had the focus is gone afterwards, `fallback` gets it.
 * @param {() => void} change
 * @param {() => ?HTMLElement} fallback
 */
export function keepingFocus(change, fallback) {
  const held = document.activeElement;
  change();
  if (held && held !== document.body && !held.isConnected) fallback()?.focus();
}
