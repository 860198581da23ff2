"""The solver for Number Morph, based on maximum matchings.

A matching is a set of pairs of primes. The two primes of a pair differ in one digit, and no prime
is in two pairs. A maximum matching has as many pairs as possible.

The player to move wins exactly if some maximum matching of the unused primes leaves out a prime
that can be formed now. After forming such a prime, the winner replies to every prime with its
partner in the matching.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from threading import get_ident
from types import SimpleNamespace
from typing import Any

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value, make_tuple
from lastdigit.games.number_morph.primes import Change, Primes
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.variants import NumberMorph
from lastdigit.solver import Branch, Census, Pairing, Solution, Solver
from lastdigit.solver.certificates import Claim, Prover
from lastdigit.solver.tables import compile_functions, is_compiled, is_installed

FREE, REMOVED = -1, -2
EVEN, ODD = 1, 2

# Number Morph is undirected vertex geography: a walk on a graph that never visits a vertex twice. A
# vertex is the index of a prime in `Primes.all`. Edmonds' blossom algorithm finds the matchings.
# Its functions run interpreted on lists and compiled on arrays, and share these arguments:
#
# - `graph` is two sequences: the neighbours of vertex v are `near[starts[v] : starts[v + 1]]`.
# - `mates` has the partner of each vertex, FREE if it is unmatched, or REMOVED.
# - `labels` is the Gallai-Edmonds decomposition: EVEN for a vertex that some maximum matching
#   misses, ODD for any other neighbour of an EVEN vertex, and 0 for the rest.
# - `workspace` is the scratch memory of a search: the parents of vertices in the trees, the bases
#   of blossoms, marks of visited vertices, and the queue of even vertices.
# - `queue_length` is the length of the queue.


def link_primes(
    primes: Any, vertex_of: Any, place_values: tuple[int, ...], base: int, starts: Any, near: Any
) -> int:
    """Find the neighbours of each prime: the primes that differ from it in one digit.

    Fill `starts` and `near`: the neighbours of `primes[i]` are `near[starts[i] : starts[i + 1]]`,
    as indices of `primes`. Fill `vertex_of`: the index of the prime p is `vertex_of[p]`. Return how
    many entries of `near` are used.
    """
    # The caller fills `starts` with 0 and `vertex_of` with -1.
    for vertex in range(len(primes)):
        vertex_of[primes[vertex]] = vertex
    end = 0
    for vertex in range(len(primes)):
        number = primes[vertex]
        for value in place_values:
            formed = number - number // value % base * value
            for _ in range(base):
                other = vertex_of[formed]
                if other >= 0 and other != vertex:
                    near[end] = other
                    end += 1
                formed += value
        starts[vertex + 1] = end
    return end


def base_of(bases: Any, vertex: int) -> int:
    """Return the base of the blossom that contains a vertex, or the vertex if it is in no blossom.

    `bases` has the base of each vertex. Blossoms are part of Edmonds' matching algorithm.
    """
    # `bases` is a union-find structure.
    while bases[vertex] != vertex:
        bases[vertex] = bases[bases[vertex]]
        vertex = bases[vertex]
    return vertex


def common_base(mates: Any, workspace: Any, first: int, second: int) -> int:
    """Return the vertex where the paths from two vertices to the root of their tree meet.

    `mates` has the partner of each vertex. This function is a step of Edmonds' matching algorithm.
    """
    parents, bases, marks, _ = workspace
    marks[-1] += 1  # a new mark invalidates those of earlier calls
    mark, alone = marks[-1], False
    first, second = base_of(bases, first), base_of(bases, second)
    while marks[first] != mark:
        marks[first] = mark
        if mates[first] == FREE:  # the root: only follow the other path from now on
            first, alone = second, True
        else:
            first = base_of(bases, parents[mates[first]])
            if not alone:
                first, second = second, first
    return first


def shrink_path(
    mates: Any, labels: Any, workspace: Any, queue_length: int, base: int, edge: tuple[int, int]
) -> int:
    """Shrink the path from a vertex of `edge` to `base` into a blossom.

    This function is a step of Edmonds' matching algorithm. Update `labels` and `workspace`, and
    return the new length of the search queue.
    """
    # The path leads from the first vertex of `edge` to `base`. Its odd vertices become even and
    # enter the queue. The second vertex of `edge` becomes the parent of the first, so that an
    # augmenting path can cross the edge in this direction.
    parents, bases, _, queue = workspace
    vertex, beyond = edge
    while base_of(bases, vertex) != base:
        parents[vertex] = beyond
        beyond = mates[vertex]
        if labels[beyond] == ODD:
            labels[beyond] = EVEN
            queue[queue_length] = beyond
            queue_length += 1
        if bases[vertex] == vertex:
            bases[vertex] = base
        if bases[beyond] == beyond:
            bases[beyond] = base
        vertex = parents[beyond]
    return queue_length


def grow_trees(
    graph: Any, mates: Any, labels: Any, workspace: Any, queue_length: int
) -> tuple[int, int]:
    """Grow search trees until one of them reaches an unmatched vertex.

    This function is a step of Edmonds' matching algorithm. Update `labels` and `workspace`. Return
    the unmatched vertex and the new length of the search queue. If no tree reaches an unmatched
    vertex, return FREE instead of the vertex.
    """
    # The trees start at the vertices in the queue. Vertices that already have a label do not join a
    # tree. At the end the queue contains all even vertices of the trees.
    starts, near = graph
    parents, bases, _, queue = workspace
    head = 0
    while head < queue_length:
        vertex = queue[head]
        head += 1
        for other in near[starts[vertex] : starts[vertex + 1]]:
            mate = mates[other]
            if mate == REMOVED:
                continue
            if labels[other] == 0:
                parents[other] = vertex
                if mate == FREE:
                    return other, queue_length
                labels[other] = ODD
                labels[mate] = EVEN
                queue[queue_length] = mate
                queue_length += 1
            elif labels[other] == EVEN and bases[vertex] != bases[other]:
                # Most edges are inside a blossom. Comparing `bases` first skips most of them
                # without the slower search for the base.
                if base_of(bases, vertex) == base_of(bases, other):
                    continue
                base = common_base(mates, workspace, vertex, other)
                queue_length = shrink_path(
                    mates, labels, workspace, queue_length, base, (vertex, other)
                )
                queue_length = shrink_path(
                    mates, labels, workspace, queue_length, base, (other, vertex)
                )
    return FREE, queue_length


def expand_blossoms(
    mates: Any, labels: Any, workspace: Any, queue_length: int, clear_labels: bool
) -> None:
    """Expand all blossoms after a search: reset their entries in `workspace`.

    With `clear_labels`, also set the labels of the visited vertices to 0. This function is a step
    of Edmonds' matching algorithm.
    """
    # The even vertices of the search trees are in the queue.
    _, bases, _, queue = workspace
    for at in range(queue_length):
        vertex = queue[at]
        mate = mates[vertex]
        bases[vertex] = vertex
        if clear_labels:
            labels[vertex] = 0
        if mate >= 0:
            bases[mate] = mate
            if clear_labels:
                labels[mate] = 0


def match_vertex(graph: Any, mates: Any, labels: Any, workspace: Any, root: int) -> None:
    """Change the matching `mates` so that the unmatched vertex `root` gets a partner.

    All other matched vertices stay matched. If `root` cannot get a partner, leave `mates` unchanged
    and write the labels of the visited vertices to `labels`. This function is a step of Edmonds'
    matching algorithm.
    """
    # If there is no augmenting path, the vertices of the search tree keep their labels. Later
    # searches skip them, because no augmenting path can lead through them (a Hungarian tree).
    parents, _, _, queue = workspace
    labels[root] = EVEN
    queue[0] = root
    end, queue_length = grow_trees(graph, mates, labels, workspace, 1)
    expand_blossoms(mates, labels, workspace, queue_length, end != FREE)
    while end != FREE:
        before = parents[end]
        rest = mates[before]
        mates[end] = before
        mates[before] = end
        end = rest


def match_all(graph: Any, mates: Any, labels: Any, workspace: Any) -> None:
    """Extend the matching `mates` to a maximum matching with Edmonds' algorithm.

    `mates` has the partner of each vertex, and is changed in place. `labels` gets the
    Gallai-Edmonds decomposition of the graph.
    """
    # All labels must be 0 at first.
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            match_vertex(graph, mates, labels, workspace, vertex)


def label_all(graph: Any, mates: Any, labels: Any, workspace: Any) -> None:
    """Fill `labels` with the Gallai-Edmonds decomposition of a graph.

    `mates` is a maximum matching: it has the partner of each vertex, and is only read.
    """
    # All labels must be 0 at first.
    queue, queue_length = workspace[3], 0
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            labels[vertex] = EVEN
            queue[queue_length] = vertex
            queue_length += 1
    _, queue_length = grow_trees(graph, mates, labels, workspace, queue_length)
    expand_blossoms(mates, labels, workspace, queue_length, False)


COMPILED = (
    link_primes,
    base_of,
    common_base,
    shrink_path,
    grow_trees,
    expand_blossoms,
    match_vertex,
    match_all,
    label_all,
)
"""The functions that can be compiled, each after the functions that it calls."""
MAX_INTERPRETED = 10_000
"""The maximum number of primes for which plain Python solves a position within a second."""


class PythonBackend:
    """The functions of the matching algorithm in plain Python.

    The methods create the lists on which the functions work.
    """

    functions: Any = SimpleNamespace(**{function.__name__: function for function in COMPILED})

    def integers(self, count: int, value: int = 0) -> Any:
        """Return a mutable sequence of `count` integers that are all `value`."""
        return [value] * count

    def zero_bytes(self, count: int) -> Any:
        return bytearray(count)

    def identity(self, count: int) -> Any:
        """Return the integers from 0 to `count` - 1."""
        return list(range(count))

    def sequence(self, numbers: tuple[int, ...]) -> Any:
        """Convert a tuple to the type of sequence on which the functions of this backend work."""
        return numbers


class NumbaBackend(PythonBackend):
    """The functions of the matching algorithm, compiled with numba.

    The methods create the NumPy arrays on which the functions work. The constructor raises
    MissingExtra if numba is not installed.
    """

    def __init__(self, what: str) -> None:
        self.functions = compile_functions(COMPILED, what)

    def integers(self, count: int, value: int = 0) -> Any:
        import numpy as np

        found = np.zeros(count, dtype=np.int32)
        if value:  # np.full is slower for 0, and every search needs zeros
            found.fill(value)
        return found

    def zero_bytes(self, count: int) -> Any:
        import numpy as np

        return np.zeros(count, dtype=np.uint8)

    def identity(self, count: int) -> Any:
        import numpy as np

        return np.arange(count, dtype=np.int32)

    def sequence(self, numbers: tuple[int, ...]) -> Any:
        import numpy as np

        return np.array(numbers, dtype=np.int32)


class Graph:
    """An undirected graph.

    The graph stores the neighbours of each vertex in lists or NumPy arrays.
    """

    def __init__(self, starts: Any, near: Any, backend: PythonBackend) -> None:
        self.size = len(starts) - 1
        self.edges = starts, near
        self.backend = backend
        self.functions = backend.functions
        self._workspaces: dict[int, Any] = {}

    @classmethod
    def of(cls, primes: Primes, backend: PythonBackend) -> Graph:
        """Return the graph of all primes, with edges between primes that differ in one digit."""
        starts = backend.integers(len(primes) + 1)
        near = backend.integers(len(primes) * len(primes.changes))
        index = backend.integers(primes.base**primes.digits, -1)
        numbers = backend.sequence(primes.all)
        link = backend.functions.link_primes
        end = link(numbers, index, primes.place_values, primes.base, starts, near)
        return cls(starts, near[:end], backend)

    def neighbours(self, vertex: int) -> Sequence[int]:
        starts, near = self.edges
        found: Sequence[int] = near[starts[vertex] : starts[vertex + 1]]
        return found

    def new_mates(self, removed: Iterable[int]) -> Any:
        """Return an empty matching. The vertices in `removed` are marked as removed."""
        mates = self.backend.integers(self.size, FREE)
        for vertex in removed:
            mates[vertex] = REMOVED
        return mates

    def new_labels(self) -> Any:
        """Return a new sequence with the label 0 for each vertex of the graph."""
        return self.backend.zero_bytes(self.size)

    @property
    def workspace(self) -> Any:
        """Scratch memory for the functions of the matching algorithm.

        Each thread has its own memory.
        """
        thread = get_ident()
        if thread not in self._workspaces:
            backend, size = self.backend, self.size
            parents, marks, queue = (backend.integers(count) for count in (size, size + 1, size))
            self._workspaces[thread] = parents, backend.identity(size), marks, queue
        return self._workspaces[thread]


def name_if_large(primes: Primes) -> str | None:
    """Return a name for the game if it has too many primes for plain Python, else None.

    The name is for messages about compiled code, such as "Number Morph with 68,906 primes".
    """
    many = len(primes) > MAX_INTERPRETED
    return f"Number Morph with {len(primes):,} primes" if many else None


@lru_cache(maxsize=4)
def graph_of(primes: Primes) -> Graph:
    """Return the graph of all primes, with edges between primes that differ in one digit.

    Raise MissingExtra if the graph is large and numba is not installed.
    """
    name = name_if_large(primes)
    return Graph.of(primes, PythonBackend() if name is None else NumbaBackend(name))


class Matching:
    """A maximum matching of a graph: as many disjoint pairs of adjacent vertices as possible."""

    def __init__(self, graph: Graph, mates: Any, labels: Any = None) -> None:
        self.graph = graph
        self.mates = mates
        self._labels = labels

    @classmethod
    def of(cls, graph: Graph, removed: Iterable[int] = ()) -> Matching:
        """Return a maximum matching of the graph without the vertices in `removed`."""
        mates, labels = graph.new_mates(removed), graph.new_labels()
        graph.functions.match_all(graph.edges, mates, labels, graph.workspace)
        return cls(graph, mates, labels)

    def partner(self, vertex: int) -> int | None:
        """Return the partner of a vertex, or None if the vertex is unmatched or removed."""
        mate = int(self.mates[vertex])
        return mate if mate >= 0 else None

    def is_missable(self, vertex: int) -> bool:
        """Return whether some maximum matching leaves this vertex unmatched.

        Return False if the vertex has been removed from the graph.
        """
        return bool(self.labels[vertex] == EVEN)

    @property
    def labels(self) -> Any:
        """The label of each vertex in the Gallai-Edmonds decomposition of the graph.

        A label is EVEN if some maximum matching leaves the vertex unmatched, ODD for any other
        neighbour of such a vertex, and 0 for the rest.
        """
        if self._labels is None:
            graph, labels = self.graph, self.graph.new_labels()
            graph.functions.label_all(graph.edges, self.mates, labels, graph.workspace)
            self._labels = labels
        return self._labels

    def without(self, vertex: int) -> Matching:
        """Return a maximum matching of the same graph without `vertex`.

        Vertices that were removed before stay removed.
        """
        graph, mates = self.graph, self.mates.copy()
        mate, mates[vertex] = int(mates[vertex]), REMOVED
        if mate != FREE:
            mates[mate] = FREE
        match = graph.functions.match_vertex
        if self._labels is None or self._labels[vertex] == EVEN:
            # The labels change, and are only computed if they are needed.
            if mate != FREE:
                match(graph.edges, mates, graph.new_labels(), graph.workspace, mate)
            return Matching(graph, mates)
        labels = self._labels.copy()
        # The partner of an ODD vertex is already EVEN (Gallai's lemma), so no label changes. Any
        # other partner stays unmatched, and the failed search for a new partner labels its tree.
        if labels[vertex] != ODD:
            match(graph.edges, mates, labels, graph.workspace, mate)
        labels[vertex] = 0
        return Matching(graph, mates, labels)

    def missing(self, vertex: int) -> Matching:
        """Return a maximum matching that leaves this vertex unmatched.

        Such a matching must exist.
        """
        if self.mates[vertex] == FREE:
            return self
        # Without a missable vertex, the matching has the same size, so its partner finds another.
        found = self.without(vertex)
        found.mates[vertex] = FREE
        return found


MAX_SEARCHED = 2_000
"""The maximum number of positions that `RemotenessSearch` visits before it gives up."""
MAX_REACHABLE = 24
"""The maximum number of reachable primes for which `RemotenessSearch` starts a search."""


class RemotenessSearch:
    """Searches all continuations of a position for the number of plies to the end with best play.

    The search returns None if there are too many continuations.
    """

    def __init__(self, primes: Primes) -> None:
        self._primes = primes
        # The set of unused primes is a bit mask. Each prime gets the next bit when it first occurs.
        self._bits: dict[int, int] = {}
        self._moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self._solved: dict[tuple[int, int], tuple[bool, int]] = {}

    def plies(self, state: State) -> int | None:
        """Return the number of plies to the end with best play.

        Return None if there are too many continuations to search.
        """
        reachable = self.reachable(state)
        if reachable is None:
            return None
        try:
            return self._solve(self._primes.index[state.number], sum(map(self._bit, reachable)))[1]
        except OverflowError:
            return None

    def reachable(self, state: State) -> list[int] | None:
        """Return the indices of the unused primes that the players can still reach.

        Return None if there are too many primes to search.
        """
        primes, unused = self._primes, state.unused
        changes, last = primes.legal_changes, len(primes) - 1
        found = waiting = changes[state.number][0] & unused
        while waiting:
            if found.bit_count() > MAX_REACHABLE:
                return None
            bit = waiting.bit_length() - 1
            new = changes[primes.all[last - bit]][0] & unused & ~found
            found |= new
            waiting ^= new | 1 << bit
        bits = range(found.bit_length() - 1, -1, -1)
        return [last - bit for bit in bits if found >> bit & 1]

    def _bit(self, vertex: int) -> int:
        return self._bits.setdefault(vertex, 1 << len(self._bits))

    def _solve(self, vertex: int, unused: int) -> tuple[bool, int]:
        """Return whether the player to move wins, and the plies to the end with best play.

        Raise OverflowError if the search takes too long.
        """
        # `vertex` is the index of the current prime, and `unused` has the bits of the unused
        # primes.
        known = self._solved.get((vertex, unused))
        if known is not None:
            return known
        if len(self._solved) > MAX_SEARCHED:
            raise OverflowError
        moves = self._moves.get(vertex)
        if moves is None:
            moves = tuple((other, self._bit(other)) for other in self._primes.adjacent[vertex])
            self._moves[vertex] = moves
        won: list[int] = []
        lost: list[int] = []
        for other, bit in moves:
            if unused & bit:
                wins, plies = self._solve(other, unused - bit)
                (lost if wins else won).append(plies + 1)
        solved = (True, min(won)) if won else (False, max(lost, default=0))
        self._solved[vertex, unused] = solved
        return solved


WON, LOST = Solution(Value.WIN), Solution(Value.LOSE)

MAX_CACHED = 300_000
"""The size limit of the matching cache, as a total number of vertices."""
MAX_REPAIRED = 3
"""How many plies back to look for a cached matching to repair, instead of starting over."""
MAX_LISTED = 1_000
"""The maximum number of primes for which `starts` lists every starting position."""
MAX_DRAWN = 1_200
"""The maximum number of primes in the drawing of a `Pairing`."""
MAX_NAMED = 20
"""The maximum number of starting numbers that a census names: those with the rarer value."""


class NumberMorphSolver(Solver[State, Change]):
    """Finds out which player wins each position of Number Morph, and explains why."""

    game: NumberMorph
    recurs = False  # there are too many histories

    def __init__(self, game: NumberMorph) -> None:
        super().__init__(game)
        self.primes = game.primes
        self._matchings: dict[int, Matching] = {}

    @cached_property
    def graph(self) -> Graph:
        """The graph of all primes, with edges between primes that differ in one digit."""
        return graph_of(self.primes)

    def is_ready(self) -> bool:
        return self.compiled_for_what() is None or is_compiled(__name__)

    def compiled_for_what(self) -> str | None:
        return name_if_large(self.primes)

    def warm_up(self) -> None:
        """Switch to compiled code if numba is installed. The results stay the same."""
        if is_installed() and not isinstance(self.graph.backend, NumbaBackend):
            self.graph = Graph.of(self.primes, NumbaBackend("Number Morph quickly"))
            self._matchings.clear()

    def matching(self, state: State) -> Matching:
        """Return a maximum matching of the unused primes in a position."""
        found = self._matchings.get(state.unused)
        if found is None:
            found = self._repair(state)
            if found is None:
                used = (vertex for vertex, is_used in enumerate(state.used) if is_used)
                found = Matching.of(self.graph, used)
            if len(self._matchings) * len(self.primes) >= MAX_CACHED:
                self._matchings.clear()
            self._matchings[state.unused] = found
        return found

    def _repair(self, state: State) -> Matching | None:
        """Derive a maximum matching of the unused primes from the matching of a recent position.

        Return None if no recent position has a cached matching.
        """
        unused, formed = state.unused, list[int]()
        for prime in reversed(state.log[-MAX_REPAIRED:]):
            vertex = self.primes.index[prime]
            unused |= 1 << self.primes.bits[vertex]
            formed.append(vertex)
            found = self._matchings.get(unused)
            if found is not None:
                for vertex in reversed(formed):
                    found = found.without(vertex)
                return found
        return None

    def winning(self, state: State) -> tuple[int, ...]:
        """Return the primes that the player to move can form to win."""
        # Some maximum matching of the unused primes leaves them unmatched.
        matching, primes = self.matching(state), self.primes
        adjacent = primes.adjacent[primes.index[state.number]]
        return tuple([primes.all[vertex] for vertex in adjacent if matching.is_missable(vertex)])

    def solution(self, state: State) -> Solution:
        value = Value.WIN if self.winning(state) else Value.LOSE
        return Solution(value, self._remoteness(state))

    def _remoteness(self, state: State) -> int | None:
        return RemotenessSearch(self.primes).plies(state)

    def branches(self, state: State) -> tuple[Branch[State, Change], ...]:
        return self.with_remoteness(self.values(state))

    def values(self, state: State) -> tuple[Branch[State, Change], ...]:
        # A single maximum matching gives the values of all moves.
        winning, successor = self.winning(state), self.game.successor
        after = [(move, successor(state, move)) for move in self.game.legal_moves(state)]
        return tuple(
            [
                make_tuple(Branch, (move, later, LOST if later.number in winning else WON))
                for move, later in after
            ]
        )

    def with_remoteness(
        self, branches: Sequence[Branch[State, Change]]
    ) -> tuple[Branch[State, Change], ...]:
        return tuple(
            [
                Branch(move, after, Solution(solution.value, self._remoteness(after)))
                for move, after, solution in branches
            ]
        )

    def count_answers(self, state: State) -> tuple[int, int]:
        """Return the number of best moves and the total number of legal moves."""
        # This is faster than counting `branches`, which also compute the plies to the end.
        every = len(self.game.legal_moves(state))
        return len(self.winning(state)) or every, every

    def greedy(self, state: State) -> Change:
        """Return the move that leaves the opponent the fewest legal moves."""
        return min(
            self.game.legal_moves(state),
            key=lambda move: len(self.game.legal_moves(self.game.successor(state, move))),
        )

    def _strategy(self, state: State) -> tuple[int | None, Matching]:
        """Return the winner's strategy: the first prime to form, and a matching for later replies.

        The first prime is None if the player to move loses. Whichever prime the loser forms, the
        winner replies with its partner in the matching.
        """
        best = self.best(state)
        matching = self.matching(state)
        if not best or best[0].value is not Value.WIN:
            return None, matching
        formed = best[0].after.number
        return formed, matching.missing(self.primes.index[formed])

    def pairs(self, state: State) -> tuple[int | None, dict[int, int]]:
        """Return the winner's strategy: the first prime to form, and the reply to each later prime.

        The first prime is None if the player to move loses.
        """
        formed, matching = self._strategy(state)
        every = self.primes.all
        partners = ((prime, matching.partner(vertex)) for vertex, prime in enumerate(every))
        return formed, {one: every[two] for one, two in partners if two is not None}

    def why(self, state: State) -> str:
        if self.game.outcome(state) is not None:
            return "The game is over."
        formed, matching = self._strategy(state)
        if formed is not None:
            pairs = self._list_pairs(formed, matching)
            text = self.primes.text(formed)
            if not pairs:
                return f"Form {text}. Then no new prime can be formed, and you win."
            return (
                f"Form {text}. Then answer each prime they form with its partner: {pairs}. "
                "Every prime they can reach has its own partner, so you always have an answer."
            )
        return (
            "Whatever you form, they can answer with its partner: "
            f"{self._list_pairs(state.number, matching)}. "
            "Every prime you can reach has its own partner, so they always have an answer."
        )

    def _list_pairs(self, prime: int, matching: Matching) -> str:
        """List the primes that can be formed from a prime, with their partners in a matching.

        The text looks like "211-271, 241-541". Primes without a partner are left out.
        """
        text, every = self.primes.text, self.primes.all
        adjacent = self.primes.adjacent[self.primes.index[prime]]
        partners = ((vertex, matching.partner(vertex)) for vertex in adjacent)
        return ", ".join(
            f"{text(every[vertex])}-{text(every[partner])}"
            for vertex, partner in partners
            if partner is not None
        )

    def pairing(self, state: State) -> Pairing | None:
        """Return the winner's strategy as pairs of primes, with a place for each in a drawing.

        When the loser forms a prime, the winner forms the other prime of its pair. Return None if
        the game is over or has too many primes to draw.
        """
        if self.game.outcome(state) is not None or len(self.primes) > MAX_DRAWN:
            return None
        formed, partners = self.pairs(state)
        primes, text = self.primes, self.primes.text
        pairs = sorted((one, two) for one, two in partners.items() if one < two)
        unused = (prime for prime, used in zip(primes.all, state.used, strict=True) if not used)
        return Pairing(
            None if formed is None else text(formed),
            tuple((text(one), text(two)) for one, two in pairs),
            {text(prime): primes.column_and_row(prime) for prime in unused},
        )

    def idea(self, state: State) -> str:
        if self.winning(state):
            return (
                "Pair up the unused primes so that the two in each pair differ in one digit. "
                "Form the prime that has no partner, and you always have an answer."
            )
        return "Every move you can make has a good reply. Hope the other player misses one."

    def census(self, start: State) -> None:
        """Return None, because there are too many positions to count."""

    def starts(self) -> dict[str, State]:
        if self.game.late or len(self.primes) > MAX_LISTED:  # too many to list
            return {}
        game, primes = self.game, self.primes
        return {
            primes.text(prime): game.position(Seat.ONE, prime, (prime,) if game.log_start else ())
            for prime in primes.all
            if primes.neighbours[prime]
        }

    def count_starts(self) -> Census | None:
        """Count the first player's wins and losses among all starting numbers.

        Return None if `starts` lists the starting numbers because they are few. Also return None if
        most primes are already used at the start (option `late`).
        """
        # For few primes, `starts` lists all starting positions. A maximum matching of all primes
        # gives the counts. A start that counts as used is lost if some maximum matching misses it.
        # One that counts as unused is won if some maximum matching misses one of its neighbours.
        if self.game.late or len(self.primes) <= MAX_LISTED:
            return None
        primes, near = self.primes, self.graph.neighbours
        is_missable = Matching.of(self.graph).is_missable
        playable = [vertex for vertex in range(len(primes)) if len(near(vertex))]
        if self.game.log_start:
            won = [vertex for vertex in playable if not is_missable(vertex)]
        else:
            won = [vertex for vertex in playable if any(map(is_missable, near(vertex)))]
        lost = sorted(set(playable).difference(won))
        rare = min(won, lost, key=len)
        named = rare if len(rare) <= MAX_NAMED else ()
        few = tuple(primes.text(primes.all[vertex]) for vertex in named)
        return Census(len(won), len(lost), longest=None, few=few)


LONGEST_LOG = 1_000
"""The longest log for a proof by moves. Such a proof repeats the log in every position."""


class NumberMorphProver(Prover[State, Change]):
    """Proves that positions of Number Morph are won or lost."""

    # A proof lists moves if the number of plies to the end is known. Otherwise it is a maximum
    # matching and a barrier. A barrier is a set of primes whose removal leaves so many components
    # of odd size that no matching can have more pairs (Tutte-Berge formula).

    game: NumberMorph
    solver: NumberMorphSolver

    def claim(self, state: State) -> Claim:
        if self.game.log_start and state.number not in state.log:
            number = self.game.primes.text(state.number)
            raise UsageError(
                f"With 'log-start' set to yes, {number} counts as used. Add {number} to the "
                "history log."
            )
        claim = self.claim_without_proof(state, "pairs")
        if claim["plies"] is not None and len(state.log) <= LONGEST_LOG:
            return self.by_moves(state)
        claim["plies"] = None
        if claim["value"] == "win":
            best = self.solver.best(state)[0]
            claim["move"] = self.game.format_move(best.move)
            state = best.after
        claim["pairs"], claim["barrier"] = self._pairs_and_barrier(state)
        return claim

    def _pairs_and_barrier(self, state: State) -> tuple[str, str]:
        """Return a maximum matching of the reachable primes, and a barrier, both as text.

        The barrier is a set of primes that proves that no matching has more pairs. Call this method
        only for a position that the player to move loses.
        """
        # Every maximum matching covers all neighbours of the current prime, because the player to
        # move loses. So the barrier also works for the graph with the current prime: removing the
        # barrier leaves the current prime as one more odd component.
        matching, reachable = self.solver.matching(state), self._reachable(state)
        every, text = self.game.primes.all, self.game.primes.text
        partners = ((vertex, matching.partner(vertex)) for vertex in reachable)
        pairs = (
            f"{text(every[one])}-{text(every[two])}"
            for one, two in partners
            if two is not None and one < two
        )
        barrier = (text(every[vertex]) for vertex in reachable if matching.labels[vertex] == ODD)
        return " ".join(pairs), " ".join(barrier)

    def _reachable(self, state: State) -> list[int]:
        # Bit masks, as in RemotenessSearch, are slow for tens of thousands of reachable primes.
        adjacent, used, found = self.game.primes.adjacent, state.used, set[int]()
        waiting = [self.game.primes.index[state.number]]
        while waiting:
            new = {vertex for vertex in adjacent[waiting.pop()] if not used[vertex]} - found
            found |= new
            waiting += new
        return sorted(found)
