"""Digit Poison: append digits to a shared number that must not become divisible."""

from lastdigit.testing.naive import NaiveGame


class DigitPoison(NaiveGame):
    """The player who makes the number divisible, or as long as it may get, loses."""

    def __init__(
        self,
        first: int,
        divisor: int = 3,
        max_length: int | None = 10,
        divisors: tuple[int, ...] = (),
        uses: int | None = None,
        base: int = 10,
    ) -> None:
        """Start with an empty number; None plays without a maximum length."""
        super().__init__(first)
        self.divisors = divisors or (divisor,)
        self.max_length, self.uses, self.base = max_length, uses, base

    def every_move(self) -> list[str]:
        """Return the digits."""
        return list("0123456789abcdef"[: self.base])

    def number(self) -> int:
        """Return the shared number, 0 while it is empty."""
        number = 0
        for digit in self.moves:  # int() of the whole text refuses more than 4,300 digits
            number = number * self.base + int(digit, self.base)
        return number

    def flaw(self, move: str) -> str | None:
        """Return None: any digit can be appended (rule 4), except one that is used up."""
        if self.uses is not None and self.moves.count(move) >= self.uses:
            return "used up"
        return None

    def winner(self) -> int | None:
        """Return the seat to move, once the other has lost by its last digit (rules 2 and 3)."""
        if not self.moves:
            return None
        poisoned = any(self.number() % divisor == 0 for divisor in self.divisors)
        if poisoned or len(self.moves) == self.max_length:
            return self.mover()
        if all(self.flaw(move) for move in self.every_move()):
            return 3 - self.mover()
        return None


NAIVE = DigitPoison
