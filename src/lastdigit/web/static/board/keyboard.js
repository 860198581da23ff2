// Keyboard handling: which keys the page handles, and arrow keys inside groups of buttons.

const ITEMS = "button";

/**
 * Whether the page handles a key: it is neither typed into a field nor a command of the browser.
 * @param {KeyboardEvent} event
 * @returns {event is KeyboardEvent & {target: Element}}
 */
export const isForPage = (event) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  event.target instanceof Element &&
  !event.target.closest("input, textarea, select");

/**
 * Return the typed digit, or null. Letters are digits above nine, and are ignored by games without them.
 * @param {KeyboardEvent} event
 */
export const digitOf = ({ key }) => (isDigit(key.toLowerCase()) ? key.toLowerCase() : null);

/** @param {string} text */
export const isDigit = (text) => /^[0-9a-f]$/.test(text);

/**
 * Press the tile with this digit, if tiles are the answers. Several tiles with it are pressed in turn. If all of them are
 * disabled, press the first, which shows the reason. Return whether there is such a tile.
 * @param {HTMLElement} root
 * @param {string} digit
 */
export function pressTile(root, digit) {
  /** @type {NodeListOf<HTMLElement>} */
  const open = root.querySelectorAll(`.number [data-asked][data-text="${digit}"]`);
  /** @type {NodeListOf<HTMLElement>} */
  const tiles = open.length ? open : root.querySelectorAll(`.number [data-answer][data-text="${digit}"]`);
  const at = [...tiles].findIndex((tile) => tile.getAttribute("aria-pressed") === "true");
  tiles[(at + 1) % tiles.length]?.click();
  return tiles.length > 0;
}

/**
 * Give each group marked `data-roving` inside `root` a roving tabindex: one tab stop, in which the arrow keys, Home and
 * End move the focus.
 * @param {HTMLElement} root
 */
export function rove(root) {
  root.addEventListener("keydown", (event) => {
    const group = groupOf(event);
    const items = group ? itemsOf(group) : [];
    const next = target(event.key, items, items.findIndex((item) => item === event.target));
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
  root.addEventListener("focusin", (event) => {
    const group = groupOf(event);
    if (group) stopAt(group, event.target);
  });
}

/** @param {Event} event */
const groupOf = ({ target: node }) => (node instanceof Element ? node.closest("[data-roving]") : null);

/** @param {Element} group */
const itemsOf = (group) => [...group.querySelectorAll(ITEMS)];

/**
 * @param {string} key
 * @param {HTMLElement[]} items
 * @param {number} at
 */
function target(key, items, at) {
  if (at < 0) return null;
  const below = columns(items);
  const step = new Map([["ArrowRight", 1], ["ArrowLeft", -1], ["ArrowDown", below], ["ArrowUp", -below]]).get(key);
  if (step) return items[at + step] ?? items[at];
  return new Map([["Home", items[0]], ["End", items.at(-1)]]).get(key) ?? null;
}

/**
 * Return the number of buttons side by side in the current layout. In a single row, the arrows move by one.
 * @param {HTMLElement[]} items
 */
function columns(items) {
  const top = items[0]?.offsetTop;
  const first = items.filter((item) => item.offsetTop === top).length;
  return first === items.length ? 1 : first;
}

/**
 * Update the tab stop of each group after drawing: the same button as before, or the first that can be pressed.
 * @param {HTMLElement} root
 */
export function settle(root) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const items = itemsOf(group);
    const current =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.getAttribute("aria-pressed") === "true") ??
      items.find((item) => item.tabIndex === 0 && item.hasAttribute("tabindex") && isOpen(item)) ??
      items.find(isOpen) ??
      items[0];
    if (current) stopAt(group, current);
  }
}

/** @param {Element} item */
const isOpen = (item) => item.getAttribute("aria-disabled") !== "true";

/**
 * @param {Element} group
 * @param {?EventTarget} current
 */
function stopAt(group, current) {
  for (const item of itemsOf(group)) item.tabIndex = item === current ? 0 : -1;
}
