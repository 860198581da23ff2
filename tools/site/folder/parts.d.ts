// Made by `make site`: how many bytes the large parts have, and which Python it is.
export const PARTS: Record<string, number>;
export const PYTHON: import("pyodide").Lockfile["info"];
