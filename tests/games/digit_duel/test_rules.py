"""The rulings and errata of Digit Duel, and the rulebook's class beside the declared one."""

from __future__ import annotations

from random import Random

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.games.digit_duel.rules import DigitDuelRules
from lastdigit.games.digit_duel.variants import DigitDuel
from tests.conftest import Run, Size
from tests.games.rulebook_class import check_agreement
from tests.games.test_rulings import after, reason, winner

GAME = lastdigit.find("digit-duel")


def test_subtraction_borrows_and_works_on_the_whole_number() -> None:
    assert after(GAME, "1 999 900", "ones") == "2 998 891"


def test_subtraction_never_goes_below_zero() -> None:
    assert after(GAME, "1 009 003", "ones") == "2 009 000"


def test_bringing_the_opponent_to_zero_wins_at_once_without_a_decrement() -> None:
    assert after(GAME, "1 001 001", "ones") == "2 001 000"
    assert winner(GAME, "2 001 000") is Seat.ONE


def test_decrementing_your_own_number_to_zero_loses() -> None:
    assert after(GAME, "1 001 005", "ones") == "2 000 004"
    assert winner(GAME, "2 000 004") is Seat.TWO


def test_the_ending_names_your_number_if_your_own_strike_makes_it_zero(call: Run) -> None:
    done = call("play", "digit-duel", "--number-1", "1", "--number-2", "5", typed="ones\n")
    assert done.out.endswith("Your new number: 0 0 0\nYour number is zero. Player 2 wins!\n")


def test_numbers_always_have_three_digits(call: Run) -> None:
    words = ("play", "digit-duel", "--number-1", "9", "--number-2", "91")
    done = call(*words, typed="ones\nquit\n")
    assert "Opponent's new number: 082\n" in done.out
    assert "Your Number: 0 8 2\n" in done.out


def test_a_zero_digit_is_refused() -> None:
    expected = "The tens digit is zero and cannot be used."
    assert reason(GAME, "1 908 999", "tens") == expected


def test_erratum_after_turn_two_of_the_example_player_2_has_890() -> None:
    assert after(GAME, "1 999 999", "ones", "hundreds") == "1 989 890"


def test_erratum_in_the_second_dialogue_987_less_9_is_978() -> None:
    assert after(GAME, "2 987 799", "tens") == "1 978 789"


def test_rulebook_class_agrees_with_the_declared_class(size: Size) -> None:
    for seed in range(size(sample=4, full=50)):
        check_agreement(DigitDuelRules(), DigitDuel(), Random(seed))
    check_agreement(DigitDuelRules(31, 118), DigitDuel(31, 118), Random(1))


def test_the_rulebooks_class_has_only_the_rulebooks_options() -> None:
    rulebook = [option for option in DigitDuel.options() if not option.beyond]
    assert list(DigitDuelRules.options()) == rulebook
