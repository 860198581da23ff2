"""Build the documentation: `python -m tools.documentation FOLDER`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from tools.documentation.pages import CONFIG, collect
from tools.folders import replace_folder, temporary_folder_beside

BUILT = "site"
ROOT_FILES = ("404.html", "sitemap.xml")
"""Files that only work at the root of a host. The documentation may be in any folder."""


def main(where: str) -> None:
    """Build into a folder, completely or not at all."""
    if importlib.util.find_spec("zensical") is None:
        sys.exit("Zensical is missing. Install it with: uv sync --group site")
    target = Path(where)
    with temporary_folder_beside(target) as workshop:
        collect(workshop)
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", CONFIG]
        done = subprocess.run(command, cwd=workshop, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}The documentation could not be built.")
        for name in ROOT_FILES:
            (workshop / BUILT / name).unlink()
        replace_folder(workshop / BUILT, target)
    pages = sum(1 for _ in target.rglob("*.html"))
    print(f"Built {target} with {pages} pages.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m tools.documentation FOLDER")
    main(sys.argv[1])
