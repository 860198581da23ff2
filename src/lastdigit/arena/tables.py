"""Tables and the numbers in them as text, the same in the terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lastdigit.arena.intervals import FEWEST, Interval, share_interval
from lastdigit.arena.standings import Measure

NOTHING = "-"
TOO_FEW = "too few starts"
FEW = "too few"
"""Stands for the interval of a share where there are not enough trials."""

Writer = Callable[[float], str]
"""How a number is written."""

DEFINITIONS = {
    "score": "points by games: a win is 1, a draw and an unfinished game a half; a forfeit loses",
    "rating": "a level that errs at a share e of critical positions has 1000 (1 - e) by definition",
    "accuracy": "critical positions in which the move kept the value; once for each in a game",
    "chance": "what random play would have got right at the same positions",
    "corrected": "accuracy beyond chance: 0 is random play, 1 is never wrong",
    "conversion": "starts worth a win to the player that were won",
    "resistance": "starts worth a loss to the player that were not lost",
    "wasted": "plies by which a winning move was slower than the quickest, where that is known",
    TOO_FEW: f"fewer than {FEWEST} starts count, so that nobody can say how sure the number is",
    "illegal": "tries that were refused, as not allowed or as not readable",
}


class ReportTable(NamedTuple):
    """A heading, and rows of as many cells."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


def measure_text(measure: Measure, write: Writer) -> str:
    """Return a number with its interval, or with why there is none.

    >>> measure_text(Measure(0.5, Interval(0.25, 0.75)), percent)
    '50.0 (25.0 to 75.0)'
    >>> measure_text(Measure(812.4), whole), measure_text(Measure(None), whole)
    ('812 (too few starts)', '-')
    """
    if measure.value is None:
        return NOTHING
    reach = interval_text(measure.interval, write) if measure.interval else TOO_FEW
    return f"{write(measure.value)} ({reach})"


def interval_text(interval: Interval, write: Writer) -> str:
    """Return an interval."""
    return f"{write(interval.low)} to {write(interval.high)}"


def share_text(right: int, asked: int) -> str:
    """Return a share in per cent with Wilson's interval.

    >>> share_text(8, 10), share_text(8, 9), share_text(0, 0)
    ('80.0 (49.0 to 94.3)', '88.9 (too few)', '-')
    """
    if not asked:
        return NOTHING
    interval = share_interval(right, asked)
    return f"{percent(right / asked)} ({interval_text(interval, percent) if interval else FEW})"


def ends(interval: Interval | None) -> dict[str, float | None]:
    """Return the ends of an interval as JSON data, null where there is none."""
    return {
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def percent(value: float | None) -> str:
    """Return a share in per cent.

    >>> percent(0.1234), percent(None)
    ('12.3', '-')
    """
    return NOTHING if value is None else f"{100 * value:.1f}"


def whole(value: float | None) -> str:
    """Return a number without places.

    >>> whole(812.4), whole(None)
    ('812', '-')
    """
    return NOTHING if value is None else f"{value:.0f}"


def two_places(value: float | None) -> str:
    """Return a number of which two places matter.

    >>> two_places(1.234), two_places(None)
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
