"""Where a game's puzzles come from: what is asked, and positions drawn so that they never change.

A game's own source is named by `PUZZLES` in its `puzzles.py`; a game without one has the puzzles
that random games come to. What makes a position a puzzle is decided in the room `puzzles`.
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
    """What a puzzle asks for."""

    MOVE = "move"
    """A move that keeps what the position is worth."""
    LOSERS = "losers"
    """Every move that loses at once."""
    WINNER = "winner"
    """Who wins if nobody errs."""
    PLAY = "play"
    """The win, played out to the end against the longest defence."""


class Draw(Random):
    """Chance from SHA-256 alone: the same on every machine, whatever Python's own chance does."""

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
        """Return a fraction from 0 to below 1."""
        return self.getrandbits(53) / 2**53

    def getrandbits(self, k: int) -> int:
        """Return a number of k random bits."""
        return int.from_bytes(self._take((k + 7) // 8), "big") >> (-k % 8)

    def below(self, limit: int) -> int:
        """Return a number from 0 to below a limit."""
        # 64 bits more than needed: no remainder is drawn noticeably more often than another.
        return self.getrandbits(limit.bit_length() + 64) % limit

    def pick(self, things: Sequence[T]) -> T:
        """Return one of some things."""
        return things[self.below(len(things))]


class PuzzleSource(Generic[S, M]):
    """Where the puzzles of one game come from; in every position Player 1 is to move.

    A source that changes what it yields is a new one: the old stays in `DAILY` for the days before.
    """

    version: ClassVar[int] = 1
    tasks: ClassVar[tuple[Task, ...]] = (Task.MOVE, Task.PLAY)
    """What the puzzles ask; the first is that of the day."""
    grades: ClassVar[tuple[int, ...]] = GRADES
    """The grades that the game has, as far as they are known."""
    repeats: ClassVar[bool] = True
    """Whether two draws can well come to the same position."""

    def __init__(self, kind: type[Game[S, M]]) -> None:
        self.kind = kind

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[Game[S, M], S]]:
        """Yield positions for ever; `level` goes from 0, the easiest that there are, to 1."""
        game = self.kind()
        while True:
            walk = list(walked(game, draw))
            if walk:
                yield game, draw.pick(walk)

    def every(self) -> tuple[tuple[Game[S, M], S], ...]:
        """Return all positions, where they are few enough to come one after another."""
        return ()

    def digit(self, state: S, move: M) -> int:
        """Return the digit that a move plays, or another number by which it looks large."""
        return max(map(int, NUMBER.findall(str(move))), default=0)

    def question(self, task: Task) -> str:
        """Return what a task asks in the game's own words, or nothing where ours will do."""
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
    """Return the sources of a game, each with the first day whose puzzle it makes, latest last.

    The last one also makes all puzzles that are not of a day.
    """
    daily: tuple[tuple[int, type[AnySource]], ...]
    daily = kind.declaration().load("puzzle_sources") or ((1, PuzzleSource),)
    return tuple((day, source(kind)) for day, source in daily)
