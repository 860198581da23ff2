// Runs before the first paint, so that a saved theme never flashes. Not a module for that reason.
(function () {
  try {
    const root = document.documentElement;
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("motion") === "off") root.dataset.motion = "off";
  } catch {
    // Storage may be forbidden; then the system's setting holds.
  }
})();
