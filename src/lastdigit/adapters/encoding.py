"""A game's moves and positions as numbers: action numbers, masks, observations, spaces."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from typing import Any, SupportsIndex, TypeAlias

from lastdigit.adapters import MISSING
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import bounds_of
from lastdigit.errors import MoveSyntaxError

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(MISSING) from error

LONG = 64
"""From this length on an array of small numbers is made faster by way of bytes."""

Observation: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.int8]


class Encoding:
    """One game's numbers. An action's number is its move's place in `all_moves`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.moves = game.all_moves()
        self._actions = {move: action for action, move in enumerate(self.moves)}
        self._low, self._high = map(np.array, bounds_of(game.title, game.features))
        in_bytes = self._low.min() >= 0 and self._high.max() < 256
        self._by_bytes = bool(in_bytes and len(self._low) >= LONG)

    def action_space(self) -> spaces.Discrete:
        """Return the space of all moves, legal or not."""
        return spaces.Discrete(len(self.moves))

    def observation_space(self) -> spaces.Space[Observation]:
        """Return the space of all observations, whatever the game's options."""
        box: spaces.Space[Any] = spaces.Box(self._low, self._high, dtype=np.int64)
        return box

    def mask_space(self) -> spaces.Space[Mask]:
        """Return the space of all masks."""
        box: spaces.Space[Any] = spaces.Box(0, 1, (len(self.moves),), dtype=np.int8)
        return box

    def observe(self, state: State) -> Observation:
        """Return a position as an array of its own."""
        numbers = self.game.observation(state)
        if self._by_bytes:
            return np.frombuffer(bytes(numbers), dtype=np.uint8).astype(np.int64)
        return np.array(numbers, dtype=np.int64)

    def mask(self, legal: Iterable[Hashable]) -> Mask:
        """Return 1 for every action that is one of these moves, 0 for every other."""
        flags = bytearray(len(self.moves))
        actions = self._actions
        for move in legal:
            flags[actions[move]] = 1
        return np.frombuffer(flags, dtype=np.int8)

    def move(self, action: SupportsIndex) -> Any:
        """Return the move that an action is; raises MoveSyntaxError if there is no such number."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.moves):
            raise MoveSyntaxError(
                f"{action!r} is not an action: one is a whole number from 0 to "
                f"{len(self.moves) - 1}, a move's place in {self.game.title}'s all_moves()."
            )
        return self.moves[number]
