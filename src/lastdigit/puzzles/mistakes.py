"""Positions in which somebody had a win or a draw and gave it away, as puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lastdigit.puzzles.own_games import Played


class Mistake(NamedTuple):
    """A puzzle from one's own game."""

    puzzle: str
    """What it is known by."""
    game: int
    move: str
    """What was played."""
    at: str
    """When the game ended."""


def mistakes_in(games: Iterable[Played]) -> Iterator[Mistake]:
    """Yield what games leave to be learned, the oldest first; a position once."""
    met: set[str] = set()
    for played in games:
        for slip in played.slips:
            if slip.puzzle not in met:
                met.add(slip.puzzle)
                yield Mistake(slip.puzzle, played.id, slip.move, played.ended)
