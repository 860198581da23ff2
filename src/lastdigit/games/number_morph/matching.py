"""Maximum matchings of primes that are one digit apart (Edmonds' blossoms).

Number Morph is a walk on a graph that never returns. The player to move wins exactly when some
neighbour is missed by a maximum matching of the unused primes: whoever stands on a missed prime
can only step to matched ones, and is answered there with the partner.

Vertices are numbers from 0 on: the places of the primes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any

from lastdigit.games.number_morph import blossoms
from lastdigit.games.number_morph.blossoms import EVEN, FREE, GONE, ODD
from lastdigit.games.number_morph.primes import Primes
from lastdigit.solver.tables import load_compiled

IN_PYTHON = 10_000
"""Up to so many primes plain Python answers within a second."""
FAST = f"{__package__}.fast"


class Graph:
    """What is beside what, in plain lists, and how searches work on it."""

    steps: Any = blossoms
    """The steps of a search, as they are or compiled."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.size = len(neighbours)
        starts = [0, *accumulate(map(len, neighbours))]
        self.rows: Any = (starts, list(chain.from_iterable(neighbours)))

    def near(self, vertex: int) -> Sequence[int]:
        """Return the neighbours of a vertex."""
        starts, near = self.rows
        found: Sequence[int] = near[starts[vertex] : starts[vertex + 1]]
        return found

    def mates(self, gone: Iterable[int]) -> Any:
        """Return that nobody has a partner, and that some vertices are gone."""
        mates = [FREE] * self.size
        for vertex in gone:
            mates[vertex] = GONE
        return mates

    def labels(self) -> Any:
        """Return labels, none given."""
        return bytearray(self.size)

    def desk(self) -> Any:
        """Return a desk for one search: two that go on at once do not share it."""
        size = self.size
        return [0] * size, list(range(size)), [0] * (size + 1), [0] * size


@lru_cache(maxsize=4)
def graph_of(primes: Primes) -> Graph:
    """Return the graph of the primes of a size: of many on arrays; raises MissingExtra."""
    what = compiled_for(primes)
    if what is None:
        return Graph([primes.beside[place] for place in range(len(primes))])
    return compiled_graph(primes, what)


def compiled_graph(primes: Primes, what: str) -> Graph:
    """Return the graph on arrays, for `what` it is needed; raises MissingExtra."""
    made: Graph = load_compiled(FAST, what).ArrayGraph(primes)
    return made


def compiled_for(primes: Primes) -> str | None:
    """Return what compiled code is needed for, where there are too many for plain Python."""
    return f"Number Morph with {len(primes):,} primes" if len(primes) > IN_PYTHON else None


class Matching:
    """A maximum matching of some vertices of a graph, kept maximum while vertices go."""

    def __init__(self, graph: Graph, mates: Any, labels: Any = None) -> None:
        self.graph = graph
        self.mates = mates
        self._known = labels

    @classmethod
    def of(cls, graph: Graph, gone: Iterable[int] = ()) -> Matching:
        """Return a maximum matching of the vertices that are not gone."""
        mates, labels = graph.mates(gone), graph.labels()
        graph.steps.pair_all(graph.rows, mates, labels, graph.desk())
        return cls(graph, mates, labels)

    def partner(self, vertex: int) -> int | None:
        """Return the partner of a vertex, or None where it has none or is gone."""
        mate = int(self.mates[vertex])
        return mate if mate >= 0 else None

    def is_missable(self, vertex: int) -> bool:
        """Return whether some maximum matching misses a vertex; what is gone is not missed."""
        return bool(self.labels[vertex] == EVEN)

    @property
    def labels(self) -> Any:
        if self._known is None:
            graph = self.graph
            self._known = graph.labels()
            graph.steps.label_all(graph.rows, self.mates, self._known, graph.desk())
        return self._known

    def without(self, vertex: int) -> Matching:
        """Return a maximum matching of what is left without a vertex."""
        graph, mates = self.graph, self.mates.copy()
        widow, mates[vertex] = int(mates[vertex]), GONE
        if widow != FREE:
            mates[widow] = FREE
        if self._known is None or self._known[vertex] == EVEN:
            # Who can be missed then is another question, for when it is asked.
            if widow != FREE:
                graph.steps.rescue(graph.rows, mates, graph.labels(), graph.desk(), widow)
            return Matching(graph, mates)
        labels = self._known.copy()
        # Beside one that can be missed, the widow could be missed all along (Gallai's lemma). Else
        # it stays alone, and whoever it could change places with can be missed from now on.
        if labels[vertex] != ODD:
            graph.steps.rescue(graph.rows, mates, labels, graph.desk(), widow)
        labels[vertex] = 0
        return Matching(graph, mates, labels)

    def missing(self, vertex: int) -> Matching:
        """Return a maximum matching that misses a vertex; the vertex must be missable."""
        if self.mates[vertex] == FREE:
            return self
        # Without the vertex the rest can be matched just as often, so its partner is rescued.
        left = self.without(vertex)
        left.mates[vertex] = FREE
        return left
