"""Pictures for reports: one row a player, a dot with its interval, and a mark to compare with.

Colours are left to the page's style sheet, so that a picture is light or dark with its page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from lastdigit.arena.intervals import Interval

WIDTH, ROW, TOP, RIGHT = 720, 30, 12, 70
LETTER, SHORTEST_LABELS, LONGEST_LABEL = 8, 80, 28
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)

Across = Callable[[float], float]
"""Where a share stands from left to right."""
Shown = Callable[[float], str]


class Row(NamedTuple):
    """What stands on a line: shares from 0 to 1, any but the label may be missing."""

    label: str
    value: float | None
    interval: Interval | None = None
    mark: float | None = None


def dots(title: str, rows: Sequence[Row], shown: Shown = "{:.0%}".format) -> str:
    """Return an SVG picture; its title says what is drawn, and each dot its number.

    `shown` says how a share is written.
    """
    labels = [shortened(row.label) for row in rows]
    left = max(SHORTEST_LABELS, LETTER * max(map(len, labels), default=0) + 24)
    height = TOP + ROW * len(rows) + 30
    scale = WIDTH - left - RIGHT

    def across(share: float) -> float:
        return round(left + scale * min(1.0, max(0.0, share)), 1)

    ticks = "".join(
        f'<line class="tick" x1="{across(tick)}" x2="{across(tick)}" y1="{TOP}" '
        f'y2="{height - 26}"/><text class="soft" text-anchor="middle" x="{across(tick)}" '
        f'y="{height - 8}">{shown(tick)}</text>'
        for tick in TICKS
    )
    lines = "".join(
        _line(row, label, TOP + ROW * number + ROW // 2, across, shown)
        for number, (row, label) in enumerate(zip(rows, labels, strict=True))
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{ticks}{lines}</svg>"
    )


def _line(row: Row, label: str, y: int, across: Across, shown: Shown) -> str:
    drawn = f'<text x="8" y="{y + 5}">{escape(label)}</text>'
    if row.interval is not None:
        low, high = across(row.interval.low), across(row.interval.high)
        drawn += f'<line class="whisker" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
    if row.mark is not None:
        x = across(row.mark)
        drawn += f'<line class="mark" x1="{x}" x2="{x}" y1="{y - 9}" y2="{y + 9}"/>'
    if row.value is not None:
        told = shown(row.value)
        drawn += (
            f'<circle class="dot" cx="{across(row.value)}" cy="{y}" r="5">'
            f"<title>{escape(row.label)}: {told}</title></circle>"
            f'<text class="soft" x="{WIDTH - RIGHT + 14}" y="{y + 5}">{told}</text>'
        )
    return drawn


def shortened(label: str) -> str:
    """Return a label that fits."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 3]}..."
