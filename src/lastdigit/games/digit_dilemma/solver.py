"""The solver for Digit Dilemma.

If at most two places are empty, the winner is found by arithmetic. Earlier positions are looked up
in a table, which is computed once and cached.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, permutations
from typing import Any

from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_dilemma.rules import (
    EMPTY,
    SEVEN,
    SLOTS,
    Placement,
    Position,
    State,
    digits_on,
    rank,
    to_next_multiple,
)
from lastdigit.games.digit_dilemma.variants import DigitDilemma
from lastdigit.solver import Branch, Census, Solution, Solver
from lastdigit.solver.tables import cached_table, compile_functions, is_cached

VERSION = 1
"""The version of the cached tables."""
DIGITS = "0123456789"
MULTIPLE = "to a multiple of {} at once"
CLOSER = "to a number closer to the next multiple of {}"
UNBEATEN = "to a number that can't be beaten"
ONE_THREAT = "to a threat that can't be stopped"
TWO_THREATS = "to two threats at once"
SLOWER = "to a slower win"


class DigitDilemmaSolver(Solver[State, Placement]):
    """Finds out which player wins each position of Digit Dilemma, and explains why."""

    game: DigitDilemma

    def __init__(self, game: DigitDilemma) -> None:
        super().__init__(game)
        zero = "with" if game.leading_zero else "without"
        size = (
            "" if (game.slots, game.divisor) == (SLOTS, SEVEN) else f"-{game.slots}-{game.divisor}"
        )
        self._name = f"digit-dilemma{size}-{zero}-leading-zero-{VERSION}"
        self._table: Table | None = None
        self._multiple = f"multiple of {game.divisor}"

    def is_ready(self) -> bool:
        return self._table is not None or is_cached(self._name)

    def compiled_for_what(self) -> str | None:
        return None if self.game.slots <= SLOTS or self.is_ready() else variant_name(self.game)

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Solution(Value.WIN if outcome.winner is state.mover else Value.LOSE, 0)
        own, other = boards(state)
        if own.count(EMPTY) + other.count(EMPTY) <= 2:
            return by_arithmetic(self.game, own, other)
        return self._load_table().solution(own, other)

    def _load_table(self) -> Table:
        if self._table is None:
            game = self.game
            kind: type[Table] = JsonTable if game.slots <= SLOTS else CodeTable
            self._table = cached_table(
                self._name, lambda: kind.build(game), lambda content: kind(game, content)
            )
        return self._table

    def census(self, start: State) -> Census | None:
        """Count the wins and losses among all positions in the game.

        `start` is not used. Return None if boards have four places.
        """
        if self.game.slots > SLOTS:
            return None
        early = self._load_table()
        assert isinstance(early, JsonTable), "up to three slots the table is in JSON"
        rest = chain(late_solutions(self.game), terminal_solutions(self.game))
        return Census.of(chain(early.solutions.values(), rest))

    def _is_multiple(self, number: int) -> bool:
        return number % self.game.divisor == 0

    def _distance(self, number: int) -> int:
        return to_next_multiple(number, self.game.divisor)

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        best = self.best(state)[0]
        plies = (best.solution.remoteness or 0) + 1
        if best.value is Value.WIN:
            return self._why_won(best.move, best.after, plies)
        own, other = boards(state)
        threats = self._threats(other, own)
        if threats:
            blocked = (
                "and you can't take all of those digits"
                if len(threats) > 1
                else "and taking that digit doesn't help"
            )
            return (
                f"They threaten {join_numbers(threats)}, {blocked}. "
                f"The game lasts at most {plies} more turns."
            )
        if EMPTY not in other:
            distance = self._distance(int(other))
            return (
                f"{int(other)} is {distance} short of a {self._multiple}, and you have no digit "
                "that beats it."
            )
        branches = self.branches(state)
        return (
            f"All {len(branches)} moves lose: {self._count_refutations(branches)}. "
            f"The game lasts at most {plies} more turns."
        )

    def idea(self, state: State) -> str:
        own, other = boards(state)
        best = self.best(state)[0]
        if best.value is Value.LOSE:
            threats = self._threats(other, own)
            return (
                "The other player has more threats than you can stop. Stop one threat "
                "and hope they miss the rest."
                if threats
                else "Against perfect play, every move loses here. Hope for a mistake."
            )
        if best.solution.remoteness == 0:
            done = int(boards(best.after)[1])
            return (
                "Complete your number now, because it will beat theirs."
                if not self._is_multiple(done)
                else f"You can make a {self._multiple} now."
            )
        if len(self._threats(*reversed(boards(best.after)))) > 1:
            two = f"two multiples of {self.game.divisor}"
            return f"Threaten {two} at once. The other player can take only one of the two digits."
        return (
            "Look at the digits that both numbers still need. "
            "Leave no digit that helps the other player."
        )

    def _why_won(self, move: Placement, after: State, plies: int) -> str:
        """Explain why a move wins. `after` is the position after the move.

        `plies` is the number of plies to the end with best play, including this move.
        """
        other, own = boards(after)
        if move.position in (Position.SECOND, Position.THIRD):
            placed = f"Put {move.digit} in the {move.position} place"
        else:
            preposition = "in" if move.position is Position.MIDDLE else "on"
            placed = f"Place {move.digit} {preposition} the {move.position}"
        if plies == 1 and self._is_multiple(int(own)):
            return f"{placed}: {int(own)} = {self.game.divisor} × {int(own) // self.game.divisor}."
        if plies == 1:
            return f"{placed}: {self._closer(own, other)}"
        if EMPTY not in own:
            numbers = (number for _, number in completions(self.game, other, own))
            best = min(numbers, key=lambda number: rank(number, self.game.divisor))
            mine, theirs = self._distance(int(own)), self._distance(best)
            short = (
                f"also {theirs} short, but it is larger" if mine == theirs else f"{theirs} short"
            )
            return (
                f"{placed}: {int(own)} is {mine} short of a {self._multiple}. "
                f"Their best, {best}, is {short}."
            )
        threats = self._threats(own, other)
        if len(threats) > 1:
            return (
                f"{placed}. You threaten {join_numbers(threats)}, and they can take only one of "
                f"those digits. You win in {plies} turns."
            )
        answers = self.branches(after)
        return (
            f"{placed}. All {len(answers)} answers lose: {self._count_refutations(answers)}. "
            f"You win in {plies} turns."
        )

    def _count_refutations(self, losing: Sequence[Branch[State, Placement]]) -> str:
        """Describe how losing moves lose, as the end of a sentence such as "All 3 moves lose: ".

        The text gives an example of each way to lose, such as "2 to a multiple of 7 at once (for
        example, 4 right answers 5 left)".
        """
        examples: dict[str, list[str]] = {}
        for branch in losing:
            way, reply = self._refutation(branch)
            examples.setdefault(way, []).append(f"{reply} answers {branch.move}")
        return ", ".join(
            f"{len(found)} {way} (for example, {found[0]})" for way, found in examples.items()
        )

    def _refutation(self, branch: Branch[State, Placement]) -> tuple[str, Placement]:
        """Return text such as "to two threats at once", and the opponent's winning reply.

        The text completes a sentence such as "This move loses to two threats at once."
        """
        replies = self.best(branch.after)
        if branch.solution.remoteness == 1:
            completed = int(boards(replies[0].after)[1])
            way = MULTIPLE if self._is_multiple(completed) else CLOSER
            return way.format(self.game.divisor), replies[0].move
        if branch.solution.remoteness == 2:
            return UNBEATEN, replies[0].move
        quickest = [one for one in replies if one.solution == replies[0].solution]
        threats = [len(self._threats(*reversed(boards(one.after)))) for one in quickest]
        most = max(threats)
        way = TWO_THREATS if most > 1 else ONE_THREAT if most else SLOWER
        return way, quickest[threats.index(most)].move

    def _closer(self, own: str, other: str) -> str:
        mine, theirs = self._distance(int(own)), self._distance(int(other))
        if mine < theirs:
            short = f"{int(own)} is {mine} short of a {self._multiple}"
            return f"{short}, and {int(other)} is {theirs} short."
        return (
            f"{int(own)} and {int(other)} are both {mine} short of a {self._multiple}, "
            "and yours is smaller."
        )

    def _threats(self, board: str, other: str) -> list[int]:
        """Return the multiples of the divisor that one more digit can complete on `board`.

        `other` is the other player's board, whose digits cannot be used.
        """
        if board.count(EMPTY) != 1:
            return []
        numbers = (number for _, number in completions(self.game, board, other))
        return [number for number in numbers if self._is_multiple(number)]

    def greedy(self, state: State) -> Placement:
        """Return a move that completes a multiple of the divisor, if there is one.

        If no move does, return the move that gives the player the most ways to complete a multiple
        in the next turn.
        """
        after = {move: self.game.successor(state, move) for move in self.game.legal_moves(state)}
        own = {move: boards(later)[1] for move, later in after.items()}
        complete = [
            move for move in own if EMPTY not in own[move] and self._is_multiple(int(own[move]))
        ]
        if complete:
            return complete[0]
        return max(own, key=lambda move: len(self._threats(own[move], boards(after[move])[0])))


def boards(state: State) -> tuple[str, str]:
    """Return the board of the player to move and the board of the opponent."""
    if state.mover is Seat.ONE:
        return state.board_1, state.board_2
    return state.board_2, state.board_1


def join_numbers(numbers: list[int]) -> str:
    return " and ".join(map(str, numbers))


def variant_name(game: DigitDilemma) -> str:
    """Return the name of a variant for messages, such as "Digit Dilemma with 4 slots"."""
    return f"{game.title} with {game.slots} slots"


@lru_cache(maxsize=4_096)
def all_completions(board: str) -> tuple[tuple[str, int], ...]:
    """Fill the only empty place on a board with each digit that is not on the board yet.

    Return pairs of the digit and the completed number.
    """
    # A digit may be on the opponent's board, and a leading zero may be forbidden: see
    # `completions`.
    return tuple(
        (digit, int(board.replace(EMPTY, digit))) for digit in DIGITS if digit not in board
    )


def completions(game: DigitDilemma, board: str, taken: str) -> list[tuple[str, int]]:
    """Return each legal digit for the only empty place on a board, with the number it forms.

    `taken` is the opponent's board, whose digits cannot be used.
    """
    zero_leads = board.startswith(EMPTY) and not game.leading_zero
    return [
        (digit, number)
        for digit, number in all_completions(board)
        if digit not in taken and not (zero_leads and digit == "0")
    ]


def by_arithmetic(game: DigitDilemma, own: str, other: str) -> Solution:
    """Solve a position in which each player has at most one empty place left.

    `own` is the board of the player to move, and `other` is the opponent's board.
    """
    divisor = game.divisor
    mine = completions(game, own, other)
    if any(number % divisor == 0 for _, number in mine):
        return Solution(Value.WIN, 1)
    if EMPTY not in other:
        nearest = rank(int(other), divisor)
        won = any(rank(number, divisor) < nearest for _, number in mine)
        return Solution(Value.WIN if won else Value.LOSE, 1)
    # A multiple has the smallest rank, so the comparison covers the opponent's multiples too.
    theirs = [(digit, rank(number, divisor)) for digit, number in completions(game, other, own)]
    for digit, number in mine:
        own_rank = rank(number, divisor)
        if not any(reply != digit and their_rank < own_rank for reply, their_rank in theirs):
            return Solution(Value.WIN, 2)
    return Solution(Value.LOSE, 2)


def boards_with(game: DigitDilemma, digits: int) -> list[str]:
    """Return all boards that have exactly `digits` digits, in sorted order."""
    empty = game.slots - digits
    fillings = permutations(DIGITS + EMPTY * empty, game.slots)
    found = {"".join(filling) for filling in fillings if filling.count(EMPTY) == empty}
    return sorted(board for board in found if game.leading_zero or board[0] != "0")


def disjoint(board: str, others: list[str]) -> Iterator[str]:
    """Yield the boards in `others` that share no digit with `board`."""
    placed = set(board) - {EMPTY}
    return (other for other in others if placed.isdisjoint(other))


def early_boards(game: DigitDilemma) -> Iterator[tuple[str, str]]:
    """Yield both boards of each position with more than two empty places, the mover's first."""
    for placed in range(2 * game.slots - 3, -1, -1):
        others = boards_with(game, (placed + 1) // 2)
        for own in boards_with(game, placed // 2):
            for other in disjoint(own, others):
                yield own, other


def late_solutions(game: DigitDilemma) -> Iterator[Solution]:
    """Yield the solutions of all positions in which the player to move has one empty place left."""
    nearly_full, full = boards_with(game, game.slots - 1), boards_with(game, game.slots)
    for own in nearly_full:
        for other in disjoint(own, nearly_full):
            yield by_arithmetic(game, own, other)
        for other in disjoint(own, full):
            ended = other in game.multiples
            yield Solution(Value.LOSE, 0) if ended else by_arithmetic(game, own, other)


def terminal_solutions(game: DigitDilemma) -> Iterator[Solution]:
    """Yield the solutions of all positions with two full boards."""
    full = boards_with(game, game.slots)
    for own in full:
        if own not in game.multiples:  # the mover's board was full first and did not win
            for other in disjoint(own, full):
                lost = rank(int(other), game.divisor) < rank(int(own), game.divisor)
                yield Solution(Value.LOSE if lost else Value.WIN, 0)


class JsonTable:
    """A table of solutions for boards with up to three places, stored as JSON."""

    def __init__(self, game: DigitDilemma, content: bytes) -> None:
        """Parse the JSON of a table. Raise an exception if the JSON is invalid."""
        self.solutions = {
            pair: Solution(Value(value), int(remoteness))
            for pair, (value, remoteness) in json.loads(content).items()
        }
        if self.solutions.keys() != {f"{own} {other}" for own, other in early_boards(game)}:
            raise ValueError("this is not a table of Digit Dilemma")

    def solution(self, own: str, other: str) -> Solution:
        return self.solutions[f"{own} {other}"]

    @staticmethod
    def build(game: DigitDilemma) -> bytes:
        """Solve all positions with more than two empty places, and return the solutions as JSON."""
        codes, numbers = build_codes(game), number_boards(game, game.slots)
        solutions = {
            f"{own} {other}": solution_of(codes[numbers[own] * len(numbers) + numbers[other]])
            for own, other in early_boards(game)
        }
        return json.dumps(solutions).encode()


class CodeTable:
    """A table of solutions for boards with four places, with one byte for each position."""

    def __init__(self, game: DigitDilemma, content: bytes) -> None:
        """Store a table's bytes. Raise ValueError if there are too many or too few bytes."""
        # The table has a row for each mover's board with two or more empty places, and a column for
        # each opponent's board with one or more.
        self._own = number_boards(game, game.slots - 2)
        self._other = number_boards(game, game.slots - 1)
        if len(content) != len(self._own) * len(self._other):
            raise ValueError("this is not a table of Digit Dilemma")
        self._codes = content

    def solution(self, own: str, other: str) -> Solution:
        return solution_of(self._codes[self._own[own] * len(self._other) + self._other[other]])

    @staticmethod
    def build(game: DigitDilemma) -> bytes:
        codes = build_codes(game)
        rows, columns, every = (len(number_boards(game, game.slots - empty)) for empty in (2, 1, 0))
        starts = range(0, rows * every, every)
        return b"".join(codes[start : start + columns] for start in starts)


Table = JsonTable | CodeTable


def solution_of(code: int) -> Solution:
    """Decode a solution from an integer in the table."""
    return Solution(Value.LOSE if code & 1 else Value.WIN, (code - 1) >> 1)


def number_boards(game: DigitDilemma, most: int) -> dict[str, int]:
    """Give an index to each board with up to `most` digits, starting with 0 for the empty board."""
    every = chain.from_iterable(boards_with(game, digits) for digits in range(most + 1))
    return {board: number for number, board in enumerate(every)}


LOST, WON = 1, 2
"""The codes of finished games that the player to move has lost or won (see `build_codes`)."""
NO_WIN = 255
"""A number larger than any code."""


def build_codes(game: DigitDilemma) -> bytearray:
    """Solve all positions, and return the solutions: one byte for each pair of boards.

    Raise MissingExtra if boards have four places and numba is not installed.
    """
    # A byte (code) is 1 plus twice the plies to the end with best play, plus 1 if the player to
    # move wins. It is 0 for two boards that cannot occur together. The result is a square matrix: a
    # row for each mover's board, a column for each opponent's board, in the order of
    # `number_boards`.
    slots, divisor = game.slots, game.divisor
    place = number_boards(game, slots)
    counts = [0] * (slots + 1)
    starts, digits, after = array("i", [0]), array("i"), array("i")
    for board in place:
        counts[slots - board.count(EMPTY)] += 1
        for gap in (gap for gap, text in enumerate(board) if text == EMPTY):
            for digit in DIGITS:
                later = place.get(f"{board[:gap]}{digit}{board[gap + 1 :]}")
                if later is not None:
                    digits.append(1 << int(digit))
                    after.append(later)
        starts.append(len(after))
    numbers = [None if EMPTY in board else int(board) for board in place]
    solve: Callable[..., None] = solve_boards
    if slots > SLOTS:
        solve = compile_functions(COMPILED, variant_name(game)).solve_boards
    codes = bytearray(len(place) ** 2)
    solve(
        codes,
        array("i", [0, *accumulate(counts)]),
        array("i", map(digits_on, place)),
        (starts, digits, after),
        # The smaller rank wins: closer to the next multiple, then smaller.
        array("i", [0 if n is None else -n % divisor * 10**slots + n for n in numbers]),
        bytearray(n is not None and n % divisor == 0 for n in numbers),
    )
    return codes


def solve_boards(
    codes: Any, first_boards: Any, digit_masks: Any, moves: Any, ranks: Any, is_multiple: Any
) -> None:
    """Fill `codes` with the solutions of all positions, from full boards back to empty boards.

    A position is a pair of boards, and a board is an index. If the player to move has board i and
    the opponent has board j, the solution goes to `codes[i * len(digit_masks) + j]`. The other
    arguments describe the boards and the moves, and are only read.
    """
    # A board is its index in `number_boards`. Those with n digits start at `first_boards[n]`. For
    # each board, `digit_masks` has its digits as a bit mask, `ranks` has a sort key (the smaller
    # wins), and `is_multiple` is 1 if the board wins at once. `moves` has the index of the first
    # move of each board, and for each move its digit as a bit mask and the board after it.
    boards, slots = len(digit_masks), len(first_boards) - 2
    for placed in range(2 * slots, -1, -1):
        mine, theirs = placed // 2, (placed + 1) // 2
        for own in range(first_boards[mine], first_boards[mine + 1]):
            for other in range(first_boards[theirs], first_boards[theirs + 1]):
                if digit_masks[own] & digit_masks[other]:
                    continue
                if is_multiple[other]:  # rule 5
                    code = LOST
                elif mine < slots:
                    code = best_code(codes, digit_masks, moves, own, other)
                else:
                    # Rule 7: the mover's board was full first and is not a multiple, or the game
                    # would have ended.
                    code = WON if ranks[own] < ranks[other] else LOST
                codes[own * boards + other] = code


def best_code(codes: Any, digit_masks: Any, moves: Any, own: int, other: int) -> int:
    """Solve one position, and return its solution encoded as an integer.

    `codes` must already have the solutions of the positions after each move. `own` is the index
    that `number_boards` gives to the board of the player to move. `other` is the index of the
    opponent's board.
    """
    # After a move, the opponent is to move, so the position is in the row of the opponent's board.
    row, gone = other * len(digit_masks), digit_masks[other]
    starts, digits, after = moves
    nearest_win, furthest_loss = NO_WIN, 0
    for move in range(starts[own], starts[own + 1]):
        if digits[move] & gone:
            continue
        code = codes[row + after[move]]
        if code & 1:
            if code < nearest_win:
                nearest_win = code
        elif code > furthest_loss:
            furthest_loss = code
    # One ply more than the successor, and the opposite value.
    return nearest_win + 3 if nearest_win < NO_WIN else furthest_loss + 1


COMPILED = (best_code, solve_boards)
"""The functions to compile for four slots, each after the functions that it calls."""
