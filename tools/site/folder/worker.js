// The worker. It runs the whole application in Python, and passes the requests and sockets of the page to it.

import { loadPyodide } from "./pyodide.mjs";
import { PARTS, PYTHON } from "./parts.js";
import { openStorage } from "./storage.js";

/** @typedef {import("./client.js").Progress} Progress */

const SAVED = "/saved";
const PACKAGES = "/packages";
const LOCK = { packages: {}, info: PYTHON };
/** The signature of a file in a zip archive. */
const LOCAL_FILE_HEADER = 0x04034b50;
/** Slow modules. They are imported one after another, so that the progress bar moves. */
const IMPORTS = ["starlette.applications", "lastdigit.games", "lastdigit.storage", "lastdigit.puzzles.practice", "lastdigit.web.app"];
const START = `
from lastdigit.storage import open_store
from lastdigit.web.limits import Limits
from lastdigit.web.pyodide import LocalServer
server = LocalServer(open_store(), Limits())
await server.begin()
server
`;
const here = new URL(".", import.meta.url).href;

/**
 * @param {object} message
 * @param {Transferable[]} transferred
 */
const post = (message, transferred = []) => /** @type {Worker} */ (/** @type {unknown} */ (self)).postMessage(message, transferred);

/** @param {Progress} progress */
const report = (progress) => post({ kind: "progress", ...progress });

/** Pyodide fetches its own parts by their original names. Those that are compressed here are decompressed for it. */
const compressed = new Map(Object.keys(PARTS).map((name) => [here + name.replace(/\.gz$/, ""), name]));
const fetchAsIs = self.fetch;
self.fetch = (resource, options) => {
  const name = compressed.get(String(resource instanceof Request ? resource.url : resource));
  return name ? fetchPart(name) : fetchAsIs(resource, options);
};

let loaded = 0;
const total = Object.values(PARTS).reduce((sum, size) => sum + size, 0);

function reportDownload() {
  if (loaded < total) report({ stage: "download", share: loaded / total, loaded, total });
  else report({ stage: "python", share: 0 });
}

/**
 * Fetch a compressed part and report how much has been loaded. Hosts need not compress anything themselves.
 * @param {string} name
 */
async function fetchPart(name) {
  const response = await fetchAsIs(here + name);
  if (!response.ok || !response.body) throw new Error(`${name} is missing on the server.`);
  const counted = response.body.pipeThrough(new TransformStream({
    transform(bytes, controller) {
      loaded += bytes.byteLength;
      reportDownload();
      controller.enqueue(bytes);
    },
  }));
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": name.includes(".wasm") ? "application/wasm" : "application/zip" } });
}

/**
 * Write the files of a zip archive that stores them uncompressed.
 * @param {ArrayBuffer} archive
 * @param {string} folder
 * @param {any} FS Emscripten's
 */
function unpack(archive, folder, FS) {
  const numbers = new DataView(archive);
  const folders = new Set();
  for (let at = 0; numbers.getUint32(at, true) === LOCAL_FILE_HEADER; ) {
    const [size, nameLength, extra] = [numbers.getUint32(at + 22, true), numbers.getUint16(at + 26, true), numbers.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 30, nameLength));
    const begin = at + 30 + nameLength + extra;
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) FS.mkdirTree(parent);
    folders.add(parent);
    FS.writeFile(path, new Uint8Array(archive.slice(begin, begin + size)), { canOwn: true });
    at = begin + size;
  }
}

async function start() {
  reportDownload();
  const packages = fetchPart("lastdigit.zip.gz").then((response) => response.arrayBuffer());
  const storage = await openStorage();
  if (storage === "elsewhere") return { trouble: storage, saves: false };
  const python = await loadPyodide({
    indexURL: here, lockFileContents: LOCK, stdLibURL: `${here}python.zip`, packageBaseUrl: here,
    env: { HOME: "/home", XDG_DATA_HOME: SAVED, XDG_CACHE_HOME: `${PACKAGES}/tables`, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const archive = await packages;
  report({ stage: "unpack", share: 0 });
  unpack(archive, PACKAGES, python.FS);
  python.FS.mkdirTree(`${SAVED}/lastdigit`);
  if (storage) python.FS.mount(storage.fileSystem(python.FS), {}, `${SAVED}/lastdigit`);
  python.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  for (const [index, name] of IMPORTS.entries()) {
    report({ stage: "games", share: index / (IMPORTS.length + 1) });
    python.runPython(`import ${name}`);
  }
  report({ stage: "games", share: IMPORTS.length / (IMPORTS.length + 1) });
  serve(await python.runPythonAsync(START));
  return { trouble: "", saves: Boolean(storage) };
}

/** The response to a request during which Python itself failed. */
function failure() {
  const body = new TextEncoder().encode(JSON.stringify({ error: "broken", message: "Something went wrong. Reload the page." }));
  return [500, { toJs: () => [["Content-Type", "application/json"]] }, { toJs: () => body }];
}

/** @param {any} application */
function serve(application) {
  /** @type {Map<number, () => void>} */
  const sockets = new Map();
  const handlers = {
    /** @param {{id: number, method: string, path: string, cookies: string, body: string}} message */
    async request({ id, method, path, cookies, body }) {
      const [status, headers, content] = await application.request(method, path, cookies, body).catch(failure);
      const bytes = content.toJs();
      post({ kind: "answer", id, status, headers: headers.toJs(), body: bytes }, [bytes.buffer]);
    },
    /** @param {{id: number, path: string}} message */
    listen({ id, path }) {
      /** @type {(event: string, text: string) => void} */
      const send = (event, text) => post({ kind: "socket", id, event, text });
      sockets.set(id, application.listen(path, send));
    },
    /** @param {{id: number}} message */
    leave({ id }) {
      sockets.get(id)?.();
      sockets.delete(id);
    },
  };
  self.onmessage = ({ data }) => handlers[/** @type {keyof typeof handlers} */ (data.kind)](data);
}

start().then(
  (ready) => post({ kind: "ready", ...ready }),
  (problem) => post({ kind: "ready", trouble: String(problem?.message ?? problem).slice(-500), saves: false }),
);
