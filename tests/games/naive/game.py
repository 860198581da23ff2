"""What the naive games share: turns, legal moves, counting lines, and a test for primes."""

from abc import ABC, abstractmethod
from copy import deepcopy
from functools import cache


@cache
def is_prime(number: int) -> bool:
    """Tell whether the number is prime, by trying every smaller divisor."""
    return number > 1 and all(number % divisor != 0 for divisor in range(2, number))


class NaiveGame(ABC):
    """A game in progress: who moved first, and the moves made so far."""

    def __init__(self, first: int, **options: object) -> None:
        """Start with no moves made; each game names its own options and takes no others."""
        if options:
            raise TypeError(f"unknown options: {', '.join(options)}")
        self.first = first
        self.moves: list[str] = []

    @classmethod
    @abstractmethod
    def every_move(cls) -> list[str]:
        """Return the text of every move of the game, legal now or not, in a fixed order."""

    @abstractmethod
    def winner(self) -> int | None:
        """Return the seat that has won, or None while the game goes on."""

    @abstractmethod
    def flaw(self, move: str) -> str | None:
        """Say what the rules hold against the move, leaving aside whether the game is over."""

    def mover(self) -> int:
        """Return the seat whose turn it is or, after the end, would be."""
        return self.first if len(self.moves) % 2 == 0 else 3 - self.first

    def objection(self, move: str) -> str | None:
        """Return the kind of rejection, None if legal; ValueError if it is no move of the game."""
        if move not in self.every_move():
            raise ValueError(f"{move!r} is not a move; choose from {self.every_move()}")
        if self.winner() is not None:
            return "over"
        return self.flaw(move)

    def legal(self) -> list[str]:
        """Return the legal moves, in the order of every_move; none when the game is over."""
        if self.winner() is not None:
            return []
        return [move for move in self.every_move() if self.flaw(move) is None]

    def play(self, move: str) -> None:
        """Make the move; ValueError if it is not legal."""
        objection = self.objection(move)
        if objection is not None:
            raise ValueError(f"{move!r} is not legal ({objection}); choose from {self.legal()}")
        self.made(move)

    def made(self, move: str) -> None:
        """Write down a move that is known to be legal."""
        self.moves.append(move)

    def perft(self, depth: int) -> int:
        """Count the lines of exactly that many moves from here."""
        if depth == 0:
            return 1
        lines = 0
        for move in self.legal():
            after = deepcopy(self)
            after.play(move)
            lines += after.perft(depth - 1)
        return lines
