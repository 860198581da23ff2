"""Simple policies for picking moves, and weights that make them score only at chance.

A simple rule for picking moves, such as "always the first move", is called a policy. A measurement
is valid only if a player that follows such a policy gets no more than random moves would.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from operator import mul
from typing import Any, NamedTuple

from lastdigit.game.game import AnyGame, Outcome, State
from lastdigit.solver import solver_for

QUOTED = re.compile(r"`([^`]+)`")
MOVES_SECTION = "## Moves and positions"


class PolicyView:
    """The facts about a position that simple rules for picking a move can use.

    Moves are given as indices into `moves`, the list of legal moves.
    """

    def __init__(self, game: AnyGame, state: State) -> None:
        self.game = game
        self.state = state
        self.moves: Sequence[Any] = game.legal_moves(state)

    @cached_property
    def every(self) -> list[int]:
        """The indices of all legal moves."""
        return list(range(len(self.moves)))

    @cached_property
    def sizes(self) -> list[int]:
        """The size of each legal move: usually the last number in its text."""
        solver = solver_for(self.game)
        return [solver.size(self.state, move) for move in self.moves]

    @cached_property
    def after(self) -> list[State]:
        """The position after each legal move."""
        return [self.game.successor(self.state, move) for move in self.moves]

    @cached_property
    def ends(self) -> list[Outcome | None]:
        """The outcome of the game after each legal move. None if the game continues."""
        return [self.game.outcome(state) for state in self.after]

    @cached_property
    def winning(self) -> list[int]:
        """The indices of the moves that win immediately."""
        return [place for place in self.every if self.won(self.ends[place], self.state)]

    @cached_property
    def safe(self) -> list[int]:
        """The indices of the moves that do not lose immediately.

        If every move loses immediately, the indices of all moves.
        """
        lost = (end is not None and not self.won(end, self.state) for end in self.ends)
        return [place for place, bad in enumerate(lost) if not bad] or self.every

    @cached_property
    def thumb(self) -> int:
        """The index of the move that the game's rule of thumb recommends."""
        return self.moves.index(solver_for(self.game).greedy(self.state))

    @cached_property
    def guarded(self) -> list[int]:
        """The indices of the moves in `safe` that the opponent cannot answer with an immediate win.

        If there are no such moves, the same as `safe`.
        """
        return [place for place in self.safe if not self._answered(place)] or self.safe

    def _answered(self, place: int) -> bool:
        position = self.after[place]
        replies = (self.game.successor(position, move) for move in self.game.legal_moves(position))
        return any(self.won(self.game.outcome(reply), position) for reply in replies)

    @staticmethod
    def won(end: Outcome | None, state: State) -> bool:
        """Return whether the outcome `end` is a win for the player to move in `state`.

        Return False if the game is not over (`end` is None).
        """
        return end is not None and end.winner is state.mover


Pick = Callable[[PolicyView], Sequence[int]]


class Policy(NamedTuple):
    """A simple rule for picking moves, such as "always the first move".

    `pick` returns the indices of the moves that the rule chooses from. `plies` is the number of
    moves that the rule looks ahead.
    """

    name: str
    plies: int
    pick: Pick


def _largest(view: PolicyView) -> list[int]:
    return [place for place in view.every if view.sizes[place] == max(view.sizes)]


def _smallest(view: PolicyView) -> list[int]:
    return [place for place in view.every if view.sizes[place] == min(view.sizes)]


def _example(view: PolicyView) -> list[int]:
    """Return the index of the rulebook's example move, or all indices if that move is not legal."""
    section = view.game.rulebook().partition(MOVES_SECTION)[2]
    texts = QUOTED.findall(section.partition("A position")[0])
    legal = {view.game.format_move(move): place for place, move in enumerate(view.moves)}
    example = next((text for text in reversed(texts) if text in view.game.moves_by_text), None)
    return [legal[example]] if example in legal else view.every


def _two_plies(view: PolicyView) -> list[int]:
    if view.winning:
        return view.winning
    return [view.thumb] if view.thumb in view.guarded else view.guarded


BASE_POLICIES = (
    Policy("first", 0, lambda scene: scene.every[:1]),
    Policy("last", 0, lambda scene: scene.every[-1:]),
    Policy("middle", 0, lambda scene: [scene.every[len(scene.every) // 2]]),
    Policy("largest", 0, _largest),
    Policy("smallest", 0, _smallest),
    Policy("example", 0, _example),
    Policy("safe", 1, lambda scene: scene.safe),
    Policy("one ply", 1, lambda scene: scene.winning or scene.safe),
    Policy("rule of thumb", 1, lambda scene: [scene.thumb]),
    Policy("two plies", 2, _two_plies),
)


def _negated(policy: Policy) -> Policy:
    def pick(scene: PolicyView) -> Sequence[int]:
        avoided = set(policy.pick(scene))
        return [place for place in scene.every if place not in avoided] or scene.every

    return Policy(f"not {policy.name}", policy.plies, pick)


POLICIES = (*BASE_POLICIES, *map(_negated, BASE_POLICIES))
"""Simple rules for picking moves, and for each rule its opposite, which picks any other move."""
BLIND_POLICIES = tuple(policy for policy in POLICIES if not policy.plies)
"""The rules that ignore the position, such as "always the last move"."""


def expected_score(picked: Sequence[int], right: Collection[int]) -> float:
    """Return the probability that a random element of `picked` is in `right`.

    >>> expected_score([0, 2, 3], {2, 5})
    0.3333333333333333
    """
    return sum(place in right for place in picked) / len(picked)


def policy_scores(
    game: AnyGame, position: str, best: Collection[str], policies: Iterable[Policy] = POLICIES
) -> list[float]:
    """Return the probability that each policy picks a right move, in the order of `policies`.

    A policy picks moves by a simple rule. `best` has the right moves as text.
    """
    view = PolicyView(game, game.parse_state(position))
    texts = [game.format_move(move) for move in view.moves]
    right = {place for place, text in enumerate(texts) if text in best}
    return [expected_score(policy.pick(view), right) for policy in policies]


PENALTY = 1e-4
MAX_STEPS = 60
TOLERANCE = 1e-9

Row = Sequence[float]


def balanced_weights(rows: Sequence[Row], penalty: float = PENALTY) -> list[float]:
    """Return one weight per row, such that every column's weighted mean is about 0.

    The weights sum to 1, and are as equal as possible.

    >>> [round(weight, 2) for weight in balanced_weights([[0.5], [0.5], [-0.5]])]
    [0.25, 0.25, 0.5]
    """
    if not rows:
        return []
    distinct = sorted(set(map(tuple, rows)))
    counts = [0] * len(distinct)
    indices = {row: index for index, row in enumerate(distinct)}
    for row in rows:
        counts[indices[tuple(row)]] += 1
    # The weights of greatest entropy, by Newton's method on the dual problem. The factors are the
    # dual variables, and the penalty keeps them finite.
    factors = [0.0] * len(distinct[0])
    for _ in range(MAX_STEPS):
        shares = _shares(distinct, counts, factors)
        gradient = [
            mean + penalty * factor
            for mean, factor in zip(_means(distinct, shares), factors, strict=True)
        ]
        if max(map(abs, gradient), default=0) < TOLERANCE:
            break
        step = _solve_linear(_hessian(distinct, shares, penalty), gradient)
        factors = _line_search(distinct, counts, factors, step, penalty)
    shares = _shares(distinct, counts, factors)
    return [shares[indices[tuple(row)]] / counts[indices[tuple(row)]] for row in rows]


def dot(one: Row, other: Row) -> float:
    """Return the dot product of two vectors."""
    return float(sum(map(mul, one, other)))


def _exponents(kinds: Sequence[Row], factors: Row) -> list[float]:
    return [dot(row, factors) for row in kinds]


def _objective(kinds: Sequence[Row], counts: Sequence[int], factors: Row, penalty: float) -> float:
    # The dual objective of the maximum-entropy problem, to be minimized.
    exponents = _exponents(kinds, factors)
    top = max(exponents)
    sums = sum(n * math.exp(e - top) for n, e in zip(counts, exponents, strict=True))
    return top + math.log(sums) + penalty / 2 * dot(factors, factors)


def _line_search(
    kinds: Sequence[Row], counts: Sequence[int], factors: Row, step: Row, penalty: float
) -> list[float]:
    # Halve the Newton step until the objective decreases.
    current, scale = _objective(kinds, counts, factors, penalty), 1.0
    for _ in range(MAX_STEPS):
        candidate = [factor - scale * part for factor, part in zip(factors, step, strict=True)]
        if _objective(kinds, counts, candidate, penalty) < current:
            return candidate
        scale /= 2
    return list(factors)


def _shares(kinds: Sequence[Row], counts: Sequence[int], factors: Row) -> list[float]:
    exponents = _exponents(kinds, factors)
    top = max(exponents)
    parts = [n * math.exp(e - top) for n, e in zip(counts, exponents, strict=True)]
    whole = sum(parts)
    return [part / whole for part in parts]


def _means(kinds: Sequence[Row], shares: Row) -> list[float]:
    return [dot(column, shares) for column in zip(*kinds, strict=True)]


def _hessian(kinds: Sequence[Row], shares: Row, penalty: float) -> list[list[float]]:
    means = _means(kinds, shares)
    columns = [
        [value - mean for value in column]
        for column, mean in zip(zip(*kinds, strict=True), means, strict=True)
    ]
    weighted = [
        [value * share for value, share in zip(column, shares, strict=True)] for column in columns
    ]
    return [
        [dot(weighted[i], columns[j]) + (penalty if i == j else 0.0) for j in range(len(columns))]
        for i in range(len(columns))
    ]


def _solve_linear(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve `matrix @ x == right` for x by Gaussian elimination, for a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    solution = [0.0] * size
    for index in reversed(range(size)):
        known = sum(rows[index][later] * solution[later] for later in range(index + 1, size))
        solution[index] = (rows[index][size] - known) / rows[index][index]
    return solution


def effective_size(weights: Iterable[float]) -> float:
    """Return Kish's effective sample size for these weights.

    The effective size is the number of equally weighted items that carry the same information.

    >>> effective_size([0.25, 0.25, 0.25, 0.25])
    4.0
    """
    values = list(weights)
    return sum(values) ** 2 / sum(weight * weight for weight in values) if values else 0.0
