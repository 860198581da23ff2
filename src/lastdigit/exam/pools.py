"""Pools: the positions that an exam may ask at, with their effort and the weights to draw them by.

They are made once (`tools/pools.py`) and kept beside this module, a line of JSON for each,
compressed; what is right at a position is never kept but solved when it is asked. Smaller pools of
the split `train`, made and graded alike, are what environments draw from.
"""

from __future__ import annotations

import gzip
import json
import pkgutil
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from lastdigit.analysis.splits import Split
from lastdigit.arena.positions import Critical, critical_at
from lastdigit.exam.balance import effective
from lastdigit.exam.effort import GRADES, grade_of
from lastdigit.game.game import AnyGame
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.match.record import option_values

FOLDER = "pools"
ENDING = ".jsonl.gz"


class Item(NamedTuple):
    """A position of a pool."""

    options: tuple[tuple[str, OptionValue], ...]
    """Those that are not at their defaults."""
    position: str
    effort: int | None
    """Simulations that `mcts` needs; None where even the most that are tried do not suffice."""
    weight: float
    """How often it is drawn, among those of its grade."""

    @property
    def grade(self) -> int:
        """From 1, by its effort."""
        return grade_of(self.effort)


def item_line(item: Item) -> str:
    """Return an item as a line of JSON, without the line's end."""
    data = {**item._asdict(), "options": dict(item.options), "weight": float(f"{item.weight:.4g}")}
    return json.dumps(data)


def read_item(line: str) -> Item:
    """Return the item that a line of ours spells."""
    data = json.loads(line)
    options = tuple((name, _value(value)) for name, value in data["options"].items())
    return Item(options, data["position"], data["effort"], data["weight"])


def _value(value: OptionValue | list[int]) -> OptionValue:
    return tuple(value) if isinstance(value, list) else value


@cache
def pool_of(name: str, split: Split = Split.EXAM) -> tuple[Item, ...]:
    """Return the pool of a split that is kept of a game; nothing, where none is."""
    try:
        kept = pkgutil.get_data(__package__, f"{FOLDER}/{split}/{name}{ENDING}")
    except FileNotFoundError:
        return ()
    return tuple(map(read_item, gzip.decompress(kept or b"").decode().splitlines()))


def member_items(game: AnyGame, split: Split) -> list[Item]:
    """Return the items of a split's pool that are of this very member."""
    usual = dict(option_values(type(game)()))
    unusual = {name: value for name, value in option_values(game) if value != usual.get(name)}
    return [item for item in pool_of(game.name, split) if dict(item.options) == unusual]


def pool_file(items: Iterable[Item]) -> bytes:
    """Return a pool as it is kept: the same bytes for the same items."""
    text = "".join(f"{item_line(item)}\n" for item in items)
    return gzip.compress(text.encode(), mtime=0)


def by_grade(items: Iterable[Item]) -> dict[int, list[Item]]:
    """Return the grades that there are, each with its items."""
    found: dict[int, list[Item]] = {grade: [] for grade in range(1, GRADES + 1)}
    for item in items:
        found[item.grade].append(item)
    return {grade: items for grade, items in found.items() if items}


def solved(name: str, item: Item) -> Critical:
    """Return what is right at an item's position."""
    game = find(name, **dict(item.options))
    found = critical_at(game, game.parse_state(item.position))
    assert found is not None, "a pool has critical positions only"
    return found


def pools_table(names: Iterable[str]) -> str:
    """Return how many items each grade of each game has, as Markdown.

    Beside them stand what they are worth, and how many of them one exam can draw.
    """
    lines = [
        f"| game |{''.join(f' grade {grade} |' for grade in range(1, GRADES + 1))}",
        f"| --- |{' --: |' * GRADES}",
    ]
    for name in names:
        grades = by_grade(pool_of(name))
        cells = (_cell(grades.get(grade, [])) for grade in range(1, GRADES + 1))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(items: list[Item]) -> str:
    if not items:
        return "-"
    weights = [item.weight for item in items]
    at_once = int(sum(weights) / max(weights))
    return f"{len(items)} ({effective(weights):.0f}; {at_once})"
