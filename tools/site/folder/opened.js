// Says how the page was opened, before anything else: as a file it may load this, but no module.

document.documentElement.dataset.opened = location.protocol === "file:" ? "file" : "served";
