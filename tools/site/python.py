"""The Python of the page: its standard library and all packages, compiled, in two archives."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

from lastdigit.games import catalogue
from lastdigit.solver.tables import repack
from lastdigit.web.assets import LISTING, Files, listing

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
COMPILER = Path(__file__).with_name("compile.mjs")
UNUSED = (
    *("*.data", "[!l]*.dist-info", "*.dist-info/RECORD", "bin"),
    *("**/py.typed", "**/*.pyi", "**/*.d.ts", "**/*.yaml"),
)
TABLES = "tables"
DAYS = """
from lastdigit.games import catalogue
from lastdigit.puzzles.generate import SEASON_WEEKS, WEEK, daily_puzzle
for season in range(3):
    for kind in catalogue().values():
        daily_puzzle(kind, season * SEASON_WEEKS * WEEK + 1)
"""
"""Has the puzzles of the day chosen that are kept: those of three seasons, till June 2029."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of everything in an archive: the same sources make the same folder."""


def archives(workshop: Path, wheels: list[Path], assets: Files, folder: Path) -> None:
    """Write the standard library and all packages, ours too, and the tables: none is built anew."""
    standard, packages = workshop / "standard", workshop / "packages"
    _unpack(PYODIDE / "python_stdlib.zip", standard)
    for wheel in wheels:
        _unpack(wheel, packages)
    _list_page_files(packages / "lastdigit" / "web" / "static", assets)
    environment = {**os.environ, "XDG_CACHE_HOME": str(packages / TABLES)}
    for game in catalogue():
        prepared = [sys.executable, "-m", "lastdigit.analysis.prepare", game, "{}"]
        subprocess.run(prepared, env=environment, check=True)
    subprocess.run([sys.executable, "-c", DAYS], env=environment, check=True)
    # What is written at once is packed in haste; this is packed once, and fetched by everybody.
    for table in (packages / TABLES / "lastdigit").iterdir():
        repack(table)
    subprocess.run(["node", str(COMPILER), standard, packages], cwd=ROOT, check=True)
    for room in (packages / "lastdigit").iterdir():
        if room.is_dir() and not any(room.rglob("*.pyc")):  # no page asks there
            shutil.rmtree(room)
    for pattern in UNUSED:
        for path in packages.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for told in packages.glob("lastdigit-*.dist-info/METADATA"):
        told.write_text(told.read_text().partition("\n\n")[0])  # the rest is the README
    pack(standard, folder / "python.zip.gz")
    pack(packages, folder / "lastdigit.zip.gz")


def _list_page_files(static: Path, assets: Files) -> None:
    """Replace the page's files by their names: the folder of the site has the files."""
    template = (static / "index.html").read_bytes()
    shutil.rmtree(static)
    static.mkdir()
    (static / "index.html").write_bytes(template)
    (static / LISTING).write_bytes(listing(assets))


def _unpack(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as whole:
        whole.extractall(folder)


def pack(place: Path, archive: Path) -> None:
    """Write all files of a folder into an archive, the same ones always in the same way.

    It is packed as a whole, with files of a kind side by side: that makes it smaller by a tenth.
    """
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as stored:
        for path in sorted(place.rglob("*"), key=lambda path: (path.suffix, path)):
            if path.is_file():
                name = path.relative_to(place).as_posix()
                stored.writestr(zipfile.ZipInfo(name, LONG_AGO), path.read_bytes())
    archive.write_bytes(gzip.compress(whole.getvalue(), 9, mtime=0))


def machine(folder: Path) -> None:
    """Write Pyodide itself, its largest file packed: not every host packs what it sends."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        text = (PYODIDE / name).read_text()
        lines = [line for line in text.splitlines() if not line.startswith("//# sourceMapping")]
        (folder / name).write_text("\n".join(lines) + "\n")
    wasm = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
