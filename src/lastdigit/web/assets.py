"""The files that pages load: scripts, the style sheet, icons, the manifest and the offline page.

The address of a file contains a hash of its content, so browsers may cache it forever. A wheel
contains a bundle of the scripts, written by `tools/bundle.mjs`. If there is no bundle, or the
sources have changed, the ES modules are served unbundled.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import posixpath
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from string import Template

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lastdigit.game.theme import COLOURS, FONT, LIGHT, NEUTRAL, properties, style, theme_of
from lastdigit.games import catalogue
from lastdigit.render.html import render
from lastdigit.render.svg import SHAPES, picture

STATIC = Path(__file__).with_name("static")
PICTURES = STATIC / "pictures"
BUNDLE = "bundle"
LISTING = "assets.json"
"""The list of files that the Python code of the static site refers to but does not serve."""
FOLDER = "/static/"
IMMUTABLE = "public, max-age=31536000, immutable"
HASH_LENGTH = 10
SCRIPT, STYLE, HTML, PNG = "text/javascript", "text/css", "text/html", "image/png"
SOURCE_MAP = "application/json"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Content encodings in order of preference, with the file suffixes of compressed copies."""
IMPORT = re.compile(r'^import (?:[^"]* from )?"(\.[^"]+)";$', flags=re.MULTILINE)
ICONS = {
    "icon-192.png": ("192x192", "any"),
    "icon-512.png": ("512x512", "any"),
    "masked-512.png": ("512x512", "maskable"),
}
SHEETS = (
    *("tokens", "base", "tile", "components", "number", "keys", "table", "action", "screens"),
    *("panels", "puzzle", "page", "forms", "matches", "values", "prose", "review", "settings"),
    *("lesson", "projector", "stats", "ladder-strip", "daily-strip", "waiting", "opponent"),
    *("game-cards", "home", "sheet", "class", "maps"),
)
"""The parts of the style sheet, in order: later rules override earlier ones."""
COMMENT = re.compile(r"/\*.*?\*/", flags=re.DOTALL)


@dataclass(frozen=True)
class File:
    """A file with an address that depends on its content."""

    name: str
    kind: str
    body: bytes
    encoded: Mapping[str, bytes] = field(default_factory=dict)
    """Compressed copies, by content encoding."""

    @property
    def address(self) -> str:
        return f"{FOLDER}{self.name}"

    def response(self, request: Request) -> Response:
        body, headers = self.body, {"Cache-Control": IMMUTABLE}
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        for encoding in ENCODINGS:
            if encoding in accepted and encoding in self.encoded:
                body = self.encoded[encoding]
                headers |= {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
                break
        return Response(body, media_type=self.kind, headers=headers)


def _accepted(header: str) -> set[str]:
    """Return the encodings in an Accept-Encoding header without those of weight 0.

    >>> sorted(_accepted("gzip, br;q=0.5, zstd;q=0"))
    ['br', 'gzip']
    """
    parts = (part.partition(";") for part in header.split(","))
    return {
        name.strip().lower()
        for name, _, weight in parts
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)
    }


@dataclass(frozen=True)
class Script:
    """The addresses of a page's script and of the modules it imports."""

    entry: str
    imports: tuple[str, ...]
    """All modules that the script needs, so that the browser can load them in parallel."""
    later: tuple[str, ...] = ()
    """Parts of a bundle that the script imports only when they are needed."""


@dataclass(frozen=True, eq=False)
class Files:
    """All files that the pages load."""

    style: File
    icon: File
    manifest: File
    card: File
    touch_icon: File
    away: File
    """The page that is shown when the server cannot be reached."""
    worker: str
    """The service worker that shows `away`.

    The service worker controls all pages, because its address is /worker.js.
    """
    icons: tuple[File, ...]
    scripts: dict[str, Script]
    """The script of each page."""
    modules: tuple[File, ...]
    """The script files, with their source maps."""

    @cached_property
    def by_name(self) -> dict[str, File]:
        single = (self.style, self.icon, self.manifest, self.card, self.touch_icon, self.away)
        return {file.name: file for file in (*single, *self.icons, *self.modules)}


class Assets:
    """The files that the pages load, which are read again when a source changes.

    After an edit in a clone, it is enough to reload the page. A bundle is never served if the
    sources are newer.
    """

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._sources: list[str] = []
        self._times: list[int] = []
        self._files: Files | None = None

    def files(self) -> Files:
        if self._files is None:
            return self._read()
        if _modified(self._sources) != self._times:
            with suppress(OSError):  # an editor is replacing a file
                return self._read()
        return self._files

    def _read(self) -> Files:
        sources = sources_in(self._folder)
        times = _modified(sources)
        self._files = load(self._folder)
        self._sources, self._times = sources, times
        return self._files

    def find(self, name: str) -> File | None:
        return (self._files or self.files()).by_name.get(name)


def _modified(paths: list[str]) -> list[int]:
    # This runs for every page. It takes less than 0.5 ms, because it does not search for new
    # files. A new file matters only when a known one imports it.
    try:
        return [os.stat(path).st_mtime_ns for path in paths]  # noqa: PTH116 - faster
    except OSError:
        return []


def sources_in(folder: Path) -> list[str]:
    """Return the paths of all scripts, style sheets and templates that are not generated."""
    return [
        str(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".css", ".html", ".js") and BUNDLE not in path.relative_to(folder).parts
    ]


ASSETS = Assets()
page_files = ASSETS.files


def load(folder: Path) -> Files:
    """Read the files in a folder such as `static`."""
    listing = folder / LISTING
    if listing.exists():
        return msgspec.json.decode(listing.read_bytes(), type=Files)
    scripts, modules = bundle(folder) or unbundled(folder)
    icons = {name: _image(name) for name in ICONS}
    shades = style(":root {{ --ink: {ink}; --card: {card}; --last: {last} }}")
    sign = _text("icon.svg", "image/svg+xml", picture("sign", inside=f"<style>{shades}</style>"))
    sheet = _text("style.css", STYLE, style_sheet(folder / "style"))
    away = _text("away.html", HTML, render("away.html", style=sheet.address, icon=sign.address))
    return Files(
        style=sheet,
        icon=sign,
        away=away,
        worker=Template((folder / "worker.js").read_text()).substitute(away=away.address),
        manifest=_text("manifest.webmanifest", "application/manifest+json", _manifest(sign, icons)),
        card=_image("card.png"),
        touch_icon=_image("icon-180.png"),
        icons=tuple(icons.values()),
        scripts=scripts,
        modules=modules,
    )


def listing(files: Files) -> bytes:
    """Return the content of `LISTING`: the names of the files."""
    single = ("style", "icon", "manifest", "card", "touch_icon", "away")
    named = {name: _without_content(getattr(files, name)) for name in single}
    icons = tuple(map(_without_content, files.icons))
    return msgspec.json.encode(replace(files, **named, icons=icons, modules=()))  # type: ignore[arg-type]


def _without_content(file: File) -> File:
    return replace(file, body=b"", encoded={})


def modules_in(folder: Path) -> dict[str, bytes]:
    """Return the sources of all ES modules that pages import, by path."""
    paths = sorted(
        path
        for path in folder.rglob("*.js")
        if path.name != "worker.js" and path.relative_to(folder).parts[0] != BUNDLE
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def digest_of(modules: Mapping[str, bytes]) -> str:
    """Return a hash of the paths and contents. `tools/bundle.mjs` computes the same hash."""
    digest = hashlib.sha256()
    for path in sorted(modules):
        digest.update(f"{path} {len(modules[path])}\n".encode() + modules[path])
    return digest.hexdigest()


def unbundled(folder: Path) -> tuple[dict[str, Script], tuple[File, ...]]:
    """Return the unbundled modules. Imports are relative, so all addresses start with one hash."""
    sources = modules_in(folder)
    prefix = f"modules-{digest_of(sources)[:HASH_LENGTH]}"
    files = {
        path: File(f"{prefix}/{path}", SCRIPT, body, _compressed(body))
        for path, body in sources.items()
    }
    scripts = {}
    for path in sources:
        if path.startswith("pages/"):
            imports = tuple(files[other].address for other in import_graph(path, sources))
            scripts[Path(path).stem] = Script(files[path].address, imports)
    return scripts, tuple(files.values())


def import_graph(path: str, sources: Mapping[str, bytes]) -> list[str]:
    """Return the paths of all modules that a module imports, directly or indirectly.

    Imports of modules that do not exist are left to the browser, which reports them.
    """
    found = [path]
    for importer in found:
        for name in IMPORT.findall(sources[importer].decode()):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
            if imported in sources and imported not in found:
                found.append(imported)
    return found[1:]


class BundledPage(msgspec.Struct):
    entry: str
    imports: tuple[str, ...]
    later: tuple[str, ...] = ()


class BundleManifest(msgspec.Struct):
    """The manifest that `tools/bundle.mjs` writes next to the bundle."""

    sources: str
    pages: dict[str, BundledPage]


def bundle(folder: Path) -> tuple[dict[str, Script], tuple[File, ...]] | None:
    """Return the scripts of the bundle, or None if there is none or the sources have changed."""
    manifest = folder / BUNDLE / "manifest.json"
    if not manifest.exists():
        return None
    made = msgspec.json.decode(manifest.read_bytes(), type=BundleManifest)
    if made.sources != digest_of(modules_in(folder)):
        return None
    scripts = {
        page: Script(
            f"{FOLDER}{script.entry}",
            *(
                tuple(f"{FOLDER}{name}" for name in names)
                for names in (script.imports, script.later)
            ),
        )
        for page, script in made.pages.items()
    }
    files = [
        File(path.name, SCRIPT, path.read_bytes(), _compressed_copies(path))
        for path in sorted((folder / BUNDLE).glob("*.js"))
    ]
    files += [
        File(path.name, SOURCE_MAP, path.read_bytes())
        for path in sorted((folder / BUNDLE).glob("*.js.map"))
    ]
    return scripts, tuple(files)


def _compressed_copies(path: Path) -> dict[str, bytes]:
    """Read the compressed copies of a file. Very short files have no compressed copies."""
    copies = {name: path.with_name(f"{path.name}{end}") for name, end in ENCODINGS.items()}
    return {name: copy.read_bytes() for name, copy in copies.items() if copy.exists()}


def style_sheet(folder: Path) -> str:
    """Return the style sheet for all pages, with the games' themes and the map styles."""
    sheets = "\n".join((folder / f"{name}.css").read_text() for name in SHEETS)
    return f"{colours()}\n{compact(sheets)}\n{map_shapes()}"


def colours() -> str:
    """Return the page's colours and font, and each game's colours for `data-game`."""
    games = "\n".join(
        f'[data-game="{game.name}"]{{{properties(theme_of(game).colours)}}}'
        for game in catalogue().values()
    )
    neutral = f"[data-game]{{{properties(NEUTRAL.colours)}}}"
    return f":root{{{properties(COLOURS)}--text:{FONT}}}\n{neutral}\n{games}"


def map_shapes() -> str:
    """Return the map styles: the same as in an SVG file, but with the page's colours."""
    names = {name.strip("{}") for name in re.findall(r"(?<!{){[\w-]+}(?!})", SHAPES)}
    rules = SHAPES.format(**{name: f"var(--{name})" for name in names})
    return re.sub(r"(^|, *|} *)([^{},]+)(?= *[{,])", r"\1.map-drawing \2", compact(rules))


def compact(sheet: str) -> str:
    r"""Remove comments and insignificant white space.

    >>> compact("/* why */ a:is(b, c) > d {\n  color: red;\n\n  margin: 0 2px;\n}")
    'a:is(b,c) > d{color:red;margin:0 2px}'
    """
    dense = re.sub(r"\s*([{};,])\s*", r"\1", COMMENT.sub("", sheet).strip())
    return re.sub(r"([{;][\w-]+):\s+", r"\1:", dense).replace(";}", "}")


def _manifest(sign: File, icons: dict[str, File]) -> str:
    drawn = {"src": sign.address, "sizes": "any", "type": sign.kind}
    painted = [
        {"src": icons[name].address, "sizes": size, "type": PNG, "purpose": purpose}
        for name, (size, purpose) in ICONS.items()
    ]
    return json.dumps(
        {
            "name": "Last Digit",
            "short_name": "Last Digit",
            "start_url": "/",
            "display": "standalone",
            "background_color": LIGHT["paper"],
            "theme_color": LIGHT["paper"],
            "icons": [drawn, *painted],
        }
    )


def _image(name: str) -> File:
    return _named_by_content(name, PNG, (PICTURES / name).read_bytes())


def _text(name: str, kind: str, text: str) -> File:
    return _named_by_content(name, kind, text.encode())


def _named_by_content(name: str, kind: str, body: bytes) -> File:
    stem, _, suffix = name.rpartition(".")
    digest = hashlib.sha256(body).hexdigest()[:HASH_LENGTH]
    return File(f"{stem}.{digest}.{suffix}", kind, body, _compressed(body))


def _compressed(body: bytes) -> dict[str, bytes]:
    packed = gzip.compress(body, 9, mtime=0)
    # Images are already compressed.
    return {"gzip": packed} if len(packed) < len(body) else {}
