"""A compiled version of `mcts` for games with too many positions for a graph.

It uses a game's kernel (`kernels.py`) instead of a graph, with the same search. If a game lists its
legal moves in the order of all moves, as Number Morph does, it chooses the same moves as `mcts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, cast

import numpy as np
from numba import njit

from lastdigit.batch.batch import kernel_of
from lastdigit.game.game import AnyGame, State
from tools import compiled_mcts

STUCK_LOSES = False
play: Any = None
show: Any = None

# A walk consists of tables; the state, the observation and the mask of one game; the state and the
# observation at the root; and two numbers: the count of legal moves and the winner.


def begin(walk: Any) -> None:
    """Return to the root of the search."""
    tables, state, observation, mask, first, seen, told = walk
    for place in range(state.shape[1]):
        state[0, place] = first[place]
    for place in range(observation.shape[1]):
        observation[0, place] = seen[place]
    told[0], told[1] = show(tables, state, observation, mask, 0, 1), 0


def count(walk: Any) -> Any:
    """Return the number of legal moves."""
    return walk[6][0]


def go(walk: Any, place: int) -> None:
    """Make the legal move with this index."""
    mask = walk[3]
    action = -1
    while place >= 0:
        action += 1
        place -= mask[0, action]
    act(walk, action)


def act(walk: Any, action: int) -> None:
    """Make the move with this number. Its reward is negated for the player who is then to move."""
    tables, state, observation, mask, _, _, told = walk
    result = play(tables, state, observation, 0, action)
    legal = show(tables, state, observation, mask, 0, 1)
    if STUCK_LOSES and legal == 0 and result == 0:
        result = 1
    told[0], told[1] = 0 if result != 0 else legal, -result


def won(walk: Any) -> Any:
    """Return 1 if the player to move has won, -1 if that player has lost, otherwise 0."""
    return walk[6][1]


class Rules:
    """The compiled rules of a game whose options set the start."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._kernel = kernel_of(game)
        scope: dict[str, Any] = {**self._kernel.constants, "STUCK_LOSES": self._kernel.stuck_loses}
        for helper in (*self._kernel.helpers, self._kernel.play, self._kernel.show):
            scope[helper.__name__] = _compile(helper, scope)
        self._begin_game = _compile(self._kernel.begin, scope)
        for function in (begin, count, act, go, won):
            scope[function.__name__] = _compile(function, scope)
        self._act, self._begin = scope["act"], scope["begin"]
        self._search = _compile(compiled_mcts.search.py_func, scope)
        self._actions = {str(move): number for number, move in enumerate(game.all_moves())}

    @cached_property
    def _starts(self) -> dict[tuple[int, ...], int]:
        """The number of every start, by its observation."""
        return {tuple(self._start_walk(start)[2][0]): start for start in range(self._kernel.starts)}

    def walk(self, start: State, moves: Sequence[str]) -> Any:
        """Return a walk that begins after some moves from a start at which Player 1 moves."""
        walk = self._start_walk(self._starts[tuple(self._game.observation(start))])
        for move in moves:
            self._act(walk, self._actions[move])
        _, state, observation, _, first, seen, _ = walk
        first[:], seen[:] = state[0], observation[0]
        return walk

    def _start_walk(self, start: int) -> Any:
        kernel, game = self._kernel, self._game
        state = np.zeros((1, kernel.width), dtype=np.int32)
        width = sum(feature.count for feature in game.features)
        observation = np.zeros((1, width), dtype=np.int32)
        mask = np.zeros((1, len(self._actions)), dtype=np.int8)
        first, seen, told = np.zeros_like(state[0]), np.zeros_like(observation[0]), np.zeros(2, int)
        walk = kernel.tables, state, observation, mask, first, seen, told
        self._begin_game(kernel.tables, state, observation, 0, start)
        first[:], seen[:] = state[0], observation[0]
        self._begin(walk)
        return walk

    def choices(self, walk: Any, budgets: Sequence[int], seed: int) -> list[int]:
        """Return the index of the most visited move for every budget; budgets must increase."""
        return [int(place) for place in self._search(walk, np.array(budgets), np.uint64(seed))]


def _compile(function: Any, scope: dict[str, Any]) -> Any:
    """Compile a function with other values for its global names."""
    plain = cast(FunctionType, function)
    return njit(FunctionType(plain.__code__, {**plain.__globals__, **scope}, plain.__name__))
