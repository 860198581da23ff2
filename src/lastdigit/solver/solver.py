"""Exact solutions: values, the general solver, and what a game knows about its own positions.

The general solver works backwards from the ends of the game. It is right for games with cycles:
positions in which neither player can force an end are draws.
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
    """A value, and the plies to the end when the winner hurries and the loser delays.

    The remoteness is None for a draw, and beside a win or a loss where it is not known.
    """

    value: Value
    remoteness: int | None = None


DRAWN = Solution(Value.DRAW)


class Census(NamedTuple):
    """All positions that can come up, by their value for the player to move."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    longest: int | None = 0
    """The largest remoteness among them: the longest game that can be forced, None if unknown."""
    few: tuple[str, ...] = ()
    """Of starts, the names of those with the rarer value, where they are few."""

    @property
    def positions(self) -> int:
        """How many there are."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, solutions: Iterable[Solution]) -> Census:
        """Count solutions."""
        counts = Counter(solutions)
        by_value = Counter[Value]()
        for solution, count in counts.items():
            by_value[solution.value] += count
        longest = max((solution.remoteness or 0 for solution in counts), default=0)
        return cls(by_value[Value.WIN], by_value[Value.LOSE], by_value[Value.DRAW], longest)


def combined(after: Iterable[Solution]) -> Solution:
    """Return the solution of a position from those of the positions that its moves lead to.

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
        # Nothing is nearer than the end itself; else one unknown makes the nearest unknown.
        sure = len(known) == len(lost) or 0 in known
        return Solution(Value.WIN, min(known) + 1 if sure else None)
    if drawn:
        return DRAWN
    known = [plies for plies in won if plies is not None]
    return Solution(Value.LOSE, max(known) + 1 if len(known) == len(won) else None)


MOST_POSITIONS = 2_000_000


def solve_from(game: AnyGame, root: State) -> dict[Hashable, Solution]:
    """Return the solution of every position reachable from one, by its key.

    Raises TooManyPositions.
    """
    successors, ends = _explored(game, root)
    predecessors: dict[Hashable, list[Hashable]] = {key: [] for key in successors}
    for key, after in successors.items():
        for later in after:
            predecessors[later].append(key)
    solutions = dict(ends)
    open_moves = {key: len(after) for key, after in successors.items()}
    # Ends first, then positions decided by them: so a win is found by its shortest way, and a
    # loss by its longest.
    queue = deque(ends)
    while queue:
        key = queue.popleft()
        value, remoteness = solutions[key]
        assert remoteness is not None, "what is decided has an end"
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


def _explored(
    game: AnyGame, root: State
) -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Solution]]:
    """Return where every reachable position leads to, and the solutions of those that are ends."""
    successors: dict[Hashable, list[Hashable]] = {game.key(root): []}
    ends: dict[Hashable, Solution] = {}
    # The nearest first: a state may tell how a game came there, and a long way takes much memory.
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
            assert outcome is not None, "without a legal move a game is over"
            won = outcome.winner is state.mover
            ends[key] = Solution(Value.WIN if won else Value.LOSE, 0)
    return successors, ends


NUMBER = re.compile(r"\d+")


class Branch(NamedTuple, Generic[S, M]):
    """A legal move, the position it leads to, and that position's solution for the opponent."""

    move: M
    after: S
    solution: Solution

    @property
    def value(self) -> Value:
        """What the move is worth to the player who makes it."""
        return self.solution.value.opposite


class Pairing(NamedTuple):
    """A way to win for ever: whatever the other makes, answer with its partner.

    `form` is what the player to move makes first; nothing, if the answers are the other's. `places`
    says where everything that can be made stands in a picture, as column and row.
    """

    form: str | None
    pairs: tuple[tuple[str, str], ...]
    places: dict[str, tuple[int, int]]


class Solver(Generic[S, M]):
    """Exact knowledge of one game with its options."""

    recurs: ClassVar[bool] = True
    """Whether the same positions come up in game after game, so that they are worth remembering."""

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
        """Return every legal move with where it leads."""
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.successor(state, move)
            found.append(make_tuple(Branch, (move, after, self.solution(after))))
        return tuple(found)

    def best(self, state: S) -> tuple[Branch[S, M], ...]:
        """Return the moves that keep the value, the quickest wins or longest resistance first."""
        ordered = best_first(self.branches(state))
        return tuple(branch for branch in ordered if branch.value is ordered[0].value)

    def count_answers(self, state: S) -> tuple[int, int]:
        """Return how many moves keep what the player to move has, and how many there are."""
        branches = self.branches(state)
        return len(split(branches)[0]) if branches else 0, len(branches)

    def why(self, state: S) -> str:
        """Return the reason for the value, in a paragraph that a person can check."""
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
        """Return what to think of here, in a sentence that names no move."""
        value = self.solution(state).value
        if value is Value.WIN:
            return "You can win from here."
        if value is Value.DRAW:
            return "Nobody can force an end from here: give nothing away."
        return "No move wins against best play: make it long."

    def pairing(self, state: S) -> Pairing | None:  # noqa: ARG002 - most games have none
        """Return the pairs that decide the game, where pairs do."""
        return None

    def greedy(self, state: S) -> M:
        """Return the move that a simple rule of thumb makes."""
        return self.game.legal_moves(state)[0]

    def size(self, state: S, move: M) -> int:  # noqa: ARG002 - most moves say it themselves
        """Return how large a move looks to who knows nothing: the last number in its text."""
        numbers = NUMBER.findall(self.game.format_move(move))
        return int(numbers[-1]) if numbers else self.game.all_moves().index(move)

    def census(self, start: S) -> Census | None:
        """Return the count of everything that can come up, or None where that cannot be counted."""
        return Census.of(solve_from(self.game, start).values())

    def starts(self) -> dict[str, S]:
        """Return every position that the game could begin with, where that can be chosen."""
        return {}

    def count_starts(self) -> Census | None:
        """Return the count of all starts where they are too many to be listed, else None."""
        return None

    def warm_up(self) -> None:
        """Do what makes answers quicker and takes a moment itself: very many will be asked for."""

    def is_ready(self) -> bool:
        """Return whether the next solution comes at once."""
        return True

    def compiled_for_what(self) -> str | None:
        """Return what compiled code is needed for, where plain Python would take too long."""
        return None

    def cache_bytes(self) -> int:
        """Return how many bytes will be kept of what is not prepared yet."""
        return 0


RANK = {Value.WIN: 0, Value.DRAW: 1, Value.LOSE: 2}
FAR = 10**9
"""Stands for a distance that is not known."""


def split(branches: Sequence[Branch[S, M]]) -> tuple[list[Branch[S, M]], list[Branch[S, M]]]:
    """Return the moves that keep the position's value, and those that do not."""
    values = [branch.solution.value for branch in branches]  # to the other player
    least = min(values, key=WORTH.__getitem__)
    if values.count(least) == len(values):
        return list(branches), []
    sides: tuple[list[Branch[S, M]], list[Branch[S, M]]] = [], []
    for branch, value in zip(branches, values, strict=True):
        sides[value is not least].append(branch)
    return sides


def best_first(branches: Iterable[Branch[S, M]]) -> list[Branch[S, M]]:
    """Return moves by value; wins that are near and losses that are far come first."""

    def place(branch: Branch[S, M]) -> tuple[int, int]:
        plies = branch.solution.remoteness
        far = FAR if plies is None else plies
        return RANK[branch.value], far if branch.value is Value.WIN else -far

    return sorted(branches, key=place)


def turns(after: Solution) -> str:
    """Return how far off the end is, counted from before the move, or nothing if not known."""
    if after.remoteness is None:
        return ""
    plies = after.remoteness + 1
    return " at once" if plies == 1 else f" in {plies} turns"


def check_solvable(game: AnyGame) -> None:
    """Raise MissingExtra where a game is too large for plain Python, and nothing else is there."""
    what = solver_for(game).compiled_for_what() if game.size else None
    if what is not None:
        require(what)


def is_solvable(game: AnyGame) -> bool:
    """Return whether a game can be solved with what is installed here."""
    try:
        check_solvable(game)
    except MissingExtra:
        return False
    return True


@lru_cache(maxsize=16)
def solver_for(game: AnyGame) -> Solver[Any, Any]:
    """Return the exact knowledge of a game."""
    insight: type[Solver[Any, Any]] = game.declaration().load("solver") or Solver
    return insight(game)
