"""Python for the browser: Pyodide, and its standard library and our packages as archives."""

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
DAILY_PUZZLES = """
from lastdigit.games import catalogue
from lastdigit.puzzles.generate import SEASON_WEEKS, WEEK, daily_puzzle
for season in range(3):
    for kind in catalogue().values():
        daily_puzzle(kind, season * SEASON_WEEKS * WEEK + 1)
"""
"""Choose and cache the daily puzzles of three seasons, until June 2029."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same sources make the same folder."""


def write_archives(workshop: Path, wheels: list[Path], assets: Files, folder: Path) -> None:
    """Write the standard library, and all packages with the tables of the solvers."""
    standard, packages = workshop / "standard", workshop / "packages"
    _unpack(PYODIDE / "python_stdlib.zip", standard)
    for wheel in wheels:
        _unpack(wheel, packages)
    _list_page_files(packages / "lastdigit" / "web" / "static", assets)
    environment = {**os.environ, "XDG_CACHE_HOME": str(packages / TABLES)}
    for game in catalogue():
        prepared = [sys.executable, "-m", "lastdigit.analysis.prepare", game, "{}"]
        subprocess.run(prepared, env=environment, check=True)
    subprocess.run([sys.executable, "-c", DAILY_PUZZLES], env=environment, check=True)
    # Tables are compressed fast by default. These are compressed once and downloaded often.
    for table in (packages / TABLES / "lastdigit").iterdir():
        repack(table)
    subprocess.run(["node", str(COMPILER), standard, packages], cwd=ROOT, check=True)
    for package in (packages / "lastdigit").iterdir():
        if package.is_dir() and not any(package.rglob("*.pyc")):  # only data of unused modules
            shutil.rmtree(package)
    for pattern in UNUSED:
        for path in packages.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for metadata in packages.glob("lastdigit-*.dist-info/METADATA"):
        metadata.write_text(metadata.read_text().partition("\n\n")[0])  # the rest is the README
    pack(standard, folder / "python.zip.gz")
    pack(packages, folder / "lastdigit.zip.gz")


def _list_page_files(static: Path, assets: Files) -> None:
    """Replace the page's files by their names: the folder of the site has the files."""
    shutil.rmtree(static)
    static.mkdir()
    (static / LISTING).write_bytes(listing(assets))


def _unpack(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as whole:
        whole.extractall(folder)


def pack(folder: Path, archive: Path) -> None:
    """Write all files of a folder into a reproducible archive.

    The archive is compressed as a whole, sorted by suffix, which makes it smaller by a tenth.
    """
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as stored:
        for path in sorted(folder.rglob("*"), key=lambda path: (path.suffix, path)):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                stored.writestr(zipfile.ZipInfo(name, EARLIEST), path.read_bytes())
    archive.write_bytes(gzip.compress(whole.getvalue(), 9, mtime=0))


def copy_pyodide(folder: Path) -> None:
    """Write Pyodide, with its largest file compressed because not every host compresses."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        text = (PYODIDE / name).read_text()
        lines = [line for line in text.splitlines() if not line.startswith("//# sourceMapping")]
        (folder / name).write_text("\n".join(lines) + "\n")
    wasm = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
