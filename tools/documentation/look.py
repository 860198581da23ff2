"""The documentation's appearance: colours, logo, style sheet and script."""

from __future__ import annotations

import shutil
from pathlib import Path

from lastdigit.web.assets import colours, page_files

SOURCES = Path(__file__).with_name("sources")
FOLDER = "made"
COPIED = ("documentation.css", "play.js")


def write(pages: Path) -> None:
    """Write the files that every page loads."""
    folder = pages / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "colours.css").write_text(colours())
    (folder / "icon.svg").write_bytes(page_files().icon.body)
    for name in COPIED:
        shutil.copy(SOURCES / name, folder / name)
