"""Build the static site: `python -m tools.site FOLDER`."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from string import Template

from lastdigit.render.html import render_fragment
from lastdigit.render.svg import sprite
from lastdigit.web.app import HEADERS
from lastdigit.web.assets import FOLDER, STATIC, File, Files, load
from lastdigit.web.pages import MISSING, PAGES, SCRIPTS, SERVER_PAGES
from lastdigit.web.strings import DESCRIPTION_ALONE
from tools.folders import replace_folder, temporary_folder_beside
from tools.site.archives import PYODIDE, ROOT, copy_pyodide, write_archives
from tools.site.licences import licences
from tools.site.wheels import FetchError, fetch_wheels

SOURCES = Path(__file__).with_name("folder")
LOCK = ROOT / "uv.lock"
WHEELS = ROOT / ".site"
BUNDLERS = ROOT / "tools" / "bundle.mjs", Path(__file__).with_name("bundle.mjs")
"""Of the pages, and of the site's own modules."""
DOWNLOADS = ("pyodide.asm.wasm.gz", "python.zip.gz", "lastdigit.zip.gz")
"""The large parts. The start page shows the progress of their download."""
TEXTS = (".css", ".js", ".mjs", ".svg")
NOT_CACHED = tuple(f"{text}{suffix}" for text in TEXTS for suffix in (".br", ".gz", ".map"))
"""Source maps, and compressed copies that a host sends instead of the originals."""
HASH_LENGTH = 10


def main(where: str) -> None:
    """Build the folder completely or not at all."""
    if not PYODIDE.is_dir():
        sys.exit("Pyodide is missing. Install it with: npm ci")
    target = Path(where)
    with temporary_folder_beside(target) as workshop:
        made = workshop / "made"
        try:
            build(made, workshop)
        except FetchError as problem:
            sys.exit(str(problem))
        made.chmod(0o755)
        replace_folder(made, target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"Built {target} ({size / 1e6:.1f} MB). Try it with: python3 {target}/serve.py")


def build(folder: Path, workshop: Path) -> None:
    """Build the folder. Raise FetchError."""
    assets = bundle_assets(workshop)
    files = workshop / "files"
    (files / "static").mkdir(parents=True)
    for file in _page_files(assets):
        (files / "static" / file.name).write_bytes(file.body)
    copy_pyodide(files)
    wheels = fetch_wheels(LOCK, WHEELS)
    write_archives(workshop, [*wheels, _own_wheel(workshop)], assets, files)
    _bundle_start_page(workshop, files)
    name = f"files-{_hash(files)}"
    folder.mkdir()
    files.rename(folder / name)
    (folder / "index.html").write_text(_index(assets, name))
    (folder / "manifest.webmanifest").write_text(_manifest(assets, name))
    # Browsers cache the folder's page and what it loads, not what is for hosts and developers.
    cached = ["./", *(path for path in _paths(folder) if not path.endswith(NOT_CACHED))]
    shutil.copy(SOURCES / "serve.py", folder / "serve.py")
    (folder / "404.html").write_text(missing_page(assets, name))
    (folder / "licences.txt").write_text(licences(wheels))
    worker = Template((SOURCES / "offline.js").read_text())
    version = name.replace("files", "lastdigit")
    (folder / "offline.js").write_text(
        worker.substitute(version=version, listed=json.dumps(cached))
    )


def policy() -> str:
    """Return the server's Content-Security-Policy with WebAssembly allowed.

    A page cannot set `frame-ancestors`.
    """
    server = HEADERS["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
    return server.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


def bundle_assets(workshop: Path) -> Files:
    """Bundle the page's modules in a copy of their folder and return the files."""
    static = Path(shutil.copytree(STATIC, workshop / "static"))
    subprocess.run(["node", str(BUNDLERS[0]), str(static)], cwd=ROOT, check=True)
    return load(static)


def _page_files(assets: Files) -> list[File]:
    """Return the files of the pages that are useful without other players."""
    pages = {*PAGES.values(), MISSING} - set(SERVER_PAGES)
    scripts = [assets.scripts[SCRIPTS.get(page, page)] for page in pages]
    names = {
        address.removeprefix(FOLDER)
        for script in scripts
        for address in (script.entry, *script.imports, *script.later)
    }
    modules = [file for file in assets.modules if file.name.removesuffix(".map") in names]
    return [assets.style, assets.icon, assets.touch_icon, *assets.icons, *modules]


def _own_wheel(workshop: Path) -> Path:
    builder = Path(sys.executable).with_name("uv-build")
    done = subprocess.run(
        [builder, "build-wheel", workshop], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return workshop / done.stdout.split()[-1]


def _bundle_start_page(workshop: Path, files: Path) -> None:
    sources = Path(shutil.copytree(SOURCES, workshop / "start"))
    for name in ("file-check.js", "start.css"):
        shutil.copy(sources / name, files)
    sizes = {name: (files / name).stat().st_size for name in DOWNLOADS}
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    (sources / "parts.js").write_text(
        f"export const PARTS = {json.dumps(sizes)};\nexport const PYTHON = {json.dumps(info)};\n"
    )
    # esbuild comes from the project's node_modules, and its source maps from the copied sources.
    subprocess.run(["node", str(BUNDLERS[1]), sources, files], cwd=ROOT, check=True)


def _hash(files: Path) -> str:
    digest = hashlib.sha256()
    for path in _paths(files):
        digest.update(f"{path} ".encode() + (files / path).read_bytes())
    return digest.hexdigest()[:HASH_LENGTH]


def _paths(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def _index(assets: Files, files: str) -> str:
    return Template((SOURCES / "index.html").read_text()).substitute(
        policy=policy(),
        description=DESCRIPTION_ALONE,
        files=files,
        style=assets.style.name,
        icon=assets.icon.name,
    )


def missing_page(assets: Files, files: str) -> str:
    """Return the page for an address without a file. It looks like that of a server."""
    return Template((SOURCES / "404.html").read_text()).substitute(
        policy=policy(),
        files=files,
        style=assets.style.name,
        icon=assets.icon.name,
        sprite=sprite(()),
        tiles="".join(render_fragment("tile", *one) for one in (("4",), ("0", "last"), ("4",))),
    )


def _manifest(assets: Files, files: str) -> str:
    """Return the page's manifest with the folder's addresses."""
    server = json.loads(assets.manifest.body)
    icons = [{**icon, "src": f"{files}{icon['src']}"} for icon in server["icons"]]
    return json.dumps({**server, "start_url": "./", "icons": icons})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m tools.site FOLDER")
    main(sys.argv[1])
