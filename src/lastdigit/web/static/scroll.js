// What scrolls inside the page: long numbers, the sentence, the logs, the list of moves.

/** Let what scrolls be scrolled by keyboard too, and nothing else be in the way of Tab. */
export function reachWhatScrolls() {
  for (const node of document.querySelectorAll(".log, .scroll, .cells:not(:has(button))")) {
    const scrolls = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (scrolls) node.setAttribute("tabindex", "0");
    else node.removeAttribute("tabindex");
  }
}

/**
 * Scroll long numbers so that what changed last is seen.
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
 * Scroll numbers to what changed, the logs to their end, and the list of moves to the current one.
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
 * Scroll to something that is out of sight.
 * @param {?Element} node
 */
export function scrollTo(node) {
  if (!node) return;
  const { top, bottom } = node.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) node.scrollIntoView({ block: "center" });
}

/**
 * Give something the focus, and scroll so that it is seen together with what it points at above it.
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
