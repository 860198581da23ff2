"""Variants of Number Morph: sizes and starts that can be played, late starts, and presets."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from lastdigit.errors import OptionError
from lastdigit.game.game import Seat, Value
from lastdigit.game.options import Preset
from lastdigit.games.number_morph.primes import Change, Primes
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.variants import LARGEST_BASE, UNPLAYABLE_SIZES, NumberMorph
from lastdigit.solver import solver_for
from tests.sizes import size

GAMES_PLAYED = size(sample=80, full=300)
LONGEST = 1_000


def test_sizes_with_too_many_primes_or_without_a_start_are_refused() -> None:
    for digits in range(2, 7):
        for base in range(2, LARGEST_BASE.get(digits, 16) + 1):
            if (digits, base) not in UNPLAYABLE_SIZES:
                primes = NumberMorph(digits=digits, base=base).primes
                assert len(primes) <= 100_000
                assert any(primes.neighbours[prime] for prime in primes.all)
    assert len(Primes(6, LARGEST_BASE[6] + 1)) > 100_000
    assert not any(Primes(4, 2).neighbours[prime] for prime in Primes(4, 2).all)
    with pytest.raises(OptionError, match="6 digits in base 10, or 5 digits in base 11"):
        NumberMorph(digits=6, base=11)
    with pytest.raises(OptionError, match="5 digits in base 2, or 4 digits in base 3"):
        NumberMorph(digits=4, base=2)


def test_prime_without_neighbours_is_no_start() -> None:
    with pytest.raises(OptionError, match="The nearest starts: 293983, 293989, 293999"):
        NumberMorph(digits=6, starting_number=294_001)
    small = NumberMorph(digits=3, base=5)
    playable = {prime for prime in small.primes.all if small.primes.neighbours[prime]}
    assert {small.start(Random(seed)).number for seed in range(300)} == playable
    assert len(playable) < len(small.primes)


def test_start_is_written_in_the_base_of_the_game() -> None:
    words = {"digits": 3, "base": 16}
    start = next(one for one in NumberMorph.options_with(words) if one.name == "start")
    assert start.parse("FFD") == 0xFFD
    assert start.allowed == "a three-digit prime in base 16, or random"
    with pytest.raises(OptionError, match=r'.start. cannot be "1000": it must be a three-digit'):
        start.parse("1000")
    with pytest.raises(
        OptionError, match=r"'start' cannot be fff, because fff = .* such as 101 or ffd\."
    ):
        NumberMorph(0xFFF, digits=3, base=16)


def test_late_start_is_refused_with_too_many_primes() -> None:
    with pytest.raises(OptionError, match="'late' cannot be yes with 1,061 primes"):
        NumberMorph(digits=4, late=True)


def test_late_start_is_reached_by_legal_moves() -> None:
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


def test_late_start_has_the_given_number() -> None:
    assert NumberMorph(starting_number=211, late=True).start(Random(1)).number == 211


def test_late_starts_are_won_and_lost() -> None:
    solver = solver_for(NumberMorph(late=True))
    starts = [solver.game.start(Random(seed)) for seed in range(20)]
    assert {solver.solution(state).value for state in starts} == {Value.WIN, Value.LOSE}


class Played(NamedTuple):
    """The number of turns of a game, and its winner."""

    turns: int
    winner: Seat


def play_carefully(game: NumberMorph, attempts: int, random: Random) -> Played:
    """Play a game between careful players who lose after `attempts` failed tries in a turn.

    They see whether a number is divisible by 2, 3 or 5 and whether it has been used. They try the
    other numbers in random order.
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
    """Return the moves to numbers that are new and not divisible by 2, 3 or 5."""
    tries = []
    for move in game.all_moves():
        digits = list(str(state.number))
        digits[game.primes.positions.index(move.position)] = str(move.digit)
        number = int("".join(digits))
        worthwhile = digits[0] != "0" and all(number % divisor for divisor in (2, 3, 5))
        if worthwhile and number not in state.log and number != state.number:
            tries.append(move)
    return tries


LIMITED = [preset for preset in NumberMorph.presets if preset.attempts is not None]


@cache
def games(preset: Preset) -> list[Played]:
    assert preset.attempts is not None
    game = NumberMorph.of(dict(preset.options))
    return [play_carefully(game, preset.attempts, Random(seed)) for seed in range(GAMES_PLAYED)]


@pytest.mark.sized  # by GAMES_PLAYED
@pytest.mark.parametrize("preset", LIMITED, ids=lambda preset: preset.name)
def test_presets_with_limited_tries_state_the_usual_number_of_turns(preset: Preset) -> None:
    low, high = preset.turns
    assert low <= median(played.turns for played in games(preset)) <= high
    within = sum(low <= played.turns <= high for played in games(preset))
    assert within >= 0.6 * GAMES_PLAYED


@pytest.mark.sized  # by GAMES_PLAYED
@pytest.mark.parametrize("preset", LIMITED, ids=lambda preset: preset.name)
def test_both_players_win_games_with_limited_tries(preset: Preset) -> None:
    assert {played.winner for played in games(preset)} == set(Seat)
