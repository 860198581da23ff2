"""The licences of everything in the folder, as one text file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools.site.archives import PYODIDE, ROOT

OTHERS = """The static site of Last Digit contains other people's software. You may use and
redistribute it under these licences.

Pyodide {pyodide}: Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/
Its source is at https://github.com/pyodide/pyodide. It is unchanged, except that files are
compressed and the references to source maps are removed.

Python {python}: the licence of the Python Software Foundation, which is printed below under
typing_extensions. Unused parts of the standard library are left out, and the rest is compiled.
"""
LINE = "-" * 80
LEGAL = ("COPYING", "LICENCE", "LICENSE", "NOTICE")


def licences(wheels: list[Path]) -> str:
    """Return the text: our own licence, then those of Pyodide, Python and the packages."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    parts = [
        f"Last Digit\n\n{(ROOT / 'LICENSE').read_text()}",
        OTHERS.format(pyodide=version, python=info["python"]),
        *(text for wheel in wheels for text in texts_in(wheel)),
    ]
    return f"\n{LINE}\n\n".join(parts)


def texts_in(wheel: Path) -> Iterator[str]:
    """Yield the licences and notices of a wheel, each under the package's name."""
    package = wheel.name.partition("-")[0]
    with zipfile.ZipFile(wheel) as whole:
        for name in whole.namelist():
            file = name.rpartition("/")[2].upper()
            if ".dist-info/" in name and file.startswith(LEGAL):
                yield f"{package}\n\n{whole.read(name).decode().strip()}\n"
