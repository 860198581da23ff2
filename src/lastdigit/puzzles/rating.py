"""How strong somebody is, and how sure that is: Glicko-2, as Mark Glickman has published it.

A puzzle counts as an opponent of its grade; the first try at it is a game, and a period of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lastdigit.store import Attempt

SCALE = 173.7178
TAU = 0.5
"""How much the volatility may change; Glickman names 0.3 to 1.2."""
CLOSE = 1e-6
EASIEST, A_GRADE = 1_000, 250
"""What a puzzle of grade 1 is rated, and by how much more each further grade is."""
HARDEST_GRADE = 5
LARGEST_DEVIATION = 350.0


class Rating(NamedTuple):
    """A strength, its uncertainty (one standard deviation), and how much it varies."""

    mean: float = 1_250.0
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06

    @property
    def grade(self) -> float:
        """The grade at which every second puzzle is solved at the first try."""
        return 1 + (self.mean - EASIEST) / A_GRADE

    @property
    def reach(self) -> float:
        """How far the 95 % interval goes to either side."""
        return 1.96 * self.deviation


class Game(NamedTuple):
    """Somebody met, and the points made: 1 for a win, 0 for a loss."""

    mean: float
    deviation: float
    points: float


def updated(rating: Rating, games: Sequence[Game]) -> Rating:
    """Return a rating after a period with some games."""
    mean, deviation = (rating.mean - 1_500) / SCALE, rating.deviation / SCALE
    information = gain = 0.0
    for game in games:
        weight = 1 / math.sqrt(1 + 3 * (game.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-weight * (mean - (game.mean - 1_500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (game.points - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, deviation, variance, variance * gain)
    later = 1 / math.sqrt(1 / (deviation**2 + volatility**2) + information)
    return Rating(
        1_500 + SCALE * (mean + later**2 * gain),
        min(LARGEST_DEVIATION, SCALE * later),
        volatility,
    )


def _volatility(sigma: float, deviation: float, variance: float, change: float) -> float:
    """Return the new volatility: the root that Glickman's step 5 finds by the Illinois method."""
    start = math.log(sigma**2)

    def fault(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, math.log(max(change**2 - deviation**2 - variance, CLOSE))
    if change**2 <= deviation**2 + variance:
        steps = 1
        while fault(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = fault(low), fault(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = fault(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def rate(attempts: Iterable[Attempt]) -> Rating:
    """Return a rating from answers to puzzles of one game, the oldest first.

    Only the first try at a puzzle counts: after it one knows more.
    """
    rating, met = Rating(), set()
    for attempt in attempts:
        if attempt.puzzle not in met:
            met.add(attempt.puzzle)
            rated = EASIEST + A_GRADE * (attempt.grade - 1)
            rating = updated(rating, [Game(rated, 0.0, float(attempt.right))])
    return rating


def rating_text(title: str, rating: Rating) -> str:
    """Return a rating in a sentence, with how sure it is."""
    grade = min(HARDEST_GRADE, max(1, round(rating.grade)))
    return (
        f"Your rating in {title}: {rating.mean:.0f}, give or take {rating.reach:.0f}; "
        f"that is about grade {grade}."
    )
