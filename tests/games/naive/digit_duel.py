"""Digit Duel: subtract a digit of your number from the other's, then lower that digit by 1."""

from lastdigit.testing.naive import NaiveGame

PLACES = ["hundreds", "tens", "ones"]
WORTH = {"hundreds": 100, "tens": 10, "ones": 1}


def digit_at(number: int, place: str) -> int:
    """Return the digit at that place of the number, written with three digits."""
    return int(f"{number:03}"[PLACES.index(place)])


class DigitDuel(NaiveGame):
    """The player whose number becomes zero loses."""

    def __init__(self, first: int, number_1: int = 999, number_2: int = 999) -> None:
        """Start with the numbers of Player 1 and Player 2."""
        super().__init__(first)
        self.number_1 = number_1
        self.number_2 = number_2

    def every_move(self) -> list[str]:
        """Return the three places."""
        return list(PLACES)

    def numbers(self) -> dict[int, int]:
        """Return the number of each seat after all moves."""
        numbers = {1: self.number_1, 2: self.number_2}
        mover = self.first
        for place in self.moves:
            other = 3 - mover
            numbers[other] = max(0, numbers[other] - digit_at(numbers[mover], place))  # rule 2
            if numbers[other] != 0:  # rule 5: at zero the game has ended, nothing is lowered
                numbers[mover] -= WORTH[place]  # rule 3
            mover = other
        return numbers

    def flaw(self, move: str) -> str | None:
        """Return what is said of a digit that is zero, or None."""
        return "is zero" if digit_at(self.numbers()[self.mover()], move) == 0 else None

    def winner(self) -> int | None:
        """Return the seat whose opponent's number is zero, whoever made it so (rule 5)."""
        numbers = self.numbers()
        if numbers[1] == 0:
            return 2
        if numbers[2] == 0:
            return 1
        return None


NAIVE = DigitDuel
