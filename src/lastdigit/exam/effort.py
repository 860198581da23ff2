"""How hard a question is: the random games that `mcts` needs to be right, and to stay right."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence

BUDGETS = tuple(4**power for power in range(7))
"""Simulations that are tried: 1, 4, 16 ... 4,096."""
LARGEST, FEW = 16_384, 5
"""A budget that only has to stay right: with so many of the seeds, or with enough of all."""
SEEDS, ENOUGH = 20, 18
"""So many searches a budget, of which so many have to be right."""
BOUNDS = (16, 64, 256, 4_096)
"""The effort that the grades from 1 on go up to; above is the last grade."""
GRADES = len(BOUNDS) + 1

Search = Callable[[Sequence[int], int], Sequence[int]]
"""Answers budgets and a seed with the place of the move that is made after each."""


def seeds_of(text: str) -> Iterator[int]:
    """Yield the seeds of a question's searches: its own, and the same on every machine."""
    for number in range(SEEDS):
        digest = hashlib.sha256(f"effort/{text}/{number}".encode()).digest()
        yield int.from_bytes(digest[:8])


def effort_of(search: Search, right: Collection[int], text: str) -> int | None:
    """Return the smallest budget from which on all are right often enough.

    None says that not even the largest is; it stops at the failure that decides that.
    """
    seeds = [*seeds_of(text)]
    failed = [0] * len(BUDGETS)
    for seed in seeds:
        for number, place in enumerate(search(BUDGETS, seed)):
            failed[number] += place not in right
        if failed[-1] > SEEDS - ENOUGH:
            return None
    if not _stays_right(search, right, seeds):
        return None
    effort = None
    for budget, failures in zip(reversed(BUDGETS), reversed(failed), strict=True):
        if failures > SEEDS - ENOUGH:
            break
        effort = budget
    return effort


def _stays_right(search: Search, right: Collection[int], seeds: Sequence[int]) -> bool:
    """Return whether the largest budget is right, too; it takes four times as long as all others.

    So a few seeds suffice if none of them is wrong.
    """
    failed = 0
    for number, seed in enumerate(seeds, 1):
        failed += search((LARGEST,), seed)[-1] not in right
        if failed > SEEDS - ENOUGH:
            return False
        if number >= FEW and not failed:
            break
    return True


def grade_of(effort: int | None) -> int:
    """Return the grade of an effort, from 1.

    >>> [grade_of(effort) for effort in (1, 16, 64, 1_024, 4_096, None)]
    [1, 1, 2, 4, 4, 5]
    """
    if effort is None:  # even the largest budget did not suffice
        return GRADES
    return 1 + sum(effort > bound for bound in BOUNDS)
