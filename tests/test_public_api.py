"""The public API in an interactive session."""

from __future__ import annotations

import rlcompleter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.errors import UsageError
from tests.conftest import GAMES


def test_the_tab_key_completes_every_public_name() -> None:
    completer = rlcompleter.Completer({"lastdigit": lastdigit})
    found = {match.partition("(")[0] for match in completer.attr_matches("lastdigit.")}
    public = {name for name in lastdigit.__all__ if not name.startswith("_")}
    assert {f"lastdigit.{name}" for name in public} <= found
    assert set(lastdigit.__all__) <= set(dir(lastdigit))


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_of_records_is_given_as_a_string_or_a_path(tmp_path: Path, kind: Any) -> None:
    players = (lastdigit.Player("human", "Ada"), lastdigit.Player("human", "Ben"))
    setup = lastdigit.arrange(
        lastdigit.find("digit-duel"), players, package="test", first=lastdigit.Seat.ONE, seed=1
    )
    match = lastdigit.Match(setup)
    path = kind(tmp_path / "games.jsonl")
    lastdigit.append_record(path, match.record())
    assert list(lastdigit.read_records(path)) == [(1, match.record())]


def test_an_invalid_file_of_records_is_refused() -> None:
    wrong: Any = 5
    with pytest.raises(UsageError, match=r"must be a string or a pathlib\.Path, not 5"):
        list(lastdigit.read_records(wrong))
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        list(lastdigit.read_records("missing.jsonl"))


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_analysed_by_name_and_text(name: str) -> None:
    game = lastdigit.find(name)
    state = game.start(Random(1))
    expected = lastdigit.analyse_position(game, state)
    assert lastdigit.analyse_position(name, game.format_state(state)) == expected
    assert lastdigit.analyse_position(game, game.format_state(state)) == expected
    assert lastdigit.analyse_position(name, state) == expected


def test_a_game_is_solved_by_its_name() -> None:
    solved = lastdigit.solve_game("operation-obliteration")
    assert solved == lastdigit.solve_game(lastdigit.find("operation-obliteration"))


def test_analysing_an_invalid_game_or_position_is_refused() -> None:
    game, anything = lastdigit.find("digit-duel"), Any
    wrong: Any
    for wrong in (5, None, type(game), anything):
        with pytest.raises(
            UsageError,
            match=r"is not a game\. Pass a name such as .*, or the result of lastdigit\.find",
        ):
            lastdigit.analyse_position(wrong, "1 999 999")
        with pytest.raises(
            UsageError,
            match=r"is not a game\. Pass a name such as .*, or the result of lastdigit\.find",
        ):
            lastdigit.solve_game(wrong)
    for wrong in (5, None, (1, 2)):
        with pytest.raises(UsageError, match="A position must be a string such as"):
            lastdigit.analyse_position(game, wrong)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("digit-dilemma", {}),
        ("digit-duel", {}),
        ("digit-poison", {}),
        ("number-morph", {"start": 347}),
        ("operation-obliteration", {}),
    ],
)
def test_a_fixed_start_needs_no_random_generator(name: str, options: dict[str, int]) -> None:
    game = lastdigit.find(name, **options)
    assert game.start() == game.start(Random(1))
    assert game.start(first=lastdigit.Seat.TWO).mover is lastdigit.Seat.TWO


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("number-morph", {}),
        ("number-morph", {"start": 347, "late": True}),
        ("number-morph", {"late": True}),
        ("operation-obliteration", {"start": None}),
        ("operation-obliteration", {"start": None, "limit": 1000}),
    ],
)
def test_a_random_start_needs_a_random_generator(name: str, options: dict[str, Any]) -> None:
    game = lastdigit.find(name, **options)
    with pytest.raises(UsageError, match=rf"{game.title} .* start\(random\.Random\(1\)\)"):
        game.start()


def test_the_text_of_a_state_is_short() -> None:
    game = lastdigit.find("number-morph", late=True)
    state = game.start(Random(1))
    assert str(state) == f"Player 1 to move at {state.number}, {len(state.log)} primes used"
    assert str(state.unused) not in repr(state)
    longest = max(len(str(lastdigit.find(name).start(Random(1)))) for name in GAMES)
    assert longest < 100
