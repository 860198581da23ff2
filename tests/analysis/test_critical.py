"""Critical positions: found in random games, certified, split, and balanced."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

import lastdigit
from lastdigit.analysis.critical import (
    Critical,
    Split,
    balanced_starts,
    blind_advantages,
    canonical,
    critical_at,
    critical_data,
    critical_start,
    criticals,
    draw_game,
    interleave,
    is_for_training,
    is_winnable,
    random_positions,
    split_of,
    value_balanced_starts,
    variant_name,
    winnable_setup,
    with_default_start,
)
from lastdigit.analysis.policies import BLIND_POLICIES
from lastdigit.errors import OptionError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat, Value
from lastdigit.games import find_class
from lastdigit.match.match import arrange
from lastdigit.match.record import HUMAN, Player, Setup
from lastdigit.solver import Solution, solver_for
from lastdigit.testing.template.your_game.rules import State, YourGame

DUEL = find_class("digit-duel")


def test_a_tenth_of_the_positions_each_is_for_the_exam_and_for_validation() -> None:
    """Training data depends on the split, so it must never change."""
    game = DUEL()
    states = [game.parse_state(f"1 {number:03} 500") for number in range(1, 1_000)]
    splits = Counter(split_of(game, state) for state in states)
    assert splits == {Split.TRAIN: 803, Split.VALIDATION: 96, Split.EXAM: 100}
    assert split_of(game, states[0]) is split_of(game, game.parse_state("2 500 001"))


def test_the_positions_of_a_random_game_are_consecutive_and_not_over() -> None:
    game = DUEL()
    states = list(random_positions(game, Random(1)))
    assert states[0] in {game.start(first=seat) for seat in Seat}
    for before, after in pairwise(states):
        assert after in {game.successor(before, move) for move in game.legal_moves(before)}
    assert all(game.outcome(state) is None for state in states)
    assert {next(random_positions(game, Random(n))).mover for n in range(20)} == set(Seat)


def test_an_endless_random_game_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(YourGame, "successor", lambda _, state, __: State(state.mover.other, 9))
    assert len(list(random_positions(YourGame(), Random(1)))) == 300


@pytest.mark.parametrize("seat", Seat)
def test_a_critical_start_is_for_training_and_can_be_spoiled(seat: Seat) -> None:
    game = DUEL()
    for number in range(5):
        state = critical_start(game, seat, Random(number))
        assert state.mover is seat
        assert split_of(game, state) is Split.TRAIN
        assert is_for_training(game, state)
        assert critical_at(game, state) is not None


def test_a_game_without_critical_positions_has_no_critical_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lastdigit.analysis.critical.MAX_WALKS", 3)
    with pytest.raises(OptionError, match="Digit Poison has no critical positions"):
        critical_start(lastdigit.find("digit-poison", max_length=1), Seat.TWO, Random(1))


def test_a_critical_position_has_moves_that_keep_its_value_and_others() -> None:
    game = lastdigit.find("operation-obliteration")
    found = critical_at(game, game.parse_state("1 3 - -"))
    assert found is not None
    assert (found.solution, found.best, found.choices) == (Solution(Value.WIN, 3), ("multiply",), 3)
    assert found.chance == 1 / 3
    assert critical_at(game, game.parse_state("1 2 add multiply")) is None, "every move wins"


def setup_of(game: AnyGame, first: Seat) -> Setup:
    players = (Player(HUMAN, DEFAULT_NAMES[0]), Player(HUMAN, DEFAULT_NAMES[1]))
    return arrange(game, players, package="0", first=first, seed=1)


@pytest.mark.parametrize("own", Seat)
@pytest.mark.parametrize("numbers", [(11, 3), (2, 2), (11, 8)])
def test_a_winnable_setup_lets_the_right_player_begin(numbers: tuple[int, int], own: Seat) -> None:
    game = lastdigit.find("digit-duel", number_1=numbers[0], number_2=numbers[1])
    for first in Seat:
        value = solver_for(game).solution(game.start(first=first)).value
        expected = value is (Value.WIN if first is own else Value.LOSE)
        assert is_winnable(setup_of(game, first), own) is expected
        chosen = winnable_setup(setup_of(game, first), own)
        assert chosen is None or is_winnable(chosen, own)


def test_neither_player_can_win_a_drawn_game() -> None:
    game = lastdigit.find("digit-poison", max_length=None)
    assert winnable_setup(setup_of(game, Seat.ONE), Seat.ONE) is None


def test_critical_positions_are_distinct_and_match_the_filter() -> None:
    found = list(criticals(DUEL, Random(1), 60))
    assert len(found) > 20
    assert len({(one.options, one.position) for one in found}) == len(found)
    assert all(one.position.startswith("1 ") for one in found)
    assert all(0 < len(one.best) < one.choices for one in found)
    assert list(criticals(DUEL, Random(1), 60, lambda *_: False)) == []


def test_random_options_are_the_defaults_half_of_the_time_and_close_otherwise() -> None:
    random, counts = Random(1), Counter[bool]()
    kind = find_class("digit-poison")
    for _ in range(200):
        game = draw_game(kind, random)
        for option in kind.options():
            value = getattr(game, option.field)
            if option.beyond or isinstance(option.default, tuple):
                assert value == option.default
            elif isinstance(value, int) and isinstance(option.default, int):
                assert option.low <= value <= min(option.high, 4 * option.default)
                counts[value == option.default] += 1
    assert 0.35 < counts[False] / counts.total() < 0.6


def test_only_options_of_the_start_are_reset() -> None:
    game = lastdigit.find("digit-duel", digits=2, number_1=14)
    assert with_default_start(game) == lastdigit.find("digit-duel", digits=2)


def start(value: Value, number: int) -> Critical:
    return Critical("g", (), str(number), Solution(value), ("1",), 2)


@pytest.mark.parametrize(
    ("wins", "draws", "count", "taken"),
    [
        (3, 3, 4, ["w0", "d0", "w1", "d1"]),
        (3, 3, 3, ["w0", "d0", "w1"]),
        (3, 1, 9, ["w0", "d0", "w1", "w2"]),
        (0, 2, 1, ["d0"]),
        (0, 0, 3, []),
        (2, 2, 0, []),
    ],
)
def test_starts_alternate_until_there_are_enough(
    wins: int, draws: int, count: int, taken: list[str]
) -> None:
    groups = [
        [start(value, number) for number in range(size)]
        for value, size in ((Value.WIN, wins), (Value.DRAW, draws))
    ]
    found = [f"{one.solution.value[0]}{one.position}" for one in interleave(groups, count)]
    assert found == taken


def test_starts_are_balanced_by_value_if_both_exist() -> None:
    both = value_balanced_starts(find_class("operation-obliteration"), 6, "1")
    assert [one.solution.value for one in both] == [Value.WIN, Value.DRAW] * 3
    only = value_balanced_starts(DUEL, 5, "1")
    assert [one.solution.value for one in only] == [Value.WIN] * 5
    assert value_balanced_starts(DUEL, 5, "1") == only != value_balanced_starts(DUEL, 5, "2")


def test_the_starts_of_a_seed_never_change() -> None:
    """Tournaments can be repeated by their seed."""
    starts = value_balanced_starts(find_class("digit-poison"), 4, "1")
    assert [(*dict(one.options).values(), one.position) for one in starts] == [
        (9, 20, "1 7638"),
        (3, 10, "1 76"),
        (5, 10, "1 -"),
        (3, 26, "1 89246308"),
    ]


def mean_advantages(starts: Sequence[Critical]) -> list[float]:
    """Return how much better than chance each blind policy is at these starts, on average."""
    rows = [
        blind_advantages(find_class(start.game).of(dict(start.options)), start) for start in starts
    ]
    return [fmean(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("name", ["digit-dilemma", "digit-duel", "digit-poison"])
def test_blind_policies_score_at_chance_over_balanced_starts(name: str) -> None:
    starts = balanced_starts(find_class(name), 20, "1")
    assert len(starts) == 20
    assert max(map(abs, mean_advantages(starts))) < 0.06


def test_random_positions_of_digit_duel_favour_the_last_move() -> None:
    advantages = mean_advantages(value_balanced_starts(DUEL, 20, "1"))
    assert advantages[[policy.name for policy in BLIND_POLICIES].index("last")] > 0.3


def test_half_of_balanced_starts_are_draws_if_both_exist() -> None:
    starts = balanced_starts(find_class("operation-obliteration"), 10, "1")
    assert 3 <= sum(start.solution.value is Value.DRAW for start in starts) <= 7


def test_a_game_with_few_critical_positions_gives_all_of_them() -> None:
    starts = balanced_starts(find_class("operation-obliteration"), 50, "1")
    assert 20 < len(starts) < 30
    assert len(set(starts)) == len(starts)


STARTS: list[tuple[Callable[[type[AnyGame], int, str], list[Critical]], str, str]] = [
    (value_balanced_starts, "digit-dilemma", "9fce797cd4d6a06c"),
    (value_balanced_starts, "digit-duel", "9576e8ea54b57493"),
    (value_balanced_starts, "digit-poison", "b12e790449174fc9"),
    (value_balanced_starts, "number-morph", "b7fdce48ac8da3b1"),
    (value_balanced_starts, "operation-obliteration", "b27cc8f103cee6af"),
    (balanced_starts, "digit-dilemma", "23696502266a8aca"),
    (balanced_starts, "digit-duel", "e68e41907e0e456f"),
    (balanced_starts, "digit-poison", "b5ca7930237f8dbe"),
    (balanced_starts, "number-morph", "4eb10949209bc386"),
    (balanced_starts, "operation-obliteration", "94239d195002e520"),
]


@pytest.mark.parametrize(("find_starts", "name", "golden"), STARTS)
def test_a_seed_gives_the_same_starts_in_every_version(
    find_starts: Callable[[type[AnyGame], int, str], list[Critical]], name: str, golden: str
) -> None:
    """A tournament can be repeated from its manifest."""
    starts = [critical_data(start) for start in find_starts(find_class(name), 6, "golden")]
    content = json.dumps(starts, sort_keys=True).encode()
    assert hashlib.sha256(content).hexdigest()[:16] == golden


def test_the_split_knows_neither_seats_nor_starts() -> None:
    game, random = lastdigit.find("digit-duel"), Random(1)
    for _ in range(200):
        own, other = random.randint(1, 999), random.randint(1, 999)
        state = game.parse_state(f"1 {own:03} {other:03}")
        split = split_of(game, state)
        assert split is split_of(game, game.parse_state(f"2 {other:03} {own:03}"))
        assert split is split_of(lastdigit.find("digit-duel", number_1=7), state)


def test_the_split_never_changes() -> None:
    duel = lastdigit.find("digit-duel")
    known = {"1 990 999": "train", "1 990 989": "validation", "1 990 994": "exam"}
    assert {text: str(split_of(duel, duel.parse_state(text))) for text in known} == known
    assert variant_name(lastdigit.find("digit-dilemma", divisor=13)) == "digit-dilemma divisor=13"
    shared = lastdigit.find("operation-obliteration", start=7)
    assert variant_name(shared) == "operation-obliteration"
    assert canonical(shared.key(shared.parse_state("1 6 divide -"))) == "(6,divide,None)"
