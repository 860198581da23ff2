// What this browser remembers between visits. Storage may be forbidden or full: then nothing is.

/** @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remember a text under a name; null forgets it. */
export function remember(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // The page works the same without it.
  }
}
