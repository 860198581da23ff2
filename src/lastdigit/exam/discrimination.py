"""Which questions tell players apart: how many got one right, and whether it was the better ones.

For each question, the correlation between getting it right and how many of all others a player got
right (the corrected item-total correlation). One that everybody or nobody got right tells nothing;
one that the better players get wrong more often is worth a look.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import StatisticsError, correlation, fmean
from typing import NamedTuple

FEWEST_PLAYERS = 4
"""With fewer, a correlation is hardly more than a toss of a coin."""


class Telling(NamedTuple):
    """One question, as some players answered it."""

    number: int
    """Its place, from 1."""
    share: float
    """How many of the players got it right."""
    correlation: float | None
    """With the others; None where it, or they, tell nothing."""


def telling(table: Sequence[Sequence[bool]]) -> list[Telling]:
    """Return what each question tells; the table has a row for each player.

    >>> rows = [(True, True, True), (True, True, False), (True, False, False), (True, False, True)]
    >>> [one.correlation and round(one.correlation, 2) for one in telling(rows)]
    [None, 0.0, 0.0]
    """
    totals = [sum(row) for row in table]
    found = []
    for place in range(len(table[0])):
        column = [row[place] for row in table]
        rest = [total - right for total, right in zip(totals, column, strict=True)]
        found.append(Telling(place + 1, fmean(column), _together(column, rest)))
    return found


def _together(column: Sequence[int], rest: Sequence[int]) -> float | None:
    try:
        return correlation(column, rest)
    except StatisticsError:  # one of them is always the same
        return None
