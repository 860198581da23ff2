"""A deliberately simple version of Your Game, for comparison in tests."""

from lastdigit.testing.naive import NaiveGame


class YourGame(NaiveGame):
    """A game in progress. The player who reaches zero wins."""

    def __init__(self, first: int, begin: int = 21) -> None:
        """Start a game at the number `begin`. `first` is the player who moves first, 1 or 2."""
        super().__init__(first)
        self.begin = begin

    def every_move(self) -> list[str]:
        """Return the numbers that a player can take (rule 2), as strings."""
        return ["1", "2", "3"]

    def left(self) -> int:
        """Return the number that is left after all moves."""
        return self.begin - sum(map(int, self.moves))

    def flaw(self, move: str) -> str | None:
        """Return why a move is illegal, as part of an error message, or None (rule 3)."""
        return "is left" if int(move) > self.left() else None

    def winner(self) -> int | None:
        """Return the player who made the last move if nothing is left (rule 4), or else None."""
        return 3 - self.mover() if self.left() == 0 else None


NAIVE = YourGame
