"""The page's files, made once when the server starts, and named by what is in them.

A browser that has a file never asks for it again; a file that changes has another name.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lastdigit.game.theme import LIGHT, style
from lastdigit.render.svg import picture
from lastdigit.web.joining import joined
from lastdigit.web.styles import style_sheet

STATIC = Path(__file__).with_name("static")
MADE = STATIC / "made.json"
"""There only in the page that needs no server, in whose folder the files themselves lie."""
PICTURES = STATIC / "pictures"
FOLDER = "/static/"
FOR_GOOD = "public, max-age=31536000, immutable"
HASH_LETTERS = 10
SCRIPT, STYLE, HTML, PNG = "text/javascript", "text/css", "text/html", "image/png"
ICONS = {
    "icon-192.png": ("192x192", "any"),
    "icon-512.png": ("512x512", "any"),
    "masked-512.png": ("512x512", "maskable"),
}


@dataclass(frozen=True)
class File:
    """Something that the page loads."""

    name: str
    kind: str
    body: bytes
    packed: bytes

    @property
    def address(self) -> str:
        """Where it is asked for."""
        return f"{FOLDER}{self.name}"

    def response(self, request: Request) -> Response:
        """Return the file as an answer, packed for whoever can unpack it."""
        headers = {"Cache-Control": FOR_GOOD}
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return Response(self.packed, media_type=self.kind, headers=headers)
        return Response(self.body, media_type=self.kind, headers=headers)


@dataclass(frozen=True)
class Files:
    """All files of the page."""

    style: File
    icon: File
    manifest: File
    card: File
    touch_icon: File
    away: File
    """What is shown when the server cannot be reached."""
    worker: str
    """The script that shows it; it has its own address, at which it may look after every page."""
    icons: tuple[File, ...]
    scripts: dict[str, File]
    """By the names of the pages that run them."""

    @property
    def by_name(self) -> dict[str, File]:
        """Every file that can be asked for."""
        single = (self.style, self.icon, self.manifest, self.card, self.touch_icon, self.away)
        return {file.name: file for file in (*single, *self.icons, *self.scripts.values())}


@cache
def page_files() -> Files:
    """Return the files, as they have been made already, or made of the sources."""
    if MADE.exists():
        return msgspec.json.decode(MADE.read_bytes(), type=Files)
    return _made_of_sources()


def names_of(files: Files) -> bytes:
    """Return what is left of the files where something else serves them: what they are called."""

    def name(file: File) -> File:
        return replace(file, body=b"", packed=b"")

    single = ("style", "icon", "manifest", "card", "touch_icon", "away")
    named: dict[str, Any] = {one: name(getattr(files, one)) for one in single}
    scripts = {page: name(file) for page, file in files.scripts.items()}
    icons = tuple(map(name, files.icons))
    return msgspec.json.encode(replace(files, **named, icons=icons, scripts=scripts))


def _made_of_sources() -> Files:
    pages = sorted(path.stem for path in (STATIC / "pages").glob("*.js"))
    icons = {name: _picture(name) for name in ICONS}
    shades = style(":root {{ --ink: {ink}; --card: {card}; --last: {last} }}")
    sign = _file("icon.svg", "image/svg+xml", picture("sign", inside=f"<style>{shades}</style>"))
    sheet = _file("style.css", STYLE, style_sheet(STATIC / "style"))
    away = _file("away.html", HTML, _filled("away.html", style=sheet.address, icon=sign.address))
    return Files(
        style=sheet,
        icon=sign,
        away=away,
        worker=_filled("worker.js", away=away.address),
        manifest=_file("manifest.webmanifest", "application/manifest+json", _manifest(sign, icons)),
        card=_picture("card.png"),
        touch_icon=_picture("icon-180.png"),
        icons=tuple(icons.values()),
        scripts={page: _file(f"{page}.js", SCRIPT, script(page)) for page in pages},
    )


def _filled(name: str, **words: str) -> str:
    return Template((STATIC / name).read_text()).substitute(words)


def script(page: str) -> str:
    """Return the script of a page: its module is shown by `main.js`."""
    entry = f'import {{ open }} from "./main.js";\nimport {{ show }} from "./pages/{page}.js";\n'

    def read(path: str) -> str:
        return f"{entry}open(show);\n" if path == "" else (STATIC / path).read_text()

    return f'"use strict";\n{joined("", read)}'


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


def _picture(name: str) -> File:
    return _made(name, PNG, (PICTURES / name).read_bytes())


def _file(name: str, kind: str, text: str) -> File:
    return _made(name, kind, text.encode())


def _made(name: str, kind: str, body: bytes) -> File:
    stem, _, suffix = name.rpartition(".")
    mark = hashlib.sha256(body).hexdigest()[:HASH_LETTERS]
    packed = gzip.compress(body, 9, mtime=0)
    # What is packed already, as pictures are, only gets longer.
    return File(f"{stem}.{mark}.{suffix}", kind, body, packed if len(packed) < len(body) else b"")
