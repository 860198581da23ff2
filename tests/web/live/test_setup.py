"""Setups: a person can win every quick game against the computer."""

from __future__ import annotations

import pytest

from lastdigit.game.game import Seat, Value
from lastdigit.games import catalogue, find_class
from lastdigit.solver import solver_for
from lastdigit.web.live.setup import is_offered, new_setup
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.matches import NewMatch
from tests.web.inside import RunningApp, run_with_app


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        (name, preset.name)
        for name, game in catalogue().items()
        for preset in game.presets
        if is_offered(game.of(dict(preset.options)))
    ],
)
def test_a_match_against_a_computer_can_be_won(name: str, preset: str) -> None:
    wish = NewMatch(game=name, preset=preset, against="perfect", first="winner")
    for _ in range(5):
        setup = new_setup(wish)
        game = setup.build_game()
        value = solver_for(game).solution(game.parse_state(setup.start)).value
        won = value is Value.WIN if setup.first is Seat.ONE else value is Value.LOSE
        # If no side can force a win, the person begins.
        assert won or (value is Value.DRAW and setup.first is Seat.ONE)


def test_with_numbers_that_only_one_side_can_win_the_person_begins() -> None:
    wish = NewMatch(
        game="digit-duel",
        options={"number-1": 1, "number-2": 999},
        against="easy",
        first="winner",
    )
    assert new_setup(wish).first is Seat.ONE


def test_against_a_person_the_winning_side_is_not_assigned() -> None:
    with pytest.raises(Refusal, match="only against the computer"):
        new_setup(NewMatch(game="digit-duel", against="link", first="winner"))


def test_the_match_begins_as_it_was_set_up() -> None:
    async def scenario(app: RunningApp) -> None:
        guest = app.guest()
        match = await guest.set_up("digit-poison", against="easy", first="winner", preset="quick")
        kind = find_class("digit-poison")
        game = kind.of({"max-length": 5})
        value = solver_for(game).solution(game.parse_state("1 -")).value
        assert (match["first"] == 1) is (value is Value.WIN)

    run_with_app(scenario)
