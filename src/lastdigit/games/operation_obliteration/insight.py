"""Operation Obliteration solved backwards from its ends; what neither side can force is a draw."""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.games.operation_obliteration.rules import OPEN, Operation, State
from lastdigit.solving import Insight, Value


class OperationObliterationInsight(Insight[State, Operation]):
    """What is known about Operation Obliteration; the general solver does the work."""

    def line(self, state: State) -> tuple[tuple[Operation, int], ...]:
        """Return best play to the end: each operation with the number it makes; none if drawn."""
        found = []
        while self.solution(state).value is not Value.DRAW and self.game.outcome(state) is None:
            best = self.best(state)[0]
            found.append((best.move, best.after.number))
            state = best.after
        return tuple(found)

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        best = self.best(state)
        if best[0].value is Value.DRAW:
            return self._why_draw(state)
        steps = ", ".join(f"{operation} makes {number}" for operation, number in self.line(state))
        if best[0].value is Value.WIN:
            others = " Their other answers lose too, and no later." if self._choices(state) else ""
            return f"This wins: {steps}. There {self._stuck(state, 'their')}.{others}"
        if len(self.branches(state)) == 1:
            only = f"Only {best[0].move} is possible, and it loses"
        else:
            only = "Every operation loses; the longest line is"
        return f"{only}: {steps}. There {self._stuck(state, 'your')}."

    def idea(self, state: State) -> str:
        value = self.solution(state).value
        if value is Value.DRAW:
            return "Nobody can force an end here: look which operation would let the other do so."
        if value is Value.LOSE:
            return "The other can leave you without an operation, whatever you do: make it long."
        return (
            "A number that is no prime fits one operation only. "
            "If the other used that one last, the other is stuck."
        )

    def _choices(self, state: State) -> bool:
        """Return whether the loser has a choice anywhere on the line of a won position."""
        choice = False
        for number, (operation, _) in enumerate(self.line(state)):
            choice |= number % 2 == 1 and len(self.game.legal_moves(state)) > 1
            state = self.game.successor(state, operation)
        return choice

    def _stuck(self, state: State, whose: str) -> str:
        """Return why the line ends: a number that is not prime has one fitting operation only."""
        for operation, _ in self.line(state):
            state = self.game.successor(state, operation)
        number = state.number
        fitting = Operation.MULTIPLY if number % 2 else Operation.DIVIDE
        if fitting is state.own_last:
            return f"only {fitting} fits {number}, and it was {whose} previous operation"
        return f"only {fitting} fits {number}, and 3 x {number} + 1 = {3 * number + 1} is above 100"

    def _why_draw(self, state: State) -> str:
        kept = [branch.move for branch in self.best(state)]
        lost = [branch.move for branch in self.branches(state) if branch.move not in kept]
        loses = f" Only {' and '.join(lost)} would lose." if lost else ""
        return (
            f"Nobody can force an end: {' or '.join(kept)} goes on without letting the other player"
            f" win, and no operation wins.{loses}"
        )

    def starts(self) -> dict[str, State]:
        return {str(number): State(Seat.ONE, number) for number in OPEN if OPEN[number]}

    def greedy(self, state: State) -> Operation:
        """Return the operation after which the opponent has the fewest left."""
        return min(
            self.game.legal_moves(state),
            key=lambda move: len(self.game.legal_moves(self.game.successor(state, move))),
        )


INSIGHT = OperationObliterationInsight
