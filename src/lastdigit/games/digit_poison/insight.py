"""The solver of Digit Poison: parity decides the rulebook's game, and a table the other variants.

With one divisor above 1 and unlimited digits there is always a safe digit, because two consecutive
numbers cannot both be divisible. So no player is ever forced to make the number divisible, and the
player who must place the last digit loses. Without a maximum length the game is a draw.

The argument fails if several divisors can poison all digits, or if digits can be used up. Those
variants are solved position by position.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from struct import calcsize
from typing import Any, cast

from lastdigit.game.game import Value
from lastdigit.game.options import in_base
from lastdigit.games.digit_poison import exact
from lastdigit.games.digit_poison.rules import MOVES, Digit, DigitPoison, State
from lastdigit.solver import DRAWN, Census, Solution, Solver
from lastdigit.solver.tables import LargeTable, load_compiled

MOST_COUNTED = 1_000_000
AT_ONCE = 10_000
"""The most positions that the general solver solves at once, without a table."""
IN_PYTHON = 300_000
"""The most positions that plain Python solves within seconds. The result is cached."""
VERSION = 2
"""The version of the tables. In version 1, unreachable numbers counted as draws."""
LARGE = f"Digit Poison with more than {IN_PYTHON:,} positions"


class DigitPoisonSolver(Solver[State, Digit]):
    """Exact values by parity or from a table, with explanations and hints."""

    game: DigitPoison

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            # The player who moved last has lost, unless the mover has no digit left.
            return Solution(Value.WIN if outcome.winner is state.mover else Value.LOSE, 0)
        if self.game.size:
            return self._solved_one(state)
        if self.game.divisor == 1:
            return Solution(Value.LOSE, 1)
        if self.game.max_length is None:
            return DRAWN
        left = self.game.max_length - len(state.digits)
        return Solution(Value.LOSE if left % 2 else Value.WIN, left)

    def _solved_one(self, state: State) -> Solution:
        """Return the solution of a position that parity does not decide."""
        if self.game.size <= AT_ONCE:
            return super().solution(state)
        code = self._table.number(
            self._kind, calcsize(self._kind) * self._place(self.game.key(state))
        )
        if not code:
            return DRAWN
        return Solution(Value.WIN if code & 1 else Value.LOSE, (code >> 1) - 1)

    def _place(self, key: Hashable) -> int:
        """Return the index of a position in the table."""
        game = self.game
        remainder, used = cast(tuple[int, Any], key)  # `used`: the length, or a count per digit
        if game.uses is None:
            row = used if game.max_length else 0
        else:
            row = sum(count * (game.uses + 1) ** digit for digit, count in enumerate(used))
        return int(row * game.modulus + remainder)

    @property
    def _kind(self) -> str:
        """The struct format of a code. A byte is enough if digits are used up: games are short."""
        return "I" if self.game.uses is None else "B"

    @cached_property
    def _table(self) -> LargeTable:
        game = self.game
        longest, uses = game.max_length, game.uses
        rows = (longest or 0) + 1 if uses is None else (uses + 1) ** game.base
        poisons = "-".join(map(str, game.poisons))
        name = f"{game.name}-{poisons}-in-{game.base}-longest-{longest}-uses-{uses}-{VERSION}"
        return LargeTable(name, calcsize(self._kind) * rows * game.modulus, self._build)

    def _build(self) -> memoryview:
        game = self.game
        if game.size <= IN_PYTHON:
            return memoryview(exact.solve(game, self._kind)).cast("B")
        fast = load_compiled(f"{__package__}.fast", LARGE)
        solved = fast.solve(game.base, game.uses, game.poisons, game.max_length)
        content: memoryview = solved.data.cast("B")
        return content

    def is_ready(self) -> bool:
        return self.game.size <= AT_ONCE or self._table.is_cached()

    def compiled_for_what(self) -> str | None:
        return None if self.game.size <= IN_PYTHON or self.is_ready() else LARGE

    def cache_bytes(self) -> int:
        return self._table.size

    def safe(self, state: State) -> tuple[Digit, ...]:
        """Return the digits that do not make the number divisible."""
        game, ten = self.game, state.remainder * self.game.base
        moves = game.legal_moves(state)
        return tuple(digit for digit in moves if not game.is_poison((ten + digit) % game.modulus))

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        if self.game.size:
            return self._why_solved(state)
        if self.game.divisor == 1:
            return "Every number is divisible by 1, so whoever places a digit loses."
        safe = self.safe(state)
        digits = "every digit" if len(safe) == self.game.base else ", ".join(map(str, safe))
        always = (
            f"Safe here: {digits}. There is always a safe one, because no two neighbouring "
            "digits both make it divisible."
        )
        if self.game.max_length is None:
            return f"{always} So without a maximum length nobody can be forced to lose."
        left = self.game.max_length - len(state.digits)
        count = "1 digit is" if left == 1 else f"{left} digits are"
        if left % 2:
            return (
                f"{count} still to be placed, so the last one is yours, and it loses. "
                "The other player always has a safe digit until then."
            )
        return (
            f"{count} still to be placed, so the other player must place the last one, "
            f"and loses with it. {always}"
        )

    def _why_solved(self, state: State) -> str:
        """Explain a position of a variant that is solved by table: safe digits and best play."""
        safe = self.safe(state)
        if not safe:
            return "Every digit that is left makes it divisible."
        return f"Safe at once: {', '.join(map(str, safe))}. {super().why(state)}"

    def idea(self, state: State) -> str:
        if self.game.size:
            return f"{super().idea(state)} Count which digits are safe, for you and for the other."
        divisor, longest = in_base(self.game.divisor, self.game.base), self.game.max_length
        if self.game.divisor == 1:
            return "Every number is divisible by 1: whoever adds a digit loses."
        if longest is None:
            return f"Keep it off multiples of {divisor}: nobody can be forced to make one."
        if (longest - len(state.digits)) % 2:
            return f"The last place is yours: only a multiple of {divisor} by the other helps."
        return f"Keep it off multiples of {divisor}: the last place is then the other's."

    def census(self, start: State) -> Census | None:
        """Count positions by length and remainder, or return None if there are too many."""
        longest, base = self.game.max_length, self.game.base
        if self.game.size:
            return super().census(start) if self.game.size <= IN_PYTHON else None
        if self.game.divisor == 1:
            return Census(won=1, lost=1, longest=1)
        if longest is None:
            return None
        most = (min(self.game.divisor, base ** min(length, 30)) for length in range(longest + 1))
        if sum(most) > MOST_COUNTED:
            return None
        won = lost = 0
        live = {start.remainder}
        for length in range(len(start.digits), longest + 1):
            if length == longest:
                won += len(live)  # terminal: the player who filled the number has lost
            elif (longest - length) % 2:
                lost += len(live)
            else:
                won += len(live)
            tens = (remainder * base for remainder in live)
            reached = {(ten + digit) % self.game.divisor for ten in tens for digit in MOVES[base]}
            if length < longest and 0 in reached:
                won += 1  # the divisible number of the next length
            live = reached - {0}
        return Census(won, lost, 0, longest - len(start.digits))

    def greedy(self, state: State) -> Digit:
        """Add the smallest safe digit, or the first legal one if none is safe."""
        return next(iter(self.safe(state)), self.game.legal_moves(state)[0])
