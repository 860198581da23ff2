"""Digit Dilemma: build a multiple of 7, in three digits, from a shared pool of digits."""

from lastdigit.testing.naive import NaiveGame

PLACES = {
    2: ["left", "right"],
    3: ["left", "middle", "right"],
    4: ["left", "second", "third", "right"],
}


def distance(number: int, divisor: int = 7) -> int:
    """Count the steps up to the next multiple, 0 for a multiple."""
    steps = 0
    while (number + steps) % divisor != 0:
        steps += 1
    return steps


class DigitDilemma(NaiveGame):
    """The first complete multiple of 7 wins; failing both, the number closer to the next one."""

    def __init__(
        self, first: int, leading_zero: bool = True, divisor: int = 7, slots: int = 3
    ) -> None:
        """Start with empty boards; without leading_zero, 0 may not go to the left."""
        super().__init__(first)
        self.leading_zero, self.divisor, self.places = leading_zero, divisor, PLACES[slots]

    def every_move(self) -> list[str]:
        """Return the pairs of a digit and a place."""
        return [f"{digit} {place}" for digit in range(10) for place in self.places]

    def board(self, seat: int) -> dict[str, str]:
        """Return the digits that the seat has placed, by place."""
        own = self.moves[0::2] if seat == self.first else self.moves[1::2]
        return {move.split()[1]: move.split()[0] for move in own}

    def flaw(self, move: str) -> str | None:
        """Return the objection to a used digit, a taken place or a leading zero, or None."""
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
            if len(board) == len(self.places):
                complete[seat] = int("".join(board[place] for place in self.places))
        for seat, number in complete.items():
            if number % self.divisor == 0:
                return seat
        if len(complete) < 2:
            return None
        return min(
            complete, key=lambda seat: (distance(complete[seat], self.divisor), complete[seat])
        )


NAIVE = DigitDilemma
