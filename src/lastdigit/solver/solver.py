"""Exact solutions of positions: the general solver, and the class `Solver` that games extend.

The general solver works backwards from the positions in which the game is over.
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
    """The solution of a position: its value for the player to move, and its remoteness.

    The value is a win, a loss or a draw with perfect play. The remoteness is the number of plies to
    the end if the winner plays for a short game and the loser for a long one.
    """

    value: Value
    remoteness: int | None = None
    """None for a draw, and for a win or loss whose remoteness is unknown."""


DRAWN = Solution(Value.DRAW)
"""The solution of a position from which neither player can force a win."""


class Census(NamedTuple):
    """The numbers of positions that the player to move wins, loses and draws with perfect play."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    longest: int | None = 0
    """The largest remoteness (the plies of the longest game with best play), or None if unknown."""
    few: tuple[str, ...] = ()
    """In a census of starting positions, the names of the positions with the rarer value.

    The tuple is empty if there are too many such positions, and in any other census.
    """

    @property
    def positions(self) -> int:
        """The total number of positions in this census."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, solutions: Iterable[Solution]) -> Census:
        """Count the wins, losses and draws among the solutions of positions."""
        counts = Counter(solutions)
        by_value = Counter[Value]()
        for solution, count in counts.items():
            by_value[solution.value] += count
        longest = max((solution.remoteness or 0 for solution in counts), default=0)
        return cls(by_value[Value.WIN], by_value[Value.LOSE], by_value[Value.DRAW], longest)


def combined(after: Iterable[Solution]) -> Solution:
    """Return the solution of a position, given the solutions of the positions after each move.

    The opponent is to move in those positions, so their solutions are for the opponent.

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


MAX_POSITIONS = 2_000_000
"""The maximum number of positions that `solve_from` solves."""


def solve_from(game: AnyGame, root: State) -> dict[Hashable, Solution]:
    """Return the solutions of all positions that can be reached from the position `root`.

    The method `Game.key` gives the key of a position. Raise TooManyPositions if there are too many
    positions.
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
    """Return all positions that can be reached from the position `root`, as two dicts.

    The first dict has the successors of every position. The second dict has the solutions of the
    positions in which the game is over. Raise TooManyPositions if there are too many positions.
    """
    successors: dict[Hashable, list[Hashable]] = {game.key(root): []}
    ends: dict[Hashable, Solution] = {}
    # Breadth-first: a state can contain the history of the game, and long histories take up memory.
    waiting = deque([(game.key(root), root)])
    while waiting:
        key, state = waiting.popleft()
        after = [game.successor(state, move) for move in game.legal_moves(state)]
        keys = successors[key] = [game.key(later) for later in after]
        for pair in zip(keys, after, strict=True):
            if pair[0] not in successors:
                successors[pair[0]] = []
                waiting.append(pair)
        if len(successors) > MAX_POSITIONS:
            raise TooManyPositions(f"{game.title} has too many positions for the general solver.")
        if not after:
            outcome = game.outcome(state)
            assert outcome is not None, "a game without legal moves is over"
            won = outcome.winner is state.mover
            ends[key] = Solution(Value.WIN if won else Value.LOSE, 0)
    return successors, ends


class Branch(NamedTuple, Generic[S, M]):
    """A legal move, the position after the move, and the solution of that position.

    The opponent is to move in that position, so the solution is for the opponent.
    """

    move: M
    after: S
    solution: Solution

    @property
    def value(self) -> Value:
        """Whether the move wins, draws or loses with perfect play, for the player who makes it."""
        return self.solution.value.opposite


def split(branches: Sequence[Branch[S, M]]) -> tuple[list[Branch[S, M]], list[Branch[S, M]]]:
    """Split the legal moves of a position into right moves and mistakes, and return the two lists.

    A mistake turns a win into a draw or a loss, or a draw into a loss. `branches` must contain all
    legal moves.
    """
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
"""A value that stands for an unknown remoteness in comparisons.

FAR is larger than any remoteness.
"""


def best_first(branches: Iterable[Branch[S, M]]) -> list[Branch[S, M]]:
    """Return moves sorted from best to worst.

    A quick win is better than a slow win, and a slow loss is better than a quick loss.
    """

    def place(branch: Branch[S, M]) -> tuple[int, int]:
        plies = branch.solution.remoteness
        far = FAR if plies is None else plies
        return RANK[branch.value], far if branch.value is Value.WIN else -far

    return sorted(branches, key=place)


class Pairing(NamedTuple):
    """A winning strategy that answers each of the opponent's moves with the move paired with it."""

    # Each move forms an item, such as a prime. When the loser forms one item of a pair, the winner
    # forms the other one.
    form: str | None
    """The item that the player to move has to form first. None if the opponent is the winner."""
    pairs: tuple[tuple[str, str], ...]
    places: dict[str, tuple[int, int]]
    """The column and row of every item in a drawing."""


NUMBER = re.compile(r"\d+")


class Solver(Generic[S, M]):
    """Computes the values of all positions of one game, and the best moves.

    The results are exact. A game can override methods with faster ones.
    """

    recurs: ClassVar[bool] = True
    """Whether positions recur from game to game, so that caching their solutions pays off."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self._solved: dict[Hashable, Solution] = {}

    def solution(self, state: S) -> Solution:
        """Return whether the player to move wins, loses or draws with best play, and how soon."""
        key = self.game.key(state)
        if key not in self._solved:
            self._solved |= solve_from(self.game, state)
        return self._solved[key]

    def branches(self, state: S) -> tuple[Branch[S, M], ...]:
        """Return every legal move, with the position after the move and its solution."""
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.successor(state, move)
            found.append(make_tuple(Branch, (move, after, self.solution(after))))
        return tuple(found)

    def values(self, state: S) -> Sequence[Branch[S, M]]:
        """Return every legal move as `branches` does, but without remoteness if that is slow."""
        return self.branches(state)

    def with_remoteness(self, branches: Sequence[Branch[S, M]]) -> Sequence[Branch[S, M]]:
        """Return moves that `values` has returned, with the remoteness that `branches` returns."""
        return branches

    def best(self, state: S) -> tuple[Branch[S, M], ...]:
        """Return the legal moves with the best result (win, draw or loss), the best move first.

        A quick win is better than a slow win, and a slow loss is better than a quick loss.
        """
        ordered = best_first(self.branches(state))
        return tuple(branch for branch in ordered if branch.value is ordered[0].value)

    def count_answers(self, state: S) -> tuple[int, int]:
        """Return the number of moves with the best result, and the total number of legal moves."""
        branches = self.branches(state)
        return len(split(branches)[0]) if branches else 0, len(branches)

    def why(self, state: S) -> str:
        """Explain in a paragraph why the player to move wins, loses or draws."""
        if self.game.outcome(state) is not None:
            return "The game is over."
        best = self.best(state)[0]
        text = self.game.format_move(best.move)
        if best.value is Value.WIN:
            return f"{text} wins{turns(best.solution)}."
        if best.value is Value.DRAW:
            return f"{text} keeps the draw. Neither player can force a win."
        return f"Every move loses. {text} holds out longest: it loses{turns(best.solution)}."

    def idea(self, state: S) -> str:
        """Return a hint for the player to move, in one sentence that does not name a move."""
        value = self.solution(state).value
        if value is Value.WIN:
            return "You can win from here."
        if value is Value.DRAW:
            return "Neither player can force a win here. Don't give the other player a forced win."
        return "Against perfect play, every move loses here. Hold out as long as you can."

    def pairing(self, state: S) -> Pairing | None:  # noqa: ARG002 - most games have none
        """Return a winning strategy that answers each move with the move paired with it.

        Return None if there is no such strategy.
        """
        return None

    def greedy(self, state: S) -> M:
        """Choose a move by a simple heuristic that does not look ahead."""
        return self.game.legal_moves(state)[0]

    def size(self, state: S, move: M) -> int:  # noqa: ARG002 - the text is enough for most
        """Return the number that a move contains or produces, to rank moves by size."""
        numbers = NUMBER.findall(self.game.format_move(move))
        return int(numbers[-1]) if numbers else self.game.all_moves().index(move)

    def census(self, start: S) -> Census | None:
        """Count the wins, losses and draws among all positions that can be reached from `start`.

        Return None if the game is known to have too many positions. Raise TooManyPositions if the
        count reaches too many positions.
        """
        return Census.of(solve_from(self.game, start).values())

    def starts(self) -> dict[str, S]:
        """Return the possible starting positions, keyed by a name for each position.

        Return {} if there is only one starting position, or if there are too many to list.
        """
        return {}

    def count_starts(self) -> Census | None:
        """Count the wins, losses and draws among starting positions, if there are too many to list.

        Return None if `starts` lists these positions, or if there is only one.
        """
        return None

    def warm_up(self) -> None:
        """Do slow preparation now, such as building tables, so that later calls are fast.

        The default implementation does nothing.
        """

    def is_ready(self) -> bool:
        """Return whether positions can be solved at once, without slow preparation."""
        return True

    def compiled_for_what(self) -> str | None:
        """Return the name of the game variant if solving it needs compiled code, else None."""
        return None

    def cache_bytes(self) -> int:
        """Return the size in bytes of the tables that this solver stores in the cache."""
        return 0


def turns(after: Solution) -> str:
    """Return how soon the game ends after a move, such as " in 3 turns" or " at once".

    `after` is the solution of the position after the move. Return "" if the number of turns is
    unknown.
    """
    if after.remoteness is None:
        return ""
    plies = after.remoteness + 1
    return " at once" if plies == 1 else f" in {plies} turns"


@lru_cache(maxsize=16)
def solver_for(game: AnyGame) -> Solver[Any, Any]:
    """Return the solver that a game declares, or the general solver if it declares none."""
    solver: type[Solver[Any, Any]] = game.declaration().load("solver") or Solver
    return solver(game)


def check_solvable(game: AnyGame) -> None:
    """Raise MissingExtra if solving a game needs numba and numba is not installed."""
    what = solver_for(game).compiled_for_what() if game.size else None
    if what is not None:
        require(what)


def is_solvable(game: AnyGame) -> bool:
    """Return False if solving a game needs numba and numba is not installed, and True otherwise."""
    try:
        check_solvable(game)
    except MissingExtra:
        return False
    return True
