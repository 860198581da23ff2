// Python in a worker, and in it the whole application, asked as a server asks it.

import { keepIn } from "./keeping.js";
import { loadPyodide } from "./pyodide.mjs";
import { PARTS, PYTHON } from "./parts.js";

const PLACE = "/kept";
const LOCK = { packages: {}, info: PYTHON };
/** How zip begins a file. */
const FILE_HERE = 0x04034b50;
const here = new URL(".", import.meta.url).href;

/**
 * @param {object} said
 * @param {Transferable[]} given
 */
const tell = (said, given = []) => /** @type {Worker} */ (/** @type {unknown} */ (self)).postMessage(said, given);

/** Pyodide fetches its own parts, under their own names; those that are packed here are unpacked for it. */
const packed = new Map(Object.keys(PARTS).map((name) => [here + name.replace(/\.gz$/, ""), name]));
const plainFetch = self.fetch;
self.fetch = (wanted, wish) => {
  const name = packed.get(String(wanted instanceof Request ? wanted.url : wanted));
  return name ? part(name) : plainFetch(wanted, wish);
};

let come = 0;
const all = Object.values(PARTS).reduce((sum, size) => sum + size, 0);

/**
 * Fetch a part of ours, and tell how much has come; it is packed and unpacked by us, whatever the host does.
 * @param {string} name
 */
async function part(name) {
  const answer = await plainFetch(here + name);
  if (!answer.ok || !answer.body) throw new Error(`${name} is missing where this page comes from.`);
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(bytes, on) {
      come += bytes.byteLength;
      tell({ kind: "progress", share: Math.min(1, come / all) });
      on.enqueue(bytes);
    },
  }));
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": name.includes(".wasm") ? "application/wasm" : "application/zip" } });
}

/**
 * Write the files of an archive, in which they lie one after the other as they are.
 * @param {ArrayBuffer} archive
 * @param {string} folder
 * @param {any} FS Emscripten's
 */
function unpack(archive, folder, FS) {
  const numbers = new DataView(archive);
  const folders = new Set();
  for (let at = 0; numbers.getUint32(at, true) === FILE_HERE; ) {
    const [size, nameLength, extra] = [numbers.getUint32(at + 22, true), numbers.getUint16(at + 26, true), numbers.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 30, nameLength));
    const begin = at + 30 + nameLength + extra;
    const path = `${folder}/${name}`;
    const around = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(around)) FS.mkdirTree(around);
    folders.add(around);
    FS.writeFile(path, new Uint8Array(archive.slice(begin, begin + size)), { canOwn: true });
    at = begin + size;
  }
}

async function start() {
  const ours = part("lastdigit.zip.gz").then((answer) => answer.arrayBuffer());
  const place = await keepIn();
  if (place === "elsewhere") return { trouble: place, kept: false };
  const python = await loadPyodide({
    indexURL: here, lockFileContents: LOCK, stdLibURL: `${here}python.zip`, packageBaseUrl: here,
    env: { HOME: "/home", XDG_DATA_HOME: PLACE, XDG_CACHE_HOME: "/shipped/tables", PYTHONDONTWRITEBYTECODE: "1" },
  });
  unpack(await ours, "/shipped", python.FS);
  python.FS.mkdirTree(`${PLACE}/lastdigit`);
  if (place) python.FS.mount(place.fileSystem(python.FS), {}, `${PLACE}/lastdigit`);
  const within = await python.runPythonAsync(`
import sys
sys.path.insert(0, "/shipped")
from lastdigit.storage import open_store
from lastdigit.web.limits import Limits
from lastdigit.web.pyodide import Within
within = Within(open_store(), Limits())
await within.begin()
within
`);
  serve(within);
  return { trouble: "", kept: Boolean(place) };
}

/** What is answered where Python itself has come to an end. */
function broken() {
  const said = new TextEncoder().encode(JSON.stringify({ error: "broken", message: "Something went wrong here. Load the page again." }));
  return [500, { toJs: () => [["Content-Type", "application/json"]] }, { toJs: () => said }];
}

/** @param {any} within */
function serve(within) {
  /** @type {Map<number, () => void>} */
  const open = new Map();
  const does = {
    /** @param {{id: number, method: string, path: string, cookies: string, body: string}} asked */
    async request({ id, method, path, cookies, body }) {
      const [status, headers, text] = await within.request(method, path, cookies, body).catch(broken);
      const bytes = text.toJs();
      tell({ kind: "answer", id, status, headers: headers.toJs(), body: bytes }, [bytes.buffer]);
    },
    /** @param {{id: number, path: string}} asked */
    listen({ id, path }) {
      /** @type {(what: string, text: string) => void} */
      const hear = (what, text) => tell({ kind: "heard", id, what, text });
      open.set(id, within.listen(path, hear));
    },
    /** @param {{id: number}} asked */
    leave({ id }) {
      open.get(id)?.();
      open.delete(id);
    },
  };
  self.onmessage = ({ data }) => does[/** @type {keyof typeof does} */ (data.kind)](data);
}

start().then(
  (ready) => tell({ kind: "ready", ...ready }),
  (problem) => tell({ kind: "ready", trouble: String(problem?.message ?? problem).slice(-500), kept: false }),
);
