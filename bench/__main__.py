"""Measure the speed of the installed package, and print one table.

    uv run python -m bench [LINE ...] [--update]

The wheel is built and installed first. Packages to compare with are installed in the first run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from bench.environment import prepare
from bench.table import HEADING, PAGE, Line, Lines, updated

MODULES = ("bench.startup", "bench.server", "bench.programs")


def collect() -> Lines:
    """Return the lines of all modules."""
    found: Lines = {}
    for name in MODULES:
        if find_spec(name):
            found |= import_module(name).LINES
    return found


def main() -> int:
    """Print the table. Return 1 if a line is not within its limit."""
    lines = collect()
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("lines", nargs="*", metavar="LINE", help=f"one of {', '.join(lines)}")
    parser.add_argument(
        "--update", action="store_true", help=f"replace these lines of the table in {PAGE.name}"
    )
    arguments = parser.parse_args()
    for word in arguments.lines:
        if word not in lines:
            parser.error(f"there is no line {word}: choose from {', '.join(lines)}")
    measured: list[Line] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = prepare(Path(folder))
        print(HEADING)
        for word in arguments.lines or lines:
            scratch = Path(folder, word)
            scratch.mkdir()
            measured.append(lines[word](replace(environment, scratch=scratch)))
            print(measured[-1], flush=True)
    if arguments.update:
        PAGE.write_text(updated(PAGE.read_text(), measured))
    return int(any(line.within_limit is False for line in measured))


if __name__ == "__main__":
    sys.exit(main())
