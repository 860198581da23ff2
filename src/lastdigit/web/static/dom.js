// Creating and updating elements, focus and scrolling. Text from outside only ever becomes a text node.

/**
 * The content of an element. null, undefined and false are left out.
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
 *   onpointerdown?: Listener<E, PointerEvent>, onkeydown?: Listener<E, KeyboardEvent>,
 *   oninput?: Listener<E, Event>}} Attributes
 */

/**
 * The names of the event handlers of each element.
 * @type {WeakMap<Node, string[]>}
 */
const HANDLERS = new WeakMap();
/** Attributes that a patch leaves alone: board/keyboard.js sets tabindex, patchAttributes copies the style. */
const OWN = new Set(["tabindex", "style"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element. An attribute that is null or false is left out, and true is set without a value.
 * A name that begins with "on" is a listener, and one that begins with "--" a custom property.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<HTMLElementTagNameMap[Tag]>} attributes
 * @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element.
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
 * Return the element with an id. Throw if the page has none.
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
 * Update the children of `parent` in place, so that focus, scroll positions and typed text stay.
 * `data-key` identifies a child between two calls.
 * @param {Element} parent
 * @param {...Child} children
 */
export function patch(parent, ...children) {
  patchChildren(parent, h("div", {}, children));
}

/**
 * @param {Node} parent
 * @param {Node} model
 */
function patchChildren(parent, model) {
  const wanted = [...model.childNodes];
  const keys = new Set(wanted.map(keyOf).filter(Boolean));
  // Removing first keeps the others in order, so that most of them need not be moved.
  for (const child of [...parent.childNodes]) {
    const key = keyOf(child);
    if (key && !keys.has(key)) child.remove();
  }
  const kept = new Map([...parent.childNodes].map((child) => [keyOf(child), child]));
  let at = parent.firstChild;
  for (const node of wanted) {
    const key = keyOf(node);
    const old = key ? kept.get(key) : at;
    if (old && isSame(old, node)) {
      if (old === at) at = at.nextSibling;
      else parent.insertBefore(old, at);
      patchNode(old, node);
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
const isSame = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/**
 * @param {Node} old
 * @param {Node} node
 */
function patchNode(old, node) {
  if (!isElement(old) || !isElement(node)) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  patchAttributes(old, node);
  patchHandlers(old, node);
  patchChildren(old, node);
}

/** @param {Node} node */
const handlersOf = (node) => HANDLERS.get(node) ?? [];

/**
 * @param {Node} old
 * @param {Node} node
 */
function patchHandlers(old, node) {
  for (const name of handlersOf(old)) Object.assign(old, { [name]: null });
  for (const name of handlersOf(node)) Object.assign(old, { [name]: Reflect.get(node, name) });
  HANDLERS.set(old, handlersOf(node));
}

/**
 * @param {HTMLElement | SVGElement} old
 * @param {HTMLElement | SVGElement} node
 */
function patchAttributes(old, node) {
  // The content security policy forbids style attributes, but not this property.
  if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
  for (const { name } of [...old.attributes]) {
    if (!node.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * Run `change`. If it removes the focused element, focus `fallback` instead.
 * @param {() => void} change
 * @param {() => ?HTMLElement} fallback
 */
export function keepingFocus(change, fallback) {
  const held = document.activeElement;
  change();
  if (held && held !== document.body && !held.isConnected) fallback()?.focus();
}

/** A number that is not part of a name such as Player 1 or Ada2. */
const NUMBER = /((?<!Player |[\p{L}\d])\d+(?![\p{L}\d]))/u;

/**
 * Return a text with its numbers in bold.
 * @param {string} text
 */
export const strong = (text) => partsOf(text).map((part, index) => (index % 2 ? h("b", {}, part) : part));

/**
 * Split a text so that every second part is a number.
 * @param {string} text
 */
export const partsOf = (text) => text.split(NUMBER);

/** Make elements that overflow focusable, so that the keyboard can scroll them, and no others. */
export function updateScrollFocus() {
  for (const node of document.querySelectorAll(".log, .scroll, .cells:not(:has(button))")) {
    const scrolls = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (scrolls) node.setAttribute("tabindex", "0");
    else node.removeAttribute("tabindex");
  }
}

/**
 * Scroll long numbers to the cell that changed last.
 * @param {Element} root
 */
export function showChanged(root) {
  for (const cells of root.querySelectorAll(".cells")) {
    const changed = [...cells.querySelectorAll("[data-changed]")].at(-1);
    if (!changed) continue;
    const { left, right } = changed.getBoundingClientRect();
    const frame = cells.getBoundingClientRect();
    if (left < frame.left) cells.scrollLeft -= frame.left - left + frame.width / 2;
    if (right > frame.right) cells.scrollLeft += right - frame.right + frame.width / 2;
  }
}

/**
 * Scroll numbers to the cell that changed, logs to their end, and the list of moves to the current one.
 * @param {Element} root
 */
export function showNewest(root) {
  showChanged(root);
  for (const log of root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  const list = root.querySelector("#moves");
  const current = list?.querySelector("[aria-current]");
  if (!list || !current) return;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top) list.scrollTop -= frame.top - top;
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

/**
 * Scroll to an element if it is out of sight.
 * @param {?Element} node
 */
export function scrollTo(node) {
  if (!node) return;
  const { top, bottom } = node.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) node.scrollIntoView({ block: "center" });
}

/**
 * Focus an element, and scroll so that it is visible together with the element above that it refers to.
 * @param {?HTMLElement} node
 * @param {?Element} pointed
 */
export function bringIntoSight(node, pointed = null) {
  if (!node) return;
  node.focus({ preventScroll: true });
  const { top, bottom } = node.getBoundingClientRect();
  const above = pointed?.getBoundingClientRect().top ?? top;
  if (Math.min(top, above) < 0 || bottom > innerHeight) node.scrollIntoView({ block: "end" });
}
