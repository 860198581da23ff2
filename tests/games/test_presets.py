"""The presets of each game: their suggestions and notes.

Conformance checks (lastdigit.testing) cover what holds for every game.
"""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.game.options import Occasion, suggested_preset
from lastdigit.games import catalogue, find_class
from lastdigit.solver import Value, solver_for

FIRST, COMPUTER, PEOPLE, LADDER = Occasion


@pytest.mark.parametrize(
    ("game", "suggested"),
    [
        ("digit-dilemma", ("rulebook", "rulebook", "rulebook", "rulebook")),
        ("digit-duel", ("quick", "quick", "quick", "quick")),
        ("digit-poison", ("once", "once", "quick", "rulebook")),
        ("number-morph", ("two-digits", "quick", "quick", "quick")),
        ("operation-obliteration", ("quick", "open", "open", "open")),
    ],
)
def test_the_suggested_preset_for_each_occasion(game: str, suggested: tuple[str, ...]) -> None:
    presets = find_class(game).presets
    found = [suggested_preset(presets, occasion).name for occasion in Occasion]
    assert found == list(suggested)


@pytest.mark.parametrize("name", catalogue())
def test_a_first_game_begins_with_at_least_two_legal_moves(name: str) -> None:
    kind = find_class(name)
    game = kind.of(dict(suggested_preset(kind.presets, FIRST).options))
    starts = [game.start(Random(seed)) for seed in range(50)]
    assert all(len(game.legal_moves(start)) >= 2 for start in starts)


@pytest.mark.parametrize("divisor", range(2, 20))
def test_the_first_player_can_force_a_win_in_the_rulebooks_digit_poison(divisor: int) -> None:
    kind = find_class("digit-poison")
    assert kind.presets[0].note == "The player who moves first can always win."
    game = kind.of({"divisor": divisor})
    assert solver_for(game).solution(game.start(Random(0))).value is Value.WIN
