// A board in a page of the documentation: nothing of it is loaded before somebody presses its poster.

document.addEventListener("click", (event) => {
  const poster = event.target instanceof Element ? event.target.closest("a[data-board]") : null;
  // Opened as a file, the page itself says what to do. Other presses open it elsewhere, as of any link.
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
