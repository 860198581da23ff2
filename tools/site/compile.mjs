// Compiles the Python of the page by the very Python that will run it, and leaves out what it never imports: a browser then
// need neither compile nor fetch it. `node compile.mjs STANDARD PACKAGES`, two folders, which it changes.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [standard, packages] = process.argv.slice(2);
// Which column of a line an error was in is seen by nobody, and would be a tenth of everything.
const env = { HOME: "/home", XDG_DATA_HOME: "/data", XDG_CACHE_HOME: "/packages/tables", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ env });
await python.mountNodeFS("/standard", standard);
await python.mountNodeFS("/packages", packages);
try {
  const thinning = readFileSync(new URL("./thinning.py", import.meta.url), "utf8");
  await python.runPythonAsync(`${thinning}\nawait thin()`);
} catch (problem) {
  console.error(String(problem.message));
  process.exit(1);
}
process.exit(0);
