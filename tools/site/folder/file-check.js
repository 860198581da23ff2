// Notes whether the page was opened as a file. It runs first and is no module: from a file, browsers load no modules.

document.documentElement.dataset.opened = location.protocol === "file:" ? "file" : "served";
