"""Edmonds' search for augmenting paths, on plain numbers: it runs as it is, and compiled (`fast`).

A graph is two sequences: the neighbours of vertex v are `near[starts[v] : starts[v + 1]]`. `mates`
are the partners, FREE or GONE. `labels` divide the vertices as Gallai and Edmonds did: EVEN is one
that some maximum matching misses, ODD any other that is beside one, 0 what is left. `desk` is
where a search works: the parents in its trees, the bases of blossoms, marks, and its queue.
"""

from __future__ import annotations

from typing import Any

FREE, GONE = -1, -2
EVEN, ODD = 1, 2


def base_of(bases: Any, vertex: int) -> int:
    """Return the base of the blossom that a vertex is in; a vertex in none is its own."""
    while bases[vertex] != vertex:
        bases[vertex] = bases[bases[vertex]]
        vertex = bases[vertex]
    return vertex


def meeting(mates: Any, desk: Any, one: int, two: int) -> int:
    """Return the base where the ways of two vertices of a tree to its root meet."""
    parents, bases, marks, _ = desk
    marks[-1] += 1  # those of earlier meetings count no more
    mark, alone = marks[-1], False
    one, two = base_of(bases, one), base_of(bases, two)
    while marks[one] != mark:
        marks[one] = mark
        if mates[one] == FREE:  # the root: the other goes on until it comes to a mark
            one, alone = two, True
        else:
            one = base_of(bases, parents[mates[one]])
            if not alone:
                one, two = two, one
    return one


def shrink(mates: Any, labels: Any, desk: Any, tail: int, base: int, edge: tuple[int, int]) -> int:
    """Make a blossom of the way from an edge to a base; return the new end of the queue.

    Its odd vertices become even. From the edge's first vertex the way goes on, should a path come
    in below, by its second.
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
    """Grow trees of alternating paths from the roots in the queue, until one meets a free vertex.

    Vertices that were labelled before are walls. Return the free vertex, or FREE for none, and the
    end of the queue, which then has all even vertices of the trees.
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
                # Most edges are inside of a blossom, and seen to be without a search for its base.
                if base_of(bases, vertex) == base_of(bases, other):
                    continue
                base = meeting(mates, desk, vertex, other)
                tail = shrink(mates, labels, desk, tail, base, (vertex, other))
                tail = shrink(mates, labels, desk, tail, base, (other, vertex))
    return FREE, tail


def open_up(mates: Any, labels: Any, desk: Any, tail: int, forget: bool) -> None:
    """Open the blossoms of the trees in the queue, and forget their labels where that is wanted."""
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
    """Find a free vertex a partner by changing those of others, if that can be.

    If not, the labels of its tree stay, and it is a wall for those that come after: whatever way
    goes in there, none comes out.
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
    """Make a matching maximum, and label its vertices; before, none may have a label."""
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            rescue(graph, mates, labels, desk, vertex)


def label_all(graph: Any, mates: Any, labels: Any, desk: Any) -> None:
    """Label the vertices of a maximum matching; before, none may have a label."""
    queue, tail = desk[3], 0
    for vertex in range(len(mates)):
        if mates[vertex] == FREE:
            labels[vertex] = EVEN
            queue[tail] = vertex
            tail += 1
    _, tail = grow(graph, mates, labels, desk, tail)
    open_up(mates, labels, desk, tail, False)


COMPILED = (base_of, meeting, shrink, grow, open_up, rescue, pair_all, label_all)
"""What `fast` compiles, each after those that it uses."""
