"""Kernels: the rules of a game as functions on arrays, to play thousands of games at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Function = Callable[..., Any]
FAR = 1_000_000
"""More plies than any game can last."""


def worth(won: bool, lost: bool, plies: int) -> int:
    """Return a score for a move, based on the result with perfect play. Better moves score higher.

    A move that is neither `won` nor `lost` is a draw. `plies` is the number of plies to the end.
    Quick wins and slow losses score higher.

    >>> worth(True, False, 3) > worth(True, False, 5) > worth(False, False, 0)
    True
    >>> worth(False, False, 0) > worth(False, True, 4) > worth(False, True, 2)
    True
    """
    if won:
        return FAR - plies
    return plies - FAR if lost else 0


class Kernel(NamedTuple):
    """The rules of one game, with fixed options, as functions on arrays."""

    # Arrays have one row per game, and `game` is the row that a function reads and writes. The rows
    # of `state` and `observation` persist between calls, so the state need not repeat what the
    # observation contains. A test checks that every kernel agrees with the rules of its `Game`.
    begin: Function
    """`begin(tables, state, observation, game, start)`: set up start position number `start`."""
    play: Function
    """`play(tables, state, observation, game, action)`: make a legal move.

    Return 1 if the mover wins, -1 if the mover loses, and 0 otherwise. The state is relative to the
    player to move, so the move also swaps the two players' numbers.
    """
    show: Function
    """`show(tables, state, observation, mask, game, seat)`: write the mover's observation.

    Set `mask` to 1 for legal actions and to 0 for others. Return the number of legal actions.
    """
    width: int
    """The number of 32-bit integers in a state."""
    tables: tuple[Any, ...]
    """Lookup arrays and numbers that depend on the options.

    Every function receives these tables.
    """
    constants: Mapping[str, int]
    """Values for global names in the functions. Each set of values is compiled separately."""
    helpers: tuple[Function, ...] = ()
    """Functions that the other functions call. A helper comes after the helpers that it calls."""
    starts: int = 1
    """The number of start positions, which are all equally likely."""
    stuck_loses: bool = False
    """Whether a player without legal actions loses, in which case `play` does not check for it."""
    numbers: Callable[[Any], Sequence[int]] | None = None
    """Convert a position of the `Game` to the integers in a kernel's state."""
    rate: Function | None = None
    """`rate(tables, solved, state, observation, game, action)`: return the `worth` of a legal move.

    Requires `solution`.
    """
    weigh: Function | None = None
    """`weigh(tables, solved, state, observation, game)`: prepare for `rate` in the same position.

    Only games whose `rate` is not a table lookup need this function.
    """
    memory: int = 0
    """The number of additional integers in a state, for the results of `weigh`."""
    solution: Callable[[], Any] | None = None
    """Return the cached solver table that is passed to `rate` as `solved`."""
