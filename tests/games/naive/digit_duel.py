"""Digit Duel: subtract a digit of your number from the other's, then lower that digit by 1."""

from lastdigit.testing.naive import NaiveGame

DIGITS = "0123456789abcdef"


def written(number: int, digits: int, base: int) -> str:
    """Return the number with this many digits."""
    text = ""
    for _ in range(digits):
        text = DIGITS[number % base] + text
        number //= base
    return text


class DigitDuel(NaiveGame):
    """The player whose number becomes zero loses."""

    def __init__(
        self,
        first: int,
        number_1: int = 999,
        number_2: int = 999,
        digits: int = 3,
        base: int = 10,
    ) -> None:
        """Start with the numbers of Player 1 and Player 2."""
        super().__init__(first)
        self.number_1 = number_1
        self.number_2 = number_2
        self.digits = digits
        self.base = base

    def every_move(self) -> list[str]:
        """Return the places: three have names, any others are counted from the left."""
        if self.digits == 3:
            return ["hundreds", "tens", "ones"]
        return [str(place + 1) for place in range(self.digits)]

    def digit_at(self, number: int, place: str) -> int:
        """Return the worth of the digit at that place of the number."""
        text = written(number, self.digits, self.base)
        return DIGITS.index(text[self.every_move().index(place)])

    def worth(self, place: str) -> int:
        """Return the amount by which lowering the digit at the place reduces the number."""
        zeros = self.digits - 1 - self.every_move().index(place)
        return int("1" + "0" * zeros, self.base)

    def numbers(self) -> dict[int, int]:
        """Return the number of each seat after all moves."""
        numbers = {1: self.number_1, 2: self.number_2}
        mover = self.first
        for place in self.moves:
            other = 3 - mover
            numbers[other] = max(0, numbers[other] - self.digit_at(numbers[mover], place))  # rule 2
            if numbers[other] != 0:  # rule 5: at zero the game has ended, nothing is lowered
                numbers[mover] -= self.worth(place)  # rule 3
            mover = other
        return numbers

    def flaw(self, move: str) -> str | None:
        """Return the objection to a zero digit, or None."""
        return "is zero" if self.digit_at(self.numbers()[self.mover()], move) == 0 else None

    def winner(self) -> int | None:
        """Return the seat whose opponent's number is zero, no matter who caused it (rule 5)."""
        numbers = self.numbers()
        if numbers[1] == 0:
            return 2
        if numbers[2] == 0:
            return 1
        return None


NAIVE = DigitDuel
