"""Digit Duel solved: both numbers only shrink, so one pass by their sum solves all pairs."""

from __future__ import annotations

import sys
from array import array
from functools import cache

from lastdigit.games.digit_duel.rules import UNIT, Digit, DigitDuel, State, value_of
from lastdigit.solving import Branch, Census, Insight, Solution, Value
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
            nearest_win, furthest_loss = FAR, 0
            for value, unit in usable[own]:
                left = total - own - value
                after = pairs[left * SIDE + own - unit] if left > 0 else 0
                if after & 1:
                    if after > furthest_loss:
                        furthest_loss = after
                elif after < nearest_win:
                    nearest_win = after
            # One ply more than the position it leads to, and the other way round.
            solved = nearest_win + 3 if nearest_win < FAR else furthest_loss + 1
            pairs[own * SIDE + total - own] = solved
    return as_little_endian(pairs).tobytes()


def read(content: bytes) -> array[int]:
    """Return the table as numbers; raises ValueError if it is none."""
    pairs = array("H", content)
    # Whoever has nothing has lost, at once; and nobody else has.
    if len(pairs) != SIDE * SIDE or any(pairs[:SIDE]) or pairs.count(0) != SIDE:
        raise ValueError("this is no table of Digit Duel")
    return as_little_endian(pairs)


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
            self._pairs = table(TABLE, build, read)
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
            return f"Your {best.move} digit is {value}: enough to bring {opposing} to zero."
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
        lines = " ".join(self._why_lost(branch) for branch in self.branches(state))
        return f"Every digit loses. {lines} At best it lasts {plies} turns."

    def _why_lost(self, branch: Branch[State, Digit]) -> str:
        """Return how the opponent answers a move that loses."""
        if self.game.outcome(branch.after) is not None:
            return f"{branch.move.title()} makes your own number zero."
        answer = self.best(branch.after)[0].move
        value = value_of(branch.after.own, answer)
        plies = branch.solution.remoteness
        if plies == 1:
            left = branch.after.opposing
            return f"After {branch.move} they take {value} with {answer}, and your {left} is gone."
        return f"After {branch.move} they take {value} with {answer} and win in {plies} turns."

    def _answers(self, state: State) -> str:
        """Return how each of the opponent's answers fails."""
        lines = [
            f"{branch.move} loses in {(branch.solution.remoteness or 0) + 1}"
            for branch in self.branches(state)
        ]
        return f"Every answer loses: {', '.join(lines)}."

    def greedy(self, state: State) -> Digit:
        """Return the largest digit, the ones digit where several are equal."""
        legal = self.game.legal_moves(state)
        return max(reversed(legal), key=lambda digit: value_of(state.own, digit))


INSIGHT = DigitDuelInsight
