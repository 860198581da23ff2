"""Number Morph: replace one digit of a prime by another, never repeating a number."""

from typing import Any, Self

from lastdigit.testing.naive import NaiveGame
from tests.games.primes import is_prime

PLACES = ["hundreds", "tens", "units"]


def written(number: int, base: int) -> str:
    """Return a number in a base; letters are the digits above nine."""
    rest = written(number // base, base) if number >= base else ""
    return rest + "0123456789abcdef"[number % base]


class NumberMorph(NaiveGame):
    """The player who cannot form a new prime loses."""

    def __init__(
        self,
        first: int,
        start: int,
        log_start: bool = True,
        earlier: tuple[str, ...] = (),
        digits: int = 3,
        base: int = 10,
    ) -> None:
        """Start from a prime, which counts as used only with log_start.

        In a game that begins late it comes after others, and all of them count as used.
        """
        super().__init__(first)
        self.base = base
        self.places = PLACES if digits == 3 else [str(place + 1) for place in range(digits)]
        self.numbers = [*earlier, written(start, base)]
        self.log_start = log_start or bool(earlier)

    @classmethod
    def starting_at(cls, position: str, **options: Any) -> Self:
        """Return the game that begins with the number of a position, drawn or named."""
        mover, number, log = position.split()
        earlier = tuple(log.split(",")[:-1]) if options.pop("late", False) else ()
        start = int(number, options.get("base", 10))
        return cls(int(mover), **options | {"start": start, "earlier": earlier})

    def every_move(self) -> list[str]:
        """Return the pairs of a place and a digit, thirty in the rulebook."""
        digits = "0123456789abcdef"[: self.base]
        return [f"{place} {digit}" for place in self.places for digit in digits]

    def formed(self, move: str) -> str:
        """Replace the digit at the move's place."""
        place, digit = move.split()
        digits = list(self.numbers[-1])
        digits[self.places.index(place)] = digit
        return "".join(digits)

    def made(self, move: str) -> None:
        """Make the move, and log the number that it forms."""
        super().made(move)
        self.numbers.append(self.formed(move))

    def flaw(self, move: str) -> str | None:
        """Return the objection to the same digit, a leading zero, a non-prime or a used prime."""
        log = self.numbers if self.log_start else self.numbers[1:]
        formed = self.formed(move)
        if formed == self.numbers[-1]:
            return "is already"
        if formed[0] == "0":
            return "Leading zeros"
        if not is_prime(int(formed, self.base)):
            return "is not a prime number"
        if formed in log:
            return "already been used"
        return None

    def winner(self) -> int | None:
        """Return the other seat, once the seat to move has no valid move (rule 5)."""
        if all(self.flaw(move) is not None for move in self.every_move()):
            return 3 - self.mover()
        return None


NAIVE = NumberMorph
