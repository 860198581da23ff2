"""Puzzle sources, which generate the positions for a game's puzzles.

The package `puzzles` decides which of these positions become puzzles.
"""

from __future__ import annotations

import enum
import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from lastdigit.game.game import AnyGame, Game, M, S, Seat

T = TypeVar("T")
LONGEST_WALK = 300
"""The maximum number of plies that `walked` plays."""
NUMBER = re.compile(r"\d+")
GRADES = (1, 2, 3, 4, 5)
DIFFICULTIES = ("very easy", "easy", "medium", "hard", "very hard")
"""What players read instead of the grades."""


class Task(enum.StrEnum):
    """What a puzzle asks for, such as a good move or the winner."""

    MOVE = "move"
    """Find a move that preserves the value of the position."""
    LOSERS = "losers"
    """Find every move that loses immediately."""
    WINNER = "winner"
    """Say which player wins with perfect play."""
    PLAY = "play"
    """Win a whole game against an opponent who delays the loss as long as possible."""


class Draw(Random):
    """A random number generator that is seeded with labels.

    Unlike `random.Random`, its results do not depend on the machine or the Python version.
    """

    def __init__(self, *labels: object) -> None:
        self._label = "/".join(map(str, labels)).encode()
        self._block = 0
        self._bytes = b""
        super().__init__(0)

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            block = b"%s#%d" % (self._label, self._block)
            self._bytes += hashlib.sha256(block).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def random(self) -> float:
        """Return a float in [0, 1)."""
        return self.getrandbits(53) / 2**53

    def getrandbits(self, k: int) -> int:
        """Return an integer with k random bits."""
        return int.from_bytes(self._take((k + 7) // 8), "big") >> (-k % 8)

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to `limit` - 1."""
        # 64 extra bits make the modulo bias negligible.
        return self.getrandbits(limit.bit_length() + 64) % limit

    def pick(self, things: Sequence[T]) -> T:
        """Return one of the items, chosen at random."""
        return things[self.below(len(things))]


# Daily puzzles must not change after their day. To change the positions of a source, add a new
# class with its first day to the game's `puzzle_sources`, and leave the old class in place.
class PuzzleSource(Generic[S, M]):
    """Generates positions for one game's puzzles. Player 1 is to move."""

    version: ClassVar[int] = 1
    tasks: ClassVar[tuple[Task, ...]] = (Task.MOVE, Task.PLAY)
    """The supported tasks. Daily puzzles use the first task."""
    grades: ClassVar[tuple[int, ...]] = GRADES
    """The difficulty grades that this game's puzzles can have."""
    repeats: ClassVar[bool] = True
    """Whether `positions` is likely to yield the same position again with another seed."""

    def __init__(self, kind: type[Game[S, M]]) -> None:
        self.kind = kind

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[Game[S, M], S]]:
        """Yield an endless sequence of random positions, each with its game.

        `level` is the difficulty, from 0 (easiest) to 1.
        """
        game = self.kind()
        while True:
            walk = list(walked(game, draw))
            if walk:
                yield game, draw.pick(walk)

    def every(self) -> tuple[tuple[Game[S, M], S], ...]:
        """Return all positions from this source, each with its game.

        Return () if there are too many positions to list.
        """
        return ()

    def digit(self, state: S, move: M) -> int:
        """Return the digit that a move plays, to find the move with the largest digit.

        By default, return the largest number in the text of the move, or 0 if the text has no
        number.
        """
        # A puzzle that is solved by always guessing the largest digit is too easy.
        return max(map(int, NUMBER.findall(str(move))), default=0)

    def question(self, task: Task) -> str:
        """Return this game's own question for a puzzle's task, or "" to use the usual question."""
        return ""


def walked(game: Game[S, M], draw: Draw) -> Iterator[S]:
    """Play one game with random moves, and yield the positions in which Player 1 is to move."""
    state = game.start(draw, draw.pick(tuple(Seat)))
    for _ in range(LONGEST_WALK):
        moves = game.legal_moves(state)
        if not moves:
            return
        if state.mover is Seat.ONE:
            yield state
        state = game.successor(state, draw.pick(moves))


AnySource = PuzzleSource[Any, Any]


@cache
def puzzle_sources_of(kind: type[AnyGame]) -> tuple[tuple[int, AnySource], ...]:
    """Return the puzzle sources of a game, each with the first day on which it is used.

    Day 1 is the day of the first daily puzzle.
    """
    # The last source also provides all puzzles that are not daily.
    daily: tuple[tuple[int, type[AnySource]], ...]
    daily = kind.declaration().load("puzzle_sources") or ((1, PuzzleSource),)
    return tuple((day, source(kind)) for day, source in daily)
