// Runs compile.py in Pyodide, so that modules are compiled by the Python that will run them: `node compile.mjs STANDARD
// PACKAGES` changes these two folders.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [standard, packages] = process.argv.slice(2);
// Column numbers for tracebacks would be a tenth of the size.
const env = { HOME: "/home", XDG_DATA_HOME: "/data", XDG_CACHE_HOME: "/packages/tables", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ env });
await python.mountNodeFS("/standard", standard);
await python.mountNodeFS("/packages", packages);
try {
  const source = readFileSync(new URL("./compile.py", import.meta.url), "utf8");
  await python.runPythonAsync(`${source}\nawait compile_used_modules()`);
} catch (problem) {
  console.error(String(problem.message));
  process.exit(1);
}
process.exit(0);
