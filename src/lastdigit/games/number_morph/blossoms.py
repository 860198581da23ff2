"""Edmonds' blossom algorithm on plain numbers, so that it runs interpreted and compiled (`fast`).

- A graph is two sequences: the neighbours of vertex v are `near[starts[v] : starts[v + 1]]`.
- `mates` has the partner of each vertex, FREE if it is unmatched, or GONE if it is removed.
- `labels` is the Gallai-Edmonds decomposition: EVEN for a vertex that some maximum matching misses,
  ODD for any other neighbour of an EVEN vertex, and 0 for the rest.
- `desk` is the working memory of a search: the parents in its trees, the bases of blossoms, marks,
  and the queue.
"""

from __future__ import annotations

from typing import Any

FREE, GONE = -1, -2
EVEN, ODD = 1, 2


def base_of(bases: Any, vertex: int) -> int:
    """Return the base of the blossom of a vertex, or the vertex itself if it is in none."""
    while bases[vertex] != vertex:
        bases[vertex] = bases[bases[vertex]]
        vertex = bases[vertex]
    return vertex


def meeting(mates: Any, desk: Any, one: int, two: int) -> int:
    """Return the base at which the paths from two vertices of a tree to its root meet."""
    parents, bases, marks, _ = desk
    marks[-1] += 1  # a new mark invalidates those of earlier calls
    mark, alone = marks[-1], False
    one, two = base_of(bases, one), base_of(bases, two)
    while marks[one] != mark:
        marks[one] = mark
        if mates[one] == FREE:  # the root: only follow the other path from now on
            one, alone = two, True
        else:
            one = base_of(bases, parents[mates[one]])
            if not alone:
                one, two = two, one
    return one


def shrink(mates: Any, labels: Any, desk: Any, tail: int, base: int, edge: tuple[int, int]) -> int:
    """Shrink the path from an edge to a base into a blossom, and return the new end of the queue.

    The odd vertices of the path become even. The second vertex of the edge becomes the parent of
    the first, so that an augmenting path can run through the blossom in this direction.
    """
    parents, bases, _, queue = desk
    vertex, beyond = edge
    while base_of(bases, vertex) != base:
        parents[vertex] = beyond
        beyond = mates[vertex]
        if labels[beyond] == ODD:
            labels[beyond] = EVEN
            queue[tail] = beyond
            tail += 1
        if bases[vertex] == vertex:
            bases[vertex] = base
        if bases[beyond] == beyond:
            bases[beyond] = base
        vertex = parents[beyond]
    return tail


def grow(graph: Any, mates: Any, labels: Any, desk: Any, tail: int) -> tuple[int, int]:
    """Grow alternating trees from the roots in the queue until one reaches a free vertex.

    Vertices that already had a label are not entered. Return the free vertex, or FREE if there is
    none, and the end of the queue, which then contains all even vertices of the trees.
    """
    starts, near = graph
    parents, bases, _, queue = desk
    head = 0
    while head < tail:
        vertex = queue[head]
        head += 1
        for other in near[starts[vertex] : starts[vertex + 1]]:
            mate = mates[other]
            if mate == GONE:
                continue
            if labels[other] == 0:
                parents[other] = vertex
                if mate == FREE:
                    return other, tail
                labels[other] = ODD
                labels[mate] = EVEN
                queue[tail] = mate
                tail += 1
            elif labels[other] == EVEN and bases[vertex] != bases[other]:
                # Most edges are inside a blossom. Comparing `bases` first skips most of them
                # without the slower search for the base.
                if base_of(bases, vertex) == base_of(bases, other):
                    continue
                base = meeting(mates, desk, vertex, other)
                tail = shrink(mates, labels, desk, tail, base, (vertex, other))
                tail = shrink(mates, labels, desk, tail, base, (other, vertex))
    return FREE, tail


def open_up(mates: Any, labels: Any, desk: Any, tail: int, forget: bool) -> None:
    """Expand the blossoms of the trees in the queue, and clear their labels if `forget`."""
    _, bases, _, queue = desk
    for at in range(tail):
        vertex = queue[at]
        mate = mates[vertex]
        bases[vertex] = vertex
        if forget:
            labels[vertex] = 0
        if mate >= 0:
            bases[mate] = mate
            if forget:
                labels[mate] = 0


def rescue(graph: Any, mates: Any, labels: Any, desk: Any, root: int) -> None:
    """Match a free vertex along an augmenting path, if there is one.

    If there is none, the labels of its tree stay, and later searches do not enter it: no augmenting
    path can lead through it (a Hungarian tree).
    """
    parents, _, _, queue = desk
    labels[root] = EVEN
    queue[0] = root
    end, tail = grow(graph, mates, labels, desk, 1)
    open_up(mates, labels, desk, tail, end != FREE)
    while end != FREE:
        before = parents[end]
        rest = mates[before]
        mates[end] = before
        mates[before] = end
        end = rest


def pair_all(graph: Any, mates: Any, labels: Any, desk: Any) -> None:
    """Augment a matching to a maximum one, and label its vertices. Labels must be cleared."""
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            rescue(graph, mates, labels, desk, vertex)


def label_all(graph: Any, mates: Any, labels: Any, desk: Any) -> None:
    """Label the vertices of a maximum matching. Labels must be cleared."""
    queue, tail = desk[3], 0
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            labels[vertex] = EVEN
            queue[tail] = vertex
            tail += 1
    _, tail = grow(graph, mates, labels, desk, tail)
    open_up(mates, labels, desk, tail, False)


COMPILED = (base_of, meeting, shrink, grow, open_up, rescue, pair_all, label_all)
"""The functions that `fast` compiles, each after the ones it calls."""
