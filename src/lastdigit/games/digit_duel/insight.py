"""Digit Duel solved: both numbers only shrink, so one pass by their sum solves all pairs."""

from __future__ import annotations

import sys
from array import array
from functools import cache

from lastdigit.games.digit_duel.rules import DIGITS, UNIT, Digit, DigitDuel, State, value_of
from lastdigit.solving import Census, Insight, Solution, Value
from lastdigit.solving.tables import kept, table

TABLE = "digit-duel-1"
SIDE = 1_000
FAR = 10_000


def build() -> bytes:
    """Return, for every pair of own and opposing number, remoteness x 2, plus 1 for a win."""
    pairs = array("H", bytes(2 * SIDE * SIDE))  # an own number of zero has lost: 0
    for own in range(1, SIDE):
        pairs[own * SIDE] = 1  # an opposing number of zero: won
    usable = [
        [(value, unit) for unit in UNIT.values() if (value := own // unit % 10)]
        for own in range(SIDE)
    ]
    for total in range(2, 2 * SIDE - 1):
        for own in range(max(1, total - SIDE + 1), min(SIDE - 1, total - 1) + 1):
            opposing = total - own
            nearest_win, furthest_loss = FAR, 0
            for value, unit in usable[own]:
                if value >= opposing:
                    nearest_win = 1
                    break
                if own == unit:  # the own number becomes zero
                    furthest_loss = max(furthest_loss, 1)
                    continue
                after = pairs[(opposing - value) * SIDE + own - unit]
                plies = (after >> 1) + 1
                if after & 1:
                    furthest_loss = max(furthest_loss, plies)
                elif plies < nearest_win:
                    nearest_win = plies
            solved = nearest_win * 2 + 1 if nearest_win < FAR else furthest_loss * 2
            pairs[own * SIDE + opposing] = solved
    return as_little_endian(pairs).tobytes()


def as_little_endian(pairs: array[int]) -> array[int]:
    """Return the numbers in the one byte order that is kept, whatever the machine's."""
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs


@cache
def decoded(code: int) -> Solution:
    """Return the solution that a number of the table stands for."""
    return Solution(Value.WIN if code & 1 else Value.LOSE, code >> 1)


class DigitDuelInsight(Insight[State, Digit]):
    """What is known about Digit Duel. One table serves all options."""

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game)
        self._pairs: array[int] | None = None

    def prepared(self) -> bool:
        return self._pairs is not None or kept(TABLE)

    def solution(self, state: State) -> Solution:
        return decoded(self._table()[state.own * SIDE + state.opposing])

    def _table(self) -> array[int]:
        if self._pairs is None:
            pairs = array("H")
            pairs.frombytes(table(TABLE, build))
            self._pairs = as_little_endian(pairs)
        return self._pairs

    def census(self, start: State) -> Census:
        """Count by sum, from the largest down: every pair is met before those it leads to."""
        reached = bytearray(SIDE * SIDE)
        reached[start.own * SIDE + start.opposing] = 1
        for total in range(start.own + start.opposing, 1, -1):
            for own in range(max(1, total - SIDE + 1), min(SIDE - 1, total - 1) + 1):
                opposing = total - own
                if not reached[own * SIDE + opposing]:
                    continue
                for unit in UNIT.values():
                    value = own // unit % 10
                    if value >= opposing:
                        reached[own] = 1  # the opponent is left with zero, and loses
                    elif value:
                        reached[(opposing - value) * SIDE + own - unit] = 1
        pairs = self._table()
        return Census.of(decoded(pairs[place]) for place, met in enumerate(reached) if met)

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        own, opposing = state.own, state.opposing
        best = self.best(state)[0]
        plies = (best.solution.remoteness or 0) + 1
        value = value_of(own, best.move)
        if best.value is Value.WIN and plies == 1:
            return f"Your {best.move} digit is {value}, and {opposing} less {value} is zero."
        if best.value is Value.WIN:
            return (
                f"Use the {best.move} digit: {opposing} becomes {best.after.own}, "
                f"and you keep {best.after.opposing}. {self._answers(best.after)} "
                f"You win in {plies} turns."
            )
        if plies == 1:
            return (
                f"Your last digit is {value}: it cannot bring {opposing} to zero, "
                "and using it makes your own number zero."
            )
        lines = "; ".join(
            f"after {branch.move} they win with {self.best(branch.after)[0].move}"
            f"{'' if branch.solution.remoteness == 1 else f' in {branch.solution.remoteness}'}"
            for branch in self.branches(state)
        )
        threat = max(value_of(opposing, digit) for digit in DIGITS)
        return (
            f"They can take up to {threat} from your {own} every turn, and nothing stops it: "
            f"{lines}. At best it lasts {plies} turns."
        )

    def _answers(self, state: State) -> str:
        """Return how each of the opponent's answers fails."""
        lines = [
            f"{branch.move} loses in {(branch.solution.remoteness or 0) + 1}"
            for branch in self.branches(state)
        ]
        return f"Whatever they use, it is too slow: {', '.join(lines)}."

    def greedy(self, state: State) -> Digit:
        """Return the largest digit, the ones digit where several are equal."""
        legal = self.game.legal_moves(state)
        return max(reversed(legal), key=lambda digit: value_of(state.own, digit))


INSIGHT = DigitDuelInsight
