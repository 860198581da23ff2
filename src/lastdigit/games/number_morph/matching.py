"""Maximum matchings of primes that differ in one digit (Edmonds' blossom algorithm).

Number Morph is undirected vertex geography: a walk on a graph that never visits a vertex twice. The
player to move wins exactly if some maximum matching of the unused primes misses a neighbour of the
current prime. After a move to a missed prime, the opponent can only move to matched primes, and the
winner answers each of them with its partner.

Vertices are the indices of the primes.
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
"""The most primes for plain Python, which then answers within a second."""
FAST = f"{__package__}.fast"


class Graph:
    """An undirected graph in plain lists, with the working memory for searches on it."""

    steps: Any = blossoms
    """The functions of `blossoms`, interpreted or compiled."""

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
        """Return an empty matching without the vertices in `gone`."""
        mates = [FREE] * self.size
        for vertex in gone:
            mates[vertex] = GONE
        return mates

    def labels(self) -> Any:
        """Return cleared labels."""
        return bytearray(self.size)

    def desk(self) -> Any:
        """Return new working memory for a search. Concurrent searches must not share it."""
        size = self.size
        return [0] * size, list(range(size)), [0] * (size + 1), [0] * size


@lru_cache(maxsize=4)
def graph_of(primes: Primes) -> Graph:
    """Return the graph of the primes, on arrays if there are many.

    Raise MissingExtra if there are many primes and numba is not installed.
    """
    what = compiled_for(primes)
    if what is None:
        return Graph([primes.beside[place] for place in range(len(primes))])
    return compiled_graph(primes, what)


def compiled_graph(primes: Primes, what: str) -> Graph:
    """Return the graph on arrays for compiled code. `what` names what needs it.

    Raise MissingExtra if numba is not installed.
    """
    made: Graph = load_compiled(FAST, what).ArrayGraph(primes)
    return made


def compiled_for(primes: Primes) -> str | None:
    """Return what needs compiled code in words, or None if plain Python is fast enough."""
    return f"Number Morph with {len(primes):,} primes" if len(primes) > IN_PYTHON else None


class Matching:
    """A maximum matching of a graph, which can be repaired when vertices are removed."""

    def __init__(self, graph: Graph, mates: Any, labels: Any = None) -> None:
        self.graph = graph
        self.mates = mates
        self._known = labels

    @classmethod
    def of(cls, graph: Graph, gone: Iterable[int] = ()) -> Matching:
        """Return a maximum matching of the graph without the vertices in `gone`."""
        mates, labels = graph.mates(gone), graph.labels()
        graph.steps.pair_all(graph.rows, mates, labels, graph.desk())
        return cls(graph, mates, labels)

    def partner(self, vertex: int) -> int | None:
        """Return the partner of a vertex, or None if it is unmatched or removed."""
        mate = int(self.mates[vertex])
        return mate if mate >= 0 else None

    def is_missable(self, vertex: int) -> bool:
        """Return whether some maximum matching misses a vertex. False for removed vertices."""
        return bool(self.labels[vertex] == EVEN)

    @property
    def labels(self) -> Any:
        """The Gallai-Edmonds labels of the vertices, computed on first use."""
        if self._known is None:
            graph = self.graph
            self._known = graph.labels()
            graph.steps.label_all(graph.rows, self.mates, self._known, graph.desk())
        return self._known

    def without(self, vertex: int) -> Matching:
        """Return a maximum matching of the graph after removing one more vertex."""
        graph, mates = self.graph, self.mates.copy()
        widow, mates[vertex] = int(mates[vertex]), GONE
        if widow != FREE:
            mates[widow] = FREE
        if self._known is None or self._known[vertex] == EVEN:
            # The labels change, and are only computed if they are needed.
            if widow != FREE:
                graph.steps.rescue(graph.rows, mates, graph.labels(), graph.desk(), widow)
            return Matching(graph, mates)
        labels = self._known.copy()
        # The partner of an ODD vertex is already EVEN (Gallai's lemma), so no label changes. Any
        # other partner stays unmatched, and the failed search for a new partner labels its tree.
        if labels[vertex] != ODD:
            graph.steps.rescue(graph.rows, mates, labels, graph.desk(), widow)
        labels[vertex] = 0
        return Matching(graph, mates, labels)

    def missing(self, vertex: int) -> Matching:
        """Return a maximum matching that misses a vertex, which must be missable."""
        if self.mates[vertex] == FREE:
            return self
        # Without a missable vertex the matching has the same size, so its partner finds another.
        left = self.without(vertex)
        left.mates[vertex] = FREE
        return left
