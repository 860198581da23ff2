// Saved games: a file system for Emscripten with two files in the browser's private file system (OPFS), the database and its
// journal. When SQLite syncs a file, it is flushed at once, so a move is on disk before it is shown.

const FOLDER = "lastdigit";
/** The database, and the journal that repairs it after a crash. */
const NAMES = ["games.sqlite3", "games.sqlite3-journal"];
/** The previous page may need a moment to close the files. */
const TRIES = 20;
const PAUSE = 100;
const FILE_MODE = 0o100600;
const FOLDER_MODE = 0o40700;
const NO_SUCH_FILE = 44;
const NO_SPACE = 51;
const NOT_ALLOWED = 63;

/**
 * An open file (FileSystemSyncAccessHandle).
 * @typedef {object} Handle
 * @property {() => number} getSize
 * @property {(size: number) => void} truncate
 * @property {() => void} flush
 * @property {() => void} close
 * @property {(bytes: Uint8Array, where: {at: number}) => number} read
 * @property {(bytes: Uint8Array, where: {at: number}) => number} write
 */

/**
 * Open the files. Return null if the browser has no such files, or "elsewhere" while another tab has them open. A disk that
 * fails is an error, because there may be games on it.
 * @returns {Promise<Storage | null | "elsewhere">}
 */
export async function openStorage() {
  const folder = await openFolder();
  return folder && openFiles(folder);
}

async function openFolder() {
  try {
    if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype)) return null;
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null; // plain http has no such files, and private windows refuse them in various ways
  }
}

/**
 * @param {FileSystemDirectoryHandle} folder
 * @returns {Promise<Storage | "elsewhere">}
 */
async function openFiles(folder) {
  /** @type {Map<string, Handle>} */
  const handles = new Map();
  try {
    for (const name of NAMES) {
      const handle = await openFile(await folder.getFileHandle(name, { create: true }));
      if (!handle) break;
      handles.set(name, handle);
    }
  } finally {
    if (handles.size < NAMES.length) for (const one of handles.values()) one.close();
  }
  return handles.size < NAMES.length ? "elsewhere" : new Storage(handles);
}

/**
 * @param {object} file
 * @returns {Promise<Handle | null>}
 */
async function openFile(file) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return await /** @type {{createSyncAccessHandle: () => Promise<Handle>}} */ (file).createSyncAccessHandle();
    } catch (problem) {
      if (!(problem instanceof DOMException) || problem.name !== "NoModificationAllowedError") throw problem;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  return null;
}

class Storage {
  /** @param {Map<string, Handle>} handles */
  constructor(handles) {
    this.handles = handles;
  }

  /**
   * Return the file system. An empty file counts as missing unless it was just created, so that SQLite sees no empty journal.
   * @param {any} FS Emscripten's
   */
  fileSystem(FS) {
    const { handles } = this;
    const error = (/** @type {number} */ number) => new FS.ErrnoError(number);

    /**
     * Write, and report any error as a full disk: browsers have various errors for that.
     * @template T
     * @param {() => T} work
     */
    function orNoSpace(work) {
      try {
        return work();
      } catch {
        throw error(NO_SPACE);
      }
    }

    /**
     * @param {any} parent
     * @param {string} name
     * @param {number} mode
     */
    function node(parent, name, mode) {
      const made = FS.createNode(parent, name, mode, 0);
      made.node_ops = nodes;
      made.stream_ops = streams;
      made.handle = handles.get(name) ?? null;
      made.timestamp = Date.now();
      return made;
    }

    const nodes = {
      /** @param {any} at */
      getattr(at) {
        const size = at.handle ? at.handle.getSize() : 0;
        const time = new Date(at.timestamp);
        return {
          dev: 1, ino: at.id, mode: at.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size,
          atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 4096),
        };
      },
      /**
       * @param {any} at
       * @param {{mode?: number, size?: number}} wish
       */
      setattr(at, { mode, size }) {
        if (mode !== undefined) at.mode = mode;
        if (size !== undefined) orNoSpace(() => at.handle?.truncate(size));
      },
      /**
       * @param {any} parent
       * @param {string} name
       */
      lookup(parent, name) {
        if (!handles.get(name)?.getSize()) throw error(NO_SUCH_FILE);
        return node(parent, name, FILE_MODE);
      },
      /**
       * @param {any} parent
       * @param {string} name
       * @param {number} mode
       */
      mknod(parent, name, mode) {
        return node(parent, name, mode);
      },
      /**
       * @param {any} parent
       * @param {string} name
       */
      unlink(parent, name) {
        handles.get(name)?.truncate(0);
        handles.get(name)?.flush();
        parent.timestamp = Date.now();
      },
      readdir: () => [".", "..", ...[...handles].filter(([, handle]) => handle.getSize()).map(([name]) => name)],
      rename: () => {
        throw error(NOT_ALLOWED);
      },
    };

    const streams = {
      /**
       * @param {any} stream
       * @param {Int8Array} buffer
       * @param {number} offset
       * @param {number} length
       * @param {number} position
       */
      read: (stream, buffer, offset, length, position) =>
        stream.node.handle ? stream.node.handle.read(view(buffer, offset, length), { at: position }) : 0,
      /**
       * @param {any} stream
       * @param {Int8Array} buffer
       * @param {number} offset
       * @param {number} length
       * @param {number} position
       */
      write(stream, buffer, offset, length, position) {
        stream.node.timestamp = Date.now();
        return stream.node.handle ? orNoSpace(() => stream.node.handle.write(view(buffer, offset, length), { at: position })) : length;
      },
      /**
       * @param {any} stream
       * @param {number} offset
       * @param {number} whence
       */
      llseek(stream, offset, whence) {
        if (whence === 1) return stream.position + offset;
        return whence === 2 ? nodes.getattr(stream.node).size + offset : offset;
      },
      /** @param {any} stream */
      fsync(stream) {
        orNoSpace(() => stream.node.handle?.flush());
        return 0;
      },
    };

    return { mount: () => node(null, "/", FOLDER_MODE) };
  }
}

/**
 * @param {Int8Array} buffer
 * @param {number} offset
 * @param {number} length
 */
const view = (buffer, offset, length) => new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
