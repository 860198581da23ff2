// Bundles the page's ES modules with esbuild: `node tools/bundle.mjs`, or `node tools/bundle.mjs STATIC` for a copy of their
// folder. Every page has an entry, and modules that several pages share are split into chunks. The subfolder `bundle` gets
// the minified scripts with content hashes in their names, their source maps, gzip and Brotli copies, and manifest.json,
// from which web/assets.py serves them.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const STATIC = resolve(process.argv[2] ?? fileURLToPath(new URL("../src/lastdigit/web/static/", import.meta.url)));
const BUNDLE = join(STATIC, "bundle");

/** Return a hash over the modules, as `digest_of` in web/assets.py does: a bundle of other sources is not served. */
function sourcesDigest() {
  const paths = readdirSync(STATIC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js") && entry.name !== "worker.js")
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.startsWith(BUNDLE + sep));
  const byPath = new Map(paths.map((path) => [relative(STATIC, path).replaceAll(sep, "/"), readFileSync(path)]));
  const hash = createHash("sha256");
  for (const path of [...byPath.keys()].sort()) {
    const content = /** @type {Buffer} */ (byPath.get(path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

const pages = readdirSync(join(STATIC, "pages"));
const { metafile, outputFiles } = await build({
  entryPoints: pages.map((name) => join(STATIC, "pages", name)),
  outdir: BUNDLE,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "esnext",
  charset: "utf8",
  minify: true,
  sourcemap: true,
  metafile: true,
  write: false,
});

const imports = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output.imports]));

/**
 * Return what an entry imports, directly or indirectly: at the start, or also when it is needed.
 * @param {string} entry
 * @param {{dynamic: boolean}} options
 */
function importGraph(entry, { dynamic }) {
  const found = new Set([entry]);
  for (const name of found) {
    for (const { kind, path } of imports.get(name) ?? []) if (dynamic || kind !== "dynamic-import") found.add(basename(path));
  }
  found.delete(entry);
  return [...found];
}

/** @param {string} entry */
function script(entry) {
  const atStart = importGraph(entry, { dynamic: false });
  const later = importGraph(entry, { dynamic: true }).filter((name) => !atStart.includes(name));
  return { entry, imports: atStart, later };
}

const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.includes("/pages/"));
const manifest = {
  sources: sourcesDigest(),
  pages: Object.fromEntries(entries.map(([path, { entryPoint }]) =>
    [basename(entryPoint ?? "", ".js"), script(basename(path))])),
};

rmSync(BUNDLE, { recursive: true, force: true });
mkdirSync(BUNDLE);
for (const { path, contents } of outputFiles) {
  writeFileSync(path, contents);
  if (!path.endsWith(".js")) continue;
  const copies = { gz: gzipSync(contents, { level: 9 }), br: brotliCompressSync(contents) };
  for (const [suffix, copy] of Object.entries(copies)) {
    if (copy.length < contents.length) writeFileSync(`${path}.${suffix}`, copy);
  }
}
writeFileSync(join(BUNDLE, "manifest.json"), JSON.stringify(manifest));
