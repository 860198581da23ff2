"""The lines of the table of measurements, and where they are measured."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "performance.md"
ROUNDS = 15
HEADING = (
    "| Measurement | Ours | Compared with | Theirs | Ratio | Limit | Bounded by |\n"
    "| --- | --: | --- | --: | --: | --: | --- |"
)
NOT_INSTALLED = "not installed"


@dataclass(frozen=True)
class Environment:
    """Where lines are measured: environments with the wheel, and a folder for files."""

    python: Path
    """Python with the wheel, all extras and the packages that ours is compared with."""
    bare: Path
    """Python with the wheel and its dependencies only, to measure start-up."""
    scratch: Path
    """An empty folder. Games, tables and settings of `variables()` are in it."""

    def variables(self) -> dict[str, str]:
        """Return environment variables with folders for games, tables and settings."""
        folders = {
            f"XDG_{name}_HOME": str(self.scratch / name.lower())
            for name in ("DATA", "CACHE", "CONFIG")
        }
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.scratch),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            **folders,
        }

    def run(self, module: str, *arguments: str) -> Any:
        """Run a module of this folder with `python`; return the JSON that it prints last.

        The module imports the installed `lastdigit`, not the source tree.
        """
        done = subprocess.run(
            [self.python, "-m", module, *arguments],
            cwd=ROOT,
            env=self.variables(),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return json.loads(done.stdout.splitlines()[-1])


@dataclass(frozen=True)
class Line:
    """A measurement, compared with a peer in one run and with a limit.

    Without a peer, `peer` is empty and the limit is that of `ours`. If the peer is not installed,
    `theirs` and `ratio` are None. `ours` is None if a program that we need is not installed.
    """

    name: str
    ours: float | None
    peer: str
    theirs: float | None
    ratio: float | None
    limit: float
    at_least: bool
    """Whether the limit is the smallest ratio allowed, not the largest."""
    bound_by: str
    """What takes the most of our time."""
    unit: str = "ms"

    @property
    def within_limit(self) -> bool | None:
        """Return whether the limit is kept, or None if the peer is not installed."""
        found = self.ratio if self.peer else self.ours
        if found is None:
            return None
        return found >= self.limit if self.at_least else found <= self.limit

    def __str__(self) -> str:
        limit = f"{'≥' if self.at_least else '≤'} {self.limit:g}"
        cells = (
            self.name,
            self._cell(self.ours),
            self.peer,
            self._cell(self.theirs) if self.peer else "",
            f"{self.ratio:.3g}" if self.ratio is not None else "",
            limit if self.peer else f"{limit} {self.unit}",
            self.bound_by,
        )
        return f"| {' | '.join(cells)} |"

    def _cell(self, value: float | None) -> str:
        return NOT_INSTALLED if value is None else f"{_number(value)} {self.unit}"


Lines = dict[str, Callable[[Environment], Line]]
"""The lines of a module, by the word that `python -m bench WORD` takes."""


def alternate(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS
) -> tuple[float, float, float]:
    """Run two measurements in alternation; return both medians and the median of the ratios.

    Each function returns a time or a rate. Measure processor time if possible.
    """
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return median_of(pairs)


def median_of(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the medians of ours and theirs, and of their ratio in each round."""
    return (
        median(ours for ours, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(ours / theirs for ours, theirs in pairs),
    )


def updated(page: str, lines: Sequence[Line]) -> str:
    """Return a page with these lines in its table. Other lines stay, and new ones come last."""
    before, after = page.split(HEADING, 1)
    table, space, after = after.partition("\n\n")
    rows = {row.split(" | ")[0]: row for row in table.split("\n") if row}
    rows |= {row.split(" | ")[0]: row for row in map(str, lines)}
    return "\n".join([f"{before}{HEADING}", *rows.values()]) + space + after


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"
