// Records whether the page was opened as a file. It is not a module, because browsers load no modules from files.

document.documentElement.dataset.opened = location.protocol === "file:" ? "file" : "served";
