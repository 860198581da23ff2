"""Digit Dilemma solved: the last two turns by arithmetic, the first four from a small table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, permutations

from lastdigit.core.values import Seat
from lastdigit.games.digit_dilemma.rules import (
    EMPTY,
    SEVEN,
    DigitDilemma,
    Placement,
    Position,
    State,
    rank,
    to_next_multiple,
)
from lastdigit.solving import Branch, Census, Insight, Solution, Value, combined
from lastdigit.solving.tables import kept, table

VERSION = 1
MULTIPLE = "to a multiple of 7 at once"
CLOSER = "to a number closer to the next multiple of 7"
UNBEATEN = "to a number that cannot be bettered"
ONE_THREAT = "to a threat that cannot be met"
TWO_THREATS = "to two threats at once"
SLOWER = "to a slower win"


@lru_cache(maxsize=4_096)
def completions(board: str) -> tuple[tuple[str, int], ...]:
    """Return the digits that can fill a board's one empty place, with the numbers they make."""
    return tuple(
        (digit, int(board.replace(EMPTY, digit))) for digit in "0123456789" if digit not in board
    )


class DigitDilemmaInsight(Insight[State, Placement]):
    """What is known about Digit Dilemma."""

    game: DigitDilemma

    def __init__(self, game: DigitDilemma) -> None:
        super().__init__(game)
        zero = "with" if game.leading_zero else "without"
        self._name = f"digit-dilemma-{zero}-leading-zero-{VERSION}"
        self._table: dict[str, Solution] | None = None

    def prepared(self) -> bool:
        return self._table is not None or kept(self._name)

    def solution(self, state: State) -> Solution:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Solution(Value.WIN if outcome.winner is state.mover else Value.LOSE, 0)
        own, other = boards(state)
        if own.count(EMPTY) + other.count(EMPTY) <= 2:
            return self._by_arithmetic(own, other)
        return self._tabled()[f"{own} {other}"]

    def _tabled(self) -> dict[str, Solution]:
        if self._table is None:
            self._table = table(self._name, self._build, self._read)
        return self._table

    def _fitting(self, board: str, taken: str) -> list[tuple[str, int]]:
        """Return the completions of a board that the pool and the rules allow."""
        zero_leads = board.startswith(EMPTY) and not self.game.leading_zero
        return [
            (digit, number)
            for digit, number in completions(board)
            if digit not in taken and not (zero_leads and digit == "0")
        ]

    def _by_arithmetic(self, own: str, other: str) -> Solution:
        """Return the solution where the mover has one empty place, the other one or none."""
        mine = self._fitting(own, other)
        if any(number % SEVEN == 0 for _, number in mine):
            return Solution(Value.WIN, 1)
        if EMPTY not in other:
            nearest = rank(int(other))
            won = any(rank(number) < nearest for _, number in mine)
            return Solution(Value.WIN if won else Value.LOSE, 1)
        theirs = [
            (digit, (0, 0) if number % SEVEN == 0 else rank(number))
            for digit, number in self._fitting(other, own)
        ]
        for digit, number in mine:
            mark = rank(number)
            if not any(reply != digit and theirs_mark < mark for reply, theirs_mark in theirs):
                return Solution(Value.WIN, 2)
        return Solution(Value.LOSE, 2)

    def _build(self) -> bytes:
        """Return the solutions of all positions with up to three digits placed, latest first."""
        found: dict[tuple[str, str], Solution] = {}
        late = cache(self._by_arithmetic)
        for own, other in self._early_boards():
            after = [(other, board) for board in self._next(own, other)]
            solutions = [found.get(boards) or late(*boards) for boards in after]
            found[own, other] = combined(solutions)
        return json.dumps({" ".join(boards): found[boards] for boards in found}).encode()

    def _read(self, content: bytes) -> dict[str, Solution]:
        """Return the solutions by the two boards; raises an error if it is no such table."""
        solutions = {
            boards: Solution(Value(value), int(remoteness))
            for boards, (value, remoteness) in json.loads(content).items()
        }
        if solutions.keys() != {" ".join(boards) for boards in self._early_boards()}:
            raise ValueError("this is no table of Digit Dilemma")
        return solutions

    def _early_boards(self) -> Iterator[tuple[str, str]]:
        """Yield the boards of the mover and the other with up to three digits, latest first."""
        for mine, theirs in ((1, 2), (1, 1), (0, 1), (0, 0)):
            others = self._boards(theirs)
            for own in self._boards(mine):
                for other in disjoint(own, others):
                    yield own, other

    def _next(self, own: str, other: str) -> Iterator[str]:
        """Yield the boards that one more digit makes of the mover's."""
        for digit in "0123456789":
            if digit not in own and digit not in other:
                for place, held in enumerate(own):
                    if held == EMPTY and (place or digit != "0" or self.game.leading_zero):
                        yield f"{own[:place]}{digit}{own[place + 1 :]}"

    def _boards(self, digits: int) -> list[str]:
        """Return all boards with so many digits."""
        fillings = permutations("0123456789" + EMPTY * (3 - digits), 3)
        boards = {"".join(filling) for filling in fillings if filling.count(EMPTY) == 3 - digits}
        return sorted(board for board in boards if self.game.leading_zero or board[0] != "0")

    def census(self, start: State) -> Census:
        """Count all pairs of boards that fit together, by how many digits they have."""
        return Census.of(chain(self._tabled().values(), self._late(), self._ended()))

    def _late(self) -> Iterator[Solution]:
        """Yield the positions with four digits placed, and with five."""
        for own in self._boards(2):
            for other in disjoint(own, self._boards(2)):
                yield self._by_arithmetic(own, other)
            for other in disjoint(own, self._boards(3)):
                ended = int(other) % SEVEN == 0
                yield Solution(Value.LOSE, 0) if ended else self._by_arithmetic(own, other)

    def _ended(self) -> Iterator[Solution]:
        """Yield the ends with both numbers complete: the mover is the one who completed first."""
        for own in self._boards(3):
            if int(own) % SEVEN:
                for other in disjoint(own, self._boards(3)):
                    lost = int(other) % SEVEN == 0 or rank(int(other)) < rank(int(own))
                    yield Solution(Value.LOSE if lost else Value.WIN, 0)

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
                "and you cannot take every one of these digits"
                if len(threats) > 1
                else "and taking that digit does not help"
            )
            return f"They threaten {listed(threats)}, {blocked}. It lasts {plies} turns at most."
        if EMPTY not in other:
            away = to_next_multiple(int(other))
            return (
                f"{int(other)} is {away} below a multiple of 7, and none of your digits makes "
                "a number that is divisible, closer, or as close and smaller."
            )
        branches = self.branches(state)
        return (
            f"All {len(branches)} moves lose: {self._counted(branches)}. "
            f"It lasts {plies} turns at most."
        )

    def idea(self, state: State) -> str:
        own, other = boards(state)
        best = self.best(state)[0]
        if best.value is Value.LOSE:
            threats = self._threats(other, own)
            return (
                "They threaten more than you can stop." if threats else "Every move loses by now."
            )
        if best.solution.remoteness == 0:
            done = int(boards(best.after)[1])
            return (
                "Finish now: you come closer." if done % SEVEN else "A multiple of 7 is there now."
            )
        if len(self._threats(*reversed(boards(best.after)))) > 1:
            return "Threaten two multiples of 7 at once: only one digit can be taken away."
        return (
            "Leave the other no digit that helps: look at what your number and theirs still need."
        )

    def _why_won(self, move: Placement, after: State, plies: int) -> str:
        """Return why a move wins: it completes, it threatens, or every answer has been counted."""
        other, own = boards(after)
        where = "in" if move.position is Position.MIDDLE else "on"
        placed = f"Place {move.digit} {where} the {move.position}"
        if plies == 1 and int(own) % SEVEN == 0:
            return f"{placed}: {int(own)} = 7 x {int(own) // SEVEN}."
        if plies == 1:
            return f"{placed}: {self._closer(own, other)}"
        if EMPTY not in own:
            best = min((number for _, number in self._fitting(other, own)), key=rank)
            return (
                f"{placed}: {int(own)} is {to_next_multiple(int(own))} below a multiple of 7, and "
                f"they can do no better than {best}, {to_next_multiple(best)} below one"
                f"{' and larger' if to_next_multiple(best) == to_next_multiple(int(own)) else ''}."
            )
        threats = self._threats(own, other)
        if len(threats) > 1:
            return (
                f"{placed}: you threaten {listed(threats)}, and they can take only one of these "
                f"digits. You win in {plies} turns."
            )
        answers = self.branches(after)
        return (
            f"{placed}: all {len(answers)} answers lose: {self._counted(answers)}. "
            f"You win in {plies} turns."
        )

    def _counted(self, losing: Sequence[Branch[State, Placement]]) -> str:
        """Return how moves that all lose are met, each way counted and with an example."""
        examples: dict[str, list[str]] = {}
        for branch in losing:
            way, reply = self._met(branch)
            examples.setdefault(way, []).append(f"{branch.move} is met by {reply}")
        return ", ".join(
            f"{len(found)} {way} (for example, {found[0]})" for way, found in examples.items()
        )

    def _met(self, branch: Branch[State, Placement]) -> tuple[str, Placement]:
        """Return in which way a losing move is met, and by which reply."""
        replies = self.best(branch.after)
        if branch.solution.remoteness == 1:
            completed = int(boards(replies[0].after)[1])
            return CLOSER if completed % SEVEN else MULTIPLE, replies[0].move
        if branch.solution.remoteness == 2:
            return UNBEATEN, replies[0].move
        quickest = [one for one in replies if one.solution == replies[0].solution]
        threats = [len(self._threats(*reversed(boards(one.after)))) for one in quickest]
        most = max(threats)
        way = TWO_THREATS if most > 1 else ONE_THREAT if most else SLOWER
        return way, quickest[threats.index(most)].move

    def _closer(self, own: str, other: str) -> str:
        mine, theirs = to_next_multiple(int(own)), to_next_multiple(int(other))
        if mine < theirs:
            return (
                f"{int(own)} is {mine} below a multiple of 7, {int(other)} is {theirs} below one."
            )
        return (
            f"{int(own)} and {int(other)} are both {mine} below a multiple of 7, "
            "and yours is smaller."
        )

    def _threats(self, board: str, other: str) -> list[int]:
        """Return the multiples of 7 that a board with one empty place can still become."""
        if board.count(EMPTY) != 1:
            return []
        return [number for _, number in self._fitting(board, other) if number % SEVEN == 0]

    def greedy(self, state: State) -> Placement:
        """Return a completed multiple of 7, else a move that leaves the most multiples open."""
        after = {move: self.game.successor(state, move) for move in self.game.legal_moves(state)}
        own = {move: boards(later)[1] for move, later in after.items()}
        complete = [move for move in own if EMPTY not in own[move] and int(own[move]) % SEVEN == 0]
        if complete:
            return complete[0]
        return max(own, key=lambda move: len(self._threats(own[move], boards(after[move])[0])))


def boards(state: State) -> tuple[str, str]:
    """Return the mover's board and the other's."""
    if state.mover is Seat.ONE:
        return state.board_1, state.board_2
    return state.board_2, state.board_1


def disjoint(board: str, others: list[str]) -> Iterator[str]:
    """Yield the boards that share no digit with one."""
    placed = set(board) - {EMPTY}
    return (other for other in others if placed.isdisjoint(other))


def listed(numbers: list[int]) -> str:
    """Return numbers as people list them."""
    return " and ".join(map(str, numbers))


INSIGHT = DigitDilemmaInsight
