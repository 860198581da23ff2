"""Built-in computer players: levels with an exact error rate, tree search and simple baselines."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, Protocol

from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.solver import FAR, Branch, Solver, solver_for, split

AnyBranch = Branch[Any, Any]
AnySolver = Solver[Any, Any]


class Computer(Protocol):
    """A computer player or a user's Python function that chooses moves."""

    @property
    def about(self) -> str:
        """A short description of the computer player for the menu."""

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the computer player's move as text."""


MAX_CACHED = 50_000
"""The maximum number of positions per game in the cache of best moves and mistakes."""


class Level(NamedTuple):
    """A computer player that makes mistakes at a fixed rate.

    `errors` is the probability of a mistake in a critical position. In a critical position some
    legal moves are mistakes and some are not.
    """

    errors: float

    @property
    def about(self) -> str:
        """A description such as "makes a mistake in 4 of 10 decisive turns", for the menu."""
        if not self.errors:
            return "never makes a mistake"
        tenths = round(10 * self.errors)
        rate = f"{tenths} of 10" if tenths else f"1 of {round(1 / self.errors)}"
        return f"makes a mistake in {rate} decisive turns"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the level's move as text: a best move, or a mistake with probability `errors`."""
        return game.format_move(self.pick(decisions_for(game), state, random))

    def pick(self, decisions: DecisionCache, state: State, random: Random) -> Hashable:
        """Return the level's move as an object, not as text.

        `decisions` is a cache of the best moves and the mistakes in each position.
        """
        # Drawn even if no error is possible, so that all levels use the same random numbers.
        errs = random.random() < self.errors
        return random.choice(decisions.choices(state, errs))


class Decision(NamedTuple):
    """The best moves in a position (`best`), and the mistakes (`wrong`), if any.

    Mistakes that lose at once are left out, unless all mistakes lose at once.
    """

    best: tuple[Hashable, ...]
    wrong: tuple[Hashable, ...]

    @classmethod
    def of(cls, solver: AnySolver, state: State) -> Decision:
        """Solve a position, and return its best moves and its mistakes."""
        sound, mistakes = split(solver.values(state))
        return cls(best_moves(solver, sound), plausible_errors(solver, mistakes))


class DecisionCache:
    """A cache of the best moves and the mistakes in the positions of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._solver = game, solver_for(game)
        self._cache: dict[Hashable, Decision] = {}

    def choices(self, state: State, errs: bool) -> tuple[Hashable, ...]:
        """Return the best moves in a position. If `errs` is set, return the mistakes, if any."""
        if self._solver.recurs:
            best, wrong = self.at(state)
            return wrong if errs and wrong else best
        # A cache would hardly ever be hit, so compute only what is needed.
        sound, mistakes = split(self._solver.values(state))
        if errs and mistakes:
            return plausible_errors(self._solver, mistakes)
        return best_moves(self._solver, sound)

    def at(self, state: State) -> Decision:
        """Return the best moves and the mistakes in a position."""
        key = self._game.key(state)
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) >= MAX_CACHED:
                self._cache.clear()
            found = self._cache[key] = Decision.of(self._solver, state)
        return found


@lru_cache(maxsize=16)
def decisions_for(game: AnyGame) -> DecisionCache:
    """Return the cache of best moves and mistakes for a game."""
    return DecisionCache(game)


def best_moves(solver: AnySolver, sound: Sequence[AnyBranch]) -> tuple[Hashable, ...]:
    """Return the best of the moves that keep the value of a position."""
    if len(sound) > 1:
        sound = solver.with_remoteness(sound)
        is_won = sound[0].value is Value.WIN
        sound = quickest_wins(sound) if is_won else hardest_moves(solver, sound)
    return tuple([branch.move for branch in sound])


def plausible_errors(solver: AnySolver, mistakes: Sequence[AnyBranch]) -> tuple[Hashable, ...]:
    """Return the mistakes that do not lose at once, or all mistakes if every one loses at once."""
    known = solver.with_remoteness(mistakes)
    later = [branch.move for branch in known if branch.solution.remoteness not in (0, 1)]
    return tuple(later or [branch.move for branch in mistakes])


def quickest_wins(wins: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the winning moves that end the game soonest."""
    if len(wins) == 1:
        return wins
    best = min(map(distance, wins))
    return [branch for branch in wins if distance(branch) == best]


def hardest_moves(solver: AnySolver, best_moves: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the best moves that are hardest for the opponent to answer.

    Call this function only for a position in which no move wins.
    """
    # Make the game as long as possible first, and then as many replies as possible mistakes.
    furthest = max(map(distance, best_moves))
    longest = [branch for branch in best_moves if distance(branch) == furthest]
    if len(longest) == 1:
        return longest
    # If the length of a loss is unknown, the number of replies stands in for it. According to
    # bench/resistance.py, moves with few good replies save fewer games, because the games end
    # sooner.
    if furthest == FAR and best_moves[0].value is Value.LOSE:
        return most_replies(solver, longest)
    hardness = [ReplyCount.to(solver, branch).narrow for branch in longest]
    return [branch for branch, hard in zip(longest, hardness, strict=True) if hard == max(hardness)]


def most_replies(solver: AnySolver, branches: Sequence[AnyBranch]) -> Sequence[AnyBranch]:
    """Return the moves with the most legal replies, among the moves that allow a mistaken reply.

    If there are no such moves, return the moves with the most legal replies of all.
    """
    by_count: dict[int, list[AnyBranch]] = {}
    for branch in branches:
        by_count.setdefault(len(solver.game.legal_moves(branch.after)), []).append(branch)
    # It is slow to find out which replies are mistakes, so start with the moves that have the most
    # replies.
    counts = sorted(by_count, reverse=True)
    for count in counts:
        erring = [one for one in by_count[count] if ReplyCount.to(solver, one).keeping < count]
        if erring:
            return erring
    return by_count[counts[0]]


def distance(branch: AnyBranch) -> int:
    """Return the number of moves from a move to the end of the game, or FAR if it is unknown."""
    _, plies = branch.solution
    return FAR if plies is None else plies


class ReplyCount(NamedTuple):
    """The number of legal replies to a move (`all`), and how many are not mistakes (`keeping`)."""

    keeping: int
    all: int

    @classmethod
    def to(cls, solver: AnySolver, branch: AnyBranch) -> ReplyCount:
        """Count the opponent's legal replies to a move, and how many of them are not mistakes."""
        return cls(*solver.count_answers(branch.after))

    @property
    def narrow(self) -> float:
        """The share of the opponent's legal replies that are mistakes, from 0 to 1."""
        return 1 - self.keeping / self.all if self.all else 0.0


EXPLORATION = math.sqrt(2)
MAX_PLAYOUT_PLIES = 200
"""The number of moves after which an unfinished random game counts as a draw."""


class Node:
    """A position in the search tree, with the number of visits and the wins so far.

    The wins are those of the player whose move led to the position.
    """

    __slots__ = ("children", "move", "state", "untried", "visits", "wins")

    # Only the game knows the type of a move.
    def __init__(self, game: AnyGame, state: State, move: Any = None) -> None:
        self.state = state
        self.move = move
        self.untried = list(game.legal_moves(state))
        self.children: list[Node] = []
        self.visits = 0
        self.wins = 0.0

    def most_promising(self) -> Node:
        """Return the child node with the highest upper confidence bound (UCT)."""
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda child: (
                child.wins / child.visits + EXPLORATION * math.sqrt(log / child.visits)
            ),
        )


class TreeSearch(NamedTuple):
    """A computer player that uses Monte Carlo tree search.

    `playouts` is the number of random games that it plays before each move.
    """

    playouts: int

    @property
    def about(self) -> str:
        """A description such as "tries 200 random games before each move", for the menu."""
        return f"tries {self.playouts} random games before each move"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Run the tree search, and return the most visited move as text."""
        root = Node(game, state)
        for _ in range(self.playouts):
            path = list(select_path(game, root, random))
            winner = playout_winner(game, path[-1].state, random)
            for node, mover in zip(path[1:], (node.state.mover for node in path), strict=False):
                node.wins += 0.5 if winner is None else winner is mover
            for node in path:
                node.visits += 1
        # With fewer playouts than moves, most moves tie. The first one in the rules' order wins.
        best = max(root.children, key=lambda child: child.visits)
        return game.format_move(best.move)


def select_path(game: AnyGame, root: Node, random: Random) -> Iterator[Node]:
    """Add a leaf to the search tree, and yield the nodes on the path from the root to the leaf.

    If the game is over at the end of the path, no leaf is added.
    """
    node = root
    yield node
    while not node.untried and node.children:
        node = node.most_promising()
        yield node
    if node.untried:
        move = node.untried.pop(random.randrange(len(node.untried)))
        child = Node(game, game.successor(node.state, move), move)
        node.children.append(child)
        yield child


def playout_winner(game: AnyGame, state: State, random: Random) -> Seat | None:
    """Play random moves to the end of the game, and return the winner.

    Return None if the game is not over after MAX_PLAYOUT_PLIES moves.
    """
    for _ in range(MAX_PLAYOUT_PLIES):
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.successor(state, random.choice(moves))
    outcome = game.outcome(state)
    return outcome.winner if outcome else None


class RuleOfThumb:
    """A computer player that follows each game's rule of thumb: a simple rule without search."""

    about = "follows a simple rule of thumb"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:  # noqa: ARG002 - it is fixed
        """Return the move that the game's rule of thumb recommends, as text."""
        return game.format_move(solver_for(game).greedy(state))


class RandomMoves:
    """A computer player that picks every legal move with the same probability."""

    about = "makes any allowed move"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return a random legal move as text."""
        return game.format_move(self.pick(game, state, random))

    def pick(self, game: AnyGame, state: State, random: Random) -> Hashable:
        """Return a random legal move as an object, not as text."""
        move: Hashable = random.choice(game.legal_moves(state))
        return move


COMPUTERS: dict[str, Computer] = {
    "beginner": Level(0.6),
    "easy": Level(0.4),
    "medium": Level(0.2),
    "hard": Level(0.05),
    "perfect": Level(0.0),
    "greedy": RuleOfThumb(),
    "random": RandomMoves(),
}
"""The built-in computer players, keyed by name, in menu order."""
