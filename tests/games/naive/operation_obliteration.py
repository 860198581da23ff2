"""Operation Obliteration: change a shared number, never by your own last operation again."""

from typing import Any, Self

from lastdigit.testing.naive import NaiveGame
from tests.games.primes import is_prime


def operate(number: int, operation: str) -> int:
    """Return the number after the operation (rule 2)."""
    if operation == "add":
        return number + 1
    if operation == "subtract":
        return number - 1
    if operation == "multiply":
        return number * 3 + 1
    return number // divisor(operation)


def divisor(operation: str) -> int:
    """Return the divisor of a division, 2 by default."""
    return int(operation.removeprefix("divide").removeprefix("-") or 2)


def suits(number: int, operation: str) -> bool:
    """Return whether the operation is for this kind of number (rule 2)."""
    if operation in ("add", "subtract"):
        return is_prime(number)
    if operation == "multiply":
        return number % 2 == 1
    return number % divisor(operation) == 0


class OperationObliteration(NaiveGame):
    """The player who has no valid operation loses."""

    def __init__(
        self, first: int, start: int = 12, limit: int = 100, divisors: tuple[int, ...] = (2,)
    ) -> None:
        """Start with the shared number."""
        super().__init__(first)
        self.start, self.limit, self.divisors = start, limit, divisors

    @classmethod
    def starting_at(cls, position: str, **options: Any) -> Self:
        """Return the game that begins with the number of a position, drawn or named."""
        mover, number, *_ = position.split()
        return cls(int(mover), **options | {"start": int(number)})

    def every_move(self) -> list[str]:
        """Return the operations. With several divisors, each division names its divisor."""
        first, *more = self.divisors
        division = f"divide-{first}" if more else "divide"
        return ["add", "subtract", division, "multiply", *(f"divide-{other}" for other in more)]

    def number(self) -> int:
        """Return the shared number after all moves."""
        number = self.start
        for operation in self.moves:
            number = operate(number, operation)
        return number

    def flaw(self, move: str) -> str | None:
        """Return the objection to a wrong kind of number, a repeat or the limits, or None."""
        number = self.number()
        if not suits(number, move):
            return "is only for"
        if len(self.moves) >= 2 and self.moves[-2] == move:  # rule 3: the mover's own last
            return "previous operation"
        if not 1 <= operate(number, move) <= self.limit:  # rule 1
            return "is not between"
        return None

    def winner(self) -> int | None:
        """Return the other seat, once the seat to move has no valid operation (rule 4)."""
        if all(self.flaw(move) is not None for move in self.every_move()):
            return 3 - self.mover()
        return None


NAIVE = OperationObliteration
