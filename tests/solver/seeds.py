"""Seeded positions to prove: random play of games with random options, small variants too."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import lastdigit
from lastdigit.game.game import AnyGame
from lastdigit.solver.certificates import stand_alone_source
from lastdigit.testing.conformance import random_game
from lastdigit.testing.naive import NaiveGame, naive_twin
from tests.games.naive import naive_game

LONGEST = 120


def stand_alone_checker() -> ModuleType:
    """Return the stand-alone checker as a module, executed from its source."""
    module = ModuleType("checker")
    exec(stand_alone_source(lastdigit.catalogue().values()), vars(module))
    return module


class Seeded(NamedTuple):
    """A position of a game, and the naive game that stands at the same point."""

    game: AnyGame
    state: Any
    naive: NaiveGame


def seeded(name: str, seed: int, late: bool = False) -> Seeded:
    """Return the position of a seed: every second one is of the rulebook's own game.

    It is anywhere in a random game, or among its last few turns if `late`.
    """
    random = Random(f"{name} {seed}")
    kind = lastdigit.catalogue()[name]
    game = kind() if seed % 2 else random_game(kind, random)
    state = game.start(random)
    naive = naive_twin(naive_game(name), game, state)
    line: list[tuple[Any, Any]] = []
    while len(line) < LONGEST and (moves := game.legal_moves(state)):
        line.append((state, random.choice(moves)))
        state = game.successor(state, line[-1][1])
    last = len(line)
    stop = random.randint(max(0, last - 6) if late else 0, last)
    for before, move in line[:stop]:
        naive.made(game.format_move(move))
        state = game.successor(before, move)
    return Seeded(game, state if stop else line[0][0], naive)
