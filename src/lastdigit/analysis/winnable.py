"""Starts that a person can win: whoever begins is chosen so that the won side is theirs."""

from __future__ import annotations

from dataclasses import replace

from lastdigit.game.game import Seat, Value
from lastdigit.match.record import Setup
from lastdigit.match.setup import starting_position
from lastdigit.solver import solver_for


def is_winnable(setup: Setup, own: Seat) -> bool:
    """Return whether a seat wins from the start if it does not err."""
    game = setup.build_game()
    state = game.parse_state(setup.start)
    value = solver_for(game).solution(state).value
    return value is (Value.WIN if state.mover is own else Value.LOSE)


def to_be_won(setup: Setup, own: Seat) -> Setup | None:
    """Return the set-up with whoever begins that lets a seat win; None if that is nobody."""
    for first in Seat:
        begun = replace(setup, first=first)
        begun = replace(begun, start=starting_position(begun))
        if is_winnable(begun, own):
            return begun
    return None
