"""Pages and pictures as plain text: a rulebook, a view, a list of games."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from lastdigit.core import AnyGame
from lastdigit.record import End, Result
from lastdigit.values import Row, RowKind, View

if TYPE_CHECKING:
    from lastdigit.store import Summary

WIDTH = 80
CODE = re.compile(r"`([^`]+)`")


def page(markdown: str, bold: Callable[[str], str]) -> str:
    """Return a page of ours for a terminal: headings without their marks, words typed in bold."""
    lines = []
    for line in markdown.splitlines():
        heading = line.lstrip("#")
        # Without bold a word to type keeps its quotes, so that it still stands out.
        plain = line if bold("") == "" else CODE.sub(lambda word: bold(word[1]), line)
        lines.append(plain if heading == line else bold(heading.strip()))
    return "\n".join(lines) + "\n"


def wrapped(text: str) -> str:
    """Return a long line as several."""
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


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
        return "draw" if result.end is End.DRAW else result.reason.rstrip(".").lower()
    how = "" if result.end is End.WIN else f" by {result.end}"
    return f"{names[result.winner.index]} won{how}"


def local(time: str) -> str:
    """Return a kept time as the clock on the wall shows it."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M")


def kept_games(games: Iterable[Summary]) -> str:
    """Return kept games, a line each."""
    lines = ""
    for game in games:
        lines += f"{game.id:5}  {local(game.changed)}  "
        if game.setup is None:
            lines += "(a game that this version does not have)\n"
            continue
        one, two = game.setup.names
        title = game.setup.rules().title
        lines += f"{title:22}  {one} - {two}: {ended(game.result, game.setup.names)}\n"
    return lines
