"""A compiled version of the player `mcts`, to measure how much search a position needs."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np

from lastdigit.game.game import AnyGame, State
from lastdigit.players.builtin import EXPLORATION, MAX_PLAYOUT_PLIES

NOT_OVER, MOVER_WON, MOVER_LOST = 0, 1, -1
MAX_POSITIONS = 400_000
"""The maximum number of positions in a graph."""


class Graph(NamedTuple):
    """A game graph: the moves from position n lead to `after[first[n]:first[n + 1]]`."""

    first: list[int]
    after: list[int]
    winner: list[int]


class Explorer:
    """Numbers the positions of a game on demand."""

    def __init__(self, game: AnyGame) -> None:
        self.graph = Graph([0], [], [])
        self.states: list[State] = []
        """The position with each number."""
        self._game = game
        self._numbers: dict[Hashable, int] = {}
        self._waiting: deque[State] = deque()

    def number(self, root: State, largest: int = MAX_POSITIONS) -> int | None:
        """Return a position's number after adding all later positions to the graph, or None.

        None means that the graph would have more than `largest` positions, or that a player moves
        twice in a row, so that the player to move does not follow from the depth. The explorer
        cannot be used after that.
        """
        found = self._place(root)
        while self._waiting:
            state = self._waiting.popleft()
            self.states.append(state)
            self.graph.winner.append(self._winner(state))
            for move in self._game.legal_moves(state):
                later = self._game.successor(state, move)
                if later.mover is state.mover or len(self._numbers) > largest:
                    return None
                self.graph.after.append(self._place(later))
            self.graph.first.append(len(self.graph.after))
        return found

    def _place(self, state: State) -> int:
        number = self._numbers.setdefault(self._game.key(state), len(self._numbers))
        if number == len(self.graph.winner) + len(self._waiting):
            self._waiting.append(state)
        return number

    def _winner(self, state: State) -> int:
        outcome = self._game.outcome(state)
        if outcome is None:
            return NOT_OVER
        return MOVER_WON if outcome.winner is state.mover else MOVER_LOST


def graph_from(game: AnyGame, root: State, largest: int = MAX_POSITIONS) -> Graph | None:
    """Return the graph from `root`, which has number 0, or None if it is too large."""
    explorer = Explorer(game)
    return None if explorer.number(root, largest) is None else explorer.graph


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)


class Arrays:
    """A graph as arrays for compiled code."""

    def __init__(self, graph: Graph) -> None:
        self.first = np.array(graph.first, dtype=np.int32)
        self.after = np.array(graph.after, dtype=np.int32)
        self.winner = np.array(graph.winner, dtype=np.int8)

    def subgraph(self, root: int) -> Arrays:
        """Return the part of the graph after a position. It is small enough for the CPU cache."""
        found = Arrays(Graph([0], [], []))
        found.first, found.after, found.winner = _following(
            self.first, self.after, self.winner, root
        )
        return found


def choices(graph: Arrays, root: int, budgets: Sequence[int], seed: int) -> list[int]:
    """Return the index of the most visited move for every budget; budgets must increase."""
    walk = graph.first, graph.after, graph.winner, np.array([root, root])
    return [int(place) for place in search(walk, np.array(budgets), np.uint64(seed))]


@numba.njit(cache=True)
def _draw(chance: Any, count: int) -> Any:
    """Return a random number below `count` with splitmix64."""
    chance[0] += _STEP
    mixed = chance[0]
    mixed = (mixed ^ (mixed >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return np.int64((mixed ^ (mixed >> _31)) % np.uint64(count))


@numba.njit(cache=True)
def _following(first: Any, after: Any, winner: Any, root: int) -> Any:
    number = np.full(len(winner), -1, dtype=np.int32)
    old = np.empty(len(winner), dtype=np.int32)
    number[root], old[0] = 0, root
    known, edges, here = 1, 0, 0
    while here < known:
        for edge in range(first[old[here]], first[old[here] + 1]):
            edges += 1
            later = after[edge]
            if number[later] < 0:
                number[later], old[known] = known, later
                known += 1
        here += 1
    new_first = np.zeros(known + 1, dtype=np.int32)
    new_after = np.empty(edges, dtype=np.int32)
    edges = 0
    for here in range(known):
        for edge in range(first[old[here]], first[old[here] + 1]):
            new_after[edges] = number[after[edge]]
            edges += 1
        new_first[here + 1] = edges
    return new_first, new_after, winner[old[:known]]


@numba.njit(cache=True)
def begin(walk: Any) -> None:
    """Return to the root of the search."""
    walk[3][1] = walk[3][0]


@numba.njit(cache=True)
def count(walk: Any) -> Any:
    """Return the number of legal moves."""
    first, _, _, here = walk
    return first[here[1] + 1] - first[here[1]]


@numba.njit(cache=True)
def go(walk: Any, place: int) -> None:
    """Make the move with this index."""
    first, after, _, here = walk
    here[1] = after[first[here[1]] + place]


@numba.njit(cache=True)
def won(walk: Any) -> Any:
    """Return 1 if the player to move has won, -1 if that player has lost, otherwise 0."""
    _, _, winner, here = walk
    return winner[here[1]]


@numba.njit(cache=True)
def search(walk: Any, budgets: Any, seed: Any) -> Any:  # noqa: C901 - one loop, for the compiler
    """Return the index of the most visited move for every budget."""
    chance = np.empty(1, dtype=np.uint64)
    chance[0] = seed
    playouts = budgets[-1]
    move = np.empty(playouts + 1, dtype=np.int32)  # the index of the parent's move that leads here
    visits = np.zeros(playouts + 1, dtype=np.int64)
    wins = np.zeros(playouts + 1, dtype=np.float64)
    base = np.empty(playouts + 1, dtype=np.int64)  # the offset of its children and untried moves
    untried = np.empty(playouts + 1, dtype=np.int32)
    grown = np.zeros(playouts + 1, dtype=np.int32)
    room = 64
    children, waiting = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    used, nodes = 0, 0
    path = np.empty(playouts + 2, dtype=np.int32)
    found = np.empty(len(budgets), dtype=np.int64)
    due = 0
    for number in range(-1, playouts):
        begin(walk)
        length, is_new, new_move = 0, number < 0, -1
        if number >= 0:
            node = 0
            path[0], length = 0, 1
            while untried[node] == 0 and grown[node] > 0:
                log = math.log(visits[node])
                best, best_bound = -1, 0.0
                for slot in range(base[node], base[node] + grown[node]):
                    child = children[slot]
                    spread = EXPLORATION * math.sqrt(log / visits[child])
                    bound = wins[child] / visits[child] + spread
                    if best < 0 or bound > best_bound:
                        best, best_bound = child, bound
                node = best
                go(walk, move[node])
                path[length] = node
                length += 1
            if untried[node] > 0:
                is_new = True
                drawn = _draw(chance, untried[node])
                start = base[node]
                new_move = waiting[start + drawn]
                for slot in range(start + drawn, start + untried[node] - 1):
                    waiting[slot] = waiting[slot + 1]
                untried[node] -= 1
                children[start + grown[node]] = nodes
                grown[node] += 1
                go(walk, new_move)
                path[length] = nodes
                length += 1
        moves = count(walk)
        if is_new:
            while used + moves > room:
                children = np.concatenate((children, np.empty(room, dtype=np.int32)))
                waiting = np.concatenate((waiting, np.empty(room, dtype=np.int32)))
                room *= 2
            move[nodes], base[nodes], untried[nodes] = new_move, used, moves
            for slot in range(moves):
                waiting[used + slot] = slot
            used += moves
            nodes += 1
        if number < 0:
            continue
        plies = length - 1
        for _ in range(MAX_PLAYOUT_PLIES):
            if moves == 0:
                break
            go(walk, _draw(chance, moves))
            moves = count(walk)
            plies += 1
        end = won(walk)
        for step in range(length):
            node = path[step]
            visits[node] += 1
            if step > 0:
                if end == 0:
                    wins[node] += 0.5
                else:
                    # At an even depth, the player to move is the player at the root.
                    root_won = (end > 0) == (plies % 2 == 0)
                    wins[node] += 1.0 if root_won == (step % 2 == 1) else 0.0
        if number + 1 == budgets[due]:
            best = children[base[0]]
            for slot in range(base[0], base[0] + grown[0]):
                if visits[children[slot]] > visits[best]:
                    best = children[slot]
            found[due] = move[best]
            due += 1
    return found
