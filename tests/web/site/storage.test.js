// The storage of the static site, with disks that work and disks that fail.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openStorage } from "../../../tools/site/folder/storage.js";

/** Fake a disk. Opening a file fails with the next of these problems. Return the list of closed files. */
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

/** Fake a window with this storage. */
const window = (storage) => Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });

test("games are saved if the browser has files", async () => {
  disk();
  assert.deepEqual([...(await openStorage()).handles.keys()], ["games.sqlite3", "games.sqlite3-journal"]);
});

test("nothing is saved over plain http, in private windows and in old browsers", async () => {
  window(undefined);
  assert.equal(await openStorage(), null);
  window({ getDirectory: () => Promise.reject(new DOMException("private", "SecurityError")) });
  assert.equal(await openStorage(), null);
  disk();
  delete globalThis.FileSystemFileHandle.prototype.createSyncAccessHandle;
  assert.equal(await openStorage(), null);
});

test("an error of the disk is raised, and open files are closed", async () => {
  const closed = disk(null, new DOMException("the disk fails", "UnknownError"));
  await assert.rejects(openStorage(), /the disk fails/);
  assert.deepEqual(closed, ["games.sqlite3"]);
});
