"""Print the table of measurements: `python -m bench`, or `python -m bench LINE...` for some lines.

The project's wheel is built and installed first. Both sides of a line take turns in one run.
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
from bench.table import HEADING, Line, Lines

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
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    arguments = parser.parse_args()
    for name in arguments.lines:
        if name not in lines:
            parser.error(f"unknown line {name}: choose from {', '.join(lines)}")
    measured: list[Line] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = prepare(Path(folder))
        for name in arguments.lines or lines:
            scratch = Path(folder, name)
            scratch.mkdir()
            print(f"{name} ...", file=sys.stderr)
            measured.append(lines[name](replace(environment, scratch=scratch)))
    print(HEADING)
    for line in measured:
        print(line)
    return int(any(line.within_limit is False for line in measured))


if __name__ == "__main__":
    sys.exit(main())
