"""The prompts and messages of Operation Obliteration, in two styles.

One style is the wording of the rulebook. The other style addresses the player as "you".
"""

from __future__ import annotations

from math import isqrt

from lastdigit.game.game import (
    Answer,
    Cell,
    Objection,
    Outcome,
    Question,
    Row,
    RowKind,
    Seat,
    Status,
    View,
)
from lastdigit.game.text import Dialogue, Entry, SecondPersonText, join_or
from lastdigit.games.operation_obliteration.rules import (
    DIVISIONS,
    LIMIT,
    Operation,
    OperationObliterationRules,
    State,
    is_prime,
    result,
    suits,
)

SIGNS = {
    Operation.ADD: "+1",
    Operation.SUBTRACT: "-1",
    Operation.MULTIPLY: "*3+1",
    **{operation: f"/{divisor}" for operation, divisor in DIVISIONS.items()},
}
ALIASES: dict[Operation, tuple[str, ...]] = {
    Operation.DIVIDE: ("halve",),
    Operation.DIVIDE_2: ("halve",),
    Operation.MULTIPLY: ("times", "x3+1"),
}
"""Other words that players may type for an operation."""
DONE = {
    Operation.ADD: "adds 1",
    Operation.SUBTRACT: "subtracts 1",
    Operation.MULTIPLY: "multiplies by 3 and adds 1",
    **{operation: f"divides by {divisor}" for operation, divisor in DIVISIONS.items()},
}


def kind(number: int, divisors: tuple[int, ...] = (2,)) -> str:
    """Describe a number: whether it is prime, even or odd, and a multiple of divisors above 2.

    >>> kind(7), kind(15), kind(15, (2, 3, 5))
    ('Prime and Odd', 'Odd', 'Odd and a multiple of 3 and 5')
    """
    parity = "Odd" if number % 2 else "Even"
    of = [str(divisor) for divisor in divisors[1:] if number % divisor == 0 and number != divisor]
    words = ["Prime", parity] if is_prime(number) else [parity]
    return " and ".join([*words, f"a multiple of {' and '.join(of)}"] if of else words)


class OperationObliterationText(Dialogue[State, Operation]):
    game: OperationObliterationRules

    def welcome(self, state: State) -> str:
        return f"Welcome to Operation Obliteration!\nStarting number is: {state.number}\n\n"

    def turn(self, state: State) -> str:
        return ""

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        legal = self.game.legal_moves(state)
        available = ", ".join(f'"{operation}"' for operation in legal)
        return Question(
            "Enter your move:",
            tuple(
                Answer(
                    operation,
                    Status.LEGAL if operation in legal else Status.UNAVAILABLE,
                    also=(SIGNS[operation], *ALIASES.get(operation, ())),
                )
                for operation in self.game.operations
            ),
            lead=f"{self.names[state.mover]}, the current number is {state.number} "
            f"({kind(state.number, self.game.divisors)}). Available operations: {available}. ",
        )

    def accepted(self, before: State, move: Operation, after: State) -> str:
        return f"{self.names[before.mover]} {DONE[move]}. New number is {after.number}.\n"

    def ending(self, state: State, outcome: Outcome) -> str:
        return (
            f"{self.names[state.mover]} cannot make a valid move. "
            f"{self.names[outcome.winner]} wins!\n"
        )

    def view(self, state: State) -> View:
        legal = self.game.legal_moves(state)
        lasts = ((Seat.ONE, state.last_1), (Seat.TWO, state.last_2))
        return (
            Row(RowKind.NUMBER, "Shared number", tuple(map(Cell, str(state.number)))),
            Row(RowKind.LOG, "Kind of number", (Cell(kind(state.number, self.game.divisors)),)),
            Row(
                RowKind.POOL,
                "Available operations",
                tuple(Cell(operation, SIGNS[operation], operation) for operation in legal),
            ),
            *(
                Row(
                    RowKind.LOG,
                    f"{self.names[seat]}'s previous operation",
                    (Cell(last),) if last else (),
                    seat,
                )
                for seat, last in lasts
            ),
        )


KEYS = {
    Operation.ADD: "Add 1",
    Operation.SUBTRACT: "Subtract 1",
    Operation.MULTIPLY: "Times 3, plus 1",
    **{
        operation: "Halve" if divisor == 2 else f"Divide by {divisor}"
        for operation, divisor in DIVISIONS.items()
    },
}
VERBS = {
    Operation.ADD: "add",
    Operation.SUBTRACT: "subtract",
    Operation.MULTIPLY: "multiply",
    **{
        operation: "halve" if divisor == 2 else f"divide by {divisor}"
        for operation, divisor in DIVISIONS.items()
    },
}
PAST = {
    Operation.ADD: "added",
    Operation.SUBTRACT: "subtracted",
    Operation.MULTIPLY: "multiplied",
    **{
        operation: "halved" if divisor == 2 else f"divided by {divisor}"
        for operation, divisor in DIVISIONS.items()
    },
}


def past_action(number: int, operation: Operation) -> str:
    """Describe an operation on a number in the past tense, such as "added 1 to 7"."""
    match operation:
        case Operation.ADD:
            return f"added 1 to {number}"
        case Operation.SUBTRACT:
            return f"subtracted 1 from {number}"
        case Operation.MULTIPLY:
            return f"multiplied {number} by 3 and added 1"
    divisor = DIVISIONS[operation]
    return f"halved {number}" if divisor == 2 else f"divided {number} by {divisor}"


def calculation(number: int, operation: Operation) -> str:
    """Format an operation on a number as a calculation without its result, such as "7 + 1"."""
    match operation:
        case Operation.ADD:
            return f"{number} + 1"
        case Operation.SUBTRACT:
            return f"{number} - 1"
        case Operation.MULTIPLY:
            return f"{number} × 3 + 1"
    return f"{number} ÷ {DIVISIONS[operation]}"


def _continued(reason: str) -> str:
    """Return the end of a sentence that says why an operation is illegal."""
    only = reason.startswith("Only ")
    return f"{reason[:1].lower()}{reason[1:]}" if only else f"not allowed. {reason}"


class OperationObliterationSecondPersonText(SecondPersonText[State, Operation]):
    game: OperationObliterationRules

    def card(self) -> str:
        return "Leave the other player with no operation."

    def goal(self) -> str:
        if self.audience.you is None:
            return (
                "Leave the other player with no operation. "
                "No player can use the same operation twice in a row."
            )
        other = self.audience.name(self.audience.you.other)
        return f"Leave {other} with no operation. You can't use the same operation twice in a row."

    def prompt_goal(self, version: int) -> str:
        if version > 1:
            return self.goal()
        other = self.audience.name((self.audience.you or Seat.ONE).other)
        return f"Leave {other} without an operation. Never repeat your own last one."

    def in_short(self) -> str:
        others = tuple(map(str, self.game.divisors[1:]))
        divide = (
            f" You can also divide it by {join_or(others)} if there is no remainder."
            if others
            else ""
        )
        return (
            "Your turn: if the shared number is even, you can `divide` it by 2. If it is odd, you "
            "can `multiply` it by 3 and add 1. If it is prime, you can also `add` 1 or `subtract` "
            f"1.{divide} The number stays between 1 and {self.game.limit}, and you can't use the "
            "same operation twice in a row.\n\n"
            "The end: if you have no operation left, you lose."
        )

    def terms(self, start: State) -> tuple[str, ...]:
        sentences = [f"The number starts at {start.number}."]
        for seat, last in ((Seat.ONE, start.last_1), (Seat.TWO, start.last_2)):
            if last:
                sentences.append(f"{self.audience.subject(seat)} {PAST[last]} last time.")
        if self.game.limit != LIMIT:
            sentences.append(f"It can't go above {self.game.limit}.")
        *before, last_one = map(str, self.game.divisors)
        if before:
            sentences.append(f"It can be divided by {', '.join(before)} or {last_one}.")
        return tuple(sentences)

    def board(self, state: State) -> tuple[str, ...]:
        return (*self.picture(state), *self._open_lines(state), *self._closed_lines(state))

    def picture(self, state: State) -> tuple[str, ...]:
        lasts = {Seat.ONE: state.last_1, Seat.TWO: state.last_2}
        you = self.audience.you or Seat.ONE
        last = "     ".join(
            f"{self._whose(seat)} last: {lasts[seat] or 'none yet'}" for seat in (you, you.other)
        )
        number = f"Number   {state.number} ({self._kind(state.number)})"
        return number, last

    def _kind(self, number: int) -> str:
        return kind(number, self.game.divisors).lower()

    def _whose(self, seat: Seat) -> str:
        return "Your" if seat is self.audience.you else f"{self.audience.label(seat)}'s"

    def _open_lines(self, state: State) -> list[str]:
        number = state.number
        return [
            f"{operation}: {calculation(number, operation)} = {result(number, operation)}"
            for operation in self.game.legal_moves(state)
        ]

    def _closed_lines(self, state: State) -> list[str]:
        closed: dict[str, list[str]] = {}
        for operation in self.game.operations:
            objection = self.game.objection(state, operation)
            if objection is not None:
                reason = self.refusal(state, operation, objection)
                closed.setdefault(reason, []).append(operation)
        return [
            f"{' and '.join(operations)} {'are' if len(operations) > 1 else 'is'} "
            f"{_continued(reason)}"
            for reason, operations in closed.items()
        ]

    def view(self, state: State) -> View:
        lasts = {Seat.ONE: state.last_1, Seat.TWO: state.last_2}
        return (
            Row(RowKind.NUMBER, "Shared number", tuple(map(Cell, str(state.number)))),
            Row(
                RowKind.LOG,
                "Kind of number",
                tuple(map(Cell, self._kind(state.number).split(" and "))),
            ),
            *(
                Row(
                    RowKind.LOG,
                    f"{self._whose(seat)} last",
                    (Cell(SIGNS[last], caption=VERBS[last]),) if last else (),
                    seat,
                )
                for seat, last in lasts.items()
            ),
        )

    def key(self, state: State, answers: tuple[str, ...], answer: Answer) -> str:
        return KEYS[Operation(answer.text)]

    def makes(self, state: State, move: Operation) -> str:
        return str(result(state.number, move))

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return "Pick an operation"

    def button(self, state: State, move: Operation) -> str:
        return self.addressed(state.mover, KEYS[move])

    def preview(self, state: State, move: Operation) -> str:
        becomes = f"{state.number} becomes {result(state.number, move)}."
        return f"{becomes} {self.audience.subject(state.mover)} can't {VERBS[move]} next turn."

    def happened(self, before: State, move: Operation, after: State) -> str:
        done = past_action(before.number, move)
        return f"{self.audience.subject(before.mover)} {done}. The number is now {after.number}."

    def entry(self, before: State, move: Operation, after: State) -> Entry:
        return Entry(f"{self.audience.label(before.mover)} {PAST[move]}", str(after.number))

    def refusal(self, state: State, move: Operation, objection: Objection) -> str:
        number = state.number
        if not suits(number, move):
            return self._unsuited(number, move)
        if move is state.own_last:
            return f"{self.audience.subject(state.mover)} {PAST[move]} last time."
        made = f"{calculation(number, move)} = {result(number, move)}"
        return f"{made}, which is above {self.game.limit}."

    def _unsuited(self, number: int, move: Operation) -> str:
        if move in DIVISIONS:
            divisor = DIVISIONS[move]
            if divisor == 2:
                return f"Only for even numbers, and {number} is odd."
            return f"Only for multiples of {divisor}, and {number} isn't one."
        if move is Operation.MULTIPLY:
            return f"Only for odd numbers, and {number} is even."
        if number == 1:
            return "Only for primes, and 1 isn't one."
        # Players know the factors nearest to each other from the multiplication tables.
        factor = max(divisor for divisor in range(2, isqrt(number) + 1) if number % divisor == 0)
        return f"Only for primes, and {number} = {factor} × {number // factor}."

    def ending(self, state: State, outcome: Outcome) -> str:
        # Every operation that suits the number is the player's last one or leads above the limit.
        number, stuck = state.number, self.audience.name(state.mover)
        fitting = [operation for operation in self.game.operations if suits(number, operation)]
        why = [
            f"{stuck} {PAST[operation]} last time"
            if operation is state.own_last
            else f"{calculation(number, operation)} = {result(number, operation)} "
            f"is above {self.game.limit}"
            for operation in fitting
        ]
        return (
            f"{number} is {self._kind(number)}, and {' and '.join(why)}. "
            f"{self.audience.has(state.mover)} no operation left: "
            f"{self.audience.wins(outcome.winner)}."
        )
