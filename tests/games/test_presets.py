"""Presets: every game has the same two, and what they promise is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

import pytest

import lastdigit
from lastdigit.core.game import AnyGame
from lastdigit.core.options import Preset
from lastdigit.core.values import Seat
from tests.conftest import GAMES

PLAYED = 300
LONGEST = 1_000
PRESETS = [
    pytest.param(game, preset, id=f"{name}-{preset.name}")
    for name, game in lastdigit.catalogue().items()
    for preset in game.presets
]


class Played(NamedTuple):
    """A game that was played: how many turns it took, and who won."""

    turns: int
    winner: Seat


def legal(game: AnyGame, state: Any) -> list[Any]:
    """Return any legal move."""
    return list(game.legal_moves(state))


def played_at_random(
    game: AnyGame, random: Random, choices: Callable[[AnyGame, Any], list[Any]]
) -> Played:
    """Play random moves to the end, among those that the players would choose from."""
    state = game.start(random)
    for turns in range(LONGEST):
        outcome = game.outcome(state)
        if outcome is not None:
            return Played(turns, outcome.winner)
        state = game.successor(state, random.choice(choices(game, state)))
    raise AssertionError("the game does not end")


def not_losing_at_once(game: AnyGame, state: Any) -> list[Any]:
    """Return the moves that do not lose the game there and then, or all if every one does."""
    moves = list(game.legal_moves(state))
    ends = {move: game.outcome(game.successor(state, move)) for move in moves}
    kept = [move for move in moves if (end := ends[move]) is None or end.winner is state.mover]
    return kept or moves


def played_carefully(game: AnyGame, attempts: int, random: Random) -> Played:
    """Play as careful people play Number Morph, who lose after so many failed tries in a turn.

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


def careful_tries(game: AnyGame, state: Any) -> list[Any]:
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


def games(
    kind: type[AnyGame], preset: Preset, choices: Callable[[AnyGame, Any], list[Any]]
) -> Sequence[Played]:
    """Return many games with a preset, the same ones every time."""
    game = kind.of(dict(preset.options))
    if preset.attempts is None:
        return [played_at_random(game, Random(seed), choices) for seed in range(PLAYED)]
    return [played_carefully(game, preset.attempts, Random(seed)) for seed in range(PLAYED)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_presets_rulebook_and_quick(name: str) -> None:
    assert [preset.name for preset in lastdigit.catalogue()[name].presets] == ["rulebook", "quick"]


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_preset_changes_nothing(name: str) -> None:
    rulebook = lastdigit.catalogue()[name].presets[0]
    assert rulebook.options == ()
    assert rulebook.attempts is None


@pytest.mark.parametrize("name", GAMES)
def test_the_quick_preset_is_usually_no_longer_than_the_rulebooks_game(name: str) -> None:
    rulebook, quick = lastdigit.catalogue()[name].presets
    assert quick.turns[1] <= rulebook.turns[1]


@pytest.mark.parametrize(("kind", "preset"), PRESETS)
def test_the_usual_number_of_turns_is_honest(kind: type[AnyGame], preset: Preset) -> None:
    low, high = preset.turns
    turns = sorted(played.turns for played in games(kind, preset, not_losing_at_once))
    assert low <= median(turns) <= high
    within = sum(low <= count <= high for count in turns)
    assert within >= 0.6 * PLAYED, "usually is more often than not"


@pytest.mark.parametrize(("kind", "preset"), PRESETS)
def test_either_player_can_win_a_preset(kind: type[AnyGame], preset: Preset) -> None:
    assert {played.winner for played in games(kind, preset, legal)} == set(Seat)
