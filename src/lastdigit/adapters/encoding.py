"""A game's moves and positions as numbers: action numbers, masks, observations, spaces."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from lastdigit.errors import ExtraError, MoveSyntaxError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.game import AnyGame, State, bounds_of
from lastdigit.solver import check_solvable

try:
    check_versions("An environment", "rl")
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(str(missing_extra("An environment", "rl"))) from error
except ExtraError as error:
    raise ImportError(str(error)) from error

LONG = 64
"""From this length on an array of small numbers is made faster by way of bytes."""

Observation: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.int8]


REMEMBERED = 20_000
"""So many sets of legal moves are known at a time."""


class Choices(NamedTuple):
    """The legal moves of a position, and for every action whether it is one: to read, and to copy.

    Who keeps one keeps the tuple, too, so that no other can take its place in memory.
    """

    legal: tuple[Hashable, ...]
    flags: bytes
    mask: Mask


class Encoding:
    """One game's numbers. An action's number is its move's place in `all_moves`.

    Raises MissingExtra where the game is too large for what is installed.
    """

    def __init__(self, game: AnyGame) -> None:
        check_solvable(game)
        self.game = game
        self.moves = game.all_moves()
        self._actions = {move: action for action, move in enumerate(self.moves)}
        self._low, self._high = map(np.array, bounds_of(game.title, game.features))
        in_bytes = self._low.min() >= 0 and self._high.max() < 256
        self._choices: dict[int, Choices] = {}
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
        if self._by_bytes:
            packed = self.game.observation_bytes(state)
            return np.frombuffer(packed, dtype=np.uint8).astype(np.int64)
        return np.array(self.game.observation(state), dtype=np.int64)

    def mask(self, moves: Iterable[Hashable]) -> Mask:
        """Return 1 for every action that is one of these moves, 0 for every other."""
        flags = bytearray(len(self.moves))
        actions = self._actions
        for move in moves:
            flags[actions[move]] = 1
        return np.frombuffer(flags, dtype=np.int8)

    def choices(self, legal: tuple[Hashable, ...]) -> Choices:
        """Return what may be chosen where these are the legal moves.

        Games mostly give the very same tuple again: then it is known already.
        """
        known = self._choices.get(id(legal))
        if known is None or known.legal is not legal:
            mask = self.mask(legal)
            if len(self._choices) >= REMEMBERED:
                self._choices.clear()
            known = self._choices[id(legal)] = Choices(legal, mask.tobytes(), mask)
        return known

    def action(self, given: SupportsIndex) -> int:
        """Return the number of an action; raises MoveSyntaxError if there is no such number."""
        try:
            number = operator.index(given)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.moves):
            raise MoveSyntaxError(
                f"{given!r} is not an action: one is a whole number from 0 to "
                f"{len(self.moves) - 1}, a move's place in {self.game.title}'s all_moves()."
            )
        return number

    def move(self, action: SupportsIndex) -> Any:
        """Return the move that an action is; raises MoveSyntaxError if there is no such number."""
        return self.moves[self.action(action)]
