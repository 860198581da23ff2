"""The solver for Operation Obliteration.

Small variants are solved by the general solver of the package `lastdigit.solver`. For large
variants, compiled code builds a table of all positions.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Any

from lastdigit.game.game import Seat, Value
from lastdigit.games.operation_obliteration.rules import LOW, Operation, State, suits
from lastdigit.games.operation_obliteration.variants import OperationObliteration
from lastdigit.solver import DRAWN, Census, Solution, Solver
from lastdigit.solver.tables import LargeTable, compile_functions

IN_PYTHON = 10_000
"""The largest limit that the general solver solves within seconds."""
LARGE = f"Operation Obliteration with a limit above {IN_PYTHON:,}"
CODE = 2
"""The size of a table entry in bytes."""
LISTED = 1_000
"""The largest limit for which `starts` lists all starting numbers."""
ADD, SUBTRACT, MULTIPLY = 1, 2, 4
"""The numbers of the operations that every variant has. All other operations are divisions."""


def divisor_by_operation(divisors: tuple[int, ...]) -> list[int]:
    """Return the divisor of each operation, or 0 for operations that are not divisions."""
    # Operations are numbered from 1, and 0 stands for none.
    first, *others = divisors
    return [0, 0, 0, first, 0, *others]


# The next functions run interpreted and compiled. They work on flat sequences: the position with
# this number, own and other operation is at (number * places + own) * places + other, if `places`
# is the number of operations including none.


def mark_primes(is_prime: Any) -> None:
    """Set `is_prime[n]` to 1 for each prime n. All entries must be 0 at first."""
    for number in range(2, len(is_prime)):
        is_prime[number] = 1
    factor = 2
    while factor * factor < len(is_prime):
        if is_prime[factor]:
            for multiple in range(factor * factor, len(is_prime), factor):
                is_prime[multiple] = 0
        factor += 1


def number_after(number: int, operation: int, limit: int, divisor_of: Any, is_prime: Any) -> int:
    """Return the result of an operation on a number, or 0 if the operation is not allowed.

    Results above `limit` are not allowed. `divisor_of[operation]` is the divisor of a division.
    """
    after = 0
    if operation == ADD:
        if is_prime[number]:
            after = number + 1
    elif operation == SUBTRACT:
        if is_prime[number]:
            after = number - 1
    elif operation == MULTIPLY:
        if number % 2:
            after = number * 3 + 1
    elif number % divisor_of[operation] == 0:
        after = number // divisor_of[operation]
    return after if after <= limit else 0


def number_before(number: int, operation: int, limit: int, divisor_of: Any, is_prime: Any) -> int:
    """Undo an operation: return the number before it, or 0 if it cannot produce `number`.

    Numbers above `limit` are not allowed. `divisor_of[operation]` is the divisor of a division.
    """
    if operation == ADD:
        before = number - 1
    elif operation == SUBTRACT:
        before = number + 1
    elif operation == MULTIPLY:
        before = (number - 1) // 3
    else:
        before = number * divisor_of[operation]
    if before < 1 or before > limit:
        return 0
    return before if number_after(before, operation, limit, divisor_of, is_prime) == number else 0


def queue_ends(
    limit: int, divisor_of: Any, is_prime: Any, plies: Any, moves_left: Any, queue: Any
) -> int:
    """Write all positions without a legal move to `queue`, and return how many there are.

    Set the entries of these positions in `plies` to 1. Fill `moves_left` with the number of legal
    moves of every position.
    """
    places, tail = len(divisor_of), 0
    for number in range(1, limit + 1):
        fitting = 0
        for operation in range(1, places):
            if number_after(number, operation, limit, divisor_of, is_prime):
                fitting += 1
        position = number * places * places
        for own in range(places):
            moves = fitting
            if own and number_after(number, own, limit, divisor_of, is_prime):
                moves -= 1
            for _ in range(places):
                moves_left[position] = moves
                if moves == 0:
                    plies[position] = 1
                    queue[tail] = position
                    tail += 1
                position += 1
    return tail


def solve_positions(
    limit: int, divisor_of: Any, is_prime: Any, plies: Any, moves_left: Any, queue: Any
) -> None:
    """Fill `plies` with the solutions of all positions, working backwards from the ends of games.

    An entry is 1 plus the plies to the end with best play, or 0 for a draw. An entry is odd if the
    player to move loses. `plies` and `is_prime` must be 0 at first. `is_prime`, `moves_left` and
    `queue` are scratch memory.
    """
    # `moves_left` counts the moves whose value is not known yet. The number before an operation
    # follows from the number after it, so no list of predecessors is needed.
    mark_primes(is_prime)
    places = len(divisor_of)
    head, tail = 0, queue_ends(limit, divisor_of, is_prime, plies, moves_left, queue)
    while head < tail:
        position = queue[head]
        head += 1
        far = plies[position]
        rest, other = position // places, position % places
        number, own = rest // places, rest % places
        before = number_before(number, other, limit, divisor_of, is_prime) if other else 0
        if before == 0:
            continue
        for last in range(places):  # the opponent's operation before that one
            position = (before * places + last) * places + own
            if last == other or plies[position]:
                continue
            moves_left[position] -= 1
            if far % 2 == 1 or moves_left[position] == 0:
                plies[position] = far + 1
                queue[tail] = position
                tail += 1


COMPILED = (mark_primes, number_after, number_before, queue_ends, solve_positions)
"""The functions to compile, each after the functions that it calls."""


def build_interpreted(limit: int, divisors: tuple[int, ...]) -> array[int]:
    """Solve all positions in plain Python, and return the table of solutions."""
    by_operation = divisor_by_operation(divisors)
    size = (limit + 1) * len(by_operation) ** 2
    plies, queue = array("H", bytes(2 * size)), array("i", bytes(4 * size))
    solve_positions(limit, by_operation, bytearray(limit + 2), plies, bytearray(size), queue)
    return plies


def build_compiled(limit: int, divisors: tuple[int, ...], what: str) -> Any:
    """Solve all positions with compiled code, and return the table of solutions.

    `what` names the game in messages. Raise MissingExtra if numba is not installed.
    """
    compiled = compile_functions(COMPILED, what)
    import numpy as np

    by_operation = np.array(divisor_by_operation(divisors))
    size = (limit + 1) * len(by_operation) ** 2
    plies, queue = np.zeros(size, np.uint16), np.empty(size, np.int32)
    prime, unseen = np.zeros(limit + 2, np.uint8), np.zeros(size, np.uint8)
    compiled.solve_positions(limit, by_operation, prime, plies, unseen, queue)
    return plies


class OperationObliterationSolver(Solver[State, Operation]):
    """Finds out which player wins each position of Operation Obliteration, and explains why."""

    game: OperationObliteration

    def solution(self, state: State) -> Solution:
        if self.game.limit <= IN_PYTHON:
            return super().solution(state)
        own, other = map(self._number_of, (state.own_last, state.other_last))
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
        """The cached table of solutions for a large variant."""
        game, places = self.game, len(self.game.operations) + 1
        divisors = "-".join(map(str, game.divisors))
        size = CODE * (game.limit + 1) * places * places
        return LargeTable(f"{game.name}-{game.limit}-by-{divisors}-2", size, self._build)

    def _build(self) -> memoryview:
        solved: memoryview = build_compiled(self.game.limit, self.game.divisors, LARGE).data
        return solved.cast("B")

    def _number_of(self, last: Operation | None) -> int:
        """Return the number that represents a player's previous operation in the table."""
        return 0 if last is None else self.game.operations.index(last) + 1

    def census(self, start: State) -> Census | None:
        return super().census(start) if self.game.limit <= IN_PYTHON else None

    def line(self, state: State) -> tuple[tuple[Operation, int], ...]:
        """Return best play to the end as a sequence of operations, each with the resulting number.

        Return () if the position is a draw.
        """
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
            has_choice = self._has_choice(state)
            others = " Their other replies lose at least as fast." if has_choice else ""
            return f"This wins: {steps}. Then {self._why_stuck(state, 'their')}.{others}"
        if len(self.branches(state)) == 1:
            only = f"Only {best[0].move} is possible, and it loses"
        else:
            only = "Every operation loses. The longest game"
        return f"{only}: {steps}. Then {self._why_stuck(state, 'your')}."

    def idea(self, state: State) -> str:
        value = self.solution(state).value
        if value is Value.DRAW:
            return "Neither player can force a win here. Don't give the other player a forced win."
        if value is Value.LOSE:
            return (
                "Whatever you do, the other player can leave you stuck. "
                "Hold out as long as you can."
            )
        return (
            "A number that isn't prime allows only one operation. "
            "If that was the other player's last operation, they are stuck."
        )

    def _has_choice(self, state: State) -> bool:
        """Return whether the opponent ever has more than one legal move in best play from `state`.

        The opponent is the player who is not to move in `state`.
        """
        choice = False
        for number, (operation, _) in enumerate(self.line(state)):
            choice |= number % 2 == 1 and len(self.game.legal_moves(state)) > 1
            state = self.game.successor(state, operation)
        return choice

    def _why_stuck(self, state: State, whose: str) -> str:
        """Explain why the loser has no legal operation at the end of best play from `state`.

        `whose` is "your" if the text is for the loser, else "their".
        """
        for operation, _ in self.line(state):
            state = self.game.successor(state, operation)
        number, limit = state.number, self.game.limit
        fitting = [operation for operation in self.game.operations if suits(number, operation)]
        if fitting == [state.own_last]:
            return f"only {fitting[0]} fits {number}, and it was {whose} last operation"
        above = [operation for operation in fitting if operation is not state.own_last]
        sums = " and ".join(
            f"{number} + 1 = {number + 1}"
            if operation is Operation.ADD
            else f"3 × {number} + 1 = {3 * number + 1}"
            for operation in above
        )
        fit = "fits" if len(fitting) == 1 else "fit"
        last = f", {state.own_last} was {whose} last operation" if above != fitting else ""
        are = "is" if len(above) == 1 else "are"
        return f"only {' and '.join(fitting)} {fit} {number}{last}, and {sums} {are} above {limit}"

    def _why_draw(self, state: State) -> str:
        drawing = [branch.move for branch in self.best(state)]
        losing = [branch.move for branch in self.branches(state) if branch.move not in drawing]
        loses = f" Only {' and '.join(losing)} would lose." if losing else ""
        return (
            f"Neither player can force a win: {' or '.join(drawing)} keeps the draw, "
            f"and no operation wins.{loses}"
        )

    def starts(self) -> dict[str, State]:
        """Return all valid starting positions, keyed by the number as text.

        Return {} if there are too many positions to list.
        """
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
        """Return the size of a move: the shared number that the operation produces."""
        return self.game.successor(state, move).number
