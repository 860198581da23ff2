"""A fingerprint of a game's puzzle of the day."""

from __future__ import annotations

import hashlib

from lastdigit.games import find_class
from lastdigit.puzzles.generate import daily_puzzle

DAYS = 400


def is_promised(game: str) -> bool:
    """Return whether a game declares its own puzzle sources, so that its days never change."""
    return find_class(game).declaration().offers("puzzle_sources")


def fingerprint(game: str, day: int) -> str:
    puzzle = daily_puzzle(find_class(game), day)
    assert puzzle is not None
    known = f"{puzzle.name} -> {sorted(puzzle.right)}"
    return hashlib.sha256(known.encode()).hexdigest()[:16]
