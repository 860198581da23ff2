"""Exact solutions: values, the general solver, and the `Solver` that a game can extend.

The general solver is a retrograde analysis: it works backwards from the terminal positions. It
handles games with cycles. Positions from which neither player can force the end are draws.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple

from lastdigit.errors import MissingExtra, TooManyPositions
from lastdigit.game.game import WORTH, AnyGame, Game, M, S, State, Value, make_tuple
from lastdigit.solver.tables import require


class Solution(NamedTuple):
    """The value of a position for the player to move, and its remoteness.

    The remoteness is the number of plies to the end if the winner hurries and the loser delays. It
    is None for a draw, and for a win or loss whose remoteness is unknown.
    """

    value: Value
    remoteness: int | None = None


DRAWN = Solution(Value.DRAW)


class Census(NamedTuple):
    """Counts of positions by their value for the player to move."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    longest: int | None = 0
    """The largest remoteness, which is the longest game that can be forced. None if unknown."""
    few: tuple[str, ...] = ()
    """In a census of starts, the names of those with the rarer value, if there are only a few."""

    @property
    def positions(self) -> int:
        """The total number of positions."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, solutions: Iterable[Solution]) -> Census:
        """Count solutions by value and find the largest remoteness."""
        counts = Counter(solutions)
        by_value = Counter[Value]()
        for solution, count in counts.items():
            by_value[solution.value] += count
        longest = max((solution.remoteness or 0 for solution in counts), default=0)
        return cls(by_value[Value.WIN], by_value[Value.LOSE], by_value[Value.DRAW], longest)


def combined(after: Iterable[Solution]) -> Solution:
    """Return the solution of a position from the solutions of its successors.

    >>> combined([Solution(Value.WIN, 4), Solution(Value.LOSE, 2), Solution(Value.LOSE, 0)])
    Solution(value=<Value.WIN: 'win'>, remoteness=1)
    """
    lost: list[int | None] = []
    won: list[int | None] = []
    drawn = False
    for value, remoteness in after:
        if value is Value.LOSE:
            lost.append(remoteness)
        elif value is Value.WIN:
            won.append(remoteness)
        else:
            drawn = True
    if lost:
        known = [plies for plies in lost if plies is not None]
        # Remoteness 0 is the minimum, so it decides even if others are unknown. Any other minimum
        # is certain only if every remoteness is known.
        sure = len(known) == len(lost) or 0 in known
        return Solution(Value.WIN, min(known) + 1 if sure else None)
    if drawn:
        return DRAWN
    known = [plies for plies in won if plies is not None]
    return Solution(Value.LOSE, max(known) + 1 if len(known) == len(won) else None)


MOST_POSITIONS = 2_000_000


def solve_from(game: AnyGame, root: State) -> dict[Hashable, Solution]:
    """Solve every position reachable from `root` and return the solutions by position key.

    Raise TooManyPositions if there are more than MOST_POSITIONS.
    """
    successors, ends = _explore(game, root)
    predecessors: dict[Hashable, list[Hashable]] = {key: [] for key in successors}
    for key, after in successors.items():
        for later in after:
            predecessors[later].append(key)
    solutions = dict(ends)
    open_moves = {key: len(after) for key, after in successors.items()}
    # The queue is in order of remoteness. The first lost successor gives the quickest win, and the
    # last won successor gives the slowest loss.
    queue = deque(ends)
    while queue:
        key = queue.popleft()
        value, remoteness = solutions[key]
        assert remoteness is not None, "a decided position has a remoteness"
        for before in predecessors[key]:
            if before in solutions:
                continue
            if value is Value.LOSE:
                solutions[before] = Solution(Value.WIN, remoteness + 1)
                queue.append(before)
            else:
                open_moves[before] -= 1
                if not open_moves[before]:
                    solutions[before] = Solution(Value.LOSE, remoteness + 1)
                    queue.append(before)
    return {key: solutions.get(key, DRAWN) for key in successors}


def _explore(
    game: AnyGame, root: State
) -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Solution]]:
    """Return the successors of every reachable position, and the solutions of terminal ones."""
    successors: dict[Hashable, list[Hashable]] = {game.key(root): []}
    ends: dict[Hashable, Solution] = {}
    # Breadth-first: a state can contain the history of the game, and long histories take memory.
    waiting = deque([(game.key(root), root)])
    while waiting:
        key, state = waiting.popleft()
        after = [game.successor(state, move) for move in game.legal_moves(state)]
        keys = successors[key] = [game.key(later) for later in after]
        for pair in zip(keys, after, strict=True):
            if pair[0] not in successors:
                successors[pair[0]] = []
                waiting.append(pair)
        if len(successors) > MOST_POSITIONS:
            raise TooManyPositions(f"{game.title} has too many positions to be solved like this.")
        if not after:
            outcome = game.outcome(state)
            assert outcome is not None, "a game without legal moves is over"
            won = outcome.winner is state.mover
            ends[key] = Solution(Value.WIN if won else Value.LOSE, 0)
    return successors, ends


class Branch(NamedTuple, Generic[S, M]):
    """A legal move, its successor, and the solution of that successor for the opponent."""

    move: M
    after: S
    solution: Solution

    @property
    def value(self) -> Value:
        """The value of the move for the player who makes it."""
        return self.solution.value.opposite


def split(branches: Sequence[Branch[S, M]]) -> tuple[list[Branch[S, M]], list[Branch[S, M]]]:
    """Return the moves that preserve the value of the position, and those that do not."""
    values = [branch.solution.value for branch in branches]  # for the opponent
    least = min(values, key=WORTH.__getitem__)
    if values.count(least) == len(values):
        return list(branches), []
    sides: tuple[list[Branch[S, M]], list[Branch[S, M]]] = [], []
    for branch, value in zip(branches, values, strict=True):
        sides[value is not least].append(branch)
    return sides


RANK = {Value.WIN: 0, Value.DRAW: 1, Value.LOSE: 2}
FAR = 10**9
"""Stands for an unknown remoteness."""


def best_first(branches: Iterable[Branch[S, M]]) -> list[Branch[S, M]]:
    """Sort moves from best to worst: by value, then the quickest wins and the slowest losses."""

    def place(branch: Branch[S, M]) -> tuple[int, int]:
        plies = branch.solution.remoteness
        far = FAR if plies is None else plies
        return RANK[branch.value], far if branch.value is Value.WIN else -far

    return sorted(branches, key=place)


class Pairing(NamedTuple):
    """A pairing strategy: answer each item that the opponent forms with its partner.

    `form` is the item that the player to move forms first. It is None if the opponent has the
    strategy. `places` maps every item to its column and row in a drawing.
    """

    form: str | None
    pairs: tuple[tuple[str, str], ...]
    places: dict[str, tuple[int, int]]


NUMBER = re.compile(r"\d+")


class Solver(Generic[S, M]):
    """The exact solver of one game with its options.

    This class runs the general solver. A game can override any method with faster or more
    specific knowledge.
    """

    recurs: ClassVar[bool] = True
    """Whether positions recur from game to game, so that caching their solutions pays off."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self._solved: dict[Hashable, Solution] = {}

    def solution(self, state: S) -> Solution:
        """Return the exact solution of a position."""
        key = self.game.key(state)
        if key not in self._solved:
            self._solved |= solve_from(self.game, state)
        return self._solved[key]

    def branches(self, state: S) -> tuple[Branch[S, M], ...]:
        """Return every legal move with its successor and that successor's solution."""
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.successor(state, move)
            found.append(make_tuple(Branch, (move, after, self.solution(after))))
        return tuple(found)

    def best(self, state: S) -> tuple[Branch[S, M], ...]:
        """Return the moves that preserve the value, the quickest wins or slowest losses first."""
        ordered = best_first(self.branches(state))
        return tuple(branch for branch in ordered if branch.value is ordered[0].value)

    def count_answers(self, state: S) -> tuple[int, int]:
        """Return the number of moves that preserve the value, and the number of legal moves."""
        branches = self.branches(state)
        return len(split(branches)[0]) if branches else 0, len(branches)

    def why(self, state: S) -> str:
        """Explain the value of a position in a paragraph that a person can verify."""
        if self.game.outcome(state) is not None:
            return "The game is over."
        best = self.best(state)[0]
        text = self.game.format_move(best.move)
        if best.value is Value.WIN:
            return f"{text} wins{turns(best.solution)}."
        if best.value is Value.DRAW:
            return f"{text} keeps the draw; nobody can force an end."
        return f"Every move loses; {text} holds out longest{turns(best.solution)}."

    def idea(self, state: S) -> str:
        """Return a hint in one sentence that does not name a move."""
        value = self.solution(state).value
        if value is Value.WIN:
            return "You can win from here."
        if value is Value.DRAW:
            return "Nobody can force an end from here: give nothing away."
        return "No move wins against best play: make it long."

    def pairing(self, state: S) -> Pairing | None:  # noqa: ARG002 - most games have none
        """Return the pairing strategy that decides the game, or None if there is none."""
        return None

    def greedy(self, state: S) -> M:
        """Return the move of a simple heuristic that does not look ahead."""
        return self.game.legal_moves(state)[0]

    def size(self, state: S, move: M) -> int:  # noqa: ARG002 - the text is enough for most
        """Return how large a move looks without knowing the game: the last number in its text."""
        numbers = NUMBER.findall(self.game.format_move(move))
        return int(numbers[-1]) if numbers else self.game.all_moves().index(move)

    def census(self, start: S) -> Census | None:
        """Count every position reachable from `start`. Return None if there are too many."""
        return Census.of(solve_from(self.game, start).values())

    def starts(self) -> dict[str, S]:
        """Return the possible starting positions by name. Empty if there is no choice."""
        return {}

    def count_starts(self) -> Census | None:
        """Count all starting positions if there are too many to list, else return None."""
        return None

    def warm_up(self) -> None:
        """Do slow preparation that speeds up many later calls."""

    def is_ready(self) -> bool:
        """Return whether `solution` answers without building or compiling anything first."""
        return True

    def compiled_for_what(self) -> str | None:
        """Return what needs compiled code, as words for a message, or None if nothing does."""
        return None

    def cache_bytes(self) -> int:
        """Return the size of the tables that the solver will cache, in bytes."""
        return 0


def turns(after: Solution) -> str:
    """Return the distance to the end from before the move, or an empty text if it is unknown."""
    if after.remoteness is None:
        return ""
    plies = after.remoteness + 1
    return " at once" if plies == 1 else f" in {plies} turns"


@lru_cache(maxsize=16)
def solver_for(game: AnyGame) -> Solver[Any, Any]:
    """Return the solver that the game declares, or the general one."""
    solver: type[Solver[Any, Any]] = game.declaration().load("solver") or Solver
    return solver(game)


def check_solvable(game: AnyGame) -> None:
    """Raise MissingExtra if a game needs compiled code and the `fast` extra is not installed."""
    what = solver_for(game).compiled_for_what() if game.size else None
    if what is not None:
        require(what)


def is_solvable(game: AnyGame) -> bool:
    """Return whether the installed extras are enough to solve a game."""
    try:
        check_solvable(game)
    except MissingExtra:
        return False
    return True
