"""Digit Duel solved: both numbers only shrink, so one pass by their sum solves all pairs."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from functools import cache

from lastdigit.games.digit_duel.rules import UNIT, Digit, DigitDuel, State, value_of
from lastdigit.solving import Census, Insight, Solution, Value
from lastdigit.solving.tables import kept, table

TABLE = "digit-duel-1"
SIDE = 1_000
FAR = 10_000
LONGEST_LINE = 10
"""The turns of a line that a person follows; a longer one is given in words."""


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
    if len(pairs) != SIDE * SIDE or any(pairs[:SIDE]) or zeros(content) != SIDE:
        raise ValueError("this is no table of Digit Duel")
    return as_little_endian(pairs)


def zeros(content: bytes) -> int:
    """Return how many of the table's numbers, of two bytes each, are 0.

    `array.count` makes a million numbers for it: everybody who starts would wait for that.
    """
    either = int.from_bytes(content[::2]) | int.from_bytes(content[1::2])
    return either.to_bytes(len(content) // 2).count(0)


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

    def beaten_up_to(self, own: int) -> int:
        """Return up to which number one beats every number, being to move with this one."""
        row = self._table()[own * SIDE : (own + 1) * SIDE]
        return next((other for other in range(1, SIDE) if not row[other] & 1), SIDE) - 1

    def beats_none_above(self, own: int) -> int:
        """Return above which number one beats no number, being to move with this one."""
        row = self._table()[own * SIDE : (own + 1) * SIDE]
        return next((other for other in range(SIDE - 1, 0, -1) if row[other] & 1), 0)

    def line(self, state: State) -> Iterator[int]:
        """Yield the digits that are struck with to the end, both sides playing their best."""
        while self.game.outcome(state) is None:
            best = self.best(state)[0]
            yield value_of(state.own, best.move)
            state = best.after

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
            left, kept = best.after.own, best.after.opposing
            use = f"Use the {best.move} digit: {opposing} becomes {left}, and you keep {kept}."
            return f"{use} {self._why_won(best.after, plies)}"
        if plies == 1:
            return (
                f"Your last digit is {value}: it cannot bring {opposing} to zero, "
                "and using it makes your own number zero."
            )
        if plies <= LONGEST_LINE:
            return f"Every digit loses. The longest line: {self._line_text(state, 'you')}."
        most = self.beats_none_above(own)
        if opposing > most:
            return (
                f"Every digit loses: whoever is to move with {own} loses to every number "
                f"above {most}, and theirs is {opposing}."
            )
        return f"Every digit loses, and only counting shows it: {own} to move against {opposing}."

    def _why_won(self, state: State, plies: int) -> str:
        """Return why the other, who is now to move, has lost."""
        theirs, mine = state.own, state.opposing
        if plies <= LONGEST_LINE:
            return f"The line: {self._line_text(state, 'they')}."
        most = self.beats_none_above(theirs)
        if mine > most:
            return f"Whoever is to move with {theirs} loses to every number above {most}."
        return f"Only counting shows that {theirs} to move then loses to {mine}."

    def _line_text(self, state: State, first: str) -> str:
        """Return a line in words: who strikes with what, and whose number is then zero."""
        second = "you" if first == "they" else "they"
        struck = [
            f"{(first, second)[turn % 2]} {value}" for turn, value in enumerate(self.line(state))
        ]
        loses = "their" if first == "they" else "your"
        return f"{', '.join(struck)}, and {loses} number is zero"

    def idea(self, state: State) -> str:
        own, opposing = state.own, state.opposing
        solution = self.solution(state)
        if solution.value is Value.WIN and solution.remoteness == 1:
            return "One of your digits is enough."
        beaten, most = self.beaten_up_to(own), self.beats_none_above(own)
        if opposing <= beaten:
            return (
                f"Being to move with {own} you beat every number up to {beaten}. "
                "A strike with the ones costs you 1, with the tens 10, with the hundreds 100."
            )
        if opposing > most:
            return (
                f"Being to move with {own} you lose to every number above {most}, "
                "unless the other slips. Make it long."
            )
        if solution.value is Value.WIN:
            return "It is close, and you are ahead: only counting shows how."
        return "It is close, and you are behind: only counting shows how."

    def greedy(self, state: State) -> Digit:
        """Return the largest digit, the ones digit where several are equal."""
        legal = self.game.legal_moves(state)
        return max(reversed(legal), key=lambda digit: value_of(state.own, digit))


INSIGHT = DigitDuelInsight
