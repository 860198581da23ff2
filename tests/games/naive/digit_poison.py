"""Digit Poison: append digits to a shared number that must not become divisible."""

from lastdigit.testing.naive import NaiveGame


class DigitPoison(NaiveGame):
    """The player who makes the number divisible, or as long as it may get, loses."""

    def __init__(self, first: int, divisor: int = 3, max_length: int | None = 10) -> None:
        """Start with an empty number; None plays without a maximum length."""
        super().__init__(first)
        self.divisor = divisor
        self.max_length = max_length

    def every_move(self) -> list[str]:
        """Return the ten digits."""
        return [str(digit) for digit in range(10)]

    def number(self) -> int:
        """Return the shared number, 0 while it is empty."""
        number = 0
        for digit in self.moves:  # int() of the whole text refuses more than 4,300 digits
            number = number * 10 + int(digit)
        return number

    def flaw(self, move: str) -> str | None:
        """Return None: any digit may be appended (rule 4)."""
        del move
        return None

    def winner(self) -> int | None:
        """Return the seat to move, once the other has lost by its last digit (rules 2 and 3)."""
        if not self.moves:
            return None
        if self.number() % self.divisor == 0 or len(self.moves) == self.max_length:
            return self.mover()
        return None


NAIVE = DigitPoison
