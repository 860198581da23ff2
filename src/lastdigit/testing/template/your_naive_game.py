"""Your Game, naively: everything is worked out anew from the list of moves."""

from lastdigit.testing.naive import NaiveGame


class YourGame(NaiveGame):
    """Whoever reaches zero wins."""

    def __init__(self, first: int, begin: int = 21) -> None:
        """Start with the number."""
        super().__init__(first)
        self.begin = begin

    def every_move(self) -> list[str]:
        """Return what can be taken (rule 2)."""
        return ["1", "2", "3"]

    def left(self) -> int:
        """Return what is left after all moves."""
        return self.begin - sum(map(int, self.moves))

    def flaw(self, move: str) -> str | None:
        """Return what is said of more than is left (rule 3), or None."""
        return "is left" if int(move) > self.left() else None

    def winner(self) -> int | None:
        """Return the seat that moved last, once nothing is left (rule 4)."""
        return 3 - self.mover() if self.left() == 0 else None


NAIVE = YourGame
