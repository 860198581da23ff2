"""The solver for Digit Duel: a table of all positions, explanations of values, and proofs.

A position is a pair of numbers: that of the player to move, and that of the opponent. Moves only
make numbers smaller, so a single pass from small to large numbers solves all pairs.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from types import ModuleType, SimpleNamespace
from typing import Any

from lastdigit.errors import TooManyPositions
from lastdigit.game.game import Value
from lastdigit.game.options import NUMERALS, in_base
from lastdigit.games.digit_duel.rules import NUMBERED, Digit, State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import FAR, Census, Solution, Solver
from lastdigit.solver.certificates import Claim, Prover
from lastdigit.solver.tables import LargeTable, compile_functions, is_installed, require

IN_PYTHON = 1_000
"""Variants with up to this many numbers can be solved in plain Python, in about a second."""
LARGE = f"Digit Duel with more than {IN_PYTHON:,} numbers"
WITH_DISTANCE = 10_000
"""Variants with up to this many numbers have tables with remoteness, not only winners."""
CODE = 2
"""The size of a code in bytes.

A code is the solution of a position as an integer: twice the number of plies to the end with best
play, plus 1 if the player to move wins.
"""
NO_CODE = 65_535
"""A number larger than any code."""
WORD = 64
"""The number of bits in each word of a table without remoteness. Each bit is for one pair."""
WON, LOST = Solution(Value.WIN), Solution(Value.LOSE)


def all_strikes(base: int, digits: int) -> tuple[list[int], list[int]]:
    """Return two lists: the index of each number's first move, and the moves of all numbers.

    The indices refer to the second list. A move (strike) is encoded as an integer.
    """
    # The moves of number n are found[starts[n] : starts[n + 1]]. A move with a digit changes (own,
    # opposing) to (opposing - digit, own - unit) for the next player. It is encoded as the distance
    # in the table from (opposing, own) to this pair.
    side, units = base**digits, [base**power for power in range(digits)]
    starts, found = [0], list[int]()
    for number in range(side):
        found += [digit * side + unit for unit in units if (digit := number // unit % base)]
        starts.append(len(found))
    return starts, found


# The next three functions run interpreted and compiled. They work on flat sequences: the code of
# the pair (own, opposing) is at own * side + opposing.


def pair_code(codes: Any, side: int, first_moves: Any, moves: Any, own: int, opposing: int) -> int:
    """Solve one position, and return its solution encoded as an integer.

    `own` is the number of the player to move. `opposing` is the number of the opponent. Both
    numbers are below `side`. `codes` must already have the solutions of the positions after each
    move.
    """
    nearest_win, furthest_loss = NO_CODE, 0
    before = opposing * side + own
    for move in moves[first_moves[own] : first_moves[own + 1]]:
        # Indices below `side` mean that the opposing number is now zero: the opponent has lost.
        after = codes[before - move] if before - move >= side else 0
        if after & 1:
            if after > furthest_loss:
                furthest_loss = after
        elif after < nearest_win:
            nearest_win = after
    # One ply more than the successor, and the opposite value.
    return nearest_win + 3 if nearest_win < NO_CODE else furthest_loss + 1


def solve_pairs(codes: Any, side: int, first_moves: Any, moves: Any) -> None:
    """Fill `codes` with the solutions of all positions.

    A position is a pair of numbers below `side`. If the player to move has the number n and the
    opponent has m, the solution goes to `codes[n * side + m]`. `first_moves` and `moves` are the
    lists that `all_strikes` returns.
    """
    # Every move that does not end the game makes both numbers smaller.
    for own in range(1, side):
        codes[own * side] = 1  # opposing number zero, already won
    for larger in range(1, side):
        for smaller in range(1, larger + 1):
            code = pair_code(codes, side, first_moves, moves, larger, smaller)
            codes[larger * side + smaller] = code
        for smaller in range(1, larger):
            code = pair_code(codes, side, first_moves, moves, smaller, larger)
            codes[smaller * side + larger] = code


def count_codes(codes: Any, side: int) -> tuple[int, int]:
    """Return the number of positions that the player to move wins, and the longest game in plies.

    `codes` is the array that `solve_pairs` has filled. Positions in which a player's number is zero
    are left out.
    """
    won, largest = 0, 0
    for own in range(1, side):
        for code in codes[own * side + 1 : (own + 1) * side]:
            won += code & 1
            if code > largest:
                largest = code
    return won, largest >> 1


COMPILED = (pair_code, solve_pairs, count_codes)
"""The functions to compile, each after the functions that it calls."""


def build_table(base: int, digits: int) -> array[int]:
    """Solve all positions, and return the table of their solutions, encoded as integers."""
    side, strikes = base**digits, all_strikes(base, digits)
    codes = array("H", bytes(CODE * side * side))
    if "numba" in sys.modules:  # importing it takes longer than solving in plain Python
        import numpy as np

        solve = compile_functions(COMPILED, "Digit Duel").solve_pairs
        solve(np.frombuffer(codes, np.uint16), side, *map(np.array, strikes))
    else:
        solve_pairs(codes, side, *strikes)
    return codes


@cache
def solution_of(code: int) -> Solution:
    return Solution(Value.WIN if code & 1 else Value.LOSE, code >> 1)


class Pairs(ABC):
    """The solutions of all positions in a variant of Digit Duel, computed on first use."""

    # A position is a pair of numbers: `own` of the player to move, and `opposing` of the opponent.

    def __init__(self, game: DigitDuel, size: int) -> None:
        self.side, self.base, self.digits = game.numbers, game.base, game.digits
        sized = "" if game.is_rulebook else f"-{game.digits}-in-{game.base}"
        self.table = LargeTable(f"digit-duel{sized}-2", size, self._build)
        """The table of solutions, which is cached on disk."""

    @abstractmethod
    def _build(self) -> memoryview:
        """Compute the table of solutions, and return its bytes.

        Raise MissingExtra if the computation needs numba and numba is not installed.
        """

    @abstractmethod
    def solution(self, own: int, opposing: int) -> Solution:
        """Return the solution of a position, given the mover's number and the opponent's number."""

    @abstractmethod
    def beaten_up_to(self, own: int) -> int:
        """Return the largest n such that the player to move wins against all numbers up to n.

        `own` is the number that the player to move has.
        """

    @abstractmethod
    def beats_none_above(self, own: int) -> int:
        """Return the largest number of the opponent against which the player to move wins.

        `own` is the number that the player to move has. Return 0 if there is no such number.
        """

    @abstractmethod
    def count(self) -> Census:
        """Count the wins and losses among all positions.

        Positions in which a player's number is zero are left out.
        """

    def _census(self, won: int, longest: int | None) -> Census:
        return Census(won=won, lost=(self.side - 1) ** 2 - won, longest=longest)


class Distances(Pairs):
    """The solutions of all positions, including the number of plies to the end with best play."""

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game, CODE * game.numbers**2)

    @cached_property
    def codes(self) -> memoryview:
        """The solutions of all positions, encoded as integers, row after row.

        Row n has the positions in which the player to move has the number n.
        """
        return self.table.part(0, self.table.size).cast("H")

    @cached_property
    def _compiled(self) -> SimpleNamespace:
        return compile_functions(COMPILED, LARGE)

    def _build(self) -> memoryview:
        if self.side <= IN_PYTHON:
            return memoryview(build_table(self.base, self.digits)).cast("B")
        solve = self._compiled.solve_pairs
        import numpy as np

        codes = np.zeros(self.side**2, dtype=np.uint16)
        starts, strikes = map(np.array, all_strikes(self.base, self.digits))
        solve(codes, self.side, starts, strikes)
        return codes.data.cast("B")

    def solution(self, own: int, opposing: int) -> Solution:
        return solution_of(self.table.number("H", CODE * (own * self.side + opposing)))

    def beaten_up_to(self, own: int) -> int:
        row = self._row(own)
        return next((other for other in range(1, self.side) if not row[other] & 1), self.side) - 1

    def beats_none_above(self, own: int) -> int:
        row = self._row(own)
        return next((other for other in range(self.side - 1, 0, -1) if row[other] & 1), 0)

    def _row(self, own: int) -> Sequence[int]:
        size = CODE * self.side
        return self.table.part(own * size, (own + 1) * size).cast("H")

    def count(self) -> Census:
        if self.side <= IN_PYTHON:
            return self._census(*count_codes(self.codes, self.side))
        count = self._compiled.count_codes
        import numpy as np

        return self._census(*count(np.frombuffer(self.codes, np.uint16), self.side))


def _round_up_to_even(side: int) -> int:
    # With an even number of 4-byte integers, the 8-byte words that follow them are aligned.
    return side + side % 2


def row_start(larger: int) -> int:
    """Return the index of the first 64-bit word of row `larger` in the table of winners.

    A position is a pair of numbers. Row n has the positions whose larger number is n.
    """
    # Row n has n // 64 + 1 words.
    full, rest = divmod(larger, WORD)
    return (full + 1) * (WORD * full // 2 + rest)


class Values(Pairs):
    """The winner of every position: one bit, which is set if the player to move wins."""

    def __init__(self, game: DigitDuel) -> None:
        numbers, rows = 4 * _round_up_to_even(game.numbers), 8 * row_start(game.numbers)
        super().__init__(game, 2 * numbers + 2 * rows)
        # The layout: the buffers of `bit_table.solve_values`, in the order of its parameters.
        self._most, self._upper, self._lower = numbers, 2 * numbers, 2 * numbers + rows

    @cached_property
    def _bit_table(self) -> ModuleType:
        require(LARGE)  # bit_table imports numpy, which the same extra installs
        from lastdigit.games.digit_duel import bit_table

        return bit_table

    def _build(self) -> memoryview:
        content: memoryview = self._bit_table.memory(self.table.size)
        self._bit_table.solve_values(self.base, self.digits, *self._parts(content))
        return content

    def _parts(self, content: memoryview) -> tuple[memoryview, ...]:
        """Split the bytes of the table into the four arrays that `solve_values` fills."""
        # They are the arguments of `bit_table.solve_values`.
        beaten, most = content[: self._most], content[self._most : self._upper]
        upper, lower = content[self._upper : self._lower], content[self._lower :]
        return beaten.cast("i"), most.cast("i"), upper.cast("Q"), lower.cast("Q")

    def solution(self, own: int, opposing: int) -> Solution:
        if not own or not opposing:
            return solution_of(1 if own else 0)
        larger, smaller = max(own, opposing), min(own, opposing)
        rows = self._upper if own == larger else self._lower
        word = self.table.number("Q", rows + 8 * (row_start(larger) + smaller // WORD))
        return WON if word >> smaller % WORD & 1 else LOST

    def beaten_up_to(self, own: int) -> int:
        return self.table.number("i", 4 * own)

    def beats_none_above(self, own: int) -> int:
        return self.table.number("i", self._most + 4 * own)

    def count(self) -> Census:
        _, _, *rows = self._parts(self.table.part(0, self.table.size))
        return self._census(self._bit_table.count_wins(self.side, *rows), None)


def pairs_of(game: DigitDuel) -> Pairs:
    """Return the solutions of all positions in a game.

    The solutions of a large variant do not include the number of plies to the end.
    """
    return Distances(game) if game.numbers <= WITH_DISTANCE else Values(game)


LONGEST_LINE = 10
"""The maximum number of plies for which an explanation lists best play move by move."""


class DigitDuelSolver(Solver[State, Digit]):
    """Finds out which player wins each position of Digit Duel, and explains why."""

    game: DigitDuel

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game)
        self.pairs = pairs_of(game)

    def is_ready(self) -> bool:
        return self.pairs.table.is_cached()

    def compiled_for_what(self) -> str | None:
        return None if self.game.numbers <= IN_PYTHON or self.is_ready() else LARGE

    def cache_bytes(self) -> int:
        return self.pairs.table.size

    def solution(self, state: State) -> Solution:
        return self.pairs.solution(state.own, state.opposing)

    def census(self, start: State) -> Census | None:
        """Count the wins and losses among all positions that can be reached from `start`.

        Return None for a large variant.
        """
        side, base = self.game.numbers, self.game.base
        if side > IN_PYTHON:
            return None
        reached = bytearray(side * side)
        reached[start.own * side + start.opposing] = 1
        for total in range(start.own + start.opposing, 1, -1):
            for own in range(max(1, total - side + 1), min(side - 1, total - 1) + 1):
                opposing = total - own
                if not reached[own * side + opposing]:
                    continue
                for unit in self.game.units.values():
                    value = own // unit % base
                    if value >= opposing:
                        reached[own] = 1  # the pair (0, own): the opponent has lost
                    elif value:
                        reached[(opposing - value) * side + own - unit] = 1
        places = (place for place, is_reached in enumerate(reached) if is_reached)
        return Census.of(self.pairs.solution(*divmod(place, side)) for place in places)

    def count_starts(self) -> Census | None:
        """Count the first player's wins and losses among all pairs of starting numbers.

        Return None if numbers have three digits in base 10, as in the rulebook. Also return None if
        the variant is large and numba is not installed.
        """
        if self.game.is_rulebook:
            return None
        countable = self.game.numbers <= IN_PYTHON or is_installed()
        return self.pairs.count() if countable else None

    def _format(self, number: int) -> str:
        """Return a number as text in the game's base, without leading zeros."""
        return in_base(number, self.game.base)

    def line(self, state: State) -> Iterator[str]:
        """Yield the digit that each move uses, with best play from `state` to the end."""
        while self.game.outcome(state) is None:
            best = self.best(state)[0]
            yield NUMERALS[self.game.value(state.own, best.move)]
            state = best.after

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        own, opposing = self._format(state.own), self._format(state.opposing)
        best = self.best(state)[0]
        plies = FAR if best.solution.remoteness is None else best.solution.remoteness + 1
        value = NUMERALS[self.game.value(state.own, best.move)]
        if best.value is Value.WIN and plies == 1:
            return f"Your {best.move.noun} is {value}: enough to bring {opposing} to zero."
        if best.value is Value.WIN:
            left, lowered = self._format(best.after.own), self._format(best.after.opposing)
            use = (
                f"Strike with the {best.move.noun}: {opposing} becomes {left}, "
                f"and your {own} becomes {lowered}."
            )
            return f"{use} {self._why_won(best.after, plies)}"
        if plies == 1:
            return (
                f"Your last digit is {value}. It can't bring {opposing} to zero, "
                "but it brings your own number to zero."
            )
        if plies <= LONGEST_LINE:
            return f"Every move loses. The longest game: {self._line_text(state, 'you')}."
        most = self.pairs.beats_none_above(state.own)
        if state.opposing > most:
            return (
                f"Every move loses. With {own} on your turn, you lose to every number "
                f"above {self._format(most)}, and theirs is {opposing}."
            )
        return "Against perfect play, every move loses here."

    def _why_won(self, after: State, plies: int) -> str:
        """Explain why a move wins. `after` is the position after the move.

        `plies` is the number of plies to the end with best play, including this move.
        """
        theirs, mine = self._format(after.own), self._format(after.opposing)
        if plies <= LONGEST_LINE:
            return f"Then: {self._line_text(after, 'they')}."
        most = self.pairs.beats_none_above(after.own)
        if after.opposing > most:
            above = self._format(most)
            return f"With {theirs} on their turn, they lose to every number above {above}."
        return f"With perfect play, they then lose with {theirs} against {mine}."

    def _line_text(self, state: State, first: str) -> str:
        """Describe best play to the end, for example "they 9, you 5, and their number is zero".

        `first` is the word for the player to move: "you" or "they".
        """
        second = "you" if first == "they" else "they"
        struck = [
            f"{(first, second)[turn % 2]} {value}" for turn, value in enumerate(self.line(state))
        ]
        loses = "their" if first == "they" else "your"
        return f"{', '.join(struck)}, and {loses} number is zero"

    def idea(self, state: State) -> str:
        own, opposing = state.own, state.opposing
        legal = self.game.legal_moves(state)
        if any(self.game.value(own, digit) >= opposing for digit in legal):
            return "One of your digits is large enough to win now."
        beaten, most = self.pairs.beaten_up_to(own), self.pairs.beats_none_above(own)
        if opposing <= beaten:
            return (
                f"With {self._format(own)} on your turn, you can beat every number up to "
                f"{self._format(beaten)}. A strike {self._costs()}."
            )
        if opposing > most:
            return (
                f"With {self._format(own)} on your turn, you lose to every number above "
                f"{self._format(most)}, unless the other player slips. Hold out as long as you can."
            )
        if self.solution(state).value is Value.WIN:
            return "It's close, but you can win. Count how many strikes are still to come."
        return "It's close, but against perfect play every move loses. Hope for a mistake."

    def _costs(self) -> str:
        """Return the cost of each move, such as "with the ones costs you 1, with the tens 10".

        The cost is the amount by which the player's own number becomes smaller.
        """
        # The text follows the words "A strike".
        (last, least), *others = reversed(self.game.units.items())
        named = {digit: f"at {digit.shown}" for digit in NUMBERED}
        costs = [f"{named.get(last, f'with the {last}')} costs you {self._format(least)}"]
        costs += [
            f"{named.get(digit, f'with the {digit}')} {self._format(unit)}"
            for digit, unit in others
        ]
        return ", ".join(costs)

    def greedy(self, state: State) -> Digit:
        """Return the move that uses the largest digit. Of equal digits, use the rightmost."""
        legal = self.game.legal_moves(state)
        return max(reversed(legal), key=lambda digit: self.game.value(state.own, digit))

    def size(self, state: State, move: Digit) -> int:
        """Return the size of a move: the digit that it subtracts."""
        return self.game.value(state.own, move)


FEW = 200
"""The maximum number of moves in a proof that a person can read."""
COUNTED = 1_732
"""Below this number, the checker proves a position in seconds by solving all pairs."""


class DigitDuelProver(Prover[State, Digit]):
    """Proves that positions of Digit Duel are won or lost."""

    # A proof lists moves if the list is short or the numbers are large. Otherwise no moves are
    # listed, and the checker solves all pairs of numbers itself.

    def in_order(self, states: Sequence[State]) -> Sequence[State]:
        # The checker solves all pairs up to the largest number so far, so put the largest first.
        return sorted(states, key=lambda state: max(state.own, state.opposing), reverse=True)

    def claim(self, state: State) -> Claim:
        if max(state.own, state.opposing) >= COUNTED:
            return self.by_moves(state)
        try:
            return self.by_moves(state, len(self.moves) + FEW)
        except TooManyPositions:
            return self.claim_without_proof(state, "counting")
