"""Number Morph beyond the rulebook: every size is solved by matching, and what it says is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import OptionError
from lastdigit.game.game import Value
from lastdigit.games.number_morph import insight as morph
from lastdigit.games.number_morph import matching
from lastdigit.games.number_morph.blossoms import EVEN, FREE, GONE, ODD
from lastdigit.games.number_morph.matching import Graph, Matching, graph_of
from lastdigit.games.number_morph.primes import Primes, primes_of
from lastdigit.games.number_morph.rules import NO_START, WIDEST, NumberMorph
from lastdigit.games.number_morph.rules import State as Prime
from lastdigit.solver import Census, Solver
from lastdigit.solver.tables import load_compiled
from lastdigit.testing.playing import random_walk
from tests.conftest import Size


@pytest.fixture(autouse=True)
def kept_code(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


MORPHS: tuple[dict[str, Any], ...] = (
    {"digits": 2, "base": 2},
    {"digits": 2, "base": 6},
    {"digits": 2, "base": 7, "log_start": False},
    {"digits": 3, "base": 4},
    {"digits": 4, "base": 3},
    {"digits": 6, "base": 2, "log_start": False},
)


def reachable(game: NumberMorph, starts: Iterator[Prime]) -> Iterator[Prime]:
    """Yield every position that can come up, once."""
    seen, waiting = set(), [*starts]
    while waiting:
        state = waiting.pop()
        if game.key(state) not in seen:
            seen.add(game.key(state))
            yield state
            waiting += [game.successor(state, move) for move in game.legal_moves(state)]


@pytest.mark.parametrize("options", MORPHS, ids=str)
def test_number_morph_by_matching_is_the_general_solver(options: dict[str, Any]) -> None:
    game = NumberMorph(**options)
    general, special = Solver(game), morph.NumberMorphSolver(game)
    for state in reachable(game, iter(special.starts().values())):
        told, known = special.solution(state), general.solution(state)
        assert told.value is known.value, state
        assert told.remoteness in (known.remoteness, None)


@pytest.mark.parametrize("log_start", [True, False])
@pytest.mark.parametrize("sizes", [(2, 9), (2, 16), (3, 7), (5, 4)])
def test_starts_of_number_morph_counted_at_once_are_those_asked_for_one_by_one(
    sizes: tuple[int, int], log_start: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    insight = morph.NumberMorphSolver(
        NumberMorph(digits=sizes[0], base=sizes[1], log_start=log_start)
    )
    found = [insight.solution(start).value for start in insight.starts().values()]
    assert insight.count_starts() is None
    monkeypatch.setattr(morph, "LISTED", 0)
    counted = insight.count_starts()
    assert counted is not None
    assert (counted.won, counted.lost, counted.drawn) == (
        found.count(Value.WIN),
        found.count(Value.LOSE),
        0,
    )


def test_of_four_digits_a_single_start_is_won_and_of_five_only_five() -> None:
    four, five = (morph.NumberMorphSolver(NumberMorph(digits=digits)) for digits in (4, 5))
    assert four.count_starts() == Census(1, 1_060, longest=None, few=("6883",))
    rare = ("27919", "37039", "96769", "98419", "99761")
    assert five.count_starts() == Census(5, 8_358, longest=None, few=rare)


def test_number_morph_of_five_digits_fits_itself_in_plain_python(size: Size) -> None:
    game, random = NumberMorph(digits=5), Random(5)
    insight, state = morph.NumberMorphSolver(game), game.start(Random(5))
    seen = set()
    for _ in range(size(sample=20, full=400)):
        seen.add(insight.solution(state).value)
        branches = insight.branches(state)
        assert (Value.LOSE in [branch.solution.value for branch in branches]) == (
            insight.solution(state).value is Value.WIN
        )
        chosen = random.choice(branches)
        assert insight.solution(chosen.after).value is chosen.solution.value
        state = chosen.after
    assert seen == {Value.WIN, Value.LOSE}


def test_number_morph_refuses_what_has_too_many_primes_and_what_has_no_start() -> None:
    for digits in range(2, 7):
        for base in range(2, WIDEST.get(digits, 16) + 1):
            if (digits, base) not in NO_START:
                primes = NumberMorph(digits=digits, base=base).primes
                assert len(primes) <= 100_000
                assert any(primes.formable[prime] for prime in primes.all)
    assert len(Primes(6, WIDEST[6] + 1)) > 100_000
    assert not any(Primes(4, 2).formable[prime] for prime in Primes(4, 2).all)
    with pytest.raises(OptionError, match="digits 6 in base 10, or digits 5 in base 11"):
        NumberMorph(digits=6, base=11)
    with pytest.raises(OptionError, match="digits 5 in base 2, or digits 4 in base 3"):
        NumberMorph(digits=4, base=2)


def test_a_prime_that_cannot_be_left_is_no_start() -> None:
    with pytest.raises(OptionError, match="nearest that can be played: 293983, 293989, 293999"):
        NumberMorph(digits=6, starting_number=294_001)
    small = NumberMorph(digits=3, base=5)
    playable = {prime for prime in small.primes.all if small.primes.formable[prime]}
    assert {small.start(Random(seed)).number for seed in range(300)} == playable
    assert len(playable) < len(small.primes)


def test_a_start_is_written_in_the_base_of_the_game() -> None:
    words = {"digits": 3, "base": 16}
    start = next(one for one in NumberMorph.options_with(words) if one.name == "start")
    assert start.parse("FFD") == 0xFFD
    assert start.allowed == "a three-digit prime in base 16, or random"
    with pytest.raises(OptionError, match=r'start cannot be "1000": it must be a three-digit'):
        start.parse("1000")
    with pytest.raises(
        OptionError, match=r"start cannot be fff: .* such as 101 or ffd, and fff = "
    ):
        NumberMorph(0xFFF, digits=3, base=16)
    with pytest.raises(OptionError, match="late cannot be yes with 1,061 primes"):
        NumberMorph(digits=4, late=True)


def test_answers_are_counted_as_they_are_judged() -> None:
    game = NumberMorph()
    insight, general = morph.NumberMorphSolver(game), Solver.count_answers
    for seed in range(3):
        for state, _ in random_walk(game, Random(seed)):
            assert insight.count_answers(state) == general(insight, state)


# Compiled


def array_graph(digits: int, base: int) -> Graph:
    made: Graph = load_compiled(matching.FAST, "the tests").ArrayGraph(primes_of(digits, base))
    return made


@pytest.mark.parametrize("sizes", [(3, 10), (2, 16), (4, 9), (6, 3)])
def test_compiled_matchings_are_those_of_plain_python(sizes: tuple[int, int]) -> None:
    primes, random = primes_of(*sizes), Random(str(sizes))
    plain, fast = graph_of(primes), array_graph(*sizes)
    assert [list(row) for row in fast.rows] == [list(row) for row in plain.rows]
    here, there = Matching.of(plain), Matching.of(fast)
    for place in random.sample(range(len(primes)), len(primes)):
        assert list(there.mates) == list(here.mates)
        if random.random() < 0.5:
            assert list(there.labels) == list(here.labels)
        here, there = here.without(place), there.without(place)
    assert set(there.mates) == {GONE}


def test_in_haste_the_same_is_found_by_compiled_code() -> None:
    game = NumberMorph()
    plain, hasty, random = morph.NumberMorphSolver(game), morph.NumberMorphSolver(game), Random(1)
    hasty.matching(game.start(random))  # which is forgotten: it was not compiled
    hasty.warm_up()
    assert type(hasty.graph) is not type(plain.graph)
    for _ in range(3):
        for state, _ in random_walk(game, random):
            assert hasty.branches(state) == plain.branches(state)
            assert hasty.why(state) == plain.why(state)


def test_without_compiled_code_haste_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(morph, "is_installed", lambda: False)
    insight = morph.NumberMorphSolver(NumberMorph())
    insight.warm_up()
    assert type(insight.graph) is Graph


def check_maximum(graph: Graph, found: Matching) -> None:
    """Prove that no matching has more pairs, by the formula of Tutte and Berge.

    Without the vertices labelled ODD each component of EVEN ones is odd in size, so that one of it
    is missed unless an ODD one takes it; as many are missed as that makes necessary.
    """
    labels, mates = list(found.labels), list(found.mates)
    left, missed = {place for place, label in enumerate(labels) if label == EVEN}, 0
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            near = {int(other) for other in graph.near(waiting.pop()) if mates[other] != GONE}
            assert all(labels[other] in (EVEN, ODD) for other in near)
            waiting += near & left
            left -= near
            size += 1
        assert size % 2 == 1
        missed += 1
    assert mates.count(FREE) == missed - labels.count(ODD)
    for place, mate in enumerate(mates):
        assert mate < 0 or (mates[mate] == place and place in graph.near(mate))


@pytest.mark.prove
@pytest.mark.parametrize("sizes", [(6, 10), (5, 16)])
def test_number_morph_of_the_largest_sizes_fits_itself(sizes: tuple[int, int], size: Size) -> None:
    game, random = NumberMorph(digits=sizes[0], base=sizes[1]), Random(str(sizes))
    insight, state = morph.NumberMorphSolver(game), game.start(random)
    for turn in range(size(sample=20, full=300)):
        branches = insight.branches(state)
        assert (Value.LOSE in [branch.solution.value for branch in branches]) == (
            insight.solution(state).value is Value.WIN
        )
        chosen = random.choice(branches)
        assert insight.solution(chosen.after).value is chosen.solution.value
        if turn % 10 == 0:
            check_maximum(insight.graph, insight.matching(state))
        state = chosen.after


def test_of_six_digits_every_start_is_won() -> None:
    insight = morph.NumberMorphSolver(NumberMorph(digits=6))
    assert insight.count_starts() == Census(68_900, 0, longest=None)
