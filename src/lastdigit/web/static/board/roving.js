// One tab stop for each group of buttons; arrow keys, Home and End move inside it.

const ITEMS = "button";

/** Make the groups marked `data-roving` inside `root` work, now and when they change. */
export function rove(root) {
  root.addEventListener("keydown", (event) => {
    const group = event.target.closest?.("[data-roving]");
    const items = group ? [...group.querySelectorAll(ITEMS)] : [];
    const next = target(event.key, items, items.indexOf(event.target), group);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
  root.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-roving]");
    if (group) stopAt(group, event.target);
  });
}

function target(key, items, at, group) {
  if (at < 0) return null;
  const below = columns(group, items);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: below, ArrowUp: -below }[key];
  if (step) return items[at + step] ?? items[at];
  return { Home: items[0], End: items.at(-1) }[key] ?? null;
}

/** How many stand side by side, as they are laid out now; a single row moves by one. */
function columns(group, items) {
  const top = items[0].offsetTop;
  const first = items.filter((item) => item.offsetTop === top).length;
  return first === items.length ? 1 : first;
}

/** Give each group its one tab stop, after it was drawn: where it was, or what can be pressed. */
export function settle(root) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const items = [...group.querySelectorAll(ITEMS)];
    const current =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.getAttribute("aria-pressed") === "true") ??
      items.find((item) => item.tabIndex === 0 && item.hasAttribute("tabindex") && isOpen(item)) ??
      items.find(isOpen) ??
      items[0];
    if (current) stopAt(group, current);
  }
}

const isOpen = (item) => item.getAttribute("aria-disabled") !== "true";

function stopAt(group, current) {
  for (const item of group.querySelectorAll(ITEMS)) item.tabIndex = item === current ? 0 : -1;
}
