"""Members beyond the rulebook: compiled solvers agree with the general one, and with themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import MissingExtra, OptionError
from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.games import find
from lastdigit.games.digit_dilemma.exact import Compiled, Early, Exact, early_boards
from lastdigit.games.digit_dilemma.rules import DigitDilemma
from lastdigit.games.digit_poison import exact
from lastdigit.games.digit_poison import insight as poison
from lastdigit.games.digit_poison.rules import DigitPoison
from lastdigit.games.digit_poison.rules import State as Number
from lastdigit.games.operation_obliteration import insight as obliteration
from lastdigit.games.operation_obliteration.rules import OperationObliteration
from lastdigit.games.operation_obliteration.rules import State as Shared
from lastdigit.solver import Solver, combined, solver_for, tables
from lastdigit.testing.playing import random_walk
from tests.conftest import Size
from tests.sizes import sampled


@pytest.fixture(autouse=True)
def kept_code(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def check_locally(game: AnyGame, insight: Solver[Any, Any], state: Any) -> None:
    """Compare a solution with those of the positions that its moves lead to."""
    if game.outcome(state) is None:
        after = (game.successor(state, move) for move in game.legal_moves(state))
        assert insight.solution(state) == combined(map(insight.solution, after)), state


MEMBERS: tuple[dict[str, Any], ...] = (
    {},
    {"limit": 10},
    {"divisors": (2, 3)},
    {"divisors": (2, 3, 5), "limit": 40},
    {"divisors": (2, 3, 5, 7), "limit": 300},
)


@pytest.mark.parametrize("options", sampled(MEMBERS, *MEMBERS[:-1]), ids=str)
def test_operation_obliteration_compiled_is_the_general_solver(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = OperationObliteration(**options)
    general = Solver(game)
    monkeypatch.setattr(obliteration, "IN_PYTHON", 0)
    special = obliteration.OperationObliterationSolver(game)
    lasts = (None, *game.all_moves())
    for number in range(1, game.limit + 1):
        for own in lasts:
            for other in lasts:
                state = Shared(Seat.ONE, number, own, other)
                assert special.solution(state) == general.solution(state), state


@pytest.mark.prove
@pytest.mark.parametrize("divisors", [(2,), (2, 3, 5, 7)])
def test_operation_obliteration_up_to_a_million_fits_itself(
    divisors: tuple[int, ...], size: Size
) -> None:
    game = OperationObliteration(limit=1_000_000, divisors=divisors)
    insight, random = solver_for(game), Random(1)
    lasts = (None, *game.all_moves())
    for _ in range(size(sample=1_000, full=100_000)):
        number = random.randint(1, game.limit)
        state = Shared(Seat.TWO, number, random.choice(lasts), random.choice(lasts))
        check_locally(game, insight, state)


@pytest.mark.parametrize(
    "options", [{"slots": 2}, {}, {"divisor": 13, "leading_zero": False}], ids=str
)
def test_digit_dilemma_compiled_is_the_table_of_plain_python(options: dict[str, Any]) -> None:
    exact = Exact(DigitDilemma(**options))
    plain, special = (made(exact, made.build(exact)) for made in (Early, Compiled))
    for own, other in early_boards(exact):
        assert special.value(own, other) == plain.value(own, other), (own, other)


@pytest.mark.parametrize("options", [{"divisor": 13}, {"leading_zero": False}], ids=str)
def test_digit_dilemma_with_four_slots_fits_itself(options: dict[str, Any], size: Size) -> None:
    game = DigitDilemma(slots=4, **options)
    insight, random = solver_for(game), Random(1)
    left = size(sample=1_000, full=100_000)
    while left > 0:
        for state, _ in random_walk(game, random):
            check_locally(game, insight, state)
            left -= 1


def test_with_two_slots_the_first_player_wins_whatever_the_divisor() -> None:
    for divisor in range(2, 100):
        game = DigitDilemma(slots=2, divisor=divisor)
        assert solver_for(game).solution(game.start(Random(0))).value is Value.WIN


POISONS: tuple[dict[str, Any], ...] = (
    {"divisors": (2, 3)},
    {"divisors": (2, 3, 5), "max_length": 7, "base": 16},
    {"divisors": (2, 3), "base": 2, "max_length": None},
    {"divisors": (3, 4, 5), "base": 3, "max_length": None},
    {"divisor": 7, "uses": 1, "base": 6},
    {"divisors": (2, 7), "uses": 2, "base": 3, "max_length": 4},
    {"divisors": (2, 3, 5), "uses": 1, "max_length": None, "base": 5},
    {"divisor": 1, "uses": 1, "base": 3},
)


def all_numbers(game: DigitPoison) -> Iterator[Number]:
    """Yield a number of every kind that can be written, whether a game comes to it or not."""
    waiting, met = deque([game.start(Random(0))]), set()
    while waiting:
        state = waiting.popleft()
        if game.key(state) not in met and len(state.digits) <= (game.max_length or 100):
            met.add(game.key(state))
            yield state
            moves = (move for move in game.all_moves() if game.rejection(state, move) is None)
            waiting += [game.successor(state, move) for move in moves]


@pytest.mark.parametrize("limits", [("AT_ONCE",), ("AT_ONCE", "IN_PYTHON")], ids=str)
@pytest.mark.parametrize("options", POISONS, ids=str)
def test_digit_poison_in_a_table_or_compiled_is_the_general_solver(
    options: dict[str, Any], limits: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = DigitPoison(**options)
    assert game.size, "no argument decides it"
    general = Solver(game)
    monkeypatch.setattr("lastdigit.solver.tables.cache_folder", lambda: None)  # each builds its own
    for limit in limits:
        monkeypatch.setattr(poison, limit, 0)
    special = poison.DigitPoisonSolver(game)
    for state in all_numbers(game):
        assert game.parse_state(game.format_state(state)) == state, "it can be set up"
        assert special.solution(state) == general.solution(state), state


def test_a_number_that_no_game_comes_to_is_solved_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever plays the 0 of 05 has lost, but it can be set up: it was taken for a draw."""
    monkeypatch.setattr("lastdigit.solver.tables.cache_folder", lambda: None)
    game = DigitPoison(divisors=(11, 13), max_length=80)
    assert poison.AT_ONCE < game.size <= poison.IN_PYTHON
    assert poison.DigitPoisonSolver(game).solution(game.parse_state("1 05")) == (Value.WIN, 78)


def test_what_takes_digit_poison_seconds_is_found_out_once_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server has it solved in another process first: whoever replies must find it there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = DigitPoison(divisor=7, uses=2, base=8)
    assert poison.AT_ONCE < game.size <= poison.IN_PYTHON
    insight = poison.DigitPoisonSolver(game)
    assert not insight.is_ready()
    assert insight.compiled_for_what() is None, "plain Python does it"
    found = insight.solution(game.start(Random(0)))

    def solve_again(*_: Any) -> None:
        pytest.fail("it was not kept")

    monkeypatch.setattr(exact, "solve", solve_again)
    another = poison.DigitPoisonSolver(game)
    assert another.is_ready()
    assert another.solution(game.start(Random(0))) == found


@pytest.mark.parametrize(
    "options",
    [
        {"divisors": (7, 11), "uses": 2, "base": 8},
        {"divisors": (2, 3, 5, 7, 11), "max_length": 200},
    ],
    ids=str,
)
def test_digit_poison_with_many_positions_fits_itself(options: dict[str, Any], size: Size) -> None:
    game = DigitPoison(**options)
    insight, random = solver_for(game), Random(1)
    assert game.size > poison.IN_PYTHON
    left = size(sample=1_000, full=100_000)
    while left > 0:
        for state, _ in random_walk(game, random):
            check_locally(game, insight, state)
            left -= 1


@pytest.mark.prove
def test_with_each_digit_once_five_is_the_divisor_that_breaks_parity() -> None:
    lost = []
    for divisor in range(2, 13):
        game = DigitPoison(divisor=divisor, uses=1)
        if solver_for(game).solution(game.start(Random(0))).value is Value.LOSE:
            lost.append(divisor)
    assert lost == [5]


def test_one_divisor_and_every_digit_is_an_argument_in_every_base() -> None:
    for base in range(2, 17):
        game = DigitPoison(base=base, max_length=5)
        assert not game.size
        for state, _ in random_walk(game, Random(base)):
            check_locally(game, solver_for(game), state)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"divisors": (2, 3), "divisor": 5}, "name one of them only"),
        ({"uses": 9}, "uses 5 at most"),
        ({"uses": 1, "divisor": 1_000_000}, "a least common multiple of 195312 at most"),
        ({"divisors": (99_991, 1_999)}, "max-length 1 at most"),
        ({"divisors": (999_999_937, 2)}, "choose smaller divisors"),
    ],
)
def test_digit_poison_refuses_what_cannot_be_solved(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        DigitPoison(**options)


def test_dividing_by_two_alone_only_four_starts_are_drawn_whatever_the_limit(size: Size) -> None:
    for limit in (10, 100, 1_000, size(sample=5_000, full=1_000_000)):
        insight = obliteration.OperationObliterationSolver(
            find("operation-obliteration", limit=limit)
        )
        census = insight.count_starts()
        drawn = 4 if census is None else census.drawn
        assert drawn == 4
        assert census is None or census.longest == 4
        for number in (1, 2, 4, 8):
            assert str(insight.solution(Shared(Seat.ONE, number)).value) == "draw"


def test_without_the_extra_a_large_member_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    game = find("operation-obliteration", limit=20_000)
    with pytest.raises(MissingExtra, match="needs the extra fast"):
        obliteration.OperationObliterationSolver(game).solution(game.start(Random(0)))


def test_compiling_is_announced_unless_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module = "lastdigit.games.number_morph.primes"  # what it is does not matter, but its folder
    assert tables.load_compiled(module, "many primes").__name__ == module
    told = "Compiling what solves many primes: once, it takes some seconds.\n"
    assert capsys.readouterr().err == told
    kept = tmp_path / "lastdigit" / "compiled" / "number_morph_0123" / "blossoms.grow.nbi"
    kept.parent.mkdir(parents=True)
    kept.touch()
    tables.load_compiled(module, "many primes")
    assert capsys.readouterr().err == ""
