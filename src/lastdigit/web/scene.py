"""A position in a few tiles, for a card: its numbers, and what may be done where that is little."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lastdigit.game.game import RowKind
from lastdigit.game.serialize import RowData
from lastdigit.render.html import numerals, tile

MOST_IN_SCENE, FEW = 6, 2
"""A scene has room for rows of so many tiles, and for what may be done where that is little."""


def scene(view: Sequence[RowData], own: Collection[int] = (1,)) -> str:
    """Return the numbers of a position as tiles, and what may be done where that is little.

    `own` are the seats of whoever looks: their tiles have the game's colour.
    """
    every = [row for row in view if row["kind"] is RowKind.NUMBER]
    every.sort(key=lambda row: row["seat"] in own)  # one's own number stands below, as on a board
    numbers = [row for row in every if len(row["cells"]) <= MOST_IN_SCENE] or every[:1]
    few = [row for row in view if row["kind"] is RowKind.POOL and 0 < len(row["cells"]) <= FEW]
    rows = "".join(
        f'<div class="tiles">{"".join(_tiles(row, own, place == 0))}'
        f"{_signs(few) if place == 0 else ''}</div>"
        for place, row in enumerate(numbers)
    )
    return f'<div class="scene" data-rows="{len(numbers)}" aria-hidden="true">{rows}</div>'


def _tiles(row: RowData, own: Collection[int], first: bool) -> list[str]:
    """Return the tiles of a row; in the first one some tile is the last that was laid."""
    cells = row["cells"][-MOST_IN_SCENE:]
    changed = [place for place, cell in enumerate(cells) if cell.get("changed")]
    filled = [place for place, cell in enumerate(cells) if cell["text"] and first]
    last = (changed or filled or [-1])[-1]
    holder = "me" if row["seat"] is None or row["seat"] in own else "them"
    return [
        tile(
            cell["text"],
            (holder, "last") if place == last else (holder,) if cell["text"] else ("empty",),
        )
        for place, cell in enumerate(cells)
    ]


def _signs(rows: Sequence[RowData]) -> str:
    texts = [cell.get("caption") or cell["text"] for row in rows for cell in row["cells"][:1]]
    return "".join(f'<span class="num">{numerals(text)}</span>' for text in texts)
