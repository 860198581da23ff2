"""The first moves of a game from a seeded start."""

from __future__ import annotations

from random import Random

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import Player

SEED = 1
FIXED = ("--seed", str(SEED))
"""The arguments with which `lastdigit play` begins there."""


def opening(name: str, count: int) -> list[str]:
    """Return legal moves from there that do not end the game."""
    game = lastdigit.find(name)
    people = (Player("human", "Player 1"), Player("human", "Player 2"))
    setup = arrange(game, people, package="test", first=Seat.ONE, seed=SEED)
    for attempt in range(1_000):
        match, random = Match(setup), Random(attempt)
        while match.result is None and len(match.moves) < count:
            match.play(game.format_move(random.choice(game.legal_moves(match.state))))
        if match.result is None:
            return list(match.moves)
    raise AssertionError(f"no game of {name} goes on after {count} moves: let it last longer")
