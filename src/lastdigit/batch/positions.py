"""Where the games of a batch begin, if not at the start: given positions, or critical ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lastdigit.analysis.critical import critical_start
from lastdigit.errors import OptionError, UsageError
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.game.kernel import Kernel

MOST = 1_000_000
"""So many positions can be begun at."""
UNSAID = 0
"""The agent's seat is what it would be anyway."""


class Positions(NamedTuple):
    """A row for each: the state, what is observed, who is to move, and the agent's seat if said."""

    rows: Any
    shown: Any
    movers: Any
    agents: Any

    @classmethod
    def of(
        cls, game: AnyGame, kernel: Kernel, states: Sequence[State], seats: Iterable[int], kind: Any
    ) -> Positions:
        """Return positions as the loop reads them; raises UsageError for a game that cannot."""
        if states and kernel.numbers is None:
            raise UsageError(f"{game.title} cannot begin at positions in batches: it has no way.")
        seen = len(game.observation(states[0])) if states else 1
        return cls(
            _table([kernel.numbers(state) for state in states if kernel.numbers], kernel.width),
            _table([game.observation(state) for state in states], seen).astype(kind),
            np.array([state.mover.number for state in states], np.int8),
            np.array(list(seats), np.int8),
        )


def _table(rows: Sequence[Sequence[int]], width: int) -> Any:
    return np.array(rows, np.int32).reshape(len(rows), width)


def read_positions(game: AnyGame, texts: Sequence[str]) -> list[State]:
    """Return the positions that texts spell, as `lastdigit show` writes them; raises UsageError."""
    listed = isinstance(texts, Sequence) and all(isinstance(text, str) for text in texts)
    if not listed or isinstance(texts, str) or not 1 <= len(texts) <= MOST:
        raise OptionError(f"positions must be a list of 1 to {MOST:,} texts.")
    found: list[State] = [game.parse_state(text) for text in texts]
    for text, state in zip(texts, found, strict=True):
        if game.outcome(state) is not None:
            raise OptionError(f"positions cannot have {text!r}: there the game is over.")
    return found


def critical_positions(
    game: AnyGame, count: int, seats: Sequence[Seat], random: Random
) -> list[State]:
    """Return so many positions for training in which these seats by turns have to decide."""
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST:
        raise OptionError(f"critical cannot be {count!r}: it must be a number from 1 to {MOST:,}.")
    return [critical_start(game, seats[number % len(seats)], random) for number in range(count)]
