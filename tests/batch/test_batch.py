"""Batches agree with the rules move by move, and refuse bad input."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from lastdigit.analysis.critical import is_for_training
from lastdigit.batch import CUT_OFF, Batch
from lastdigit.errors import IllegalMove, MoveSyntaxError, OptionError, UsageError
from lastdigit.game.game import AnyGame
from lastdigit.games import find, find_class
from lastdigit.match.match import PLY_LIMIT
from lastdigit.solver import solver_for, split
from lastdigit.solver.tables import prepare
from lastdigit.testing.conformance import random_walk
from tests.batch.lockstep import play_in_step
from tests.conftest import Size, games_with
from tests.sizes import sampled

GAMES = games_with("kernel")
MEMBERS = [
    find_class(name).of(options)
    for name in GAMES
    for options in find_class(name).small_variants
    if "late" not in options
]
every_game = pytest.mark.parametrize("name", GAMES)
every_member = pytest.mark.parametrize("game", MEMBERS, ids=repr)


@pytest.fixture(autouse=True)
def _kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache compiled code for the whole run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    prepare("a test")


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run kernels as plain functions, so that nothing is compiled."""
    monkeypatch.setattr("lastdigit.batch.loop.njit", lambda **_: lambda function: function)
    with warnings.catch_warnings():  # the random generator overflows on purpose
        warnings.filterwarnings("ignore", "overflow encountered")
        yield


@pytest.mark.parametrize("name", sampled(GAMES, GAMES[1]))
def test_a_batch_agrees_with_the_rules(name: str, size: Size) -> None:
    followed = play_in_step(find(name), moves=size(sample=1_500, full=100_000))
    assert followed.ended
    assert followed.refused or name == "digit-poison"


@every_member
@pytest.mark.usefixtures("_interpreted")
def test_every_small_variant_agrees_with_the_rules(game: AnyGame, size: Size) -> None:
    games = size(sample=6, full=20)
    assert play_in_step(game, moves=60 * games, games=games).ended


@every_member
@pytest.mark.prove
def test_every_small_variant_agrees_with_the_rules_when_compiled(game: AnyGame) -> None:
    assert play_in_step(game, moves=100_000, games=500).ended


SEATS = (1, 2, "alternate", "random")
SEATED = [(name, seat) for name in GAMES for seat in SEATS]


@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize("case", sampled(SEATED, *SEATED[::5], SEATED[-1]), ids=str)
def test_a_batch_with_a_random_opponent_agrees_with_the_rules(
    case: tuple[str, Any], size: Size
) -> None:
    name, seat = case
    games = size(sample=8, full=20)
    followed = play_in_step(find(name), moves=50 * games, games=games, opponent="random", seat=seat)
    assert followed.ended


@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize("name", sampled(GAMES, GAMES[1]))
def test_a_perfect_opponent_makes_one_of_the_best_moves(name: str, size: Size) -> None:
    if name == "number-morph":  # without compiled code, a matching in every turn is slow
        game = find(name, digits=2)
        assert play_in_step(game, moves=200, games=8, opponent="perfect", seat=1).ended
    else:
        games = size(sample=6, full=20)
        assert play_in_step(find(name), moves=30 * games, games=games, opponent="perfect").ended


@pytest.mark.prove
def test_compiled_matchings_are_updated_correctly_in_whole_games() -> None:
    for seat in (1, 2):
        game = find("number-morph")
        assert play_in_step(game, moves=20_000, games=40, opponent="perfect", seat=seat).ended


@every_game
@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize("opponent", [None, "random"])
def test_games_can_start_at_any_position(name: str, opponent: str | None) -> None:
    game = find(name)
    walks = ([*random_walk(game, Random(seed))][-8:-1] for seed in range(12))
    positions = [game.format_state(at) for walk in walks for at, _ in walk]
    followed = play_in_step(game, moves=400, games=30, positions=positions, opponent=opponent)
    assert followed.ended


@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize("seat", [2, "alternate"])
def test_critical_starts_are_for_training_and_the_agent_is_to_move(seat: int | str) -> None:
    batch = Batch("digit-duel", 40, opponent="random", seat=seat)
    observation, _ = batch.reset(1, critical=12)
    seats = {2} if seat == 2 else {1, 2}
    begun = observation.copy()
    assert set(begun[:, 0].tolist()) == seats
    assert (batch.seat == begun[:, 0]).all()
    game, solver = batch.game, solver_for(batch.game)
    for mover, *digits in begun.tolist():
        numbers = ["".join(map(str, some)) for some in (digits[:3], digits[3:])]
        state = game.parse_state(" ".join([str(mover), *numbers[:: 1 if mover == 1 else -1]]))
        assert is_for_training(game, state)
        assert split(solver.branches(state))[1]
    assert (batch.reset(1, critical=12)[0] == begun).all()
    assert (batch.reset(1)[0][:, 1:] == 9).sum() > 100  # the usual start again


@pytest.mark.usefixtures("_interpreted")
@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({"positions": "1 999 999"}, "'positions' must be a list"),
        ({"positions": []}, "'positions' must be a list of 1 to"),
        ({"positions": ["1 999"]}, "is not a position of Digit Duel"),
        ({"positions": ["1 999 000"]}, "the game is over in this position"),
        ({"critical": 0}, "'critical' cannot be 0"),
        ({"critical": True}, "'critical' cannot be True"),
        ({"critical": 1, "positions": ["1 999 999"]}, "cannot be combined"),
    ],
)
def test_invalid_starts_are_refused(wishes: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        Batch("digit-duel", 2).reset(1, **wishes)


@pytest.mark.prove
@pytest.mark.usefixtures("_interpreted")
@every_member
def test_a_perfect_opponent_plays_every_small_variant(game: AnyGame) -> None:
    assert play_in_step(game, moves=1_000, games=10, opponent="perfect", seat=1).ended


@pytest.mark.usefixtures("_interpreted")
def test_a_long_game_is_cut_off_and_another_begins() -> None:
    batch = Batch("digit-poison", 2, divisor=10**9, max_length=None)
    batch.reset(1)
    for _ in range(PLY_LIMIT - 1):
        assert not batch.step([1, 1]).done.any()
    observation, mask, reward, done = batch.step([1, 1])
    assert done.tolist() == [CUT_OFF] * 2
    assert not reward.any()
    assert mask.all()
    assert observation[:, 2].tolist() == [0, 0]
    assert batch.final_observation[:, 2].tolist() == [PLY_LIMIT] * 2


def test_a_game_with_only_illegal_actions_is_cut_off() -> None:
    batch = Batch("digit-duel", 1, number_1=99, illegal=-3)
    before = batch.reset(1)[0].copy()
    for _ in range(PLY_LIMIT - 1):
        assert batch.step([0]).reward.tolist() == [-3]
    assert batch.observation.tolist() == before.tolist()
    assert batch.step([0]).done.tolist() == [CUT_OFF]


def test_an_illegal_action_can_be_an_error_that_changes_nothing() -> None:
    batch = Batch("digit-duel", 2, number_1=99, illegal=None)
    before = batch.reset(1)[0].copy()
    with pytest.raises(IllegalMove, match=r"hundreds is not legal in game 1\. Nothing was changed"):
        batch.step([1, 0])
    assert batch.observation.tolist() == before.tolist()


@pytest.mark.parametrize("actions", [[0], [0, 3], [-1, 0], [0.5, 1], [[0, 0]], [256, 0]])
def test_an_invalid_action_is_refused_and_nothing_changes(actions: Any) -> None:
    batch = Batch("digit-duel", 2)
    before = batch.reset(1)[0].copy()
    with pytest.raises(MoveSyntaxError):
        batch.step(actions)
    assert batch.observation.tolist() == before.tolist()


def play_with_threads(threads: int, opponent: str | None, games: int) -> list[Any]:
    """Return all observations of 60 random steps of a seeded batch."""
    batch = Batch("digit-duel", games, opponent=opponent, threads=threads)
    batch.reset(7)
    drawn = np.random.default_rng(3)
    return [
        [array.tolist() for array in batch.step(drawn.integers(3, size=games))] for _ in range(60)
    ]


@pytest.fixture
def _shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the games of small batches among threads, too."""
    monkeypatch.setattr("lastdigit.batch.batch.MIN_SHARED", 1)


@pytest.mark.usefixtures("_shared")
@pytest.mark.parametrize("opponent", sampled([None, "random"], None))
def test_a_seed_gives_the_same_games_with_any_number_of_threads(opponent: str | None) -> None:
    alone, two, again = (play_with_threads(threads, opponent, 300) for threads in (1, 2, 2))
    assert alone == two == again


@pytest.mark.usefixtures("_interpreted", "_shared")
def test_a_random_opponent_plays_the_same_with_any_number_of_threads() -> None:
    assert play_with_threads(1, "random", 30) == play_with_threads(2, "random", 30)


def test_fewer_than_16384_games_are_stepped_by_one_thread() -> None:
    before = set(threading.enumerate())
    batches = [Batch("digit-duel", games, threads=2) for games in (16_383, 16_384)]
    for batch, started in zip(batches, (0, 1), strict=True):
        batch.reset(1)
        assert len(set(threading.enumerate()) - before) == started
        batch.close()


def random_games(threads: int, games: int) -> list[list[int]]:
    """Play 40 random steps; return the actions."""
    batch = Batch("digit-dilemma", games, threads=threads, illegal=None)
    batch.reset(7)
    played = []
    for _ in range(40):
        actions = batch.random_actions()
        played.append(actions.tolist())
        batch.step(actions)
    return played


@pytest.mark.usefixtures("_shared")
def test_a_seed_gives_the_same_random_actions_with_any_number_of_threads() -> None:
    assert random_games(1, 300) == random_games(2, 300)


@pytest.mark.usefixtures("_interpreted")
def test_interpreted_and_compiled_code_choose_the_same_random_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interpreted = random_games(1, 20)
    monkeypatch.setattr("lastdigit.batch.loop.njit", numba.njit)
    assert random_games(1, 20) == interpreted


def test_every_legal_action_is_equally_likely() -> None:
    batch = Batch("digit-duel", 30_000, number_1=907)
    batch.reset(1)
    counts = np.bincount(batch.random_actions(), minlength=3)
    assert counts[1] == 0
    assert abs(counts[0] - 15_000) < 500  # more than five standard deviations


def test_random_actions_need_games_that_have_started() -> None:
    with pytest.raises(UsageError, match="reset first"):
        Batch("digit-duel", 1).random_actions()


@pytest.mark.parametrize("dtype", ["uint8", "int16", ">i4", "int64", "uint64"])
def test_actions_can_have_any_integer_type(dtype: str) -> None:
    batch = Batch("digit-duel", 4)
    batch.reset(1)
    actions = np.array([0, 9, 1, 9, 2, 9, 0, 9]).astype(dtype)[::2]
    own = batch.step(actions).observation[:, 4:]  # the numbers of the players who have just moved
    assert own.tolist() == [[8, 9, 9], [9, 8, 9], [9, 9, 8], [8, 9, 9]]


def test_returned_arrays_are_read_only() -> None:
    batch = Batch("digit-duel", 2)
    _, mask = batch.reset(1)
    with pytest.raises(ValueError, match="read-only"):
        mask[0, 0] = 0


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({"games": 0}, "'games' cannot be 0"),
        ({"games": True}, "'games' cannot be True"),
        ({"threads": 0}, "'threads' cannot be 0"),
        ({"opponent": "greedy"}, "must be None, 'random' or 'perfect'"),
        ({"seat": 3}, "it must be 1, 2, 'alternate' or 'random'"),
        ({"illegal": -0.5}, "whole number from -128 to 127"),
        ({"number_1": 0}, "'number-1' cannot be"),
    ],
)
def test_invalid_arguments_are_refused_with_a_reason(wishes: dict[str, Any], expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        Batch("digit-duel", **{"games": 4, **wishes})


def test_stepping_a_batch_before_its_reset_is_refused() -> None:
    with pytest.raises(UsageError, match="reset first"):
        Batch("digit-duel", 1).step([0])


@pytest.mark.usefixtures("_interpreted")
def test_an_agent_that_never_gets_a_turn_is_an_error() -> None:
    batch = Batch("digit-poison", 2, opponent="random", seat=2, divisor=1)
    with pytest.raises(UsageError, match="The agent never gets a turn"):
        batch.reset(1)


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("number-morph", {"late": True}, "'late' set to yes cannot be played in batches"),
        ("number-morph", {"digits": 6}, "68,913 numbers, but at most 10,000"),
        ("digit-duel", {"digits": 5, "opponent": "perfect"}, "no table of best moves"),
    ],
)
def test_a_variant_that_cannot_be_batched_is_refused_with_a_reason(
    name: str, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(UsageError, match=expected):
        Batch(name, 4, **options)


@pytest.mark.parametrize(
    ("name", "options", "kind"),
    [
        ("digit-duel", {}, "int8"),
        ("number-morph", {}, "int8"),
        ("digit-dilemma", {}, "int8"),
        ("digit-poison", {}, "int32"),
        ("operation-obliteration", {"limit": 200}, "uint8"),
        ("operation-obliteration", {"limit": 1_000}, "int16"),
    ],
)
def test_observations_use_the_smallest_integer_type(
    name: str, options: dict[str, Any], kind: str
) -> None:
    assert Batch(name, 1, **options).observation.dtype.name == kind


@every_member
@pytest.mark.usefixtures("_interpreted")
def test_an_oracle_has_the_solvers_value_of_every_action(game: AnyGame, size: Size) -> None:
    games = size(sample=4, full=20)
    assert play_in_step(game, moves=40 * games, games=games, oracle=True).rated


@pytest.mark.prove
@every_game
@pytest.mark.parametrize("opponent", [None, "perfect"])
def test_a_compiled_oracle_is_right_in_every_game(name: str, opponent: str | None) -> None:
    assert play_in_step(find(name), moves=2_000, games=40, oracle=True, opponent=opponent).rated


@pytest.mark.usefixtures("_interpreted")
def test_only_an_oracle_that_has_begun_has_values() -> None:
    with pytest.raises(UsageError, match="oracle=True"):
        Batch("digit-duel", 2).action_values()
    with pytest.raises(UsageError, match="Call reset first"):
        Batch("digit-duel", 2, oracle=True).action_values()
    with pytest.raises(OptionError, match="'oracle' cannot be 1"):
        Batch("digit-duel", 2, oracle=1)  # type: ignore[arg-type]  # that is the point
