"""Digit Poison's puzzles: which digits make a number divisible, for divisors up to 99."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.puzzle_source import Draw, PuzzleSource, Task
from lastdigit.games.digit_poison.rules import Digit, DigitPoison, State, remainder_of

LADDER = (
    (2, 3, 5, 10),
    (3, 4, 6, 9),
    (4, 6, 8, 9, 11),
    (7, 8, 11, 12),
    (7, *range(12, 26)),
    tuple(range(13, 51)),
    tuple(range(17, 100)),
)
"""Divisors from the handiest to the most laborious: one always looks one turn deep here."""
SHORTEST, LONGEST = 3, 7


class DigitPoisonPuzzles(PuzzleSource[State, Digit]):
    """Numbers that are not divisible yet, under all kinds of divisors."""

    tasks = (Task.LOSERS,)
    grades = (1,)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitPoison, State]]:
        while True:
            game = DigitPoison(divisor=draw.pick(LADDER[round(level * (len(LADDER) - 1))]))
            length = SHORTEST + draw.below(LONGEST - SHORTEST + 1)
            digits = str(10 ** (length - 1) + draw.below(9 * 10 ** (length - 1)))
            # A number that was divisible on the way is one at which the game was over.
            if all(remainder_of(digits[:end], game.divisor) for end in range(1, length + 1)):
                yield game, State(ONE, digits, remainder_of(digits, game.divisor))

    def question(self, task: Task) -> str:
        return "You add a digit. Which digits lose at once?" if task is Task.LOSERS else ""


DAILY = ((1, DigitPoisonPuzzles),)
