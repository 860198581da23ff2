"""Puzzles of Digit Poison: find the digits that make a number divisible, for divisors up to 99."""

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
"""Divisors from easy to hard. The difficulty is mental arithmetic, since the depth is one ply."""
SHORTEST, LONGEST = 3, 7


class DigitPoisonPuzzles(PuzzleSource[State, Digit]):
    """Random numbers that were never divisible, with divisors of varying difficulty."""

    tasks = (Task.LOSERS,)
    grades = (1,)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitPoison, State]]:
        while True:
            game = DigitPoison(divisor=draw.pick(LADDER[round(level * (len(LADDER) - 1))]))
            length = SHORTEST + draw.below(LONGEST - SHORTEST + 1)
            digits = str(10 ** (length - 1) + draw.below(9 * 10 ** (length - 1)))
            # If a prefix is divisible, the game would have ended there.
            if all(remainder_of(digits[:end], game.divisor) for end in range(1, length + 1)):
                yield game, State(ONE, digits, remainder_of(digits, game.divisor))

    def question(self, task: Task) -> str:
        return "You add a digit. Which digits lose at once?" if task is Task.LOSERS else ""


DAILY = ((1, DigitPoisonPuzzles),)
