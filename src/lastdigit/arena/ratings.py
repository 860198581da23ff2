"""Bradley-Terry ratings on a scale that players of known error rate hold in place.

The chance that one player beats another is logistic in the difference of their strengths. A level
that errs with probability e at a critical position has the rating 1000 (1 - e) by definition: it is
pinned there. What is fitted, by maximum likelihood, is the rating of everybody else and one number
for the whole tournament: how much a difference of ratings decides in these games, its `scale`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

POINTS = 1_000
STEPS = 100
ENOUGH = 1e-10
LARGEST_STEP = 2.0

Pair = tuple[str, str]


@dataclass(frozen=True)
class Ratings:
    """Everybody's rating, and what the fit says of itself."""

    points: Mapping[str, float]
    scale: float
    """The difference in strength (natural logarithm of the odds) that 1000 points make."""

    def expected(self, one: str, other: str) -> float:
        """Return the score that the first player is expected to have against the second."""
        return logistic(self.scale * (self.points[one] - self.points[other]) / POINTS)


@dataclass(frozen=True)
class Tally:
    """What the first of a pair scored against the second, and in how many games."""

    score: float
    games: float


def pinned(errors: float) -> float:
    """Return the rating of a player who errs with this probability at a critical position.

    >>> pinned(0.05)
    950.0
    """
    return POINTS * (1 - errors)


def logistic(strength: float) -> float:
    """Return the chance to win that a difference in strength gives."""
    if strength < 0:
        return 1 - logistic(-strength)
    return 1 / (1 + math.exp(-strength))


def rated(tallies: Mapping[Pair, Tally], anchors: Mapping[str, float]) -> Ratings | None:
    """Return the ratings of all who played; `anchors` are error rates by player.

    Each pair is credited with one more game, drawn, so that a player who won everything still has
    a finite rating. None where fewer than two anchors of different error rates played, or where
    weaker anchors did not score less than stronger ones: then there is no scale.
    """
    players = sorted({name for pair in tallies for name in pair})
    known = {name: pinned(anchors[name]) / POINTS for name in players if name in anchors}
    if len(set(known.values())) < 2:
        return None
    free = [name for name in players if name not in known]
    # One row a player: its strength is the row times what is fitted. The last column is the scale,
    # so the likelihood is concave, and Newton's steps find its only summit.
    width = len(free) + 1
    rows = {name: _unit(place, width, 1.0) for place, name in enumerate(free)}
    rows |= {name: _unit(width - 1, width, level) for name, level in known.items()}
    fitted = _summit(
        [
            ([a - b for a, b in zip(rows[one], rows[other], strict=True)], tally)
            for (one, other), tally in tallies.items()
        ],
        width,
    )
    scale = fitted[-1]
    if scale <= ENOUGH:
        return None
    points = {name: POINTS * level for name, level in known.items()}
    points |= {name: POINTS * fitted[place] / scale for place, name in enumerate(free)}
    return Ratings(points, scale)


def _unit(place: int, width: int, value: float) -> list[float]:
    return [value if column == place else 0.0 for column in range(width)]


def _summit(games: Sequence[tuple[Sequence[float], Tally]], width: int) -> list[float]:
    """Return where the likelihood is greatest."""
    at = [0.0] * width
    for _ in range(STEPS):
        slope = [0.0] * width
        # Next to nothing on the diagonal: a player whom no game ties to the others stays put.
        bend = [_unit(row, width, ENOUGH) for row in range(width)]
        for row, tally in games:
            chance = logistic(sum(a * b for a, b in zip(row, at, strict=True)))
            count = tally.games + 1
            missing = tally.score + 0.5 - count * chance
            weight = count * chance * (1 - chance)
            used = [place for place, value in enumerate(row) if value]
            for one in used:
                slope[one] += missing * row[one]
                for other in used:
                    bend[one][other] += weight * row[one] * row[other]
        step = solved(bend, slope)
        longest = max(map(abs, step))
        shorter = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        at = [value + shorter * change for value, change in zip(at, step, strict=True)]
        if longest < ENOUGH:
            break
    return at


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations, by elimination with the largest pivot.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0])
    [1.0, 3.0]
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            for place in range(column, size + 1):
                row[place] -= factor * rows[column][place]
    found = [0.0] * size
    for column in reversed(range(size)):
        known = sum(rows[column][place] * found[place] for place in range(column + 1, size))
        found[column] = (rows[column][size] - known) / rows[column][column]
    return found
