"""Statistics as text, with bars."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.puzzles.rating import rating_text
from lastdigit.puzzles.statistics import Counted, Share, Statistics
from lastdigit.terminal.progress import bar

NOTHING = "Nothing is kept yet: lastdigit play GAME, or lastdigit daily.\n"


def statistics_text(counted: Statistics, habits: Sequence[str]) -> str:
    """Return statistics as a page to be read; games in which nothing happened are left out."""
    parts = [
        [kind.title, *_lines(one), *_rated(counted, kind.title)]
        for kind, one in counted.games.items()
        if one.played or one.puzzles.count
    ]
    if not parts:
        return NOTHING
    days = counted.days_running
    running = f"{days} {'day' if days == 1 else 'days'} running with a daily puzzle solved."
    if len(parts) > 1:
        parts.insert(0, ["All games", *_lines(counted.total)])
    parts.append([running])
    if habits:
        parts.append(["What the numbers show", *(f"  {habit}" for habit in habits)])
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _lines(counted: Counted) -> list[str]:
    lines = []
    if counted.played:
        lines.append(f"  Played {counted.played}, won {counted.won}, without help {counted.alone}.")
    if counted.accuracy.count:
        lines.append(f"  Right where it mattered: {_share(counted.accuracy)}")
        lines += [f"    {month} {_barred(share)}" for month, share in counted.months]
    if counted.puzzles.count:
        lines.append(f"  Puzzles right at the first try: {_share(counted.puzzles)}")
    return lines


def _rated(counted: Statistics, title: str) -> list[str]:
    return [
        f"  {rating_text(kind.title, rating)}"
        for kind, rating in counted.ratings.items()
        if kind.title == title
    ]


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.right} of {share.count} ({low:.0%} to {high:.0%})"


def _barred(share: Share) -> str:
    return f"{bar(share.right, share.count)}   {_share(share)}"
