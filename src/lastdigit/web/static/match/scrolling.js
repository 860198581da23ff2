// What scrolls inside the page: the logs and the list of moves.

/** Scroll the logs to their end, and the list of moves to the current one. */
export function showNewest(root) {
  for (const log of root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  const list = root.querySelector("#moves");
  const current = list?.querySelector("[aria-current]");
  if (!current) return;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top) list.scrollTop -= frame.top - top;
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

/** Give something the focus, and scroll so that it is seen together with what it points at above it. */
export function bringIntoSight(node, pointed = null) {
  if (!node) return;
  node.focus({ preventScroll: true });
  const { top, bottom } = node.getBoundingClientRect();
  const above = pointed?.getBoundingClientRect().top ?? top;
  if (Math.min(top, above) < 0 || bottom > innerHeight) node.scrollIntoView({ block: "end" });
}
