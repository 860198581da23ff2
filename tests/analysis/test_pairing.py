"""The pairing of Number Morph, as data: what it claims can be checked without it."""

from __future__ import annotations

import json
from random import Random

import pytest

from lastdigit import find
from lastdigit.analysis.position import analyse_position, analysis_data
from lastdigit.game.game import Value
from lastdigit.games.number_morph.rules import NumberMorph, State
from tests.conftest import Run


def one_apart(one: str, two: str) -> bool:
    """Return whether two numbers differ in exactly one digit."""
    return sum(old != new for old, new in zip(one, two, strict=True)) == 1


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_the_pairs_answer_whatever_the_loser_forms(late: bool, seed: int) -> None:
    game = NumberMorph(late=late)
    state: State = game.start(Random(seed))
    analysis = analyse_position(game, state)
    pairing = analysis_data(analysis)["pairing"]
    assert pairing is not None
    unused = {place["text"] for place in pairing["places"]}
    assert unused.isdisjoint(map(str, state.log))
    assert all(one_apart(one, two) for one, two in pairing["pairs"])
    paired = [prime for pair in pairing["pairs"] for prime in pair]
    assert len(set(paired)) == len(paired)
    assert unused.issuperset(paired)
    wins = analysis.solution.value is Value.WIN
    assert (pairing["form"] is not None) == wins
    stands = pairing["form"] or str(state.number)
    assert stands not in paired
    answered = {prime for prime in unused if one_apart(stands, prime)}
    assert answered.issubset(paired)


def test_every_prime_has_a_place_of_its_own_and_the_data_are_json() -> None:
    game = NumberMorph(starting_number=211)
    pairing = analysis_data(analyse_position(game, game.start(Random(1))))["pairing"]
    assert pairing is not None
    places = {(place["column"], place["row"]) for place in pairing["places"]}
    assert len(places) == len(pairing["places"]) == 142
    assert json.loads(json.dumps(pairing))["pairs"][0] == list(pairing["pairs"][0])


def test_a_game_without_pairs_says_so() -> None:
    game = find("digit-poison")
    assert analysis_data(analyse_position(game, game.start(Random(1))))["pairing"] is None


def test_why_all_shows_every_pair_and_is_a_hint(call: Run) -> None:
    words = ("play", "number-morph", "--start", "211")
    told = call(*words, typed="why all\nquit\n").out
    assert "All pairs: 10" in told
    assert "All pairs" not in call(*words, "--no-hints", typed="why all\nquit\n").out
