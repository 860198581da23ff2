"""Digit Poison's solver agrees with a second solver, the general solver and itself."""

from __future__ import annotations

import re
import tracemalloc
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.analysis.position import solve_game
from lastdigit.game.game import Seat, Value
from lastdigit.games import find
from lastdigit.games.digit_poison import solver as poison
from lastdigit.games.digit_poison.rules import State
from lastdigit.games.digit_poison.solver import DigitPoisonSolver
from lastdigit.games.digit_poison.variants import DigitPoison
from lastdigit.solver import DRAWN, Solution, Solver, solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import Size
from tests.sizes import sampled
from tests.solver import second_solver
from tests.solver.consistency import check_locally
from tests.solver.second_solver import Solved
from tests.solver.test_reasons import why
from tests.solver.test_solver import check_consistent, counted, met, plain


@pytest.fixture(autouse=True)
def _shared_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


@pytest.mark.parametrize("divisor", [1, 2, 7, 10, 11, 100])
@pytest.mark.parametrize("length", [1, 2, 9])
def test_every_remainder_and_length_agrees_with_the_second_solver(
    divisor: int, length: int
) -> None:
    solver = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": length}))
    for (remainder, placed), expected in second_solver.poison(divisor, length).items():
        if placed == 0 or remainder:  # a divisible number ends the game
            state = State(Seat.ONE, "5" * placed, remainder)
            assert plain(solver.solution(state)) == expected, state
    assert plain(solver.solution(State(Seat.TWO, "1" * length, 1 % divisor))) == ("win", 0)


@pytest.mark.parametrize("divisor", [1, 2, 10, 11, 1000])
def test_without_a_maximum_length_only_divisor_1_is_not_a_draw(divisor: int) -> None:
    solver = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": None}))
    known = second_solver.endless_poison(divisor)
    assert set(known.values()) == {("lose", 1) if divisor == 1 else ("draw", None)}
    for remainder, expected in known.items():
        digits = "" if remainder is None else "4" * 20
        assert plain(solver.solution(State(Seat.ONE, digits, remainder or 0))) == expected


@pytest.mark.parametrize("length", [1, 10, None])
@pytest.mark.parametrize("divisor", [1, 3, 10, 37])
def test_every_solution_follows_from_those_of_its_successors(
    divisor: int, length: int | None
) -> None:
    solver = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": length}))
    check_consistent(solver, State(Seat.ONE))
    for placed in range(1, (length or 5) + 1):
        for remainder in range(divisor):
            check_consistent(solver, State(Seat.TWO, "1" * placed, remainder))


def test_the_opening_and_the_census_agree_with_plain_counting() -> None:
    for divisor, length in ((3, 10), (7, 5), (12, 4)):
        game = find("digit-poison", **{"divisor": divisor, "max-length": length})
        whole = solve_game(game)
        assert whole.opening is not None
        expected = second_solver.poison(divisor, length)[0, 0]
        assert plain(whole.opening.solution) == expected
        safe = [str(digit) for digit in range(10) if digit % divisor]
        assert list(whole.opening.best) == (safe if expected[0] == "win" else [])
        assert whole.census == counted(met(game))


HUGE = [
    {"divisor": 1_000_000, "max-length": 10_000},
    {"divisor": 1_000_000_000, "max-length": 10},
    {"divisor": 1_000_000_000, "max-length": 100_000},
    {"divisor": 1_000_000_000, "max-length": None},
]
SMALL_MEMORY = 100_000
"""In bytes. No table of remainders or lengths is that small."""


@pytest.mark.parametrize("options", sampled(HUGE, *HUGE[:2], HUGE[3]))
def test_a_huge_game_is_solved_without_a_table(options: dict[str, Any]) -> None:
    game = find("digit-poison", **options)
    state = game.start(Random(0))
    solver_for.cache_clear()
    solver_for(game)
    tracemalloc.start()
    try:
        solution = solver_for(game).solution(state)
        reason = solver_for(game).why(state)
        census = solver_for(game).census(state)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    length = options["max-length"]
    assert solution == (DRAWN if length is None else Solution(Value.WIN, length))
    assert "Safe here: 1, 2, 3, 4, 5, 6, 7, 8, 9." in reason
    assert census is None
    assert peak < SMALL_MEMORY


def test_a_huge_game_agrees_with_plain_search_near_its_end() -> None:
    divisor, length = 1_000_000, 10_000
    solver = solver_for(find("digit-poison", **{"divisor": divisor, "max-length": length}))
    random = Random("large")

    def solve(remainder: int, left: int) -> Solved:
        later = [(remainder * 10 + digit) % divisor for digit in range(10)]
        return second_solver.chosen(
            ("win", 0) if left == 1 or not after else solve(after, left - 1) for after in later
        )

    for _ in range(20):
        for left in (1, 2, 3):
            # Remainders after which some digit is poison, and any others.
            remainder = random.choice(
                (random.randrange(1, divisor), 100_000 * random.randint(1, 9))
            )
            state = State(Seat.ONE, "7" * (length - left), remainder)
            assert plain(solver.solution(state)) == solve(remainder, left)


VARIANTS: tuple[dict[str, Any], ...] = (
    {"divisors": (2, 3)},
    {"divisors": (2, 3, 5), "max_length": 7, "base": 16},
    {"divisors": (2, 3), "base": 2, "max_length": None},
    {"divisors": (3, 4, 5), "base": 3, "max_length": None},
    {"divisors": (4, 6), "max_length": None},
    {"divisors": (2, 5), "max_length": None},
    {"divisor": 7, "uses": 1, "base": 6},
    {"divisors": (2, 7), "uses": 2, "base": 3, "max_length": 4},
    {"divisors": (2, 3, 5), "uses": 1, "max_length": None, "base": 5},
    {"divisor": 1, "uses": 1, "base": 3},
)
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=str)


def all_numbers(game: DigitPoison) -> Iterator[State]:
    """Yield a state for every key that can be set up, whether a game reaches it or not."""
    waiting, seen = deque([game.start(Random(0))]), set()
    while waiting:
        state = waiting.popleft()
        if game.key(state) not in seen and len(state.digits) <= (game.max_length or 100):
            seen.add(game.key(state))
            yield state
            moves = (move for move in game.all_moves() if game.rejection(state, move) is None)
            waiting += [game.successor(state, move) for move in moves]


@pytest.mark.parametrize("compiled", sampled([False, True], False))
@every_variant
def test_the_table_agrees_with_the_general_solver(
    options: dict[str, Any], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = DigitPoison(**options)
    assert game.size, "parity does not decide it"
    general = Solver(game)
    monkeypatch.setattr("lastdigit.solver.tables.cache_folder", lambda: None)  # build both tables
    monkeypatch.setattr(poison, "AT_ONCE", 0)
    if compiled:
        monkeypatch.setattr(poison, "IN_PYTHON", 0)
    solver = DigitPoisonSolver(game)
    for state in all_numbers(game):
        assert game.parse_state(game.format_state(state)) == state, "it can be set up"
        assert solver.solution(state) == general.solution(state), state


@pytest.mark.prove
@every_variant
def test_interpreted_and_compiled_tables_are_identical(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = DigitPoison(**options)
    interpreted = poison.build_table(game)
    monkeypatch.setattr(poison, "IN_PYTHON", 0)
    assert poison.build_table(game) == interpreted


def test_a_number_that_no_game_reaches_is_solved_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The 0 of 05 ends every game, but the position can be set up. It was solved as a draw."""
    monkeypatch.setattr("lastdigit.solver.tables.cache_folder", lambda: None)
    game = DigitPoison(divisors=(11, 13), max_length=80)
    assert poison.AT_ONCE < game.size <= poison.IN_PYTHON
    assert DigitPoisonSolver(game).solution(game.parse_state("1 05")) == (Value.WIN, 78)


def test_a_table_that_takes_seconds_is_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server builds the table in another process and then reads it from the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = DigitPoison(divisor=7, uses=2, base=8)
    assert poison.AT_ONCE < game.size <= poison.IN_PYTHON
    solver = DigitPoisonSolver(game)
    assert not solver.is_ready()
    assert solver.compiled_for_what() is None, "plain Python is enough"
    solution = solver.solution(game.start(Random(0)))

    def build_again(*_: Any) -> None:
        pytest.fail("it was not cached")

    monkeypatch.setattr(poison, "build_table", build_again)
    another = DigitPoisonSolver(game)
    assert another.is_ready()
    assert another.solution(game.start(Random(0))) == solution


@pytest.mark.prove
@pytest.mark.parametrize(
    "options",
    [
        {"divisors": (7, 11), "uses": 2, "base": 8},
        {"divisors": (2, 3, 5, 7, 11), "max_length": 200},
    ],
    ids=str,
)
def test_a_large_table_is_consistent(options: dict[str, Any], size: Size) -> None:
    game = DigitPoison(**options)
    solver, random = solver_for(game), Random(1)
    assert game.size > poison.IN_PYTHON
    left = size(sample=1_000, full=100_000)
    while left > 0:
        for state, _ in random_walk(game, random):
            check_locally(game, solver, state)
            left -= 1


@pytest.mark.prove
def test_with_each_digit_once_only_divisor_5_breaks_parity() -> None:
    lost = []
    for divisor in range(2, 13):
        game = DigitPoison(divisor=divisor, uses=1)
        if solver_for(game).solution(game.start(Random(0))).value is Value.LOSE:
            lost.append(divisor)
    assert lost == [5]


def test_parity_decides_games_with_one_divisor_in_every_base() -> None:
    for base in range(2, 17):
        game = DigitPoison(base=base, max_length=5)
        assert not game.size
        for state, _ in random_walk(game, Random(base)):
            check_locally(game, solver_for(game), state)


SAFE = (
    r"Safe here: (every digit|[\d, ]+)\. There is always a safe digit: of two digits in a row, "
    r"such as 0 and 1, at most one makes the number divisible\."
)
MINE = re.compile(
    r"(\d+) digits? (?:is|are) still to come, so you have to add the last one and lose\. "
    r"Until then, the other player always has a safe digit\."
)
THEIRS = re.compile(
    r"(\d+) digits are still to come, so the other player has to add the last one and loses\. "
    rf"{SAFE}"
)
ENDLESS = re.compile(rf"{SAFE} Without a maximum length, neither player can be forced to lose\.")


def safe_digits(remainder: int, divisor: int) -> list[int]:
    return [digit for digit in range(10) if (remainder * 10 + digit) % divisor]


@pytest.mark.parametrize("divisor", [2, 7, 10, 11])
@pytest.mark.parametrize("length", [1, 2, 7, None])
def test_the_explanation_names_the_safe_digits_and_the_digits_to_place(
    divisor: int, length: int | None
) -> None:
    game = find("digit-poison", **{"divisor": divisor, "max-length": length})
    known = second_solver.poison(divisor, length) if length else {}
    for placed in range(length or 4):
        for remainder in range(1, divisor) if placed else (0,):
            text = why(game, State(Seat.ONE, "1" * placed, remainder))
            value = known[remainder, placed][0] if length else "draw"
            named = {"win": THEIRS, "lose": MINE, "draw": ENDLESS}[value].fullmatch(text)
            assert named, text
            assert length is None or int(named[1]) == length - placed
            if value != "lose":
                every = ", ".join("0123456789")
                digits = named[named.re.groups].replace("every digit", every)
                assert [int(one) for one in digits.split(", ")] == safe_digits(remainder, divisor)


def test_with_divisor_1_every_digit_loses() -> None:
    text = "Every number is divisible by 1, so every digit loses."
    assert why(find("digit-poison", divisor=1), State(Seat.TWO)) == text
