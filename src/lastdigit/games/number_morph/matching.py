"""Maximum matchings of primes that are one digit apart (Edmonds' blossoms).

Number Morph is a walk on a graph that never returns. The player to move wins exactly when some
neighbour is missed by a maximum matching of the unused primes: whoever stands on a missed prime
can only step to matched ones, and is answered there with the partner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

Graph = dict[int, tuple[int, ...]]


class Matching:
    """A maximum matching of some vertices of a graph, kept maximum while vertices go."""

    def __init__(self, graph: Graph, partner: dict[int, int | None]) -> None:
        self._graph = graph
        self.partner = partner

    @classmethod
    def of(cls, graph: Graph, vertices: Iterable[int] | None = None) -> Matching:
        """Return a maximum matching of a graph, or of some of its vertices."""
        made = cls(graph, dict.fromkeys(graph if vertices is None else vertices))
        for vertex in made.partner:
            if made.partner[vertex] is None:
                made._augment(vertex)
        return made

    def without(self, vertex: int) -> Matching:
        """Return a maximum matching of what is left without a vertex."""
        left = Matching(self._graph, dict(self.partner))
        widow = left.partner.pop(vertex)
        if widow is not None:
            left.partner[widow] = None
            left._augment(widow)
        return left

    def missable(self) -> frozenset[int]:
        """Return the vertices that some maximum matching misses."""
        exposed = [vertex for vertex, partner in self.partner.items() if partner is None]
        return frozenset(_Search(self._graph, self.partner, exposed).even)

    def missing(self, vertex: int) -> Matching:
        """Return a maximum matching that misses a vertex; the vertex must be missable."""
        if self.partner[vertex] is None:
            return self
        # Without the vertex the rest can be matched just as often, so its partner is rescued.
        left = self.without(vertex)
        left.partner[vertex] = None
        return left

    def _augment(self, root: int) -> None:
        search = _Search(self._graph, self.partner, [root])
        end = search.free_end
        while end is not None:
            before = search.parent[end]
            end_of_rest = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = end_of_rest


class _Search:
    """A forest of alternating paths from exposed roots; blossoms are shrunk as they are met."""

    def __init__(self, graph: Graph, partner: dict[int, int | None], roots: list[int]) -> None:
        self._graph = graph
        self._partner = partner
        self._base = {vertex: vertex for vertex in partner}
        self._members = {vertex: [vertex] for vertex in partner}
        self._roots = set(roots)
        self.parent: dict[int, int] = {}
        self.even = set(roots)
        self._queue = deque(roots)
        self.free_end = self._run()

    def _run(self) -> int | None:
        """Return the end of an augmenting path, or None if there is none."""
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._graph[vertex]:
                if other not in self._partner or self._base[vertex] == self._base[other]:
                    continue
                if other in self.even:
                    self._shrink(vertex, other)
                elif other not in self.parent:
                    self.parent[other] = vertex
                    mate = self._partner[other]
                    if mate is None:
                        return other
                    self.even.add(mate)
                    self._queue.append(mate)
        return None

    def _shrink(self, one: int, two: int) -> None:
        base = self._common_base(one, two)
        if base is None:
            return  # two trees meet only if the matching is not maximum, and then not here
        blossom: set[int] = set()
        self._mark(one, base, two, blossom)
        self._mark(two, base, one, blossom)
        for shrunk in blossom - {base}:
            for vertex in self._members[shrunk]:
                self._base[vertex] = base
                if vertex not in self.even:
                    self.even.add(vertex)
                    self._queue.append(vertex)
            self._members[base] += self._members.pop(shrunk)

    def _common_base(self, one: int, two: int) -> int | None:
        met = set()
        vertex = self._base[one]
        while True:
            met.add(vertex)
            mate = self._partner[vertex]
            if mate is None or vertex in self._roots:
                break
            vertex = self._base[self.parent[mate]]
        vertex = self._base[two]
        while vertex not in met:
            mate = self._partner[vertex]
            if mate is None or vertex in self._roots:
                return None
            vertex = self._base[self.parent[mate]]
        return vertex

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[vertex] != base:
            mate = self._partner[vertex]
            assert mate is not None, "only a root has no mate, and a root is a base"
            blossom |= {self._base[vertex], self._base[mate]}
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
