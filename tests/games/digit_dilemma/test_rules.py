"""The rulings of Digit Dilemma's rulebook, and the rulebook class."""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.errors import StateSyntaxError
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.games.digit_dilemma.rules import DigitDilemmaRules
from lastdigit.games.digit_dilemma.variants import DigitDilemma
from tests.conftest import Run, Size
from tests.games.rulebook_class import check_agreement
from tests.games.test_rulings import after, reason, why, winner

GAME = find("digit-dilemma")


@pytest.mark.parametrize("leading_zero", [True, False])
def test_the_rulebook_class_agrees_with_the_declared_class(leading_zero: bool, size: Size) -> None:
    random = Random(leading_zero)
    rulebook, declared = DigitDilemmaRules(leading_zero), DigitDilemma(leading_zero)
    for _ in range(size(sample=6, full=1_000)):
        check_agreement(rulebook, declared, random)


def test_a_leading_zero_is_allowed_and_014_is_the_number_14() -> None:
    assert winner(GAME, after(GAME, "1 _14 56_", "0 left")) is Seat.ONE


def test_the_completed_number_is_printed_without_its_leading_zero(call: Run) -> None:
    typed = "0 left\n9 middle\n1 middle\n8 left\n4 right\n"
    assert "Completed Number: 14\n" in call("play", "digit-dilemma", typed=typed).out


def test_leading_zero_no_forbids_zero_on_the_left_only() -> None:
    game = find("digit-dilemma", leading_zero=False)
    assert reason(game, "1 ___ ___", "0 left") == "0 cannot be placed on the Left."
    assert reason(game, "1 ___ ___", "0 middle") is None


@pytest.mark.parametrize("text", ["2 0__ ___", "1 0__ _3_", "1 01_ _38"])
def test_with_leading_zero_no_a_position_with_one_is_refused(text: str) -> None:
    game = find("digit-dilemma", **{"leading-zero": False})
    with pytest.raises(StateSyntaxError, match="a number cannot start with 0"):
        game.parse_state(text)


def test_a_picked_digit_may_be_returned_until_it_is_placed(call: Run) -> None:
    done = call("play", "digit-dilemma", typed="7\nundo\n3\nleft\nquit\n")
    assert "Player 1's Number: 3 _ _\n" in done.out
    assert "Digit Pool after turn: 0, 1, 2, 4, 5, 6, 7, 8, 9\n" in done.out


def test_a_multiple_of_7_wins_at_once() -> None:
    assert winner(GAME, "1 74_ 532") is Seat.TWO


def test_the_smaller_distance_up_to_the_next_multiple_wins() -> None:
    outcome = GAME.outcome(GAME.parse_state("1 741 530"))
    assert outcome is not None
    assert outcome.winner is Seat.ONE
    assert outcome.reason == "741 is closer to the next multiple of 7."


def test_the_smaller_number_wins_if_the_distances_are_equal() -> None:
    outcome = GAME.outcome(GAME.parse_state("1 741 265"))
    assert outcome is not None
    assert outcome.winner is Seat.TWO
    assert outcome.reason == "265 is as close, and smaller."


def test_the_quotient_is_rounded_to_three_places(call: Run) -> None:
    typed = "7 left\n3 middle\n1 right\n5 left\n4 middle\nquit\n"
    done = call("play", "digit-dilemma", typed=typed)
    assert "Result: 741 ÷ 7 = 105.857 (Not divisible by 7)\n" in done.out


def test_the_first_broken_rule_is_the_reason_of_a_rejection() -> None:
    game = find("digit-dilemma", leading_zero=False)
    assert reason(game, "1 7__ _0_", "0 left") == "The digit 0 is not in the pool."
    assert reason(game, "1 7__ 5__", "0 left") == "The Left position is already taken."
    assert reason(game, "1 _7_ 5__", "0 left") == "0 cannot be placed on the Left."


@pytest.mark.parametrize(
    ("slots", "positions"),
    [
        (2, ["left", "right"]),
        (3, ["left", "middle", "right"]),
        (4, ["left", "second", "third", "right"]),
    ],
)
def test_a_digit_goes_to_the_place_that_is_named(slots: int, positions: list[str]) -> None:
    game = DigitDilemma(slots=slots)
    for index, position in enumerate(positions):
        board = ["_"] * slots
        board[index] = "7"
        after = game.play(game.start(), f"7 {position}")
        assert game.format_state(after) == f"2 {''.join(board)} {'_' * slots}"
        state = game.parse_state(f"1 {''.join(board)} {'8' + '_' * (slots - 1)}")
        taken = [one for one in positions if game.objection(state, game.parse_move(f"1 {one}"))]
        assert taken == [position]


@pytest.mark.parametrize(
    ("position", "explanation"),
    [
        ("1 7__ _5_", "You have placed 7 on the Left."),
        ("1 5__ _7_", "The other player has placed 7 on the Middle."),
        ("2 __7 5__", "The other player has placed 7 on the Right."),
    ],
)
def test_the_objection_to_a_used_digit_says_where_it_was_placed(
    position: str, explanation: str
) -> None:
    assert reason(GAME, position, "7 left") == "The digit 7 is not in the pool."
    assert why(GAME, position, "7 left") == explanation
