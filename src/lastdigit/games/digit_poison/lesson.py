"""The lesson for Digit Poison, and its puzzles: find the digits that lose at once."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.game.puzzle_source import Draw, PuzzleSource, Task
from lastdigit.games.digit_poison.rules import DIGITS, Digit, State, remainder_of
from lastdigit.games.digit_poison.variants import DigitPoison

DIVISOR = DigitPoison().divisor
PLACES = 5
"""The maximum length in the lesson, as in the preset "quick"."""
TWO_DIGITS = "41"
THREE_DIGITS = "412"


def explain_first(digit: int) -> str:
    if digit % DIVISOR:
        return f"{digit} is not divisible by {DIVISOR}, so {digit} is safe."
    return f"{digit} = {DIVISOR} × {digit // DIVISOR}. If you add {digit}, you lose."


def explain_next(digits: str, digit: int) -> str:
    """Explain whether a player who appends `digit` to the number `digits` makes it divisible by 3.

    The explanation uses the sum of all digits.
    """
    total = sum(map(int, digits)) + digit
    if total % DIVISOR:
        return (
            f"With {digit}, the sum is {total}. "
            f"{total} is not divisible by {DIVISOR}, so {digit} is safe."
        )
    terms = " + ".join((*digits, str(digit)))
    return f"{terms} = {total}, and {total} = {DIVISOR} × {total // DIVISOR}."


def explain_last_but_one(digits: str, digit: int) -> str:
    total = sum(map(int, digits)) + digit
    if total % DIVISOR:
        return (
            f"With {digit}, the sum is {total}. {total} is not divisible by {DIVISOR}. "
            "The computer has to fill the last place."
        )
    return f"With {digit}, the sum is {total} = {DIVISOR} × {total // DIVISOR}, so you lose."


LESSON = Lesson(
    (
        Step(
            position="1 -",
            heading="You and the computer build a number. If you make it divisible by 3, you lose.",
            task="Find two digits that lose at once.",
            ask="a digit that loses",
            claim=Claim.LOSES,
            count=2,
            button="{} loses",
            replies={str(digit): explain_first(digit) for digit in DIGITS},
            done="0, 3, 6 and 9 are divisible by 3.",
        ),
        Step(
            position=f"1 {TWO_DIGITS}",
            heading="A number is divisible by 3 if the sum of its digits is.",
            task="Here 4 + 1 = 5. Find the three digits that lose.",
            ask="a digit that loses",
            claim=Claim.LOSES,
            count=3,
            button="{} loses",
            replies={str(digit): explain_next(TWO_DIGITS, digit) for digit in DIGITS},
            done="The other seven digits are safe.",
        ),
        Step(
            position=f"1 {THREE_DIGITS}",
            heading="The number has five places. If you fill the last one, you lose.",
            task="The sum is 7, and two places are left. Find a digit that wins.",
            ask="a digit that wins",
            claim=Claim.TRAPS,
            button="{} wins",
            replies={str(digit): explain_last_but_one(THREE_DIGITS, digit) for digit in DIGITS},
            done="Count the empty places to see who has to fill the last one.",
        ),
    ),
    {"max-length": PLACES},
)

DIVISORS = (
    (2, 3, 5, 10),
    (3, 4, 6, 9),
    (4, 6, 8, 9, 11),
    (7, 8, 11, 12),
    (7, *range(12, 26)),
    tuple(range(13, 51)),
    tuple(range(17, 100)),
)
"""Groups of divisors for puzzles, from easy to hard mental arithmetic."""
SHORTEST, LONGEST = 3, 7


class DigitPoisonPuzzles(PuzzleSource[State, Digit]):
    """Generates random positions for Digit Poison puzzles.

    A puzzle asks for all digits that lose at once.
    """

    tasks = (Task.LOSERS,)
    grades = (1,)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitPoison, State]]:
        while True:
            game = DigitPoison(divisor=draw.pick(DIVISORS[round(level * (len(DIVISORS) - 1))]))
            length = SHORTEST + draw.below(LONGEST - SHORTEST + 1)
            digits = str(10 ** (length - 1) + draw.below(9 * 10 ** (length - 1)))
            # If a prefix is divisible, the game would have ended there.
            if all(remainder_of(digits[:end], game.divisor) for end in range(1, length + 1)):
                yield game, State(ONE, digits, remainder_of(digits, game.divisor))

    def question(self, task: Task) -> str:
        return "You add a digit. Which digits lose at once?" if task is Task.LOSERS else ""


DAILY = ((1, DigitPoisonPuzzles),)
