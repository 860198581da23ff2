// Pages one after the other, each in a new frame: whatever a page has started ends with it.

/** @typedef {import("../../../src/lastdigit/web/static/host.js").Host} Host */
/** @typedef {import("./engine.js").Engine} Engine */

/** Nobody sees this: addresses of pages are complete only so that they can be read. */
const NOWHERE = "http://localhost";
const OURS = "/static/";
const DROPPED = 'link[rel="preload"], link[rel="manifest"], meta[property], meta[name^="twitter"]';
/** The page before stays in sight until the next one has something to show, or for so long. */
const BLANK = 400;

export class Pages {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {ReturnType<Engine["socket"]>[]} */
  #sockets = [];
  #path = "/";
  #shown = 0;

  /**
   * @param {Engine} engine
   * @param {string} folder the address at which all this lies
   */
  constructor(engine, folder) {
    this.engine = engine;
    this.folder = folder;
    this.files = new URL(".", import.meta.url).href;
    window.addEventListener("popstate", () => this.show());
  }

  /** @type {Host} */
  way = {
    request: (path, wish) => this.engine.request(path, wish),
    socket: (path) => {
      const socket = this.engine.socket(path);
      this.#sockets.push(socket);
      return socket;
    },
    alone: true,
    here: () => new URL(this.#path, NOWHERE),
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
    const { pathname, search, hash } = new URL(path, new URL(this.#path, NOWHERE));
    const inside = pathname + search;
    return `${this.folder}${inside === "/" ? "" : `?${inside}`}${hash}`;
  }

  /**
   * Return the page that an address names, if it is one of ours.
   * @param {string} address
   */
  #pathIn(address) {
    if (!address.startsWith(this.folder)) return null;
    const { pathname, search, hash } = new URL(address);
    if (pathname !== new URL(this.folder).pathname && !pathname.endsWith("/index.html")) return null;
    return search.startsWith("?/") ? search.slice(1) + hash : `/${hash}`;
  }

  #pathHere = () => this.#pathIn(location.href) ?? "/";

  /** Show the page that the address names. */
  async show() {
    const shown = ++this.#shown;
    this.#path = this.#pathHere();
    const answer = await this.engine.request(this.#path.split("#")[0], {});
    const html = await answer.text();
    if (shown !== this.#shown) return; // somebody was quicker
    this.#leave();
    const before = this.#frame;
    const frame = (this.#frame = document.createElement("iframe"));
    frame.title = "Last Digit";
    // Below the one before, which is seen meanwhile.
    document.body.prepend(frame);
    const inside = /** @type {Document} */ (frame.contentDocument);
    inside.open();
    inside.write(this.#adopted(html));
    inside.close();
    this.#furnish(inside);
    await filled(inside);
    before?.remove();
    document.documentElement.dataset.shown = this.#path;
    frame.contentWindow?.focus();
  }

  /** Close what the page has opened. */
  #leave() {
    for (const socket of this.#sockets.splice(0)) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /**
   * Return a page as it lies here: its files in our folder, its links to addresses of this page.
   * @param {string} html
   */
  #adopted(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const node of page.querySelectorAll(DROPPED)) node.remove();
    for (const node of page.querySelectorAll("[href], [src], [data-board]")) {
      for (const name of ["href", "src", "data-board"]) {
        const values = node.getAttribute(name)?.split(" ");
        if (!values?.[0]?.startsWith(OURS)) continue;
        node.setAttribute(name, values.map((value) => this.files + value.slice(1)).join(" "));
      }
    }
    this.#adoptLinks(page);
    return `<!doctype html>${page.documentElement.outerHTML}`;
  }

  /** @param {ParentNode} among */
  #adoptLinks(among) {
    for (const link of among.querySelectorAll('a[href^="/"]')) {
      link.setAttribute("href", this.#addressOf(link.getAttribute("href") ?? "/"));
    }
  }

  /**
   * See to what a page expects of the browser around it.
   * @param {Document} inside
   */
  #furnish(inside) {
    new MutationObserver(() => this.#adoptLinks(inside)).observe(inside.body, {
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
   * Let a plain click on a link of ours show that page here; what is asked of the application itself is saved as a file.
   * @param {MouseEvent} event
   */
  #follow(event) {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest("a");
    const path = link && this.#pathIn(link.href);
    if (!path || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    if (path.startsWith("/api/")) this.#save(path, link.download);
    else this.way.go(path);
  }

  /**
   * @param {string} path
   * @param {string} name
   */
  async #save(path, name) {
    const answer = await this.engine.request(path, {});
    const said = /filename="?([^"]+)"?/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name || said || "lastdigit.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}

/**
 * Wait until a page shows something, but not for long.
 * @param {Document} page
 */
function filled(page) {
  return new Promise((resolve) => {
    const main = page.getElementById("main");
    const look = () => main?.querySelector("h1, h2") && resolve(undefined);
    if (main) new MutationObserver(look).observe(main, { subtree: true, childList: true });
    setTimeout(resolve, BLANK);
    look();
  });
}
