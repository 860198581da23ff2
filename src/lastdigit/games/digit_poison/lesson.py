"""Digit Poison in three steps: the first digit, the sum of the digits, the last place."""

from __future__ import annotations

from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.games.digit_poison.rules import MOVES, TEN, DigitPoison

DIVISOR = DigitPoison().divisor
PLACES = 5
"""As in the preset "quick"."""
TWO_DIGITS = "41"
THREE_DIGITS = "412"


def first_digit(digit: int) -> str:
    """Return what the first digit of a number does."""
    if digit % DIVISOR:
        return f"{digit} is not divisible by {DIVISOR}: the {digit} is safe."
    return f"{digit} = {DIVISOR} × {digit // DIVISOR}: if you add the {digit}, you lose."


def next_digit(digits: str, digit: int) -> str:
    """Return what a further digit does, by the sum of all digits."""
    total = sum(map(int, digits)) + digit
    if total % DIVISOR:
        return (
            f"With {digit} the sum is {total}. "
            f"{total} is not divisible by {DIVISOR}: the {digit} is safe."
        )
    terms = " + ".join((*digits, str(digit)))
    return f"{terms} = {total}, and {total} = {DIVISOR} × {total // DIVISOR}."


def last_but_one(digits: str, digit: int) -> str:
    """Return what the last digit but one does."""
    total = sum(map(int, digits)) + digit
    if total % DIVISOR:
        return (
            f"With {digit} the sum is {total}, not divisible by {DIVISOR}: "
            "the computer has to fill the last place."
        )
    return f"With {digit} the sum is {total} = {DIVISOR} × {total // DIVISOR}: you lose."


LESSON = Lesson(
    (
        Step(
            position="1 -",
            heading="You and the computer write one number. Make it divisible by 3 and you lose.",
            task="Find two first digits that lose at once.",
            ask="a digit that loses",
            claim=Claim.LOSES,
            count=2,
            button="{} loses",
            replies={str(digit): first_digit(digit) for digit in MOVES[TEN]},
            done="0, 3, 6 and 9 are divisible by 3.",
        ),
        Step(
            position=f"1 {TWO_DIGITS}",
            heading="A number is divisible by 3 when the sum of its digits is.",
            task="Here 4 + 1 = 5. Find the three digits that lose.",
            ask="a digit that loses",
            claim=Claim.LOSES,
            count=3,
            button="{} loses",
            replies={str(digit): next_digit(TWO_DIGITS, digit) for digit in MOVES[TEN]},
            done="The other seven are safe.",
        ),
        Step(
            position=f"1 {THREE_DIGITS}",
            heading="There are five places. Fill the last one and you lose, with any digit.",
            task="The sum is 7, and two places are left. Find a digit that wins.",
            ask="a digit that wins",
            claim=Claim.TRAPS,
            button="{} wins",
            replies={str(digit): last_but_one(THREE_DIGITS, digit) for digit in MOVES[TEN]},
            done="The last place loses. Count who will have to fill it.",
        ),
    ),
    {"max-length": PLACES},
)
