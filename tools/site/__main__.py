"""Puts the folder together: `python -m tools.site FOLDER`."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from string import Template

from lastdigit.render.html import tile
from lastdigit.render.svg import sprite
from lastdigit.web.app import HEADERS
from lastdigit.web.assets import BUNDLE, ENCODINGS, FOLDER, STATIC, File, Files, load
from lastdigit.web.pages import TOGETHER
from lastdigit.web.strings import DESCRIPTION_ALONE
from tools.folders import replace_folder, temporary_folder_beside
from tools.site.fetching import NotFetched, wheels
from tools.site.licences import licences
from tools.site.python import PYODIDE, ROOT, archives, machine

SOURCES = Path(__file__).with_name("folder")
LOCK = ROOT / "uv.lock"
FETCHED = ROOT / ".site"
BUNDLER = ROOT / "tools" / "bundle.mjs"
NOT_CACHED = (".map", ".js.gz", ".js.br", ".css.gz", ".svg.gz")
"""Source maps, and compressed copies for hosts that send them instead of the originals."""
COUNTED = ("pyodide.asm.wasm.gz", "python.zip.gz", "lastdigit.zip.gz")
"""The large parts: how much of them has come is shown."""
MODULES = ("around.js", "engine.js", "keeping.js", "opened.js", "pages.js", "words.js", "worker.js")
MARK = 10


def main(where: str) -> None:
    """Build into a folder, whole or not at all."""
    if not PYODIDE.is_dir():
        sys.exit("The page's Python comes by npm, and is not there: run npm ci first.")
    target = Path(where)
    with temporary_folder_beside(target) as workshop:
        made = workshop / "made"
        try:
            build(made, workshop)
        except NotFetched as problem:
            sys.exit(str(problem))
        made.chmod(0o755)
        replace_folder(made, target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"{target} has {size / 1e6:.1f} MB. To try it: python3 {target}/serve.py")


def build(folder: Path, workshop: Path) -> None:
    """Make the folder; raises NotFetched."""
    assets = bundled_assets(workshop)
    files = workshop / "files"
    (files / "static").mkdir(parents=True)
    for file in _page_files(assets):
        path = files / "static" / file.name
        path.write_bytes(file.body)
        for encoding, body in file.encoded.items():
            path.with_name(f"{path.name}{ENCODINGS[encoding]}").write_bytes(body)
    for name in (*MODULES, "around.css"):
        shutil.copy(SOURCES / name, files / name)
    machine(files)
    others = wheels(LOCK, FETCHED)
    archives(workshop, [*others, _own_wheel(workshop)], assets, files)
    (files / "parts.js").write_text(_parts(files))
    mark = _mark(files)
    folder.mkdir()
    files.rename(folder / f"files-{mark}")
    (folder / "index.html").write_text(_index(assets, f"files-{mark}"))
    (folder / "manifest.webmanifest").write_text(_manifest(assets, f"files-{mark}"))
    # Browsers cache the folder's page and what it loads, not what is for hosts and developers.
    listed = ["./", *(name for name in _names(folder) if not name.endswith(NOT_CACHED))]
    shutil.copy(SOURCES / "serve.py", folder / "serve.py")
    (folder / "404.html").write_text(missing_page(assets, f"files-{mark}"))
    (folder / "licences.txt").write_text(licences(others))
    worker = Template((SOURCES / "offline.js").read_text())
    (folder / "offline.js").write_text(
        worker.substitute(version=f"lastdigit-{mark}", listed=json.dumps(listed))
    )


def policy() -> str:
    """Return what a page may load: what a server's may, and Python's own code.

    Who may frame it cannot be said in a page.
    """
    said = HEADERS["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
    return said.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


def bundled_assets(workshop: Path) -> Files:
    """Bundle the page's modules in a copy of their folder and return the files."""
    static = Path(shutil.copytree(STATIC, workshop / "static"))
    subprocess.run(["node", str(BUNDLER), str(static / BUNDLE)], cwd=ROOT, check=True)
    return load(static)


def _page_files(assets: Files) -> list[File]:
    """Return the files of the pages that are useful without other players."""
    scripts = [script for page, script in assets.scripts.items() if page not in TOGETHER]
    addresses = {address for script in scripts for address in (script.entry, *script.imports)}
    names = {address.removeprefix(FOLDER) for address in addresses}
    modules = [file for file in assets.modules if file.name.removesuffix(".map") in names]
    return [assets.style, assets.icon, assets.touch_icon, *assets.icons, *modules]


def _own_wheel(workshop: Path) -> Path:
    builder = Path(sys.executable).with_name("uv-build")
    made = subprocess.run(
        [builder, "build-wheel", workshop], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return workshop / made.stdout.split()[-1]


def _parts(files: Path) -> str:
    sizes = {name: (files / name).stat().st_size for name in COUNTED}
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    return (
        "// How large the parts are, and which Python it is; made by `make site`.\n\n"
        f"export const PARTS = {json.dumps(sizes)};\n"
        f"export const PYTHON = {json.dumps(info)};\n"
    )


def _mark(files: Path) -> str:
    digest = hashlib.sha256()
    for name in _names(files):
        digest.update(f"{name} ".encode() + (files / name).read_bytes())
    return digest.hexdigest()[:MARK]


def _names(folder: Path) -> list[str]:
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
        tiles=tile("4") + tile("0", ["last"]) + tile("4"),
    )


def _manifest(assets: Files, files: str) -> str:
    """Return the page's manifest with the folder's addresses."""
    said = json.loads(assets.manifest.body)
    icons = [{**icon, "src": f"{files}{icon['src']}"} for icon in said["icons"]]
    return json.dumps({**said, "start_url": "./", "icons": icons})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Write: python -m tools.site FOLDER")
    main(sys.argv[1])
