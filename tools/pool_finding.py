"""Find positions for the pools of the exam, and measure their difficulty.

For each variant of a game, a graph contains all positions. From its critical positions, the search
prefers those in which the policies are rarely right or rarely wrong, so that weights can be even,
and those that short searches assign to a grade with too few items.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Container, Hashable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from lastdigit.analysis.critical import (
    Critical,
    Split,
    critical_at,
    draw_game,
    split_of,
    variant_name,
    with_default_start,
)
from lastdigit.analysis.policies import POLICIES, balanced_weights, policy_scores
from lastdigit.exam.pools import (
    GRADE_BOUNDS,
    GRADES,
    PoolItem,
    Search,
    measure_effort,
    search_seeds,
)
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.record import option_values
from tools.compiled_mcts import NOT_OVER, Arrays, Explorer, choices
from tools.kernel_mcts import Rules

MAX_POSITIONS = 1_500_000
"""The maximum number of positions in the graph of a variant."""
STARTS = 10_000
"""The number of random starts from which a graph grows."""
POSITIONS_PER_ROUND = 1_000
"""The number of critical positions of a variant that are examined per round."""
GAMES_PER_ROUND = 500
"""The number of random games per round."""
LARGE_GAMES = ("number-morph",)
"""Games with too many positions for a graph."""
EXTRA_VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    # Variants in which the last move is wrong. In Digit Duel these are fewer than 1 % of positions.
    "digit-duel": (
        {"digits": 3, "base": 6},
        {"digits": 3, "base": 9},
        {"digits": 2, "base": 16},
        {"digits": 6, "base": 3},
        {"digits": 3, "base": 11},
        {"digits": 3, "base": 5},
    ),
    # Harder variants.
    "digit-poison": tuple(
        {"uses": uses, "base": base, "divisors": divisors, "max-length": None}
        for uses, base, divisors in (
            (1, 10, (4, 7)),
            (1, 10, (7, 11)),
            (2, 6, (4, 11)),
            (2, 6, (5, 7)),
            (2, 7, (3, 8)),
            (2, 7, (4, 9)),
            (2, 7, (5, 8)),
            (3, 5, (4, 7)),
            (1, 10, (3, 11)),
            (1, 10, (6, 7)),
            (1, 9, (4, 7)),
            (1, 9, (5, 7)),
            (1, 11, (6, 7)),
            (1, 11, (4, 9)),
        )
    ),
    # Other variants have other numbers in the exam's split, so that fewer items share one. Above
    # 10,000, the solver needs compiled code.
    "operation-obliteration": tuple(
        {"start": None, "limit": limit, "divisors": divisors}
        for limit in (3_000, 4_000, 6_000, 8_000, 9_000)
        for divisors in ((2, 3), (2, 3, 5), (2, 3, 5, 7))
    ),
}
"""Additional variants for the pools, each solved in seconds."""
ITEMS_PER_ROUND = 120
"""The number of items per grade that are measured for a variant in one round."""
PROBES = 3
"""The number of searches for the estimate of a grade."""
EVENNESS = 1e-2
RARE = 2.0
"""A candidate is rare if it weighs at least this many times the average."""
LOOKAHEAD_GRADE = 3
"""From this grade on, policies that look ahead have to score at chance level, too."""


class Candidate(NamedTuple):
    """A critical position, with its number in the graph and the policies' scores."""

    state: State
    root: Any
    """The root of searches: a number in the graph, or a walk."""
    critical: Critical
    right: frozenset[int]
    """The indices of the right moves."""
    scores: tuple[float, ...]


def variants_of(kind: type[AnyGame]) -> list[AnyGame]:
    """Return the variants that an exam uses, without duplicates; the default comes first."""
    random = Random(kind.name)
    drawn = [draw_game(kind, random) for _ in range(12)]
    more = (*kind.exam_variants, *EXTRA_VARIANTS.get(kind.name, ()))
    games = [kind(), *(kind.of(options) for options in more), *drawn]
    return list({variant_name(game): with_default_start(game) for game in games}.values())


def balanced_policies(grade: int) -> list[int]:
    """Return the indices of the policies that have to score at chance level in a grade."""
    return [
        place
        for place, policy in enumerate(POLICIES)
        if policy.plies == 0 or grade >= LOOKAHEAD_GRADE
    ]


class PositionSource(ABC):
    """The positions of one split of a variant, and searches from them."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        self.game = game
        self._split = split
        self._random = random

    @property
    def name(self) -> str:
        return variant_name(self.game)

    @abstractmethod
    def next_candidates(self) -> list[Candidate]:
        """Return the next critical positions in random order, or none if all were examined."""

    @abstractmethod
    def search(self, one: Candidate) -> Search:
        """Return a search from a position."""

    def long_search(self, one: Candidate) -> Search:
        """Return a search that is faster if it is called often with large budgets."""
        return self.search(one)

    def _candidate(self, state: State, root: Any) -> Candidate | None:
        critical = critical_at(self.game, state)
        if critical is None:
            return None
        texts = [self.game.format_move(move) for move in self.game.legal_moves(state)]
        right = frozenset(place for place, text in enumerate(texts) if text in critical.best)
        scores = tuple(policy_scores(self.game, critical.position, critical.best))
        return Candidate(state, root, critical, right, scores)

    def text(self, one: Candidate) -> str:
        """Return the text from which the seeds of a position's searches are derived."""
        return f"{self.name} {one.critical.position}"

    def estimate_grade(self, one: Candidate, hardest: int = GRADES) -> int:
        """Estimate the grade of a position: the first bound from which all searches are right.

        Grades above `hardest` are not distinguished.
        """
        few = [*search_seeds(self.text(one))][:PROBES]
        search = self.search(one)
        grade = 1
        for bounds in filter(None, (GRADE_BOUNDS[: min(3, hardest)], GRADE_BOUNDS[3:hardest])):
            for seed in few:
                for bound, place in zip(bounds, search(bounds, seed), strict=True):
                    if place not in one.right:
                        grade = max(grade, GRADE_BOUNDS.index(bound) + 2)
            if grade < GRADE_BOUNDS.index(bounds[-1]) + 2:
                break
        return grade

    def item(self, one: Candidate) -> PoolItem:
        """Measure a position."""
        effort = measure_effort(self.long_search(one), one.right, self.text(one))
        usual = dict(option_values(type(self.game)()))
        unusual = tuple(
            (name, value) for name, value in one.critical.options if value != usual.get(name)
        )
        return PoolItem(unusual, one.critical.position, effort, 1.0)


class GraphSource(PositionSource):
    """All positions of a variant, in one graph."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        super().__init__(game, split, random)
        self._explorer = Explorer(game)
        self._left = self._positions()
        random.shuffle(self._left)

    def _positions(self) -> list[State]:
        """Return the positions of the split in which Player 1 is to move.

        A position counts once, regardless of the seats, so positions of either seat are found.
        """
        found: dict[Hashable, State] = {}
        for seat in Seat:
            explorer = self._explorer if seat is Seat.ONE else Explorer(self.game)
            for start in self._starts(seat):
                if explorer.number(start, MAX_POSITIONS) is None:
                    return []
            for state, winner in zip(explorer.states, explorer.graph.winner, strict=True):
                is_asked = state.mover is Seat.ONE and winner == NOT_OVER
                if is_asked and split_of(self.game, state) is self._split:
                    found.setdefault(self.game.key(state), state)
        return list(found.values())

    def _starts(self, seat: Seat) -> Iterator[State]:
        options = dict(option_values(self.game))
        begins = [option for option in self.game.own_options() if option.begins]
        anywhere = {option.name: None for option in begins if option.none}
        beginning = type(self.game).of(options | anywhere)
        random = Random(self.name)
        yield from {beginning.start(random, seat): None for _ in range(STARTS)}

    @cached_property
    def arrays(self) -> Arrays:
        for state in self._left:
            self._explorer.number(state, 2 * MAX_POSITIONS)
        return Arrays(self._explorer.graph)

    def next_candidates(self) -> list[Candidate]:
        assert self.arrays, "all positions are numbered"
        found: list[Candidate] = []
        while self._left and len(found) < POSITIONS_PER_ROUND:
            state = self._left.pop()
            one = self._candidate(state, self._explorer.number(state))
            if one is not None:
                found.append(one)
        return found

    def search(self, one: Candidate) -> Search:
        """Return a search in the whole graph."""
        return lambda budgets, seed: choices(self.arrays, one.root, budgets, seed)

    def long_search(self, one: Candidate) -> Search:
        """Return a search in the part of the graph after the position."""
        follows = self.arrays.subgraph(one.root)
        return lambda budgets, seed: choices(follows, 0, budgets, seed)


class WalkSource(PositionSource):
    """Positions of random games, for variants with too many positions for a graph."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        super().__init__(game, split, random)
        self._rules = Rules(game)
        self._met: set[Hashable] = set()

    def next_candidates(self) -> list[Candidate]:
        found: list[Candidate] = []
        for _ in range(GAMES_PER_ROUND):
            drawn = self._random.random()
            seat = self._random.choice(tuple(Seat))
            # The search does not know seats: for it, Player 1 starts every game.
            start = self.game.start(Random(drawn), Seat.ONE)
            for state, moves in self._turns(self.game.start(Random(drawn), seat)):
                key = self.game.key(state)
                if key not in self._met and split_of(self.game, state) is self._split:
                    self._met.add(key)
                    if one := self._candidate(state, self._rules.walk(start, moves)):
                        found.append(one)
        return found

    def _turns(self, state: State) -> Iterator[tuple[State, list[str]]]:
        """Yield the turns of Player 1 in a random game, each with the moves before it."""
        made: list[str] = []
        while moves := self.game.legal_moves(state):
            if state.mover is Seat.ONE:
                yield state, list(made)
            move = self._random.choice(moves)
            made.append(self.game.format_move(move))
            state = self.game.successor(state, move)

    def search(self, one: Candidate) -> Search:
        return lambda budgets, seed: self._rules.choices(one.root, budgets, seed)


def open_source(game: AnyGame, split: Split, random: Random) -> PositionSource:
    """Return a variant as a graph, or as random games if the graph would be too large."""
    if game.name in LARGE_GAMES:
        return WalkSource(game, split, random)
    return GraphSource(game, split, random)


def choose(
    found: Sequence[Candidate], grade: int, wanted: int, random: Random, *, rare: bool = False
) -> Iterator[Candidate]:
    """Yield about `wanted` candidates, preferring those that are rare for a policy.

    With `rare`, leave out all others.
    """
    places = balanced_policies(grade)
    off = [[round(one.scores[at] - one.critical.chance, 9) for at in places] for one in found]
    weights = balanced_weights(off, EVENNESS)
    for one, weight in zip(found, weights, strict=True):
        if (weight * len(found) > RARE) if rare else (random.random() < weight * wanted):
            yield one


def rounds(
    games: Sequence[AnyGame],
    split: Split,
    lacking: Counter[int],
    random: Random,
    *,
    known: Container[tuple[str, str]] = (),
    rare: bool = False,
) -> Iterator[PoolItem]:
    """Yield measured items of the grades in `lacking`, variant by variant in turn.

    The caller updates `lacking`. Items in `known`, given by variant and position, are not measured
    again.
    """
    fields: dict[AnyGame, PositionSource] = {}
    left = list(games)
    while left and any(count > 0 for count in lacking.values()):
        for game in list(left):
            field = fields.get(game) or open_source(game, split, random)
            fields[game] = field
            groups: dict[int, list[Candidate]] = defaultdict(list)
            hardest = max((grade for grade, count in lacking.items() if count > 0), default=1)
            for one in field.next_candidates():
                groups[field.estimate_grade(one, hardest)].append(one)
            if not groups:
                left.remove(game)
                del fields[game]
            for grade in range(GRADES, 0, -1):
                wanted = max(0, min(ITEMS_PER_ROUND, lacking[grade]))
                if not wanted:
                    continue
                for one in choose(groups[grade], grade, wanted, random, rare=rare):
                    if (field.name, one.critical.position) not in known:
                        yield field.item(one)
