"""The solver of Digit Duel: exact, and the same interpreted, compiled and as bits."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import MissingExtra
from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_duel import solver as module
from lastdigit.games.digit_duel.rules import State
from lastdigit.games.digit_duel.solver import DigitDuelSolver, Distances, Values, pairs_of
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import Solution, solver_for, tables
from lastdigit.solver.certificates import certify
from lastdigit.solver.solver import solve_from
from tests.conftest import Size
from tests.solver import second_solver
from tests.solver.consistency import check_locally
from tests.solver.seeds import seeded
from tests.solver.test_damaged_certificates import is_accepted
from tests.solver.test_solver import check_consistent

VARIANTS: tuple[dict[str, Any], ...] = (
    {"digits": 1},
    {"digits": 1, "base": 2},
    {"digits": 2, "base": 5},
    {"digits": 3, "base": 3},
    {"digits": 5, "base": 2},
    {"digits": 1, "base": 16},
)


@pytest.fixture(autouse=True)
def _shared_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache / "lastdigit" / tables.COMPILED))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Cache tables in an empty folder, but compiled code in the shared one."""
    monkeypatch.setattr(tables, "cache_folder", lambda: tmp_path)
    yield tmp_path
    for path in tmp_path.iterdir():  # pytest would not delete a gigabyte for days
        path.unlink()


def every_pair(game: DigitDuel) -> list[tuple[int, int]]:
    numbers = range(game.numbers)
    return [(own, opposing) for own in numbers for opposing in numbers if own or opposing]


# The rulebook's game


def test_every_pair_of_numbers_is_solved_as_by_the_second_solver(size: Size) -> None:
    """The sample is every 21st row. An error in any row would spread to those above it."""
    solver = solver_for(DigitDuel())
    known = second_solver.duel_answers()
    wrong = []
    for own in range(1, 1000, size(sample=21, full=1)):
        for opposing in range(1, 1000):
            value, plies = solver.solution(State(Seat.ONE, own, opposing))
            signed = plies if value is Value.WIN else -(plies or 0)
            if signed != known[own][opposing]:
                wrong.append((own, opposing))
    assert wrong == []
    assert all(known[own][opposing] for own in range(1, 1000) for opposing in range(1, 1000))


def test_ends_and_both_seats_are_solved() -> None:
    solver = solver_for(DigitDuel())
    assert solver.solution(State(Seat.ONE, 0, 5)) == Solution(Value.LOSE, 0)
    assert solver.solution(State(Seat.ONE, 5, 0)) == Solution(Value.WIN, 0)
    mirrored = solver.solution(State(Seat.TWO, 230, 456))
    assert mirrored == solver.solution(State(Seat.ONE, 456, 230))


def test_random_positions_are_consistent_with_their_moves(size: Size) -> None:
    positions = size(sample=4_000, full=80_000)
    solver = solver_for(DigitDuel())
    random = Random("duel")
    seen = Counter[Value]()
    for number in range(positions):
        most = 999 if number % 2 else 30  # half of them near the end
        one, two = random.randint(1, most), random.randint(0, most)
        seen[check_consistent(solver, State(random.choice(tuple(Seat)), one, two))] += 1
    assert min(seen[Value.WIN], seen[Value.LOSE]) > positions / 5


def test_all_starting_numbers_share_one_table(empty: Path) -> None:
    """A code has two bytes. 9 against 9 wins in 1 turn, which is the code 3."""
    for game in (DigitDuel(), DigitDuel(5, 77)):
        DigitDuelSolver(game).solution(game.start())
    assert [path.name for path in empty.iterdir()] == ["digit-duel-2"]
    content = (empty / "digit-duel-2").read_bytes()[tables.HEAD :]
    place = 2 * (9 * 1_000 + 9)
    assert int.from_bytes(content[place : place + 2], sys.byteorder) == 3


# Variants


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_pair_of_a_small_variant_is_solved_as_by_the_general_solver(
    options: dict[str, Any],
) -> None:
    game = DigitDuel(**options)
    special = DigitDuelSolver(game)
    known: dict[Hashable, Solution] = {}
    for own, opposing in reversed(every_pair(game)):
        state = State(Seat.TWO, opposing, own)
        if game.key(state) not in known:
            known |= solve_from(game, state)
        assert special.solution(state) == known[game.key(state)], state


@pytest.mark.prove
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_interpreted_code_compiled_code_and_bits_agree(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    game = DigitDuel(**options)
    plain = Distances(game)
    counted = plain.count()
    assert plain.solution(1, 1)
    monkeypatch.setattr(module, "IN_PYTHON", 0)
    distances, values = Distances(game), Values(game)
    distances.table.name += "-compiled"
    values.table.name += "-bits"
    assert list(distances.codes) == list(plain.codes)
    assert distances.count() == counted
    assert values.count() == counted._replace(longest=None)
    for own, opposing in every_pair(game):
        assert values.solution(own, opposing).value == plain.solution(own, opposing).value
    for own in range(1, game.numbers):
        assert values.beaten_up_to(own) == plain.beaten_up_to(own)
        assert values.beats_none_above(own) == plain.beats_none_above(own)
    assert len(list(empty.iterdir())) == 3


@pytest.mark.prove
@pytest.mark.parametrize("options", [{"digits": 2, "base": 16}, {"digits": 4, "base": 4}], ids=str)
def test_bits_are_right_if_rows_have_several_words(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    assert empty.is_dir()
    game = DigitDuel(**options)
    plain, values = Distances(game), Values(game)
    monkeypatch.setattr(values.table, "name", "bits")
    won = {
        (own, opposing)
        for own, opposing in every_pair(game)
        if plain.codes[own * game.numbers + opposing] & 1
    }
    wrong = [
        pair
        for pair in every_pair(game)
        if (values.solution(*pair).value is Value.WIN) is not (pair in won)
    ]
    assert wrong == []


def test_four_digits_are_consistent(size: Size, empty: Path) -> None:
    """The sample is three digits in base 11, which has a fiftieth of the pairs."""
    assert empty.is_dir()
    full = size(sample=0, full=1)
    game = DigitDuel(digits=4) if full else DigitDuel(base=11)
    solver, random = DigitDuelSolver(game), Random(1)
    for _ in range(size(sample=2_000, full=100_000)):
        own, opposing = random.randrange(1, game.numbers), random.randrange(1, game.numbers)
        check_locally(game, solver, State(Seat.ONE, own, opposing))


def test_five_digits_are_consistent(size: Size, empty: Path) -> None:
    """The sample is five digits in base 7, which has a thirtieth of the pairs."""
    assert empty.is_dir()
    game = DigitDuel(digits=5, base=size(sample=7, full=10))
    solver, random = DigitDuelSolver(game), Random(1)
    for number in range(size(sample=2_000, full=100_000)):
        own = random.randrange(1, game.numbers)
        # The much larger number always wins, so most pairs are of similar numbers.
        near = min(game.numbers - 1, max(1, own + random.randint(-200, 200)))
        opposing = near if number % 4 else random.randrange(1, game.numbers)
        state = State(Seat.ONE, own, opposing)
        after = [solver.solution(game.successor(state, move)) for move in game.legal_moves(state)]
        wins = any(solution.value is Value.LOSE for solution in after)
        assert (solver.solution(state).value is Value.WIN) is wins, state


def test_explanations_do_not_need_remoteness(empty: Path) -> None:
    assert empty.is_dir()
    game = DigitDuel(digits=5, base=7)
    solver = DigitDuelSolver(game)
    assert solver.solution(game.parse_state("1 66666 66666")) == (Value.WIN, None)
    assert "enough to bring 4 to zero" in solver.why(game.parse_state("1 00050 00004"))
    assert "brings your own number to zero" in solver.why(game.parse_state("1 01000 00004"))
    assert "you lose to every number above" in solver.why(game.parse_state("1 00123 66666"))
    assert "you can beat every number up to" in solver.idea(game.parse_state("1 66666 00123"))


@pytest.mark.parametrize("digits", [4, 5])
def test_without_the_extra_a_large_variant_names_what_is_missing(
    digits: int, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert empty.is_dir()
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    game = DigitDuel(digits=digits)
    with pytest.raises(MissingExtra, match=r"more than 1,000 numbers needs the extra fast"):
        DigitDuelSolver(game).solution(game.start(Random(0)))


def test_the_first_player_wins_from_the_largest_numbers(size: Size, empty: Path) -> None:
    assert empty.is_dir()
    most = size(sample=256, full=10_000)
    variants = [(digits, base) for digits in range(1, 7) for base in range(2, 17)]
    small = [(digits, base) for digits, base in variants if base**digits <= most]
    assert len(small) > 30
    for digits, base in small:
        game = DigitDuel(digits=digits, base=base)
        solution = DigitDuelSolver(game).solution(game.start(Random(0)))
        assert solution.value is Value.WIN, (digits, base)


def test_in_base_two_equal_numbers_are_won_exactly_if_they_are_odd() -> None:
    for digits in range(1, 7):
        pairs = pairs_of(DigitDuel(digits=digits, base=2))
        numbers = range(1, pairs.side)
        won = {one for one in numbers if pairs.solution(one, one).value is Value.WIN}
        assert won == set(range(1, pairs.side, 2))


def test_a_smaller_number_may_beat_a_larger_one() -> None:
    assert pairs_of(DigitDuel()).beats_none_above(96) == 209
    assert pairs_of(DigitDuel(digits=6, base=2)).beats_none_above(0b11) == 0b100001


@pytest.mark.prove
@pytest.mark.parametrize("digits", [4, 5])
def test_nines_beat_a_number_twice_as_large(digits: int, empty: Path) -> None:
    assert empty.is_dir()
    nines = 10 ** (digits - 1) - 1
    pairs = pairs_of(DigitDuel(digits=digits))
    assert pairs.beats_none_above(nines) == 2 * nines + 11
    assert pairs.solution(nines, 2 * nines + 11).value is Value.WIN


# Large tables


def test_the_size_and_path_of_a_large_table_are_printed_before_it_is_cached(
    empty: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MIN_REPORTED_SIZE", 1_000)
    game = DigitDuel(base=11)
    assert not pairs_of(game).table.is_cached()
    solution = pairs_of(game).solution(700, 600)
    path = empty / "digit-duel-3-in-11-2"
    printed = f"Caching a table of 4 MB: {path}"
    assert capsys.readouterr().err.splitlines()[-1] == printed  # compiling may come before it
    assert pairs_of(game).table.is_cached()

    def never(*_: object) -> memoryview:
        raise AssertionError("built again")

    monkeypatch.setattr(Distances, "_build", never)
    assert pairs_of(game).solution(700, 600) == solution
    assert capsys.readouterr().err == ""


def flip_bit(table: bytes, place: int) -> bytes:
    return table[:place] + bytes([table[place] ^ 1]) + table[place + 1 :]


PAIR = tables.HEAD + 2 * (700 * 11**3 + 600)
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "truncated": lambda table: table[:-1],
    "header": lambda table: flip_bit(table, 0),
    "pair": lambda table: flip_bit(table, PAIR),
    "neighbour of the pair": lambda table: flip_bit(table, PAIR + 2),
    "checksums": lambda table: flip_bit(table, len(table) - 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_large_table_is_reported_and_rebuilt(
    empty: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = DigitDuel(base=11)
    solution = pairs_of(game).solution(700, 600)
    (path,) = empty.iterdir()
    good = path.read_bytes()
    path.write_bytes(DAMAGES[damage](good))
    capsys.readouterr()
    assert pairs_of(game).solution(700, 600) == solution
    # The output may also announce a compilation.
    assert f"A cached table is damaged. Building it again: {path}\n" in capsys.readouterr().err
    assert path.read_bytes() == good


def test_only_the_blocks_of_a_large_table_that_are_read_are_verified(empty: Path) -> None:
    game = DigitDuel(base=11)
    solution = pairs_of(game).solution(700, 600)
    (path,) = empty.iterdir()
    damaged = flip_bit(path.read_bytes(), tables.HEAD + 2 * 11**6 - 1)
    path.write_bytes(damaged)
    pairs = pairs_of(game)
    assert pairs.solution(700, 600) == solution
    assert path.read_bytes() == damaged, "the damaged block has not been read"
    counted = pairs.count()
    assert path.read_bytes() != damaged
    assert pairs_of(game).count() == counted


# Proofs


def test_a_wrong_value_is_not_proved_by_counting(size: Size) -> None:
    found = [seeded("digit-duel", seed, late=True) for seed in range(size(sample=10, full=300))]
    for game, state, _ in found:
        proof = json.loads(certify(game, [state]))
        [claim] = proof["claims"]
        if claim["by"] == "counting":
            assert is_accepted(proof)
            claim["value"] = "lose" if claim["value"] == "win" else "win"
            assert not is_accepted(proof)


def test_a_small_table_is_the_same_compiled_and_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba")
    compiled = module.build_table(10, 2)
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setattr(module, "compile_functions", None)
    assert module.build_table(10, 2) == compiled
