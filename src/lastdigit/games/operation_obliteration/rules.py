"""Operation Obliteration: change a shared number until the opponent has no legal operation.

Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
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
from lastdigit.game.options import Option, OptionValue, Preset, from_base, option
from lastdigit.games.operation_obliteration.operations import (
    OPERATIONS,
    Operation,
    result,
    suits,
    wanted,
    why_not,
)


class State(NamedTuple):
    """The shared number and the previous operation of each player."""

    mover: Seat
    number: int
    last_1: Operation | None = None
    last_2: Operation | None = None

    @property
    def own_last(self) -> Operation | None:
        """The previous operation of the player to move."""
        return self.last_1 if self.mover is ONE else self.last_2

    @property
    def other_last(self) -> Operation | None:
        """The previous operation of the other player."""
        return self.last_2 if self.mover is ONE else self.last_1


LOW, LIMIT, START = 1, 100, 12
NAMED = 5
"""The number of alternatives in the error message for an unplayable start."""
SMALLEST_LIMIT, LARGEST_LIMIT = 10, 1_000_000


class Results(dict[int, dict[Operation, int]]):
    """For each number, the operations that suit it and stay within range, with their results.

    There can be a million numbers, so with a large limit entries are computed on first use.
    """

    def __init__(self, limit: int, operations: tuple[Operation, ...]) -> None:
        self._limit, self._operations = limit, operations
        if limit <= LIMIT:
            for number in range(LOW, limit + 1):
                self[number]

    def __missing__(self, number: int) -> dict[Operation, int]:
        formed = {
            operation: result(number, operation)
            for operation in self._operations
            if suits(number, operation)
        }
        self[number] = {
            operation: after for operation, after in formed.items() if LOW <= after <= self._limit
        }
        return self[number]


@cache
def _small_results(limit: int, operations: tuple[Operation, ...]) -> Results:
    """Return shared results for a small limit, because thousands of games use the same ones."""
    return Results(limit, operations)


class Open(dict[int, tuple[Operation, ...]]):
    """The legal operations for each number after a given own previous operation (rule 4)."""

    def __init__(self, results: Results, own_last: Operation | None) -> None:
        self._results, self._own_last = results, own_last

    def __missing__(self, number: int) -> tuple[Operation, ...]:
        self[number] = tuple(
            operation for operation in self._results[number] if operation is not self._own_last
        )
        return self[number]


LASTING = (1, 2, 4, 8, 9, 25, 33)
"""Starts of the rulebook's game without a forced win in fewer than four plies. 1 to 8 are drawn."""

# The outcome by the player who has no legal operation.
STUCK = {seat: Outcome(seat.other, f"{seat} cannot make a valid move.") for seat in Seat}


@dataclass(frozen=True)
class OperationObliteration(Game[State, Operation]):
    """The rules, with options for the starting number, the limit and the divisors."""

    name = "operation-obliteration"
    title = "Operation Obliteration"
    summary = "Leave the other player without an operation."
    version = 1
    editable = (Editable(1, ""),)
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
        Preset(
            "large",
            "up to 1000, divide by 2, 3, 5 or 7",
            (4, 20),
            (("start", 840), ("limit", 1_000), ("divisors", (2, 3, 5, 7))),
        ),
    )
    exam_members = tuple(
        {"start": None, "limit": limit, "divisors": divisors}
        for limit in (1_000, 2_000, 5_000, 7_000, 10_000)
        for divisors in ((2, 3), (2, 3, 5), (2, 3, 5, 7))
    )
    small_members = (
        {"limit": 10},
        {"limit": 13, "start": None},
        {"divisors": (2, 3), "start": None},
        {"divisors": (2, 3, 5), "limit": 40, "start": None},
        {"divisors": (2, 3, 5, 7), "limit": 1_000, "start": 945},
    )

    starting_number: int | None = option(
        START,
        name="start",
        low=LOW,
        high=LIMIT,
        none="random",
        begins=True,
        sized=True,
        help="the shared number that the game begins with",
    )
    limit: int = option(
        LIMIT,
        low=SMALLEST_LIMIT,
        high=LARGEST_LIMIT,
        beyond=True,
        help="the largest number that there is",
    )
    divisors: tuple[int, ...] = option(
        (2,),
        low=2,
        high=7,
        values=" or ".join(",".join(map(str, divisors)) for divisors in OPERATIONS),
        beyond=True,
        help="what a number may be divided by",
    )

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Fit the range of the starting number to the limit."""
        limit = values.get("limit", LIMIT)
        high = limit if isinstance(limit, int) else LIMIT
        return tuple(
            option._replace(high=high) if option.name == "start" else option
            for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if the divisors are not a known set or the start has no legal move."""
        for other in self.options():
            if other.name != "start":  # its range and default depend on the other options
                self._check(other)
        if self.starting_number == START and self.limit < START:
            object.__setattr__(self, "starting_number", self._largest_start())
        super().__post_init__()
        if self.divisors not in OPERATIONS:
            allowed = next(option.allowed for option in self.options() if option.name == "divisors")
            said = ",".join(map(str, self.divisors))
            raise OptionError(f"divisors cannot be {quoted(said)}: it must be {allowed}.")
        if self.starting_number is not None and not self.results[self.starting_number]:
            raise OptionError(
                f"start cannot be {self.starting_number}: the first player would have no "
                f"operation at all. Starts that can be played: {self._playable()}."
            )

    def _largest_start(self) -> int:
        # There may be none if the divisors are invalid, which is reported later.
        playable = (number for number in range(self.limit, 0, -1) if self.results[number])
        return next(playable, START)

    def _playable(self) -> str:
        """List playable starts: all for the rulebook's limit, else the nearest ones."""
        numbers = range(LOW, self.limit + 1)
        if self.limit == LIMIT:
            return ranges(number for number in numbers if self.results[number])
        start = self.starting_number or START
        near: list[int] = []
        for distance in range(1, self.limit):
            near += [
                number
                for number in (start - distance, start + distance)
                if number in numbers and self.results[number]
            ]
            if len(near) >= NAMED:
                break
        return ", ".join(map(str, sorted(near[:NAMED])))

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """The operations of this game, in move order."""
        return OPERATIONS[self.divisors]

    @cached_property
    def results(self) -> Results:
        """The operations that suit each number, with their results."""
        # Invalid divisors, which are reported later, have no operations.
        operations = OPERATIONS.get(self.divisors, ())
        small = self.limit <= LIMIT
        return _small_results(self.limit, operations) if small else Results(self.limit, operations)

    @cached_property
    def _open(self) -> dict[Operation | None, Open]:
        """The legal operations by own previous operation."""
        return {last: Open(self.results, last) for last in (None, *self.operations)}

    @cached_property
    def _codes(self) -> dict[Operation | None, int]:
        """The number of each previous operation in observations."""
        return {None: 0} | {operation: code for code, operation in enumerate(self.operations, 1)}

    @property
    def size(self) -> int:
        return self.limit * (len(self.operations) + 1) ** 2 if self.limit > LIMIT else 0

    @property
    def example_state(self) -> str:
        return f"2 6 {self.operations[2]} -"

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

    @property
    def named_starts(self) -> tuple[int, ...]:
        """The possible starts, or an empty tuple if every playable number is one."""
        if self.starting_number is not None:
            return (self.starting_number,)
        return LASTING if self.limit == LIMIT and len(self.divisors) == 1 else ()

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        if self.starting_number is not None:
            return make_tuple(State, (first, self.starting_number, None, None))
        random = self.needed(random)
        if self.named_starts:
            return State(first, random.choice(self.named_starts))
        while not self.results[number := random.randint(LOW, self.limit)]:
            pass
        return State(first, number)

    def legal_moves(self, state: State) -> tuple[Operation, ...]:
        mover, number, last_1, last_2 = state
        return self._open[last_1 if mover is ONE else last_2][number]

    def successor(self, state: State, move: Operation) -> State:
        mover, number, last_1, last_2 = state
        number = self.results[number][move]
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
        if not suits(number, move):
            return Objection(f'"{move}" is only for {wanted(move)}.', why_not(number, move))
        if move is state.own_last:
            return Objection(
                f'"{move}" was your previous operation.',
                "A player cannot use the same operation twice running, whatever the other does.",
            )
        formed = result(number, move)
        if not LOW <= formed <= self.limit:
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

    def observation(self, state: State) -> tuple[int, ...]:
        mover, number, last_1, last_2 = state
        own, other = (last_1, last_2) if mover is ONE else (last_2, last_1)
        return mover.number, number, self._codes[own], self._codes[other]

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
                    f"{quoted(last)} is not an operation: "
                    f"{', '.join(self.operations)}, or - for none."
                )
        last_1, last_2 = (None if last == "-" else Operation(last) for last in lasts)
        return State(mover, number, last_1, last_2)


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
