"""Operation Obliteration: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lastdigit.core.game import Game
from lastdigit.core.options import Preset, option
from lastdigit.core.values import MOVER, ONE, TWO, Feature, Objection, Outcome, Seat
from lastdigit.errors import OptionError, StateSyntaxError, quoted


class Operation(enum.StrEnum):
    """A move: what is done to the shared number."""

    ADD = "add"
    SUBTRACT = "subtract"
    DIVIDE = "divide"
    MULTIPLY = "multiply"


class State(NamedTuple):
    """The shared number and each player's own previous operation."""

    mover: Seat
    number: int
    last_1: Operation | None = None
    last_2: Operation | None = None

    @property
    def own_last(self) -> Operation | None:
        """The previous operation of the player to move."""
        return self.last_1 if self.mover is ONE else self.last_2


LOW, HIGH = 1, 100
OPERATIONS = tuple(Operation)
# How a last operation is observed.
CODES = {None: 0} | {operation: code for code, operation in enumerate(Operation, 1)}
CODED = ", ".join(f"{code} {operation or 'none'}" for operation, code in CODES.items())
KINDS = {
    Operation.ADD: "prime",
    Operation.SUBTRACT: "prime",
    Operation.DIVIDE: "even",
    Operation.MULTIPLY: "odd",
}


def is_prime(number: int) -> bool:
    """Return whether a number is prime; 1 is not."""
    return number > 1 and all(number % divisor for divisor in range(2, number))


def suits(number: int, operation: Operation) -> bool:
    """Return whether an operation is for this kind of number."""
    if operation is Operation.DIVIDE:
        return number % 2 == 0
    if operation is Operation.MULTIPLY:
        return number % 2 == 1
    return is_prime(number)


def result(number: int, operation: Operation) -> int:
    """Return what an operation makes of a number that it suits."""
    match operation:
        case Operation.ADD:
            return number + 1
        case Operation.SUBTRACT:
            return number - 1
        case Operation.DIVIDE:
            return number // 2
        case Operation.MULTIPLY:
            return number * 3 + 1


# For every number the operations that suit it and stay within range, each with its result.
OPEN = {
    number: {
        operation: result(number, operation)
        for operation in Operation
        if suits(number, operation) and LOW <= result(number, operation) <= HIGH
    }
    for number in range(LOW, HIGH + 1)
}


LASTING = (1, 2, 4, 8, 9, 25, 33)
"""The starts from which nobody can force a win in fewer than four turns; 1 to 8 are drawn."""

# How a game ends for the player who has no operation left.
STUCK = {seat: Outcome(seat.other, f"{seat} cannot make a valid move.") for seat in Seat}


@cache
def allowed(number: int, own_last: Operation | None) -> tuple[Operation, ...]:
    """Return the operations open to a number, without the player's own previous one (rule 4)."""
    return tuple(operation for operation in OPEN[number] if operation is not own_last)


@dataclass(frozen=True)
class OperationObliteration(Game[State, Operation]):
    """A shared number from 1 to 100; its kind decides what may be done to it."""

    name = "operation-obliteration"
    title = "Operation Obliteration"
    summary = "Leave the other player without an operation."
    version = 1
    presets = (
        Preset("rulebook", "the shared number begins at 12", (3, 11)),
        Preset("quick", "it begins at 53", (3, 4), (("start", 53),)),
        Preset(
            "open",
            "begins where nobody wins at once",
            (4, 13),
            (("start", None),),
            suggested=True,
        ),
    )
    example_state = "2 6 divide -"
    features = (
        MOVER,
        Feature("the shared number", LOW, HIGH),
        Feature(f"the mover's last operation: {CODED}", 0, len(OPERATIONS)),
        Feature(f"the other player's last operation: {CODED}", 0, len(OPERATIONS)),
    )

    starting_number: int | None = option(
        12,
        name="start",
        low=LOW,
        high=HIGH,
        none="random",
        begins=True,
        help="the shared number that the game begins with",
    )

    def __post_init__(self) -> None:
        """Refuse a start from which nobody can move; raises OptionError."""
        super().__post_init__()
        if self.starting_number is not None and not OPEN[self.starting_number]:
            playable = ranges(number for number in OPEN if OPEN[number])
            raise OptionError(
                f"start cannot be {self.starting_number}: the first player would have no "
                f"operation at all. Starts that can be played: {playable}."
            )

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        return State(first, self.starting_number or random.choice(LASTING))

    def legal_moves(self, state: State) -> tuple[Operation, ...]:
        return allowed(state.number, state.own_last)

    def successor(self, state: State, move: Operation) -> State:
        number = OPEN[state.number][move]
        if state.mover is ONE:
            return State(TWO, number, move, state.last_2)
        return State(ONE, number, state.last_1, move)

    def outcome(self, state: State) -> Outcome | None:
        if allowed(state.number, state.own_last):
            return None
        return STUCK[state.mover]  # rule 8

    def rejection(self, state: State, move: Operation) -> Objection | None:
        number = state.number
        if not suits(number, move):
            return Objection(f'"{move}" is only for {KINDS[move]} numbers.', why_not(number, move))
        if move is state.own_last:
            return Objection(
                f'"{move}" was your previous operation.',
                "A player cannot use the same operation twice running, whatever the other does.",
            )
        formed = result(number, move)
        if not LOW <= formed <= HIGH:
            reason = f"{formed} is not between {LOW} and {HIGH}."
            return Objection(reason, f"3 x {number} + 1 = {formed} is above {HIGH}.")
        return None

    def all_moves(self) -> tuple[Operation, ...]:
        return OPERATIONS

    def key(self, state: State) -> Hashable:
        if state.mover is ONE:
            return state.number, state.last_1, state.last_2
        return state.number, state.last_2, state.last_1

    def observation(self, state: State) -> tuple[int, ...]:
        mover, number, last_1, last_2 = state
        own, other = (last_1, last_2) if mover is ONE else (last_2, last_1)
        return mover.value, number, CODES[own], CODES[other]

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.number} {state.last_1 or '-'} {state.last_2 or '-'}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number, *lasts = fields
        known = {str(number): number for number in OPEN}
        if number not in known:
            raise StateSyntaxError(f"{quoted(number)} is not a number from {LOW} to {HIGH}.")
        for last in lasts:
            if last != "-" and last not in OPERATIONS:
                raise StateSyntaxError(
                    f"{quoted(last)} is not an operation: {', '.join(OPERATIONS)}, or - for none."
                )
        last_1, last_2 = (None if last == "-" else Operation(last) for last in lasts)
        return State(mover, known[number], last_1, last_2)


def why_not(number: int, operation: Operation) -> str:
    """Return the arithmetic that shows a number not to be of an operation's kind."""
    if operation is Operation.DIVIDE:
        return f"{number} = 2 x {number // 2} + 1 is odd."
    if operation is Operation.MULTIPLY:
        return f"{number} = 2 x {number // 2} is even."
    if number == 1:
        return "1 is not prime: a prime has exactly two divisors."
    divisor = next(divisor for divisor in range(2, number) if number % divisor == 0)
    return f"{number} = {divisor} x {number // divisor} is not prime."


def ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as a short list.

    >>> ranges([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7-8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
