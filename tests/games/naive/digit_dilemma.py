"""Digit Dilemma: build a three-digit multiple of 7 from a shared pool of digits."""

from lastdigit.testing.naive import NaiveGame

PLACES = ["left", "middle", "right"]


def distance(number: int) -> int:
    """Count the steps up to the next multiple of 7, 0 for a multiple."""
    steps = 0
    while (number + steps) % 7 != 0:
        steps += 1
    return steps


class DigitDilemma(NaiveGame):
    """The first complete multiple of 7 wins; failing both, the number closer to the next one."""

    def __init__(self, first: int, leading_zero: bool = True) -> None:
        """Start with empty boards; without leading_zero, 0 may not go to the left."""
        super().__init__(first)
        self.leading_zero = leading_zero

    def every_move(self) -> list[str]:
        """Return the thirty pairs of a digit and a place."""
        return [f"{digit} {place}" for digit in range(10) for place in PLACES]

    def board(self, seat: int) -> dict[str, str]:
        """Return the digits that the seat has placed, by place."""
        own = self.moves[0::2] if seat == self.first else self.moves[1::2]
        return {move.split()[1]: move.split()[0] for move in own}

    def flaw(self, move: str) -> str | None:
        """Return what is said of a digit that is gone, a taken place, a leading zero; or None."""
        digit, place = move.split()
        if digit in [made.split()[0] for made in self.moves]:
            return "not in the pool"
        if place in self.board(self.mover()):
            return "already taken"
        if move == "0 left" and not self.leading_zero:
            return "on the Left"
        return None

    def winner(self) -> int | None:
        """Return the seat with a multiple of 7, or with the better of two complete numbers."""
        complete: dict[int, int] = {}
        for seat in (1, 2):
            board = self.board(seat)
            if len(board) == 3:
                complete[seat] = int("".join(board[place] for place in PLACES))
        for seat, number in complete.items():
            if number % 7 == 0:
                return seat
        if len(complete) < 2:
            return None
        return min(complete, key=lambda seat: (distance(complete[seat]), complete[seat]))


NAIVE = DigitDilemma
