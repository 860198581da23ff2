"""Digit Poison solved without a table, by one argument.

With a divisor above 1 there is always a safe digit: ten digits in a row cannot all be poison. So
nobody is ever forced to make the number divisible, and all that counts is who must place the last
digit; without a maximum length nobody must, and the game is drawn.
"""

from __future__ import annotations

from lastdigit.games.digit_poison.rules import MOVES, DigitPoison, State
from lastdigit.solving import DRAWN, Census, Insight, Solution, Value

MOST_COUNTED = 1_000_000


class DigitPoisonInsight(Insight[State, int]):
    """What is known about Digit Poison."""

    game: DigitPoison

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Solution(Value.WIN, 0)  # whoever made the last move has lost
        if self.game.divisor == 1:
            return Solution(Value.LOSE, 1)
        if self.game.max_length is None:
            return DRAWN
        left = self.game.max_length - len(state.digits)
        return Solution(Value.LOSE if left % 2 else Value.WIN, left)

    def safe(self, state: State) -> tuple[int, ...]:
        """Return the digits that do not make the number divisible."""
        return tuple(digit for digit in MOVES if (state.remainder * 10 + digit) % self.game.divisor)

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        if self.game.divisor == 1:
            return "Every number is divisible by 1, so whoever places a digit loses."
        safe = self.safe(state)
        digits = "every digit" if len(safe) == len(MOVES) else ", ".join(map(str, safe))
        always = (
            f"Safe here: {digits}. There is always a safe one, because no two neighbouring "
            "digits both make it divisible."
        )
        if self.game.max_length is None:
            return f"{always} So without a maximum length nobody can be forced to lose."
        left = self.game.max_length - len(state.digits)
        count = "1 digit is" if left == 1 else f"{left} digits are"
        if left % 2:
            return (
                f"{count} still to be placed, so the last one is yours, and it loses. "
                "The other player always has a safe digit until then."
            )
        return (
            f"{count} still to be placed, so the other player must place the last one, "
            f"and loses with it. {always}"
        )

    def idea(self, state: State) -> str:
        divisor, longest = self.game.divisor, self.game.max_length
        if divisor == 1:
            return "Every number is divisible by 1: whoever adds a digit loses."
        if longest is None:
            return f"Keep it off multiples of {divisor}: nobody can be forced to make one."
        if (longest - len(state.digits)) % 2:
            return f"The last place is yours: only a multiple of {divisor} by the other helps."
        return f"Keep it off multiples of {divisor}: the last place is then the other's."

    def census(self, start: State) -> Census | None:
        """Count remainders length by length, where they are not too many."""
        longest = self.game.max_length
        if self.game.divisor == 1:
            return Census(won=1, lost=1, longest=1)
        if longest is None:
            return None
        most = (min(self.game.divisor, 10 ** min(length, 10)) for length in range(longest + 1))
        if sum(most) > MOST_COUNTED:
            return None
        won = lost = 0
        live = {start.remainder}
        for length in range(len(start.digits), longest + 1):
            if length == longest:
                won += len(live)  # all ended there, and whoever is to move has won
            elif (longest - length) % 2:
                lost += len(live)
            else:
                won += len(live)
            tens = (remainder * 10 for remainder in live)
            reached = {(ten + digit) % self.game.divisor for ten in tens for digit in MOVES}
            if length < longest and 0 in reached:
                won += 1  # the divisible number of the next length
            live = reached - {0}
        return Census(won, lost, 0, longest - len(start.digits))

    def greedy(self, state: State) -> int:
        """Return the smallest safe digit, whatever follows."""
        return next(iter(self.safe(state)), 0)


INSIGHT = DigitPoisonInsight
