// Where the page that needs no server keeps its games, on disks of all kinds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openStorage } from "../../../tools/site/folder/storage.js";

/** Have a disk; of the files that are opened there, each meets the next problem, if there is one. Return what was closed. */
function disk(...opening) {
  const closed = [];
  globalThis.FileSystemFileHandle = class {
    constructor(name) {
      this.name = name;
    }

    async createSyncAccessHandle() {
      const problem = opening.shift();
      if (problem) throw problem;
      return { close: () => closed.push(this.name) };
    }
  };
  const folder = { getFileHandle: async (name) => new globalThis.FileSystemFileHandle(name) };
  window({ getDirectory: async () => ({ getDirectoryHandle: async () => folder }) });
  return closed;
}

/** A window whose browser keeps files in this way. */
const window = (storage) => Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });

test("games are kept where a browser has files", async () => {
  disk();
  assert.deepEqual([...(await openStorage()).handles.keys()], ["games.sqlite3", "games.sqlite3-journal"]);
});

test("nothing is kept over plain http, in private windows, and in browsers of old", async () => {
  window(undefined);
  assert.equal(await openStorage(), null);
  window({ getDirectory: () => Promise.reject(new DOMException("private", "SecurityError")) });
  assert.equal(await openStorage(), null);
  disk();
  delete globalThis.FileSystemFileHandle.prototype.createSyncAccessHandle;
  assert.equal(await openStorage(), null);
});

test("a disk that fails is no private window: it is told, and whatever was opened is let go", async () => {
  const closed = disk(null, new DOMException("the disk fails", "UnknownError"));
  await assert.rejects(openStorage(), /the disk fails/);
  assert.deepEqual(closed, ["games.sqlite3"]);
});
