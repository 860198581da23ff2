"""The solver of Operation Obliteration, by retrograde analysis in plain Python or compiled."""

from __future__ import annotations

from functools import cached_property

from lastdigit.game.game import Seat, Value
from lastdigit.games.operation_obliteration.operations import Operation, suits
from lastdigit.games.operation_obliteration.rules import LOW, OperationObliteration, State
from lastdigit.solver import DRAWN, Census, Solution, Solver
from lastdigit.solver.tables import LargeTable, load_compiled

IN_PYTHON = 10_000
"""The largest limit that plain Python solves within seconds."""
LARGE = f"Operation Obliteration with a limit above {IN_PYTHON:,}"
CODE = 2
"""The size of a number in the table for larger limits, in bytes."""
LISTED = 1_000
"""The largest limit for which all starts are listed."""


def triple(number: int) -> str:
    """Return the calculation of `multiply` as text."""
    return f"3 x {number} + 1 = {3 * number + 1}"


class OperationObliterationSolver(Solver[State, Operation]):
    """Exact values from the general solver, or from a compiled table for large limits."""

    game: OperationObliteration

    def solution(self, state: State) -> Solution:
        if self.game.limit <= IN_PYTHON:
            return super().solution(state)
        own, other = map(self._place, (state.own_last, state.other_last))
        places = len(self.game.operations) + 1
        plies = self._table.number("H", CODE * ((state.number * places + own) * places + other))
        if not plies:
            return DRAWN
        return Solution(Value.LOSE if plies % 2 else Value.WIN, plies - 1)

    def is_ready(self) -> bool:
        return self.game.limit <= IN_PYTHON or self._table.is_cached()

    def compiled_for_what(self) -> str | None:
        return None if self.is_ready() else LARGE

    def cache_bytes(self) -> int:
        return self._table.size

    @cached_property
    def _table(self) -> LargeTable:
        """Remoteness plus 1, or 0 for a draw, by number and own and other last operation."""
        game, places = self.game, len(self.game.operations) + 1
        divisors = "-".join(map(str, game.divisors))
        size = CODE * (game.limit + 1) * places * places
        return LargeTable(f"{game.name}-{game.limit}-by-{divisors}-1", size, self._build)

    def _build(self) -> memoryview:
        fast = load_compiled(f"{__package__}.fast", LARGE)
        solved: memoryview = fast.solve(self.game.limit, self.game.divisors).data.cast("B")
        return solved

    def _place(self, last: Operation | None) -> int:
        return 0 if last is None else self.game.operations.index(last) + 1

    def census(self, start: State) -> Census | None:
        return super().census(start) if self.game.limit <= IN_PYTHON else None

    def line(self, state: State) -> tuple[tuple[Operation, int], ...]:
        """Return best play to the end as operations and results. Empty if the position is drawn."""
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
        """Return whether the opponent has a choice anywhere on the line of a won position."""
        choice = False
        for number, (operation, _) in enumerate(self.line(state)):
            choice |= number % 2 == 1 and len(self.game.legal_moves(state)) > 1
            state = self.game.successor(state, operation)
        return choice

    def _stuck(self, state: State, whose: str) -> str:
        """Explain why the player to move at the end of the line has no legal operation."""
        for operation, _ in self.line(state):
            state = self.game.successor(state, operation)
        number, limit = state.number, self.game.limit
        fitting = [operation for operation in self.game.operations if suits(number, operation)]
        if fitting == [state.own_last]:
            return f"only {fitting[0]} fits {number}, and it was {whose} previous operation"
        above = [operation for operation in fitting if operation is not state.own_last]
        sums = " and ".join(
            f"{number} + 1 = {number + 1}" if operation is Operation.ADD else triple(number)
            for operation in above
        )
        fit = "fits" if len(fitting) == 1 else "fit"
        last = f"; {state.own_last} was {whose} previous operation" if above != fitting else ""
        are = "is" if len(above) == 1 else "are"
        return f"only {' and '.join(fitting)} {fit} {number}{last}, and {sums} {are} above {limit}"

    def _why_draw(self, state: State) -> str:
        kept = [branch.move for branch in self.best(state)]
        lost = [branch.move for branch in self.branches(state) if branch.move not in kept]
        loses = f" Only {' and '.join(lost)} would lose." if lost else ""
        return (
            f"Nobody can force an end: {' or '.join(kept)} goes on without letting the other player"
            f" win, and no operation wins.{loses}"
        )

    def starts(self) -> dict[str, State]:
        """Return all playable starts by name. Empty if there are too many to list."""
        if self.game.limit > LISTED:
            return {}
        results = self.game.results
        numbers = (number for number in range(LOW, self.game.limit + 1) if results[number])
        return {str(number): State(Seat.ONE, number) for number in numbers}

    def count_starts(self) -> Census | None:
        if self.game.limit <= LISTED:
            return None
        if self.game.limit <= IN_PYTHON:
            numbers = range(LOW, self.game.limit + 1)
            starts = (State(Seat.ONE, number) for number in numbers if self.game.results[number])
            return Census.of(map(self.solution, starts))
        # A start has no previous operations, so it is the first entry of its number in the table.
        apart = (len(self.game.operations) + 1) ** 2
        plies = self._table.part(0, self._table.size).cast("H")[LOW * apart :: apart].tolist()
        return Census(
            won=sum(far > 1 and far % 2 == 0 for far in plies),
            lost=sum(far > 1 and far % 2 == 1 for far in plies),
            drawn=plies.count(0),
            longest=max(plies) - 1,
        )

    def greedy(self, state: State) -> Operation:
        """Return the operation that leaves the opponent the fewest legal operations."""
        return min(
            self.game.legal_moves(state),
            key=lambda move: len(self.game.legal_moves(self.game.successor(state, move))),
        )

    def size(self, state: State, move: Operation) -> int:
        """Return the shared number after the operation."""
        return self.game.successor(state, move).number
