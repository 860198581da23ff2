"""The rulings and errata of Operation Obliteration, and both classes compared."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.errors import OptionError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import OptionValue
from lastdigit.games.operation_obliteration.rules import OperationObliterationRules
from lastdigit.games.operation_obliteration.variants import OperationObliteration
from tests.conftest import Run, Size
from tests.games.rulebook_class import check_agreement
from tests.games.test_rulings import after, reason, why

GAME = lastdigit.find("operation-obliteration")


def test_only_your_own_previous_operation_is_a_repeat() -> None:
    assert reason(GAME, "2 6 divide -", "divide") is None
    expected = '"divide" was your previous operation.'
    assert reason(GAME, "1 6 divide multiply", "divide") == expected


def test_nothing_is_a_repeat_on_the_first_turn() -> None:
    assert reason(GAME, "1 3 - -", "subtract") is None


def test_two_is_prime_and_even_and_one_is_odd_and_not_prime(call: Run) -> None:
    two = call("play", "operation-obliteration", "--start", "2", typed="quit\n")
    assert "2 (Prime and Even)" in two.out
    one = call("play", "operation-obliteration", "--start", "1", typed="quit\n")
    assert "1 (Odd)" in one.out
    legal = [str(move) for move in GAME.legal_moves(GAME.parse_state("1 2 - -"))]
    assert legal == ["add", "subtract", "divide"]
    assert reason(GAME, "1 1 - -", "add") == '"add" is only for prime numbers.'


def test_results_stay_within_1_and_100() -> None:
    assert reason(GAME, "1 33 - -", "multiply") is None
    assert reason(GAME, "1 51 - -", "multiply") == "154 is not between 1 and 100."
    assert why(GAME, "1 51 - -", "multiply") == "3 x 51 + 1 = 154 is above 100."


def test_the_first_broken_rule_is_reported() -> None:
    at = "1 51 divide multiply"
    assert reason(GAME, at, "divide") == '"divide" is only for even numbers.'
    assert reason(GAME, "1 51 multiply -", "multiply") == (
        '"multiply" was your previous operation.'
    )
    assert reason(GAME, at, "multiply") == "154 is not between 1 and 100."


def test_the_game_ends_when_the_player_to_move_has_no_operation() -> None:
    outcome = GAME.outcome(GAME.parse_state("2 4 multiply divide"))
    assert outcome is not None
    assert outcome.winner is Seat.ONE
    assert outcome.reason == "Player 2 cannot make a valid move."


def test_an_unplayable_start_is_refused_with_a_list_of_playable_ones() -> None:
    with pytest.raises(OptionError, match=r"1-34, 36-38, .*, 96-98, 100\."):
        lastdigit.find("operation-obliteration", start=35)


@pytest.mark.parametrize(
    "options", [{"limit": None}, {"limit": 30, "divisors": []}, {"limit": 30, "divisors": None}]
)
def test_options_of_a_wrong_type_are_refused(options: dict[str, OptionValue]) -> None:
    with pytest.raises(OptionError, match="it must be"):
        lastdigit.find("operation-obliteration", **options)


def test_the_third_occurrence_of_a_position_is_announced(call: Run) -> None:
    cycle = find_cycle(GAME)
    done = call("play", "operation-obliteration", typed="\n".join([*cycle, "quit"]) + "\n")
    reminder = "This position has come up for the third time. You may agree to a draw: type draw.\n"
    assert reminder in done.out
    before = call("play", "operation-obliteration", typed="\n".join([*cycle[:-1], "quit"]) + "\n")
    assert reminder not in before.out


def test_erratum_dividing_twice_in_a_row_is_refused_and_subtracting_is_not() -> None:
    at = after(GAME, "1 12 - -", "divide", "divide", "subtract")
    assert reason(GAME, at, "divide") == '"divide" was your previous operation.'
    assert reason(GAME, at, "subtract") is None


def find_cycle(game: AnyGame) -> list[str]:
    """Return the shortest line from the start that reaches a position for the third time."""
    lines: list[tuple[object, list[str], dict[object, int]]] = [(game.start(Random(0)), [], {})]
    while lines:
        longer = []
        for state, line, seen in lines:
            counts = {**seen, state: seen.get(state, 0) + 1}
            if counts[state] == 3:
                return line
            longer += [
                (game.successor(state, move), [*line, str(move)], counts)
                for move in game.legal_moves(state)
            ]
        lines = longer
    raise AssertionError("no position can recur twice")


def test_rulebook_class_agrees_with_the_declared_class(size: Size) -> None:
    for start in (12, 53, None):
        for seed in range(size(sample=6, full=100)):
            one, two = OperationObliterationRules(start), OperationObliteration(start)
            assert one.start(Random(seed)) == two.start(Random(seed))
            check_agreement(one, two, Random(seed))


def test_both_classes_refuse_the_same_starts() -> None:
    for start in range(103):
        refusals: list[object] = []
        for kind in (OperationObliterationRules, OperationObliteration):
            try:
                refusals.append(kind(start).starting_number)
            except OptionError as error:
                refusals.append(str(error))
        assert refusals[0] == refusals[1]


def test_the_rulebooks_class_has_only_the_rulebooks_options() -> None:
    rulebook = [option for option in OperationObliteration.options() if not option.beyond]
    assert list(OperationObliterationRules.options()) == rulebook


@pytest.mark.parametrize("divisor", [2, 3, 5, 7])
def test_a_named_division_is_for_multiples_of_its_divisor(divisor: int) -> None:
    game = lastdigit.find("operation-obliteration", divisors=(2, 3, 5, 7))
    move = game.parse_move(f"divide-{divisor}")
    for number in range(1, 50):
        state = game.parse_state(f"1 {number} - -")
        assert (game.objection(state, move) is None) is (number % divisor == 0)
        if number % divisor == 0:
            assert game.successor(state, move).number == number / divisor


@pytest.mark.parametrize(
    ("divisors", "at", "move", "sentence"),
    [
        ((2,), "1 51 - -", "divide", "51 = 2 x 25 + 1 is odd."),
        ((2, 3), "1 8 - -", "divide-3", "8 = 3 x 2 + 2 is no multiple of 3."),
        ((2, 3), "1 9 - -", "divide-2", "9 = 2 x 4 + 1 is odd."),
        ((2,), "1 12 - -", "multiply", "12 = 2 x 6 is even."),
        ((2,), "1 1 - -", "add", "1 is not prime: a prime has exactly two divisors."),
        ((2,), "1 91 - -", "subtract", "91 = 7 x 13 is not prime."),
    ],
)
def test_a_refusal_does_the_arithmetic(
    divisors: tuple[int, ...], at: str, move: str, sentence: str
) -> None:
    assert why(lastdigit.find("operation-obliteration", divisors=divisors), at, move) == sentence
