// Keys pressed anywhere on the page.

/** Whether a key is for the page: not typed into a field, not a command of the browser. */
export const isForPage = (event) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !event.target.closest("input, textarea, select");

export const isDigit = ({ key }) => /^\d$/.test(key);
