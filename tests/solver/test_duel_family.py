"""Digit Duel in other sizes: Python, compiled code and the general solver say the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import MissingExtra
from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_duel import pairs as duel
from lastdigit.games.digit_duel.insight import DigitDuelSolver
from lastdigit.games.digit_duel.pairs import Distances, Pairs, Values, pairs_of
from lastdigit.games.digit_duel.rules import DigitDuel, State
from lastdigit.solver import Solution, solver_for, tables
from lastdigit.solver.solver import solve_from
from tests.conftest import Size
from tests.solver.test_families import check_locally

MEMBERS: tuple[dict[str, Any], ...] = (
    {"digits": 1},
    {"digits": 1, "base": 2},
    {"digits": 2, "base": 5},
    {"digits": 3, "base": 3},
    {"digits": 5, "base": 2},
    {"digits": 1, "base": 16},
)


@pytest.fixture(autouse=True)
def kept_code(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache / "lastdigit" / tables.COMPILED))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep tables where there are none yet; compiled code stays where it is."""
    monkeypatch.setattr(tables, "cache_folder", lambda: tmp_path)
    yield tmp_path
    for path in tmp_path.iterdir():  # pytest would keep a gigabyte for days
        path.unlink()


def every_pair(game: DigitDuel) -> list[tuple[int, int]]:
    numbers = range(game.numbers)
    return [(own, opposing) for own in numbers for opposing in numbers if own or opposing]


@pytest.mark.parametrize("options", MEMBERS, ids=str)
def test_every_pair_of_a_small_member_is_as_the_general_solver_has_it(
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


@pytest.mark.parametrize("options", MEMBERS, ids=str)
def test_compiled_code_says_the_same_with_distances_and_as_bits(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    game = DigitDuel(**options)
    plain: Pairs = Distances(game)
    counted = plain.count()
    assert plain.solution(1, 1)
    monkeypatch.setattr(duel, "IN_PYTHON", 0)
    distances, values = Distances(game), Values(game)
    values.name += "-bits"
    assert list(distances.codes) == list(plain.codes)  # type: ignore[attr-defined]
    assert distances.count() == counted
    assert values.count() == counted._replace(longest=None)
    for own, opposing in every_pair(game):
        assert values.solution(own, opposing).value == plain.solution(own, opposing).value
    for own in range(1, game.numbers):
        assert values.beaten_up_to(own) == plain.beaten_up_to(own)
        assert values.beats_none_above(own) == plain.beats_none_above(own)
    assert len(list(empty.iterdir())) == 2


@pytest.mark.parametrize("options", [{"digits": 2, "base": 16}, {"digits": 4, "base": 4}], ids=str)
def test_bits_are_right_where_rows_have_many_words(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, empty: Path
) -> None:
    assert empty.is_dir()
    game = DigitDuel(**options)
    plain, values = Distances(game), Values(game)
    monkeypatch.setattr(values, "name", "bits")
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


def test_four_digits_fit_themselves(size: Size, empty: Path) -> None:
    """In `make test` they are three in base 11: a fiftieth of the pairs."""
    assert empty.is_dir()
    full = size(sample=0, full=1)
    game = DigitDuel(digits=4) if full else DigitDuel(base=11)
    insight, random = DigitDuelSolver(game), Random(1)
    for _ in range(size(sample=2_000, full=100_000)):
        own, opposing = random.randrange(1, game.numbers), random.randrange(1, game.numbers)
        check_locally(game, insight, State(Seat.ONE, own, opposing))


def test_five_digits_fit_themselves(size: Size, empty: Path) -> None:
    """In `make test` they are in base 7: a thirtieth of the pairs."""
    assert empty.is_dir()
    game = DigitDuel(digits=5, base=size(sample=7, full=10))
    insight, random = DigitDuelSolver(game), Random(1)
    for number in range(size(sample=2_000, full=100_000)):
        own = random.randrange(1, game.numbers)
        # Where one number is much larger nothing is decided: most pairs are of like numbers.
        near = min(game.numbers - 1, max(1, own + random.randint(-200, 200)))
        opposing = near if number % 4 else random.randrange(1, game.numbers)
        state = State(Seat.ONE, own, opposing)
        after = [insight.solution(game.successor(state, move)) for move in game.legal_moves(state)]
        wins = any(solution.value is Value.LOSE for solution in after)
        assert (insight.solution(state).value is Value.WIN) is wins, state


def test_without_distances_reasons_are_given_all_the_same(empty: Path) -> None:
    assert empty.is_dir()
    game = DigitDuel(digits=5, base=7)
    insight = DigitDuelSolver(game)
    assert insight.solution(game.parse_state("1 66666 66666")) == (Value.WIN, None)
    assert "enough to bring 4 to zero" in insight.why(game.parse_state("1 00050 00004"))
    assert "makes your own number zero" in insight.why(game.parse_state("1 01000 00004"))
    assert "loses to every number above" in insight.why(game.parse_state("1 00123 66666"))
    assert "you beat every number up to" in insight.idea(game.parse_state("1 66666 00123"))


def test_a_large_table_is_kept_after_its_size_and_place_were_said(
    empty: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SAID_FROM", 1_000)
    game = DigitDuel(base=11)
    assert not pairs_of(game).is_ready()
    told = pairs_of(game).solution(700, 600)
    path = empty / "digit-duel-3-in-11-1"
    said = f"Keeping a table of 4 MB for the next time: {path}"
    assert capsys.readouterr().err.splitlines()[-1] == said  # compiling may be said before
    assert pairs_of(game).is_ready()

    def never(*_: object) -> memoryview:
        raise AssertionError("built again")

    monkeypatch.setattr(Distances, "_build", never)
    assert pairs_of(game).solution(700, 600) == told
    assert capsys.readouterr().err == ""


def one_bit_wrong(good: bytes, place: int) -> bytes:
    """Return a table with one bit of it the other way round."""
    return good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]


PAIR = tables.HEAD + 2 * (700 * 11**3 + 600)
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "short": lambda good: good[:-1],
    "head": lambda good: one_bit_wrong(good, 0),
    "pair": lambda good: one_bit_wrong(good, PAIR),
    "beside it": lambda good: one_bit_wrong(good, PAIR + 2),
    "sums": lambda good: one_bit_wrong(good, len(good) - 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_large_table_that_is_damaged_is_built_again_with_a_word(
    empty: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = DigitDuel(base=11)
    told = pairs_of(game).solution(700, 600)
    (path,) = empty.iterdir()
    good = path.read_bytes()
    path.write_bytes(DAMAGES[damage](good))
    capsys.readouterr()
    assert pairs_of(game).solution(700, 600) == told
    # That code is compiled for it may be said besides.
    assert f"A kept table is damaged, and is built again: {path}\n" in capsys.readouterr().err
    assert path.read_bytes() == good


def test_only_what_is_read_of_a_large_table_is_summed_up(empty: Path) -> None:
    game = DigitDuel(base=11)
    told = pairs_of(game).solution(700, 600)
    (path,) = empty.iterdir()
    damaged = one_bit_wrong(path.read_bytes(), tables.HEAD + 2 * 11**6 - 1)
    path.write_bytes(damaged)
    pairs = pairs_of(game)
    assert pairs.solution(700, 600) == told
    assert path.read_bytes() == damaged, "nobody has looked there"
    counted = pairs.count()
    assert path.read_bytes() != damaged
    assert pairs_of(game).count() == counted


def test_a_member_too_large_for_python_says_what_is_missing(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert empty.is_dir()
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    game = DigitDuel(digits=4)
    with pytest.raises(MissingExtra, match=r"more than 1,000 numbers needs the extra fast"):
        solver_for(game).solution(game.start(Random(0)))


def test_from_the_largest_numbers_whoever_moves_first_wins(size: Size, empty: Path) -> None:
    assert empty.is_dir()
    most = size(sample=256, full=10_000)
    members = [(digits, base) for digits in range(1, 7) for base in range(2, 17)]
    small = [member for member in members if member[1] ** member[0] <= most]
    assert len(small) > 30
    for digits, base in small:
        game = DigitDuel(digits=digits, base=base)
        assert DigitDuelSolver(game).solution(game.start(Random(0))).value is Value.WIN, (
            digits,
            base,
        )


def test_in_base_two_equal_numbers_are_won_exactly_if_they_are_odd() -> None:
    for digits in range(1, 7):
        pairs = pairs_of(DigitDuel(digits=digits, base=2))
        numbers = range(1, pairs.side)
        won = {one for one in numbers if pairs.solution(one, one).value is Value.WIN}
        assert won == set(range(1, pairs.side, 2))


def test_a_smaller_number_may_beat_a_larger_one(size: Size, empty: Path) -> None:
    assert empty.is_dir()
    assert pairs_of(DigitDuel()).beats_none_above(96) == 209
    assert pairs_of(DigitDuel(digits=6, base=2)).beats_none_above(0b11) == 0b100001
    for digits in range(4, size(sample=4, full=6)):
        nines = 10 ** (digits - 1) - 1
        pairs = pairs_of(DigitDuel(digits=digits))
        assert pairs.beats_none_above(nines) == 2 * nines + 11
        assert pairs.solution(nines, 2 * nines + 11).value is Value.WIN
