"""Measure the speed of the installed package, and print one table.

    uv run python -m bench [LINE ...] [--update]

The wheel is built and installed first. Packages to compare with are installed in the first run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from bench import programs, server, startup
from bench.environment import prepare
from bench.table import HEADING, PAGE, Line, Lines, updated

LINES: Lines = startup.LINES | server.LINES | programs.LINES


def main() -> int:
    """Print the table. Return 1 if a line is not within its limit."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("lines", nargs="*", metavar="LINE", help=f"one of {', '.join(LINES)}")
    parser.add_argument(
        "--update", action="store_true", help=f"replace these lines of the table in {PAGE.name}"
    )
    arguments = parser.parse_args()
    for word in arguments.lines:
        if word not in LINES:
            parser.error(f"there is no line {word}: choose from {', '.join(LINES)}")
    measured: list[Line] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = prepare(Path(folder))
        print(HEADING)
        for word in arguments.lines or LINES:
            scratch = Path(folder, word)
            scratch.mkdir()
            measured.append(LINES[word](replace(environment, scratch=scratch)))
            print(measured[-1], flush=True)
    if arguments.update:
        PAGE.write_text(updated(PAGE.read_text(), measured))
    return int(any(line.within_limit is False for line in measured))


if __name__ == "__main__":
    sys.exit(main())
