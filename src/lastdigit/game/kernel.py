"""Kernels: a game's rules as array functions, to play thousands of games at once.

The package `batch` compiles the functions. A test plays every kernel and its `Game` in parallel to
check that they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Function = Callable[..., Any]
FAR = 1_000_000
"""More plies than any game has."""


def worth(won: bool, lost: bool, plies: int) -> int:
    """Return the worth of a move that leads to a win or a loss in `plies`, or to a draw.

    Fast wins and slow losses are worth more.

    >>> worth(True, False, 3) > worth(True, False, 5) > worth(False, False, 0)
    True
    >>> worth(False, False, 0) > worth(False, True, 4) > worth(False, True, 2)
    True
    """
    if won:
        return FAR - plies
    return plies - FAR if lost else 0


class Kernel(NamedTuple):
    """The rules of one game, with fixed options, as functions on arrays.

    `game` is the row of the arrays that the function reads and writes:

    - `begin(tables, state, observation, game, start)`: set up start position number `start`.
    - `play(tables, state, observation, game, action)`: make a legal move. Return 1 if the mover
      wins, -1 if the mover loses, and 0 otherwise. The state is relative to the mover, so `play`
      also swaps the two players' numbers.
    - `show(tables, state, observation, mask, game, seat)`: write the observation of the player to
      move. Set the mask to 1 for legal actions and to 0 for others. Return the number of legal
      actions.
    - `rate(tables, solved, state, observation, game, action)`: return the worth of a legal move
      with perfect play (higher is better). Requires `solution`.
    - `weigh(tables, solved, state, observation, game)`: precompute a position for `rate`, which is
      then called for each of its moves. Only for games whose `rate` is not a table lookup.

    `state` and `observation` persist between calls, so the state need not repeat what the
    observation contains.
    """

    begin: Function
    play: Function
    show: Function
    width: int
    """The number of 32-bit integers in a state."""
    tables: tuple[Any, ...]
    """Lookup arrays and numbers that depend on the options. Passed to every function."""
    constants: Mapping[str, int]
    """Values for global names in the functions. Each set of values is compiled separately."""
    helpers: tuple[Function, ...] = ()
    """Functions that the others call. Each comes after the helpers that it calls itself."""
    starts: int = 1
    """The number of start positions. All are equally likely."""
    stuck_loses: bool = False
    """Whether a player without legal actions loses. `play` then need not check for it."""
    numbers: Callable[[Any], Sequence[int]] | None = None
    """Convert a position of the `Game` to the integers of a state."""
    rate: Function | None = None
    weigh: Function | None = None
    memory: int = 0
    """The number of additional integers in a state, for the results of `weigh`."""
    solution: Callable[[], Any] | None = None
    """Return the cached solver table that is passed to `rate` as `solved`."""
