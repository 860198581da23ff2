"""Exact values of Digit Dilemma: arithmetic for the last two plies, a cached table before them.

Plain Python builds the small table for up to three slots. Compiled code builds that for four.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, permutations

from lastdigit.game.game import Value
from lastdigit.games.digit_dilemma.rules import EMPTY, SEVEN, SLOTS, DigitDilemma, rank
from lastdigit.solver import Census, Solution, combined
from lastdigit.solver.tables import cached_table, is_cached, load_compiled

VERSION = 1
DIGITS = "0123456789"


@lru_cache(maxsize=4_096)
def completions(board: str) -> tuple[tuple[str, int], ...]:
    """Return the digits that fit the only empty place of a board, with the resulting numbers."""
    return tuple(
        (digit, int(board.replace(EMPTY, digit))) for digit in DIGITS if digit not in board
    )


class Exact:
    """The exact values of one variant."""

    def __init__(self, game: DigitDilemma) -> None:
        self.game = game
        zero = "with" if game.leading_zero else "without"
        size = (
            "" if (game.slots, game.divisor) == (SLOTS, SEVEN) else f"-{game.slots}-{game.divisor}"
        )
        self._name = f"digit-dilemma{size}-{zero}-leading-zero-{VERSION}"
        self._table: Table | None = None
        self.large = f"{game.title} with {game.slots} slots"

    def is_ready(self) -> bool:
        """Return whether the table is loaded or cached."""
        return self._table is not None or is_cached(self._name)

    def value(self, own: str, other: str) -> Solution:
        """Solve a position that is not terminal, given the mover's and the opponent's board."""
        if own.count(EMPTY) + other.count(EMPTY) <= 2:
            return self.by_arithmetic(own, other)
        return self._load_table().value(own, other)

    def _load_table(self) -> Table:
        if self._table is None:
            made: type[Table] = Early if self.game.slots <= SLOTS else Compiled
            self._table = cached_table(
                self._name, lambda: made.build(self), lambda read: made(self, read)
            )
        return self._table

    def fitting(self, board: str, taken: str) -> list[tuple[str, int]]:
        """Return the legal completions of a board. `taken` is the opponent's board."""
        zero_leads = board.startswith(EMPTY) and not self.game.leading_zero
        return [
            (digit, number)
            for digit, number in completions(board)
            if digit not in taken and not (zero_leads and digit == "0")
        ]

    def rank(self, number: int) -> tuple[int, int]:
        """Return the sort key of a full board's number. The smaller key wins."""
        return rank(number, self.game.divisor)

    def by_arithmetic(self, own: str, other: str) -> Solution:
        """Solve a position in which the mover has one empty place and the opponent at most one."""
        mine = self.fitting(own, other)
        if any(number % self.game.divisor == 0 for _, number in mine):
            return Solution(Value.WIN, 1)
        if EMPTY not in other:
            nearest = self.rank(int(other))
            won = any(self.rank(number) < nearest for _, number in mine)
            return Solution(Value.WIN if won else Value.LOSE, 1)
        # A multiple has the smallest rank, so the comparison covers the opponent's multiples too.
        theirs = [(digit, self.rank(number)) for digit, number in self.fitting(other, own)]
        for digit, number in mine:
            mark = self.rank(number)
            if not any(reply != digit and their_mark < mark for reply, their_mark in theirs):
                return Solution(Value.WIN, 2)
        return Solution(Value.LOSE, 2)

    def boards(self, digits: int) -> list[str]:
        """Return all boards with this many digits."""
        empty = self.game.slots - digits
        fillings = permutations(DIGITS + EMPTY * empty, self.game.slots)
        boards = {"".join(filling) for filling in fillings if filling.count(EMPTY) == empty}
        return sorted(board for board in boards if self.game.leading_zero or board[0] != "0")

    def census(self) -> Census | None:
        """Count all positions, or return None for four slots."""
        if self.game.slots > SLOTS:
            return None
        early = self._load_table()
        assert isinstance(early, Early), "up to three slots the table is Early"
        return Census.of(chain(early.solutions.values(), self._late(), self._ended()))

    def _late(self) -> Iterator[Solution]:
        """Yield the solutions of positions with one empty place on both boards or the mover's."""
        complete = self.game.slots
        for own in self.boards(complete - 1):
            for other in disjoint(own, self.boards(complete - 1)):
                yield self.by_arithmetic(own, other)
            for other in disjoint(own, self.boards(complete)):
                ended = int(other) % self.game.divisor == 0
                yield Solution(Value.LOSE, 0) if ended else self.by_arithmetic(own, other)

    def _ended(self) -> Iterator[Solution]:
        """Yield the solutions of terminal positions with two full boards."""
        complete = self.boards(self.game.slots)
        for own in complete:
            if int(own) % self.game.divisor:  # the mover's board was full first and did not win
                for other in disjoint(own, complete):
                    lost = self.rank(int(other)) < self.rank(int(own))
                    yield Solution(Value.LOSE if lost else Value.WIN, 0)


class Early:
    """The table for up to three slots: solutions by both boards, without the last two plies."""

    def __init__(self, exact: Exact, content: bytes) -> None:
        """Parse the content that `build` returned. Raise an exception if it is not valid."""
        self.solutions = {
            boards: Solution(Value(value), int(remoteness))
            for boards, (value, remoteness) in json.loads(content).items()
        }
        if self.solutions.keys() != {" ".join(boards) for boards in early_boards(exact)}:
            raise ValueError("this is no table of Digit Dilemma")

    def value(self, own: str, other: str) -> Solution:
        """Look up the solution of a position."""
        return self.solutions[f"{own} {other}"]

    @staticmethod
    def build(exact: Exact) -> bytes:
        """Solve all positions of the table, the latest first, and serialise them."""
        found: dict[tuple[str, str], Solution] = {}
        late = cache(exact.by_arithmetic)
        for own, other in early_boards(exact):
            after = [(other, board) for board in following(own, other, exact.game.leading_zero)]
            solutions = [found.get(boards) or late(*boards) for boards in after]
            found[own, other] = combined(solutions)
        return json.dumps({" ".join(boards): found[boards] for boards in found}).encode()


class Compiled:
    """The table for four slots: a byte for each pair of boards, indexed by board numbers."""

    def __init__(self, exact: Exact, content: bytes) -> None:
        """Parse the content that `build` returned. Raise ValueError if its length is wrong."""
        slots = exact.game.slots
        self._own = places(exact, slots - 2)
        self._other = places(exact, slots - 1)
        if len(content) != len(self._own) * len(self._other):
            raise ValueError("this is no table of Digit Dilemma")
        self._codes = content

    def value(self, own: str, other: str) -> Solution:
        """Look up the solution of a position."""
        code = self._codes[self._own[own] * len(self._other) + self._other[other]] - 1
        return Solution(Value.WIN if code & 1 else Value.LOSE, code >> 1)

    @staticmethod
    def build(exact: Exact) -> bytes:
        """Return a code for each pair of boards: 1 plus remoteness x 2, plus 1 for a win."""
        game = exact.game
        fast = load_compiled(f"{__package__}.fast", exact.large)
        every = places(exact, game.slots)
        rows, columns = len(places(exact, game.slots - 2)), len(places(exact, game.slots - 1))
        content: bytes = fast.solve(list(every), game.divisor)[:rows, :columns].tobytes()
        return content


Table = Early | Compiled


def places(exact: Exact, most: int) -> dict[str, int]:
    """Number the boards with up to `most` digits, those with the fewest digits first."""
    boards = chain.from_iterable(exact.boards(digits) for digits in range(most + 1))
    return {board: place for place, board in enumerate(boards)}


def early_boards(exact: Exact) -> Iterator[tuple[str, str]]:
    """Yield the mover's and the opponent's boards before the last two plies, latest first."""
    slots = exact.game.slots
    for placed in range(2 * slots - 3, -1, -1):
        others = exact.boards((placed + 1) // 2)
        for own in exact.boards(placed // 2):
            for other in disjoint(own, others):
                yield own, other


def following(own: str, other: str, leading_zero: bool) -> Iterator[str]:
    """Yield the mover's board after each legal placement."""
    for digit in DIGITS:
        if digit not in own and digit not in other:
            for place, held in enumerate(own):
                if held == EMPTY and (place or digit != "0" or leading_zero):
                    yield f"{own[:place]}{digit}{own[place + 1 :]}"


def disjoint(board: str, others: list[str]) -> Iterator[str]:
    """Yield the boards that share no digit with `board`."""
    placed = set(board) - {EMPTY}
    return (other for other in others if placed.isdisjoint(other))
