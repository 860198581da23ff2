"""The solver for Digit Poison.

With a single divisor (greater than 1) a player always has a safe digit, because two neighbouring
digits never both make the number divisible. The number therefore always reaches its maximum length,
and by the rules the player who appends the last digit loses. Only the parity of the number of
remaining digits matters.

Variants with several divisors or with a limited supply of digits are solved position by position.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from functools import cached_property
from math import gcd
from struct import calcsize
from typing import Any, cast

from lastdigit.game.game import Value
from lastdigit.game.options import in_base
from lastdigit.games.digit_poison.rules import Digit, State
from lastdigit.games.digit_poison.variants import DigitPoison
from lastdigit.solver import DRAWN, Census, Solution, Solver
from lastdigit.solver.certificates import Claim, Prover
from lastdigit.solver.tables import LargeTable, compile_functions

MAX_COUNTED = 1_000_000
"""The maximum number of positions that a census counts if parity decides the game."""
AT_ONCE = 10_000
"""The maximum number of positions that are solved without a cached table."""
IN_PYTHON = 300_000
"""The largest number of positions that plain Python solves in seconds, without compiled code."""
LARGE = f"Digit Poison with more than {IN_PYTHON:,} positions"
VERSION = 3
"""The version of the cached tables."""


class DigitPoisonSolver(Solver[State, Digit]):
    """Finds out which player wins each position of Digit Poison, and explains why."""

    game: DigitPoison

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            # The player who moved last has lost, unless the mover has no digit left.
            return Solution(Value.WIN if outcome.winner is state.mover else Value.LOSE, 0)
        if self.game.size:
            return self._look_up(state)
        if self.game.divisor == 1:
            return Solution(Value.LOSE, 1)
        if self.game.max_length is None:
            return DRAWN
        left = self.game.max_length - len(state.digits)
        return Solution(Value.LOSE if left % 2 else Value.WIN, left)

    def _look_up(self, state: State) -> Solution:
        """Return the solution of a position. In a large game, look the solution up in a table."""
        if self.game.size <= AT_ONCE:
            return super().solution(state)
        place = calcsize(self._format) * self._index(self.game.key(state))
        code = self._table.number(self._format, place)
        if not code:
            return DRAWN
        return Solution(Value.WIN if code & 1 else Value.LOSE, (code >> 1) - 1)

    def _index(self, key: Hashable) -> int:
        """Return the table index of the position with this `Game.key`."""
        game = self.game
        remainder, used = cast(tuple[int, Any], key)  # `used`: the length, or a count per digit
        if game.uses is None:
            row = used if game.max_length else 0
        else:
            row = sum(count * (game.uses + 1) ** digit for digit, count in enumerate(used))
        return int(row * game.modulus + remainder)

    @property
    def _format(self) -> str:
        """The `struct` format of an integer in the table."""
        # One byte is enough if digits are limited, because such games are short.
        return "I" if self.game.uses is None else "B"

    @cached_property
    def _table(self) -> LargeTable:
        game = self.game
        longest, uses = game.max_length, game.uses
        rows = (longest or 0) + 1 if uses is None else (uses + 1) ** game.base
        poisons = "-".join(map(str, game.poisons))
        name = f"{game.name}-{poisons}-in-{game.base}-longest-{longest}-uses-{uses}-{VERSION}"
        return LargeTable(name, calcsize(self._format) * rows * game.modulus, self._build)

    def _build(self) -> memoryview:
        return memoryview(build_table(self.game)).cast("B")

    def is_ready(self) -> bool:
        return self.game.size <= AT_ONCE or self._table.is_cached()

    def compiled_for_what(self) -> str | None:
        return None if self.game.size <= IN_PYTHON or self.is_ready() else LARGE

    def cache_bytes(self) -> int:
        return self._table.size

    def safe(self, state: State) -> tuple[Digit, ...]:
        """Return the legal digits that do not make the number divisible.

        The number is divisible if at least one of the game's divisors divides it.
        """
        game, shifted = self.game, state.remainder * self.game.base
        return tuple(
            digit
            for digit in game.legal_moves(state)
            if (shifted + digit) % game.modulus not in game.poison
        )

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        if self.game.size:
            return self._why_without_parity(state)
        if self.game.divisor == 1:
            return "Every number is divisible by 1, so every digit loses."
        safe = self.safe(state)
        digits = "every digit" if len(safe) == self.game.base else ", ".join(map(str, safe))
        always = (
            f"Safe here: {digits}. There is always a safe digit: of two digits in a row, such as "
            "0 and 1, at most one makes the number divisible."
        )
        if self.game.max_length is None:
            return f"{always} Without a maximum length, neither player can be forced to lose."
        left = self.game.max_length - len(state.digits)
        count = "1 digit is" if left == 1 else f"{left} digits are"
        if left % 2:
            return (
                f"{count} still to come, so you have to add the last one and lose. "
                "Until then, the other player always has a safe digit."
            )
        return (
            f"{count} still to come, so the other player has to add the last one and loses. "
            f"{always}"
        )

    def _why_without_parity(self, state: State) -> str:
        """Explain who wins a position of a variant in which parity does not decide the game.

        Also list the digits that do not make the number divisible by one of the divisors.
        """
        safe = self.safe(state)
        if not safe:
            return "Every digit that is left makes the number divisible."
        return f"Safe for now: {', '.join(map(str, safe))}. {super().why(state)}"

    def idea(self, state: State) -> str:
        if self.game.size:
            return f"{super().idea(state)} Count the safe digits for you and for the other player."
        divisor, longest = in_base(self.game.divisor, self.game.base), self.game.max_length
        if self.game.divisor == 1:
            return "Every number is divisible by 1, so every digit loses."
        if longest is None:
            return f"Avoid multiples of {divisor}. Neither player can be forced to make a multiple."
        if (longest - len(state.digits)) % 2:
            return (
                "You have to fill the last place. You win only if the other player makes a "
                f"multiple of {divisor}."
            )
        return f"Avoid multiples of {divisor}. The other player has to fill the last place."

    def census(self, start: State) -> Census | None:
        """Count the wins, losses and draws among the positions that can be reached from `start`.

        Return None if there are too many positions.
        """
        # If parity decides the game, numbers with equal length and remainder count as one position.
        longest, base = self.game.max_length, self.game.base
        if self.game.size:
            return super().census(start) if self.game.size <= IN_PYTHON else None
        if self.game.divisor == 1:
            return Census(won=1, lost=1, longest=1)
        if longest is None:
            return None
        most = (min(self.game.divisor, base ** min(length, 30)) for length in range(longest + 1))
        if sum(most) > MAX_COUNTED:
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
            reached = {
                (remainder * base + digit) % self.game.divisor
                for remainder in live
                for digit in range(base)
            }
            if length < longest and 0 in reached:
                won += 1  # the divisible number of the next length
            live = reached - {0}
        return Census(won, lost, 0, longest - len(start.digits))

    def greedy(self, state: State) -> Digit:
        """Return the smallest digit that does not make the number divisible.

        The number is divisible if at least one of the game's divisors divides it. If every digit
        makes the number divisible, return the smallest legal digit.
        """
        return next(iter(self.safe(state)), self.game.legal_moves(state)[0])


ENDED = 3
"""The code (see `build_table`) of a number that is divisible or has the maximum length.

The player to move has won.
"""
STUCK = 2
"""The code of a number to which no digit can be appended: the player to move has lost."""
NO_WIN = 1 << 31
"""A number larger than any code, for a position from which no move wins."""


def build_table(game: DigitPoison) -> array[int]:
    """Solve all positions in a variant, and return their solutions as integers (codes).

    A code is 0 for a draw. In all other cases, the code is 2 * (plies to the end with best play +
    1), plus 1 if the player to move wins. Raise MissingExtra if the table is large and numba is not
    installed.
    """
    # A row has a code for each remainder modulo `game.modulus`.
    # There is a row for each combination of digit counts if digits are limited, else for each
    # length if there is a maximum length, else only one row. Remainders that cannot occur in a game
    # have a code too, because players can set up any position.
    base, modulus, longest, uses = game.base, game.modulus, game.max_length, game.uses
    poisoned = bytearray(modulus)
    for divisor in game.poisons:
        poisoned[::divisor] = b"\1" * len(range(0, modulus, divisor))
    ways = array("q", [0]) * base, array("q", [0]) * base
    codes: array[int]
    solve: Callable[..., None]
    arguments: tuple[Any, ...]
    if uses is not None:
        codes = array("B", [0]) * ((uses + 1) ** base * modulus)
        limit = base * uses + 1 if longest is None else longest
        solve, arguments = solve_by_uses, (base, uses, limit, *ways)
    elif longest is not None:
        codes = array("I", [0]) * ((longest + 1) * modulus)
        solve, arguments = solve_by_length, (base, longest, *ways)
    else:
        codes = array("I", [0]) * modulus
        common = gcd(base, modulus)
        inverse = pow(base // common, -1, modulus // common)
        moves_left, queue = array("B", [base]) * modulus, array("i", [0]) * modulus
        solve, arguments = solve_endless, (base, common, inverse, moves_left, queue)
    if game.size > IN_PYTHON:
        solve = getattr(compile_functions(COMPILED, LARGE), solve.__name__)
    solve(codes, poisoned, *arguments)
    return codes


def fill_row(
    codes: Any,
    poisoned: Any,
    row_start: int,
    has_max_length: bool,
    base: int,
    next_rows: Any,
    digits: Any,
    move_count: int,
) -> None:
    """Fill the row of `codes` that starts at the index `row_start` with solutions.

    A row has one entry for each remainder of the number. The rows of longer numbers must already be
    filled. `poisoned[r]` is 1 if numbers with the remainder r are divisible by one of the divisors.
    The digit `digits[i]` leads to the row that starts at `next_rows[i]`, for each i below
    `move_count`.
    """
    modulus = len(poisoned)
    for remainder in range(modulus):
        # Rules 5 and 6. Row 0 is the empty number.
        if row_start and (has_max_length or poisoned[remainder]):
            codes[row_start + remainder] = ENDED
            continue
        shifted = remainder * base
        nearest_win, furthest_loss = NO_WIN, STUCK - 1
        for move in range(move_count):
            code = codes[next_rows[move] + (shifted + digits[move]) % modulus]
            if code & 1:
                if code > furthest_loss:
                    furthest_loss = code
            elif code < nearest_win:
                nearest_win = code
        # One ply more than the successor, and the opposite value.
        codes[row_start + remainder] = (
            nearest_win + 3 if nearest_win < NO_WIN else furthest_loss + 1
        )


def solve_by_length(
    codes: Any, poisoned: Any, base: int, max_length: int, next_rows: Any, digits: Any
) -> None:
    """Fill `codes` with the solutions of all positions in a game with a maximum length.

    Every digit can be used any number of times. `poisoned[r]` is 1 if numbers with the remainder r
    are divisible by one of the divisors. `next_rows` and `digits` are scratch memory.
    """
    # There is a row for each length.
    modulus = len(poisoned)
    for digit in range(base):
        digits[digit] = digit
    for length in range(max_length, -1, -1):
        for digit in range(base):
            next_rows[digit] = (length + 1) * modulus
        fill_row(
            codes, poisoned, length * modulus, length == max_length, base, next_rows, digits, base
        )


def solve_by_uses(
    codes: Any,
    poisoned: Any,
    base: int,
    max_uses: int,
    max_length: int,
    next_rows: Any,
    digits: Any,
) -> None:
    """Fill `codes` with the solutions of all positions in a game with limited digits.

    Each digit can be used at most `max_uses` times. `poisoned[r]` is 1 if numbers with the
    remainder r are divisible by one of the divisors. `next_rows` and `digits` are scratch memory.
    """
    # There is a row for each combination of digit counts. Its index is the sum over all digits of
    # `count * (max_uses + 1) ** digit`.
    modulus = len(poisoned)
    for row in range(len(codes) // modulus - 1, -1, -1):
        length, ways, rest, weight = 0, 0, row, 1
        for digit in range(base):
            count = rest % (max_uses + 1)
            length += count
            if count < max_uses:
                next_rows[ways] = (row + weight) * modulus
                digits[ways] = digit
                ways += 1
            rest //= max_uses + 1
            weight *= max_uses + 1
        if length <= max_length:  # longer numbers do not occur
            is_full = length == max_length
            fill_row(codes, poisoned, row * modulus, is_full, base, next_rows, digits, ways)


def solve_endless(
    codes: Any,
    poisoned: Any,
    base: int,
    common_factor: int,
    inverse: int,
    moves_left: Any,
    queue: Any,
) -> None:
    """Fill `codes` with the solutions of all positions in a game without a maximum length.

    `codes[r]` is for numbers with the remainder r, encoded as in `build_table`. `poisoned[r]` is 1
    if these numbers are divisible by one of the divisors. `common_factor` is the greatest common
    divisor of `base` and the modulus m, and `inverse` is the inverse of `base / common_factor`
    modulo `m / common_factor`. Every entry of `codes` must be 0 at first, and every entry of
    `moves_left` must be `base`. `queue` is scratch memory.
    """
    # `moves_left[r]` counts the moves from the remainder r that are not known to lose. Remainder 0
    # is always poisoned, so `codes[0]` is free for the code of the empty number.
    modulus = len(poisoned)
    step = modulus // common_factor
    tail = 0
    for remainder in range(modulus):
        if poisoned[remainder]:
            codes[remainder] = ENDED
            queue[tail] = remainder
            tail += 1
    codes[0] = 0
    head = 0
    while head < tail:
        after = queue[head]
        head += 1
        code = codes[after] if after else ENDED
        for digit in range(base):
            # The remainders before it: base x remainder + digit = after, modulo the modulus.
            shifted = after - digit
            if shifted % common_factor:
                continue
            for before in range(shifted // common_factor * inverse % step, modulus, step):
                if codes[before]:
                    continue
                moves_left[before] -= 1
                if code & 1 and moves_left[before]:
                    continue
                codes[before] = code + 1 if code & 1 else code + 3
                if before:
                    queue[tail] = before
                    tail += 1


COMPILED = (fill_row, solve_by_length, solve_by_uses, solve_endless)
"""The functions that are compiled for large tables, each after the functions that it calls.

The functions work on flat buffers, so that the same code also runs interpreted.
"""


MAX_LISTED = 1_000
"""The largest product of divisor and maximum length for which a proof lists moves."""


class DigitPoisonProver(Prover[State, Digit]):
    """Proves that positions of Digit Poison are won, lost or drawn."""

    # A proof lists moves, or is an argument by parity if that is valid and the list would be long.

    game: DigitPoison

    def options(self) -> dict[str, object]:
        options = {**super().options(), "divisors": self.game.poisons}
        del options["divisor"]  # the checker always takes a list of divisors
        return options

    def claim(self, state: State) -> Claim:
        divisor, longest = self.game.divisor, self.game.max_length
        by_moves = self.game.size or (longest is not None and divisor * longest <= MAX_LISTED)
        if by_moves or divisor == 1 or self.game.outcome(state) is not None:
            return self.by_moves(state)
        return self.claim_without_proof(state, "parity")
