"""Pools of positions for exams, with measured difficulty, and random selection from them.

Positions are selected so that each simple policy scores only about as well as random moves.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import pkgutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import NamedTuple

from lastdigit.analysis.critical import Critical, Split, critical_at
from lastdigit.analysis.policies import TOLERANCE, effective_size
from lastdigit.game.game import AnyGame
from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.match.record import option_values
from lastdigit.players.prompt import VERSION, WORDINGS


def draw(weights: Sequence[float], wanted: int, random: Random) -> list[int]:
    """Pick up to `wanted` distinct indices at random, with probabilities proportional to `weights`.

    The result has fewer than `wanted` indices if a few weights are much larger than the others.
    """
    # Systematic sampling: the indices lie in random order on a line, each as long as its weight,
    # and are picked at equal steps. No step is shorter than the largest weight, so no index is
    # picked twice.
    total = sum(weights)
    count = min(wanted, int(total / max(weights) * (1 + TOLERANCE)))
    order = random.sample(range(len(weights)), len(weights))
    ends = list(accumulate(weights[index] for index in order))
    step, mark = total / count, random.random()
    drawn: list[int] = []
    for index, end in zip(order, ends, strict=True):
        if mark * step < end and len(drawn) < count:
            drawn.append(index)
            mark += 1
    return drawn


BUDGETS = tuple(4**power for power in range(7))
"""The numbers of tree search simulations to try: 1, 4, 16 ... 4,096."""
CHECK_BUDGET, CHECK_SEEDS = 16_384, 5
"""Simulations per final search, and the number of final searches that suffice if all are right."""
SEEDS, MIN_RIGHT_SEEDS = 20, 18
"""The number of searches for each number of simulations, and how many of them must be right."""
GRADE_BOUNDS = (16, 64, 256, 4_096)
"""The maximum numbers of simulations for positions of grades 1 to 4. Others have grade 5."""
GRADES = len(GRADE_BOUNDS) + 1

Search = Callable[[Sequence[int], int], Sequence[int]]
"""A tree search that takes several numbers of simulations and a random seed.

The search returns the index of the move that it chooses with each number of simulations.
"""


def search_seeds(text: str) -> Iterator[int]:
    """Yield the random seeds for the tree searches that measure a position's difficulty.

    The seeds depend only on the position's text.
    """
    for number in range(SEEDS):
        digest = hashlib.sha256(f"effort/{text}/{number}".encode()).digest()
        yield int.from_bytes(digest[:8])


def measure_effort(search: Search, right: Collection[int], text: str) -> int | None:
    """Return the number of simulations that tree search needs to find a right move reliably.

    `right` has the indices of the right moves, and `text` is the position's text. Return None if
    even the largest number of simulations is not enough.
    """
    # A number of simulations is enough if at least MIN_RIGHT_SEEDS of SEEDS searches are right,
    # with this and with every larger number.
    seeds = [*search_seeds(text)]
    failures_by_budget = [0] * len(BUDGETS)
    for seed in seeds:
        for number, move in enumerate(search(BUDGETS, seed)):
            failures_by_budget[number] += move not in right
        if failures_by_budget[-1] > SEEDS - MIN_RIGHT_SEEDS:
            return None
    if not _stays_right(search, right, seeds):
        return None
    effort = None
    for budget, failures in zip(reversed(BUDGETS), reversed(failures_by_budget), strict=True):
        if failures > SEEDS - MIN_RIGHT_SEEDS:
            break
        effort = budget
    return effort


def _stays_right(search: Search, right: Collection[int], seeds: Sequence[int]) -> bool:
    """Return whether searches with CHECK_BUDGET simulations find a right move reliably."""
    failed = 0
    for number, seed in enumerate(seeds, 1):
        failed += search((CHECK_BUDGET,), seed)[-1] not in right
        if failed > SEEDS - MIN_RIGHT_SEEDS:
            return False
        # This search takes four times as long as all shorter ones together.
        if number >= CHECK_SEEDS and not failed:
            break
    return True


def effort_grade(effort: int | None) -> int:
    """Return the difficulty grade of a position, from 1 (easy) to 5.

    `effort` is the number of simulations that tree search needs to find a right move. None means
    that even the largest number was not enough.

    >>> [effort_grade(effort) for effort in (1, 16, 64, 1_024, 4_096, None)]
    [1, 1, 2, 4, 4, 5]
    """
    if effort is None:  # even the largest budget was not enough
        return GRADES
    return 1 + sum(effort > bound for bound in GRADE_BOUNDS)


VERSIONS = tuple(WORDINGS)
"""The versions of the exam.

Each version has its own pools and its own texts for language models.
"""
POOL_FOLDER = "pools"
POOL_SUFFIX = ".jsonl.gz"
LINES_FILE = "lines-to-beat.json"


class PoolItem(NamedTuple):
    """A position for exams, with its measured difficulty and its weight for random selection."""

    options: tuple[tuple[str, OptionValue], ...]
    """The options of the game that differ from their defaults."""
    position: str
    effort: int | None
    """The number of simulations that tree search needs to find a right move reliably.

    None if even the largest number tried is not enough.
    """
    weight: float
    """How often to select this position, relative to others of the same grade (difficulty)."""

    @property
    def grade(self) -> int:
        """The position's difficulty grade, from 1 (easy) to 5."""
        return effort_grade(self.effort)


def pool_item_line(item: PoolItem) -> str:
    """Return a position in a pool as a line of JSON, without the newline."""
    data = {**item._asdict(), "options": dict(item.options), "weight": float(f"{item.weight:.4g}")}
    return json.dumps(data)


def parse_pool_item(line: str) -> PoolItem:
    """Parse a position in a pool from a line of JSON that `pool_item_line` wrote."""
    data = json.loads(line)
    options = tuple((name, _option_value(value)) for name, value in data["options"].items())
    return PoolItem(options, data["position"], data["effort"], data["weight"])


def _option_value(value: OptionValue | list[int]) -> OptionValue:
    return tuple(value) if isinstance(value, list) else value


def pool_folder(split: Split, version: int = VERSION) -> str:
    """Return the folder of the pools of a split. Only the exam's pools have versions."""
    return f"{POOL_FOLDER}/{version if split is Split.EXAM else split}"


@cache
def load_pool(name: str, split: Split = Split.EXAM, version: int = VERSION) -> tuple[PoolItem, ...]:
    """Load a game's positions with measured difficulty.

    A split is training, validation or exam. `version` is the version of the exam. Return () if no
    positions were measured for the game.
    """
    try:
        content = pkgutil.get_data(
            __package__, f"{pool_folder(split, version)}/{name}{POOL_SUFFIX}"
        )
    except FileNotFoundError:
        return ()
    return tuple(map(parse_pool_item, gzip.decompress(content or b"").decode().splitlines()))


def variant_items(game: AnyGame, split: Split, version: int = VERSION) -> list[PoolItem]:
    """Return the positions with measured difficulty that have the same options as `game`.

    A split is training, validation or exam. `version` is the version of the exam.
    """
    defaults = dict(option_values(type(game)()))
    changed = {name: value for name, value in option_values(game) if value != defaults.get(name)}
    return [item for item in load_pool(game.name, split, version) if dict(item.options) == changed]


def serialize_pool(items: Iterable[PoolItem]) -> bytes:
    """Serialize a pool as gzipped JSON Lines. The same items always give the same bytes."""
    text = "".join(f"{pool_item_line(item)}\n" for item in items)
    return gzip.compress(text.encode(), mtime=0)


def group_by_grade(items: Iterable[PoolItem]) -> dict[int, list[PoolItem]]:
    """Group the positions in a pool by difficulty grade. Grades without positions are left out."""
    groups: dict[int, list[PoolItem]] = {grade: [] for grade in range(1, GRADES + 1)}
    for item in items:
        groups[item.grade].append(item)
    return {grade: items for grade, items in groups.items() if items}


def solve_item(name: str, item: PoolItem) -> Critical:
    """Solve a position in a pool, and return the position with its right moves.

    `name` is the name of the game.
    """
    game = find(name, **dict(item.options))
    found = critical_at(game, game.parse_state(item.position))
    assert found is not None, "a pool has critical positions only"
    return found


def pool_hash(items: Iterable[PoolItem]) -> str:
    """Return a short hash of some positions in a pool."""
    return hashlib.sha256("\n".join(map(pool_item_line, items)).encode()).hexdigest()[:16]


@cache
def lines_to_beat(version: int = VERSION) -> dict[tuple[str, int], float]:
    """Return the share of right moves that a learned shortcut reaches, by game and grade.

    The shortcut is a model that sees only digits, digit sums and remainders. The share is at least
    that of random moves. `python -m bench.shortcuts` measures the shares. Return {} for version 1,
    for which no shares were measured.
    """
    try:
        content = pkgutil.get_data(__package__, f"{pool_folder(Split.EXAM, version)}/{LINES_FILE}")
    except FileNotFoundError:
        return {}
    return {
        (line["game"], line["grade"]): max(line["booster"], line["chance"])
        for line in json.loads(content or b"[]")
    }


def pools_table(names: Iterable[str]) -> str:
    """Return a Markdown table of the number of positions in the pools, by game and grade."""
    lines = [
        f"| game |{''.join(f' grade {grade} |' for grade in range(1, GRADES + 1))}",
        f"| --- |{' --: |' * GRADES}",
    ]
    for name in names:
        grades = group_by_grade(load_pool(name))
        cells = (_pool_cell(grades.get(grade, [])) for grade in range(1, GRADES + 1))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _pool_cell(items: list[PoolItem]) -> str:
    if not items:
        return "-"
    weights = [item.weight for item in items]
    at_once = int(sum(weights) / max(weights))  # the maximum number of items in one exam
    return f"{len(items)} ({effective_size(weights):.0f}; {at_once})"
