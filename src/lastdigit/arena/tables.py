"""Tables and the numbers in them as text, the same in the terminal and on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lastdigit.arena.intervals import Interval
from lastdigit.arena.standings import Measure

NOTHING = "-"

DEFINITIONS = {
    "score": "points by games: a win is 1, a draw and an unfinished game a half; a forfeit loses",
    "rating": "a level that errs at a share e of critical positions has 1000 (1 - e) by definition",
    "accuracy": "critical positions in which the move kept the value; once for each in a game",
    "chance": "what random play would have got right at the same positions",
    "corrected": "accuracy beyond chance: 0 is random play, 1 is never wrong",
    "conversion": "starts worth a win to the player that were won",
    "resistance": "starts worth a loss to the player that were not lost",
    "wasted": "plies by which a winning move was slower than the quickest, where that is known",
    "illegal": "tries that were refused, as not allowed or as not readable",
}


class Table(NamedTuple):
    """A heading, and rows of as many cells."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


def percent(value: float | None) -> str:
    """Return a share in per cent.

    >>> percent(0.1234), percent(None)
    ('12.3', '-')
    """
    return NOTHING if value is None else f"{100 * value:.1f}"


def percents(measure: Measure) -> str:
    """Return a share in per cent with its interval.

    >>> percents(Measure(0.5, Interval(0.25, 0.75)))
    '50.0 (25.0 to 75.0)'
    """
    if measure.interval is None:
        return percent(measure.value)
    return f"{percent(measure.value)} ({between(measure.interval)})"


def between(interval: Interval) -> str:
    """Return an interval in per cent."""
    return f"{percent(interval.low)} to {percent(interval.high)}"


def points(rating: Measure) -> str:
    """Return a rating with its interval.

    >>> points(Measure(812.4, Interval(777.7, 850.2)))
    '812 (778 to 850)'
    """
    if rating.value is None:
        return NOTHING
    text = f"{rating.value:.0f}"
    if rating.interval is None:
        return text
    return f"{text} ({rating.interval.low:.0f} to {rating.interval.high:.0f})"


def plain(value: float | None) -> str:
    """Return a number of which two places matter.

    >>> plain(1.234), plain(None)
    ('1.23', '-')
    """
    return NOTHING if value is None else f"{value:.2f}"


def milliseconds(seconds: float | None) -> str:
    """Return a time in milliseconds.

    >>> milliseconds(0.00123), milliseconds(2.5)
    ('1.2', '2,500')
    """
    if seconds is None:
        return NOTHING
    taken = 1_000 * seconds
    return f"{taken:,.0f}" if taken >= 100 else f"{taken:.2g}"


def corrected(measure: Measure) -> str:
    """Return agreement beyond chance with its interval.

    >>> corrected(Measure(0.5, Interval(0.25, 0.75)))
    '0.50 (0.25 to 0.75)'
    """
    if measure.interval is None:
        return plain(measure.value)
    low, high = measure.interval
    return f"{plain(measure.value)} ({plain(low)} to {plain(high)})"
