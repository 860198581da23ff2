"""Number Morph with few tries, whose length depends on how people err; where a game may begin.

What holds for the presets of every game is a law (lastdigit.testing).
"""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from lastdigit.game.game import Seat, Value
from lastdigit.game.options import Preset
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.games.operation_obliteration.rules import LASTING, OperationObliteration
from lastdigit.solver import solver_for

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
        digits[game.primes.positions.index(move.position)] = str(move.digit)
        number = int("".join(digits))
        worthwhile = digits[0] != "0" and all(number % divisor for divisor in (2, 3, 5))
        if worthwhile and number not in state.log and number != state.number:
            tries.append(move)
    return tries


WITH_FEW_TRIES = [preset for preset in NumberMorph.presets if preset.attempts is not None]


@cache
def games(preset: Preset) -> list[Played]:
    """Return many games with few tries, the same ones every time."""
    assert preset.attempts is not None
    game = NumberMorph.of(dict(preset.options))
    return [played_carefully(game, preset.attempts, Random(seed)) for seed in range(PLAYED)]


@pytest.mark.parametrize("preset", WITH_FEW_TRIES, ids=lambda preset: preset.name)
def test_the_usual_number_of_turns_is_honest(preset: Preset) -> None:
    low, high = preset.turns
    assert low <= median(played.turns for played in games(preset)) <= high
    within = sum(low <= played.turns <= high for played in games(preset))
    assert within >= 0.6 * PLAYED, "usually is more often than not"


@pytest.mark.parametrize("preset", WITH_FEW_TRIES, ids=lambda preset: preset.name)
def test_either_player_can_win(preset: Preset) -> None:
    assert {played.winner for played in games(preset)} == set(Seat)


def test_a_late_game_goes_on_from_moves_that_could_have_been_made() -> None:
    game = NumberMorph(late=True)
    for seed in range(20):
        state = game.start(Random(seed))
        first, *rest = state.log
        replayed = NumberMorph(starting_number=first).start(Random(seed))
        for number in rest:
            after = {
                later.number: later
                for move in game.legal_moves(replayed)
                if (later := game.successor(replayed, move))
            }
            replayed = after[number]
        assert replayed[1:] == state[1:]
        assert game.legal_moves(state)


def test_a_late_game_begins_with_the_number_that_is_named() -> None:
    assert NumberMorph(starting_number=211, late=True).start(Random(1)).number == 211


def test_either_player_may_stand_well_in_a_late_game() -> None:
    insight = solver_for(NumberMorph(late=True))
    starts = [insight.game.start(Random(seed)) for seed in range(20)]
    assert {insight.solution(state).value for state in starts} == {Value.WIN, Value.LOSE}


def test_the_lasting_starts_are_those_where_nobody_wins_in_fewer_than_four_turns() -> None:
    insight = solver_for(OperationObliteration())
    found = {int(text): insight.solution(state) for text, state in insight.starts().items()}
    lasting = [number for number, one in found.items() if one.remoteness in (None, 4)]
    assert tuple(lasting) == LASTING
    assert max(one.remoteness or 0 for one in found.values()) == 4
    drawn = OperationObliteration(None)
    assert {drawn.start(Random(seed)).number for seed in range(100)} == set(LASTING)
