"""Starts for training in which there is something to decide, found in random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lastdigit.analysis.splits import is_for_training
from lastdigit.errors import OptionError
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.solver import solver_for, split

LONGEST_WALK = 300
MOST_WALKS = 10_000


def positions_met(game: AnyGame, random: Random) -> Iterator[State]:
    """Yield the positions of a random game in which somebody is to move."""
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(LONGEST_WALK):
        moves = game.legal_moves(state)
        if not moves:
            return
        yield state
        state = game.successor(state, random.choice(moves))


def critical_start(game: AnyGame, seat: Seat, random: Random) -> State:
    """Return a position for training in which this seat has something to decide.

    It is met in random play and belongs to the part of the split that is for training; raises
    OptionError where none is found.
    """
    insight = solver_for(game)
    for _ in range(MOST_WALKS):
        states = list(positions_met(game, random))
        random.shuffle(states)
        for state in states:
            if state.mover is seat and is_for_training(game, state):
                _, lost = split(insight.branches(state))
                if lost:
                    return state
    raise OptionError(f"critical cannot be: no such position of {game.title} comes up.")
