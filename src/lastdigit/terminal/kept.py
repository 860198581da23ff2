"""Kept games as lines for people, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from lastdigit.errors import LastDigitError, quoted
from lastdigit.game.game import Seat
from lastdigit.game.serialize import numbers_text
from lastdigit.game.text import display_width, pad, pad_left, wrap
from lastdigit.match.narration import audience_of, player_text, result_text
from lastdigit.match.record_line import result_data, setup_data

if TYPE_CHECKING:
    from lastdigit.match.record import Setup
    from lastdigit.store import Summary

HEADING = ("id", "changed", "game", "players", "start", "result")
INDENT = " " * 6


def local_time(time: str) -> str:
    """Return a kept time as the clock on the wall shows it."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M")


def kept_games_text(games: Sequence[Summary], width: int | None = None) -> str:
    """Return kept games, a line each under a heading; lines too long for a width go on below."""
    rows = [HEADING, *(_cells(game) for game in games)]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for cells, game in zip(rows, (None, *games), strict=True):
        first, *rest = zip(cells, widths, strict=True)
        told = "  ".join([pad_left(*first), *(pad(cell, size) for cell, size in rest)])
        if game is not None and game.fault:
            told = f"{pad_left(*first)}  cannot be read: {game.fault}"
        lines.append(told.rstrip())
    if width is not None:
        lines = [_folded(line, width) for line in lines]
    return "".join(f"{line}\n" for line in lines)


def _folded(line: str, width: int) -> str:
    if display_width(line) <= width:
        return line
    # Where nothing stands side by side any more, no room is left between.
    plain = "  ".join(part for part in line.split("  ") if part).strip()
    return "\n".join(wrap(plain, width, subsequent_indent=INDENT, break_on_hyphens=False))


def _cells(game: Summary) -> tuple[str, ...]:
    setup = game.setup
    if setup is None:
        return str(game.id), "", "", "", "", ""
    audience = audience_of(setup, None)
    return (
        str(game.id),
        local_time(game.changed),
        setup.build_game().title,
        " - ".join(player_text(setup, seat) for seat in Seat),
        _start_text(setup),
        result_text(game.result, (audience.label(Seat.ONE), audience.label(Seat.TWO))),
    )


def _start_text(setup: Setup) -> str:
    """Return the numbers that a game began with; of long ones, the last digits."""
    game = setup.build_game()
    try:
        numbers = numbers_text(game.view(game.parse_state(setup.start)))
    except LastDigitError:  # the list shows damaged games, too
        return quoted(setup.start)
    return numbers if any(map(str.isalnum, numbers)) else "empty"


def game_text(game: Summary) -> str:
    """Return a kept game in words, to be sure that it is the one that is meant."""
    *_, title, players, _, result = _cells(game)
    return f"game {game.id} ({title}, {players}: {result})" if title else f"game {game.id}"


def kept_games_data(games: Sequence[Summary]) -> list[dict[str, object]]:
    """Return kept games as JSON data; set-up and result are those of their records."""
    return [
        {
            "id": game.id,
            "changed": game.changed or None,
            "setup": None if game.setup is None else setup_data(game.setup),
            "result": None if game.result is None else result_data(game.result),
            "fault": game.fault or None,
        }
        for game in games
    ]
