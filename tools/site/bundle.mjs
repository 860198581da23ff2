// Bundles the static site's own modules and compresses its files: `node bundle.mjs SOURCES FILES`. The scripts have fixed
// names, because the name of the folder contains a hash over all files. Every text gets a gzip and a Brotli copy, for hosts
// that can send those.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const TEXTS = new Set([".css", ".js", ".mjs", ".svg"]);
const [sources, files] = process.argv.slice(2);

await build({
  entryPoints: ["start.js", "worker.js"].map((name) => join(sources, name)),
  outdir: files,
  bundle: true,
  external: ["./pyodide.mjs"],
  format: "esm",
  target: "esnext",
  charset: "utf8",
  minify: true,
  sourcemap: true,
});

for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(content));
}
