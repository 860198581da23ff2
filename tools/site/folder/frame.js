// Shows pages, each in a new frame, so that everything that a page has started ends with it.

/** @typedef {import("../../../src/lastdigit/web/static/server.js").Host} Host */
/** @typedef {import("./client.js").WorkerClient} WorkerClient */

/** The origin of page addresses, only so that they can be parsed. */
const ORIGIN = "http://localhost";
const STATIC = "/static/";
const UNUSED = 'link[rel="preload"], link[rel="manifest"], meta[property], meta[name^="twitter"]';
/** The previous page stays visible until the next one has content, at most for this many milliseconds. */
const LONGEST_OVERLAP = 400;

export class PageFrame {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {ReturnType<WorkerClient["socket"]>[]} */
  #sockets = [];
  #path = "/";
  #shown = 0;

  /**
   * @param {WorkerClient} client
   * @param {string} folder the address of the site
   */
  constructor(client, folder) {
    this.client = client;
    this.folder = folder;
    this.files = new URL(".", import.meta.url).href;
    window.addEventListener("popstate", () => this.show());
  }

  /** @type {Host} */
  host = {
    request: (path, options) => this.client.request(path, options),
    socket: (path) => {
      const socket = this.client.socket(path);
      this.#sockets.push(socket);
      return socket;
    },
    alone: true,
    here: () => new URL(this.#path, ORIGIN),
    go: (path) => {
      history.pushState(null, "", this.#addressOf(path));
      this.show();
    },
    goInstead: (path) => {
      history.replaceState(null, "", this.#addressOf(path));
      this.show();
    },
    rename: (path) => {
      history.replaceState(null, "", this.#addressOf(path));
      this.#path = this.#pathHere();
    },
    linkTo: (path) => this.#addressOf(path),
    pathOf: (link) => this.#pathIn(link.href)?.split(/[?#]/)[0] ?? "",
    registerOfflinePage: () => {},
  };

  /** @param {string} path */
  #addressOf(path) {
    const { pathname, search, hash } = new URL(path, new URL(this.#path, ORIGIN));
    const inside = pathname + search;
    return `${this.folder}${inside === "/" ? "" : `?${inside}`}${hash}`;
  }

  /**
   * Return the path of the page at an address, or null if the address is outside the site.
   * @param {string} address
   */
  #pathIn(address) {
    if (!address.startsWith(this.folder)) return null;
    const { pathname, search, hash } = new URL(address);
    if (pathname !== new URL(this.folder).pathname && !pathname.endsWith("/index.html")) return null;
    return search.startsWith("?/") ? search.slice(1) + hash : `/${hash}`;
  }

  #pathHere = () => this.#pathIn(location.href) ?? "/";

  /** Show the page of the current address. */
  async show() {
    const shown = ++this.#shown;
    this.#path = this.#pathHere();
    const response = await this.client.request(this.#path.split("#")[0], {});
    const html = await response.text();
    if (shown !== this.#shown) return; // another page was requested meanwhile
    this.#leave();
    const previous = this.#frame;
    const frame = (this.#frame = document.createElement("iframe"));
    frame.title = "Last Digit";
    // Below the previous frame, which stays visible.
    document.body.prepend(frame);
    const inside = /** @type {Document} */ (frame.contentDocument);
    inside.open();
    inside.write(this.#rewrite(html));
    inside.close();
    this.#connect(inside);
    await content(inside);
    previous?.remove();
    document.documentElement.dataset.shown = this.#path;
    frame.contentWindow?.focus();
  }

  /** Close the sockets of the page. */
  #leave() {
    for (const socket of this.#sockets.splice(0)) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /**
   * Return a page with addresses of the site: for its files and its links.
   * @param {string} html
   */
  #rewrite(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const node of page.querySelectorAll(UNUSED)) node.remove();
    for (const node of page.querySelectorAll("[href], [src], [data-board]")) {
      for (const name of ["href", "src", "data-board"]) {
        const values = node.getAttribute(name)?.split(" ");
        if (!values?.[0]?.startsWith(STATIC)) continue;
        node.setAttribute(name, values.map((value) => this.files + value.slice(1)).join(" "));
      }
    }
    this.#rewriteLinks(page);
    return `<!doctype html>${page.documentElement.outerHTML}`;
  }

  /** @param {ParentNode} among */
  #rewriteLinks(among) {
    for (const link of among.querySelectorAll('a[href^="/"]')) {
      link.setAttribute("href", this.#addressOf(link.getAttribute("href") ?? "/"));
    }
  }

  /**
   * Do what a browser does for a page: follow its links, and show its title and theme.
   * @param {Document} inside
   */
  #connect(inside) {
    new MutationObserver(() => this.#rewriteLinks(inside)).observe(inside.body, {
      subtree: true, childList: true, attributes: true, attributeFilter: ["href"],
    });
    const look = () => {
      document.title = inside.title;
      for (const name of ["data-theme", "data-motion"]) {
        document.documentElement.toggleAttribute(name, false);
        const value = inside.documentElement.getAttribute(name);
        if (value) document.documentElement.setAttribute(name, value);
      }
    };
    look();
    new MutationObserver(look).observe(inside.head, { subtree: true, childList: true, characterData: true });
    new MutationObserver(look).observe(inside.documentElement, { attributes: true });
    inside.addEventListener("click", (event) => this.#follow(event));
  }

  /**
   * Show the page of a link that was clicked without modifier keys. A download and a response of the API are saved as a file.
   * @param {MouseEvent} event
   */
  #follow(event) {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest("a");
    const path = link && this.#pathIn(link.href);
    if (!path || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    if (path.startsWith("/api/") || link.hasAttribute("download")) this.#save(path, link.download);
    else this.host.go(path);
  }

  /**
   * @param {string} path
   * @param {string} name
   */
  async #save(path, name) {
    const response = await this.client.request(path, {});
    const suggested = /filename="?([^"]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name || suggested || "lastdigit.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}

/**
 * Wait until a page has content, but not for long.
 * @param {Document} page
 */
function content(page) {
  return new Promise((resolve) => {
    const main = page.getElementById("main");
    const look = () => main?.querySelector("h1, h2") && resolve(undefined);
    if (main) new MutationObserver(look).observe(main, { subtree: true, childList: true });
    setTimeout(resolve, LONGEST_OVERLAP);
    look();
  });
}
