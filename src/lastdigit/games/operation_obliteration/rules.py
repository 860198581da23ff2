"""Operation Obliteration: change a shared number until the opponent has no legal operation.

Comments cite the numbered rules in `rulebook.md`. The variants of the game are in `variants.py`.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt
from random import Random
from typing import NamedTuple

from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.game.game import (
    MOVER,
    ONE,
    TWO,
    Editable,
    Feature,
    Game,
    Objection,
    Outcome,
    Seat,
    make_tuple,
)
from lastdigit.game.options import from_base, option

LOW, LIMIT, START = 1, 100, 12


class Operation(enum.StrEnum):
    """A move: an operation on the shared number, such as adding 1 or dividing by 2."""

    # DIVIDE is for games in which players can only divide by 2. Other games have DIVIDE_2 and so
    # on.

    ADD = "add"
    SUBTRACT = "subtract"
    DIVIDE = "divide"
    MULTIPLY = "multiply"
    DIVIDE_2 = "divide-2"
    DIVIDE_3 = "divide-3"
    DIVIDE_5 = "divide-5"
    DIVIDE_7 = "divide-7"


OPERATIONS = (Operation.ADD, Operation.SUBTRACT, Operation.DIVIDE, Operation.MULTIPLY)
DIVISIONS = {
    Operation.DIVIDE: 2,
    Operation.DIVIDE_2: 2,
    Operation.DIVIDE_3: 3,
    Operation.DIVIDE_5: 5,
    Operation.DIVIDE_7: 7,
}
"""The divisor of each division."""


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def suits(number: int, operation: Operation) -> bool:  # rule 3
    """Return whether the rules allow an operation on this kind of number.

    Division needs a multiple of the divisor. Multiplication needs an odd number. Addition and
    subtraction need a prime.
    """
    if operation in DIVISIONS:
        return number % DIVISIONS[operation] == 0
    if operation is Operation.MULTIPLY:
        return number % 2 == 1
    return is_prime(number)


def result(number: int, operation: Operation) -> int:  # rule 3
    """Return the result of an operation on a number.

    This function does not check whether the rules allow the operation on the number: see `suits`.
    """
    if operation in DIVISIONS:
        return number // DIVISIONS[operation]
    if operation is Operation.MULTIPLY:
        return number * 3 + 1
    return number + 1 if operation is Operation.ADD else number - 1


class State(NamedTuple):
    """A position: the player to move, the shared number, and each player's previous operation.

    The previous operation is None before a player's first move.
    """

    mover: Seat
    number: int
    last_1: Operation | None = None
    last_2: Operation | None = None

    @property
    def own_last(self) -> Operation | None:
        """The previous operation of the player to move, or None before that player's first move."""
        return self.last_1 if self.mover is ONE else self.last_2

    @property
    def other_last(self) -> Operation | None:
        """The previous operation of the other player, or None before that player's first move."""
        return self.last_2 if self.mover is ONE else self.last_1


class Results(dict[int, dict[Operation, int]]):
    """The possible operations on each number, with their results."""

    # Results must be from LOW to the limit. The entry for a number is computed on first use.

    def __init__(self, limit: int, operations: tuple[Operation, ...]) -> None:
        self._limit, self._operations = limit, operations

    def __missing__(self, number: int) -> dict[Operation, int]:
        formed = {
            operation: result(number, operation)
            for operation in self._operations
            if suits(number, operation)  # rule 3
        }
        self[number] = {
            operation: after
            for operation, after in formed.items()
            if LOW <= after <= self._limit  # rule 5
        }
        return self[number]


@cache
def cached_results(limit: int, operations: tuple[Operation, ...]) -> Results:
    """Return the possible operations on each number up to `limit`, with their results.

    Games with the same limit and operations share one cached object.
    """
    return Results(limit, operations)


class Open(dict[int, tuple[Operation, ...]]):
    """The legal operations on each number for a player who used a certain operation last.

    A player cannot use the same operation twice in a row.
    """

    def __init__(self, results: Results, own_last: Operation | None) -> None:
        self._results, self._own_last = results, own_last

    def __missing__(self, number: int) -> tuple[Operation, ...]:
        self[number] = tuple(
            operation
            for operation in self._results[number]
            if operation is not self._own_last  # rule 4
        )
        return self[number]


LASTING = (1, 2, 4, 8, 9, 25, 33)
"""The starting numbers from which neither player can force a win in fewer than four plies.

The games that start with 1, 2, 4 and 8 are draws with best play.
"""

# The outcome, keyed by the player who has no legal operation.
STUCK = {seat: Outcome(seat.other, f"{seat} cannot make a valid move.") for seat in Seat}


@dataclass(frozen=True)
class OperationObliterationRules(Game[State, Operation]):
    """Operation Obliteration as in the rulebook, with an option for the starting number."""

    name = "operation-obliteration"
    title = "Operation Obliteration"
    summary = "Leave the other player without an operation."
    version = 1
    editable = (Editable(1, ""),)

    starting_number: int | None = option(
        START,
        name="start",
        low=LOW,
        high=LIMIT,
        none="random",
        begins=True,
        sized=True,
        help="the starting number",
    )

    @property
    def limit(self) -> int:
        """The largest number that an operation may produce."""
        return LIMIT

    @property
    def divisors(self) -> tuple[int, ...]:
        """The numbers that a player may divide by."""
        return (2,)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """All operations of this game, in the order in which moves are listed."""
        return OPERATIONS

    @cached_property
    def results(self) -> Results:
        """The possible operations on each number, with their results."""
        return cached_results(self.limit, self.operations)

    @cached_property
    def _open(self) -> dict[Operation | None, Open]:
        """The legal operations, by the mover's previous operation and then the shared number."""
        return {last: Open(self.results, last) for last in (None, *self.operations)}

    def __post_init__(self) -> None:
        """Raise OptionError if the value of an option is not allowed."""
        super().__post_init__()
        self.check_combination()

    def check_combination(self) -> None:
        """Raise OptionError if no operation is possible on the starting number."""
        if self.starting_number is not None and not self.results[self.starting_number]:
            raise OptionError(
                f"'start' cannot be {self.starting_number}: the first player would have no "
                f"operation to choose. Valid starts: {self.playable_starts()}."
            )

    def playable_starts(self) -> str:
        """Return all valid starting numbers as text such as "1-3, 5"."""
        return _ranges(number for number in range(LOW, LIMIT + 1) if self.results[number])

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        number = self.starting_number
        if number is None:
            number = self.draw_start(self.needed(random))
        return make_tuple(State, (first, number, None, None))  # rule 1

    def draw_start(self, random: Random) -> int:
        """Pick a starting number at random."""
        return random.choice(LASTING)

    def legal_moves(self, state: State) -> tuple[Operation, ...]:
        mover, number, last_1, last_2 = state
        return self._open[last_1 if mover is ONE else last_2][number]  # rule 6

    def successor(self, state: State, move: Operation) -> State:
        mover, number, last_1, last_2 = state
        number = self.results[number][move]  # rule 7
        return make_tuple(
            State, (TWO, number, move, last_2) if mover is ONE else (ONE, number, last_1, move)
        )

    def outcome(self, state: State) -> Outcome | None:
        mover, number, last_1, last_2 = state
        if self._open[last_1 if mover is ONE else last_2][number]:
            return None
        return STUCK[mover]  # rule 8

    def rejection(self, state: State, move: Operation) -> Objection | None:
        number = state.number
        if not suits(number, move):  # rule 3
            return Objection(
                f'"{move}" is only for {_suitable_kind(move)}.', _why_unsuited(number, move)
            )
        if move is state.own_last:  # rule 4
            return Objection(
                f'"{move}" was your previous operation.',
                "You can't use the same operation twice in a row.",
            )
        formed = result(number, move)
        if not LOW <= formed <= self.limit:  # rule 5
            reason = f"{formed} is not between {LOW} and {self.limit}."
            made = f"{number} + 1" if move is Operation.ADD else f"3 x {number} + 1"
            return Objection(reason, f"{made} = {formed} is above {self.limit}.")
        return None

    def all_moves(self) -> tuple[Operation, ...]:
        return self.operations

    def key(self, state: State) -> Hashable:
        if state.mover is ONE:
            return state.number, state.last_1, state.last_2
        return state.number, state.last_2, state.last_1

    @cached_property
    def _codes(self) -> dict[Operation | None, int]:
        """The integer for each operation in observations, or 0 for None (no operation yet)."""
        return {None: 0} | {operation: code for code, operation in enumerate(self.operations, 1)}

    @property
    def features(self) -> tuple[Feature, ...]:
        codes = self._codes.items()
        coded = ", ".join(f"{code} {operation or 'none'}" for operation, code in codes)
        return (
            MOVER,
            Feature("the shared number", LOW, self.limit),
            Feature(f"the mover's last operation: {coded}", 0, len(self.operations)),
            Feature(f"the other player's last operation: {coded}", 0, len(self.operations)),
        )

    def observation(self, state: State) -> tuple[int, ...]:
        mover, number, last_1, last_2 = state
        own, other = (last_1, last_2) if mover is ONE else (last_2, last_1)
        return mover.number, number, self._codes[own], self._codes[other]

    @property
    def example_state(self) -> str:
        return f"2 6 {self.operations[2]} -"

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.number} {state.last_1 or '-'} {state.last_2 or '-'}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        text, *lasts = fields
        number = from_base(text, 10)
        if number is None or str(number) != text or not LOW <= number <= self.limit:
            raise StateSyntaxError(f"{quoted(text)} is not a number from {LOW} to {self.limit}.")
        for last in lasts:
            if last != "-" and last not in self.operations:
                raise StateSyntaxError(
                    f"{quoted(last)} must be one of the operations "
                    f"{', '.join(self.operations)}, or - for none."
                )
        last_1, last_2 = (None if last == "-" else Operation(last) for last in lasts)
        return State(mover, number, last_1, last_2)


def _suitable_kind(operation: Operation) -> str:
    """Return the kind of number on which the rules allow an operation, such as "odd numbers"."""
    if operation in DIVISIONS:
        divisor = DIVISIONS[operation]
        return "even numbers" if divisor == 2 else f"multiples of {divisor}"
    return "odd numbers" if operation is Operation.MULTIPLY else "prime numbers"


def _why_unsuited(number: int, operation: Operation) -> str:
    """Explain why the rules do not allow an operation on a number.

    For example, multiplication is only for odd numbers, so for 4 return "4 = 2 x 2 is even."
    """
    if operation in DIVISIONS:
        divisor = DIVISIONS[operation]
        whole, rest = divmod(number, divisor)
        kind = "odd" if divisor == 2 else f"no multiple of {divisor}"
        return f"{number} = {divisor} x {whole} + {rest} is {kind}."
    if operation is Operation.MULTIPLY:
        return f"{number} = 2 x {number // 2} is even."
    if number == 1:
        return "1 is not prime: a prime has exactly two divisors."
    divisor = next(divisor for divisor in range(2, number) if number % divisor == 0)
    return f"{number} = {divisor} x {number // divisor} is not prime."


def _ranges(numbers: Iterable[int]) -> str:
    """Format ascending numbers as text, with ranges for consecutive numbers.

    >>> _ranges([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7-8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
