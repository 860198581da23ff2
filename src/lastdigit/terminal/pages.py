"""Pages as two_places text: a rulebook, a list of games, a table."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from lastdigit.game.game import AnyGame
from lastdigit.game.text import (
    IN_SHORT,
    Audience,
    display_width,
    example_turn,
    pad,
    pad_left,
    section,
)
from lastdigit.game.text import wrap as wrap_lines
from lastdigit.games import shared_rules

if TYPE_CHECKING:
    from lastdigit.arena.tables import ReportTable

WIDTH = 80
CODE = re.compile(r"`([^`]+)`")
ITEM = re.compile(r" *(?:-|\d+\.) +")


def rulebook_text(game: AnyGame, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Return all rules of a game, with what holds in every game."""
    own, shared = (page_text(page, bold, width) for page in (game.rulebook(), shared_rules()))
    return f"{own}\n{shared}"


def short_rules_text(game: AnyGame, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Return the rules of a game on one screen: goal, turn, end, and a turn as an example."""
    from lastdigit.game.lesson import STUDENT

    goal = game.second_person(STUDENT).goal()
    rules = f"# {game.title}\n\nThe goal: {goal}\n\n{section(game.rulebook(), IN_SHORT)}\n"
    text = page_text(rules, bold, width)
    example = "".join(f"{textwrap.fill(line, width)}\n" for line in example_turn(game))
    return f"{text}\n{bold('A turn')}\n{example}" if example else text


def page_text(markdown: str, bold: Callable[[str], str], width: int = WIDTH) -> str:
    """Return a page of ours for a terminal: filled anew, headings without their marks.

    Words to type are bold; without bold they keep their quotes, so that they still stand out.
    """
    filled: list[str] = []
    for line in markdown.splitlines():
        item = ITEM.match(line)
        goes_on = filled and filled[-1] and line.strip() and not item and not line.startswith("#")
        if goes_on and not filled[-1].startswith("#"):
            filled[-1] += f" {line.strip()}"
        else:
            filled.append(line)
    text = "\n".join(
        bold(line.lstrip("# ")) if line[:1] == "#" else _fill(line, width) for line in filled
    )
    return f"{CODE.sub(lambda word: bold(word[1]), text) if bold('') else text}\n"


def _fill(line: str, width: int) -> str:
    item = ITEM.match(line)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * (len(item[0]) if item else 0),
        break_on_hyphens=False,
        break_long_words=False,
    )


def wrap(text: str, width: int = WIDTH) -> str:
    """Return a long line as several."""
    return "\n".join(wrap_lines(text, width, subsequent_indent="  ", break_on_hyphens=False))


def games_text(games: Iterable[type[AnyGame]], bold: Callable[[str], str]) -> str:
    """Return every game with its presets and options."""
    blocks = []
    for game in games:
        lines = [f"{bold(game.title)} ({game.name}, version {game.version})"]
        goal = game().second_person(Audience()).goal()
        lines += textwrap.wrap(goal, WIDTH, initial_indent="  ", subsequent_indent="  ")
        lines += [
            f"  --preset {preset.name}: {preset.about}; {preset.usual}" for preset in game.presets
        ]
        for option in game.options():
            default = option.format(option.default)
            about = f"  --{option.name}: {option.help}; {option.allowed}; default {default}"
            if option.beyond:
                about += "; beyond the rulebook"
            lines += textwrap.wrap(about, WIDTH, subsequent_indent="      ")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def table_text(table: ReportTable, bold: Callable[[str], str]) -> str:
    """Return a table for people: the first column begins left, the others end right."""
    columns = zip(table.heading, *table.rows, strict=True)
    widths = [max(map(display_width, column)) for column in columns]
    lines = [_table_line(row, widths) for row in (table.heading, *table.rows)]
    return "\n".join([bold(table.title), *lines]) + "\n"


def _table_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join([pad(*first), *(pad_left(cell, width) for cell, width in rest)])
