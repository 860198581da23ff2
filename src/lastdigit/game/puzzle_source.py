"""Puzzle sources: the tasks and the reproducible candidate positions for a game's puzzles.

A game declares its sources as `puzzle_sources` in its `Declaration`. The default source takes
positions from random games. The package `puzzles` decides which positions become puzzles.
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
NUMBER = re.compile(r"\d+")
GRADES = (1, 2, 3, 4, 5)


class Task(enum.StrEnum):
    """The kind of answer that a puzzle asks for."""

    MOVE = "move"
    """A move that preserves the value of the position."""
    LOSERS = "losers"
    """Every move that loses immediately."""
    WINNER = "winner"
    """The winner with perfect play."""
    PLAY = "play"
    """The whole win, played against the longest defence."""


class Draw(Random):
    """A random generator based on SHA-256, seeded with labels.

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
        """Return an integer from 0 to `limit` - 1."""
        # 64 extra bits make the modulo bias negligible.
        return self.getrandbits(limit.bit_length() + 64) % limit

    def pick(self, things: Sequence[T]) -> T:
        """Choose one item."""
        return things[self.below(len(things))]


class PuzzleSource(Generic[S, M]):
    """A source of candidate positions for one game. In every position, Player 1 is to move.

    Daily puzzles must not change after their day. To change the positions of a source, add a new
    class with its first day to the game's `puzzle_sources`, and leave the old class in place.
    """

    version: ClassVar[int] = 1
    tasks: ClassVar[tuple[Task, ...]] = (Task.MOVE, Task.PLAY)
    """The supported tasks. Daily puzzles use the first one."""
    grades: ClassVar[tuple[int, ...]] = GRADES
    """The known difficulty grades of this game's puzzles."""
    repeats: ClassVar[bool] = True
    """Whether two draws are likely to produce the same position."""

    def __init__(self, kind: type[Game[S, M]]) -> None:
        self.kind = kind

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[Game[S, M], S]]:
        """Yield positions indefinitely. `level` is the difficulty, from 0 (easiest) to 1."""
        game = self.kind()
        while True:
            walk = list(walked(game, draw))
            if walk:
                yield game, draw.pick(walk)

    def every(self) -> tuple[tuple[Game[S, M], S], ...]:
        """Return all positions if there are few enough to use each of them, otherwise ()."""
        return ()

    def digit(self, state: S, move: M) -> int:
        """Return the digit that a move plays, or another number that makes a move look large.

        It is used to find puzzles that guessing the largest digit solves.
        """
        return max(map(int, NUMBER.findall(str(move))), default=0)

    def question(self, task: Task) -> str:
        """Return the game's own wording of a task, or "" for the standard wording."""
        return ""


def walked(game: Game[S, M], draw: Draw) -> Iterator[S]:
    """Yield the positions of a random game in which Player 1 is to move."""
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
    """Return pairs of a first day and the source of the daily puzzles from that day on, in order.

    The last source also provides all puzzles that are not daily puzzles.
    """
    daily: tuple[tuple[int, type[AnySource]], ...]
    daily = kind.declaration().load("puzzle_sources") or ((1, PuzzleSource),)
    return tuple((day, source(kind)) for day, source in daily)
