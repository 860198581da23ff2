"""Pages and pictures as plain text: a rulebook, a view, a list of games."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lastdigit.core import AnyGame
from lastdigit.record import End, Result
from lastdigit.values import Row, RowKind, View

if TYPE_CHECKING:
    from lastdigit.store import Summary

WIDTH = 88


def page(markdown: str, bold: Callable[[str], str]) -> str:
    """Return a page of ours for a terminal: headings without their marks."""
    lines = []
    for line in markdown.splitlines():
        heading = line.lstrip("#")
        lines.append(line if heading == line else bold(heading.strip()))
    return "\n".join(lines) + "\n"


def picture(view: View) -> str:
    """Return a view in words, a row a line."""
    return "".join(f"{row.label}: {_cells(row)}\n" for row in view)


def _cells(row: Row) -> str:
    if not row.cells:
        return "-"
    between = " " if row.kind is RowKind.NUMBER else ", "
    return between.join(cell.text or "_" for cell in row.cells)


def games_table(games: Iterable[type[AnyGame]], bold: Callable[[str], str]) -> str:
    """Return every game with its presets and options."""
    blocks = []
    for game in games:
        lines = [f"{bold(game.title)} ({game.name}, version {game.version})", f"  {game.summary}"]
        lines += [
            f"  --preset {preset.name}: {preset.about}; {preset.usual}" for preset in game.presets
        ]
        for told in game.options():
            about = (
                f"  --{told.name}: {told.help}; {told.allowed}; default {told.format(told.default)}"
            )
            lines += textwrap.wrap(about, WIDTH, subsequent_indent="      ")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def ended(result: Result | None, names: tuple[str, str]) -> str:
    """Return how a game stands, in a few words."""
    if result is None:
        return "unfinished"
    if result.winner is None:
        return str(result.end)
    how = "" if result.end is End.WIN else f" by {result.end}"
    return f"{names[result.winner.index]} won{how}"


def kept_games(games: Iterable[Summary]) -> str:
    """Return kept games, a line each."""
    lines = ""
    for game in games:
        one, two = game.setup.names
        title = game.setup.rules().title
        lines += (
            f"{game.id:5}  {game.changed}  {title:22}  {one} - {two}: "
            f"{ended(game.result, game.setup.names)}\n"
        )
    return lines
