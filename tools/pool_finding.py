"""Finds positions for the pools of the exam, and measures how hard they are.

Of each member of a family everything that can happen is put into one graph. From all critical
positions in it those are drawn whose answers by the policies are rare, so that weights can be even,
and those that a few short searches say to be of a grade that lacks items.
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
from lastdigit.exam.pools import (
    GRADE_BOUNDS,
    GRADES,
    POLICIES,
    PoolItem,
    Search,
    balanced_weights,
    measure_effort,
    policy_scores,
    search_seeds,
)
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.match.record import option_values
from tools.compiled_mcts import GOES_ON, Arrays, Explorer, choices
from tools.kernel_mcts import Rules

LARGEST = 1_500_000
"""Positions that a member's graph may have."""
STARTS = 10_000
"""Random beginnings that a graph is grown from."""
LOOKED_AT = 1_000
"""Critical positions of a member that are looked at in one round."""
GAMES_WALKED = 500
"""Random games that are walked in one round."""
WALKED = ("number-morph",)
"""Games of which too much can happen for a graph."""
MORE: dict[str, tuple[dict[str, Any], ...]] = {
    # Others in which the last move is wrong: hardly one in a hundred positions of Digit Duel is so.
    "digit-duel": (
        {"digits": 3, "base": 6},
        {"digits": 3, "base": 9},
        {"digits": 2, "base": 16},
        {"digits": 6, "base": 3},
    ),
    # Harder ones.
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
        )
    ),
}
"""Members for the pools alone: to solve all of each takes seconds."""
KEPT = 120
"""Items of a grade that are measured of a member in one round."""
PROBES = 3
"""Searches that say of which grade a position seems to be."""
EVENNESS = 1e-2
RARE = 2.0
"""A rare candidate weighs so many times as much as the average one."""
LOOKING_FROM = 3
"""The grade from which on policies that look ahead are held to chance, too."""


class Candidate(NamedTuple):
    """A critical position, with its number in the graph and what policies score there."""

    state: State
    root: Any
    """Where searches begin: a number in the graph, or a walk."""
    critical: Critical
    right: frozenset[int]
    """The places of the right moves."""
    scores: tuple[float, ...]


def members(kind: type[AnyGame]) -> list[AnyGame]:
    """Return the members that an exam asks about, each once: the usual one is the first."""
    random = Random(kind.name)
    drawn = [draw_game(kind, random) for _ in range(12)]
    more = (*kind.exam_variants, *MORE.get(kind.name, ()))
    games = [kind(), *(kind.of(options) for options in more), *drawn]
    return list({variant_name(game): with_default_start(game) for game in games}.values())


def held(grade: int) -> list[int]:
    """Return the places of the policies that must not score in a grade."""
    return [
        place for place, policy in enumerate(POLICIES) if policy.plies == 0 or grade >= LOOKING_FROM
    ]


class Field(ABC):
    """The positions of one split in a member, and searches in it."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        self.game = game
        self._split = split
        self._random = random

    @property
    def name(self) -> str:
        """What the member is called."""
        return variant_name(self.game)

    @abstractmethod
    def look(self) -> list[Candidate]:
        """Return the next critical positions, in a random order; none where all were looked at."""

    @abstractmethod
    def search(self, one: Candidate) -> Search:
        """Return a search from a position."""

    def long_search(self, one: Candidate) -> Search:
        """Return the same for many long searches, for which more may be prepared."""
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
        """Return what the seeds of a position's searches are made from."""
        return f"{self.name} {one.critical.position}"

    def seeming_grade(self, one: Candidate, hardest: int = GRADES) -> int:
        """Return the grade that a few searches say: the first bound from which on all are right.

        Grades above the hardest that is asked for are not told apart.
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
        """Return a position with its effort."""
        effort = measure_effort(self.long_search(one), one.right, self.text(one))
        usual = dict(option_values(type(self.game)()))
        unusual = tuple(
            (name, value) for name, value in one.critical.options if value != usual.get(name)
        )
        return PoolItem(unusual, one.critical.position, effort, 1.0)


class Everything(Field):
    """All that can happen in a member, in one graph."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        super().__init__(game, split, random)
        self._explorer = Explorer(game)
        self._left = self._positions()
        random.shuffle(self._left)

    def _positions(self) -> list[State]:
        """Return the positions of the split at which Player 1 is to move.

        A position counts once, whoever sits where; so what is met first is met from either seat.
        """
        found: dict[Hashable, State] = {}
        for seat in Seat:
            explorer = self._explorer if seat is Seat.ONE else Explorer(self.game)
            for start in self._starts(seat):
                if explorer.number(start, LARGEST) is None:
                    return []
            for state, winner in zip(explorer.states, explorer.graph.winner, strict=True):
                is_asked = state.mover is Seat.ONE and winner == GOES_ON
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
        """The graph as compiled code reads it."""
        for state in self._left:
            self._explorer.number(state, 2 * LARGEST)
        return Arrays(self._explorer.graph)

    def look(self) -> list[Candidate]:
        """Return the next of the graph's."""
        assert self.arrays, "numbers are given before any is asked for"
        found: list[Candidate] = []
        while self._left and len(found) < LOOKED_AT:
            state = self._left.pop()
            one = self._candidate(state, self._explorer.number(state))
            if one is not None:
                found.append(one)
        return found

    def search(self, one: Candidate) -> Search:
        """Return a search in the whole graph."""
        return lambda budgets, seed: choices(self.arrays, one.root, budgets, seed)

    def long_search(self, one: Candidate) -> Search:
        """Return a search in the part of the graph that follows."""
        follows = self.arrays.following(one.root)
        return lambda budgets, seed: choices(follows, 0, budgets, seed)


class Walks(Field):
    """What random games meet, where all that can happen is too much; rules stand for the graph."""

    def __init__(self, game: AnyGame, split: Split, random: Random) -> None:
        super().__init__(game, split, random)
        self._rules = Rules(game)
        self._met: set[Hashable] = set()

    def look(self) -> list[Candidate]:
        """Return what some more games meet."""
        found: list[Candidate] = []
        for _ in range(GAMES_WALKED):
            drawn = self._random.random()
            seat = self._random.choice(tuple(Seat))
            # The search knows no seats: to it every game is begun by Player 1.
            start = self.game.start(Random(drawn), Seat.ONE)
            for state, moves in self._turns(self.game.start(Random(drawn), seat)):
                key = self.game.key(state)
                if key not in self._met and split_of(self.game, state) is self._split:
                    self._met.add(key)
                    if one := self._candidate(state, self._rules.walk(start, moves)):
                        found.append(one)
        return found

    def _turns(self, state: State) -> Iterator[tuple[State, list[str]]]:
        """Yield the turns of Player 1 in a random game from a start, with the moves before."""
        made: list[str] = []
        while moves := self.game.legal_moves(state):
            if state.mover is Seat.ONE:
                yield state, list(made)
            move = self._random.choice(moves)
            made.append(self.game.format_move(move))
            state = self.game.successor(state, move)

    def search(self, one: Candidate) -> Search:
        """Return a search by the rules."""
        return lambda budgets, seed: self._rules.choices(one.root, budgets, seed)


def field_of(game: AnyGame, split: Split, random: Random) -> Field:
    """Return a member as a graph, or where that is too much as what random games meet."""
    if game.name in WALKED:
        return Walks(game, split, random)
    return Everything(game, split, random)


def chosen(
    found: Sequence[Candidate], grade: int, wanted: int, random: Random, *, rare: bool = False
) -> Iterator[Candidate]:
    """Yield about so many candidates, the rarer a policy is right or wrong there the sooner.

    Where only rare ones are wanted, the others are left out: a pool has enough of them.
    """
    places = held(grade)
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
    """Yield measured items, member by member in turn, of the grades that lack any.

    Whoever takes them keeps `lacking` true; those that are known, by member and position, are not
    measured again.
    """
    fields: dict[AnyGame, Field] = {}
    left = list(games)
    while left and any(count > 0 for count in lacking.values()):
        for game in list(left):
            field = fields.get(game) or field_of(game, split, random)
            fields[game] = field
            groups: dict[int, list[Candidate]] = defaultdict(list)
            hardest = max((grade for grade, count in lacking.items() if count > 0), default=1)
            for one in field.look():
                groups[field.seeming_grade(one, hardest)].append(one)
            if not groups:
                left.remove(game)
                del fields[game]
            for grade in range(GRADES, 0, -1):
                wanted = max(0, min(KEPT, lacking[grade]))
                if not wanted:
                    continue
                for one in chosen(groups[grade], grade, wanted, random, rare=rare):
                    if (field.name, one.critical.position) not in known:
                        yield field.item(one)
