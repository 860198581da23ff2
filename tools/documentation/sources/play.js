// A board in a page of the documentation. It is loaded only when the reader presses its placeholder.

document.addEventListener("click", (event) => {
  const poster = event.target instanceof Element ? event.target.closest("a[data-board]") : null;
  // If the page was opened as a file, follow the link: the page there explains what to do. A press with a modifier key opens the link elsewhere, as usual.
  if (!(poster instanceof HTMLAnchorElement) || location.protocol === "file:") return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const board = document.createElement("iframe");
  board.src = poster.href;
  board.title = `A board of ${poster.dataset.board}`;
  poster.replaceWith(board);
  board.scrollIntoView({ block: "nearest" });
  board.focus();
});
