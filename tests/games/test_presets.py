"""The quick game of Number Morph, whose length depends on how people err.

What holds for the presets of every game is a law (lastdigit.testing).
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from lastdigit.core.values import Seat
from lastdigit.games.number_morph.rules import Change, NumberMorph, State

PLAYED = 300
LONGEST = 1_000


class Played(NamedTuple):
    """A game that was played: how many turns it took, and who won."""

    turns: int
    winner: Seat


def played_carefully(game: NumberMorph, attempts: int, random: Random) -> Played:
    """Play as careful people do, who lose after so many failed tries in a turn.

    They see whether a number is divisible by 2, 3 or 5 and whether it has been used, and try what
    is left at random, nothing twice.
    """
    state = game.start(random)
    for turns in range(LONGEST):
        outcome = game.outcome(state)
        if outcome is not None:
            return Played(turns, outcome.winner)
        tries = careful_tries(game, state)
        random.shuffle(tries)
        allowed = [move for move in tries[:attempts] if game.objection(state, move) is None]
        if not allowed:
            return Played(turns, state.mover.other)
        state = game.successor(state, allowed[0])
    raise AssertionError("the game does not end")


def careful_tries(game: NumberMorph, state: State) -> list[Change]:
    """Return the moves that a careful person tries: no 2, 3 or 5 divides what they form."""
    tries = []
    for move in game.all_moves():
        digits = list(str(state.number))
        digits[("hundreds", "tens", "units").index(move.position)] = str(move.digit)
        number = int("".join(digits))
        worthwhile = number >= 100 and all(number % divisor for divisor in (2, 3, 5))
        if worthwhile and number not in state.log and number != state.number:
            tries.append(move)
    return tries


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Return many quick games, the same ones every time."""
    (attempts,) = {preset.attempts for preset in NumberMorph.presets} - {None}
    assert attempts is not None
    return [played_carefully(NumberMorph(), attempts, Random(seed)) for seed in range(PLAYED)]


def test_the_usual_number_of_turns_is_honest(games: list[Played]) -> None:
    _, quick = NumberMorph.presets
    low, high = quick.turns
    assert low <= median(played.turns for played in games) <= high
    within = sum(low <= played.turns <= high for played in games)
    assert within >= 0.6 * PLAYED, "usually is more often than not"


def test_either_player_can_win(games: list[Played]) -> None:
    assert {played.winner for played in games} == set(Seat)
