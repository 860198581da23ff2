"""What a game's `batch.py` says, so that thousands of its games can be played at once on arrays.

A kernel is the rules once more, in plain functions on rows of numbers, which `batch/` compiles. It
is written like rules, and it is held to them: a test plays both in step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Function = Callable[..., Any]
FAR = 1_000_000
"""Further off than any end."""


def worth(won: bool, lost: bool, plies: int) -> int:
    """Return what a move is worth that leads to a win or a loss in so many plies, or to a draw.

    >>> worth(True, False, 3) > worth(True, False, 5) > worth(False, False, 0)
    True
    >>> worth(False, False, 0) > worth(False, True, 4) > worth(False, True, 2)
    True
    """
    if won:
        return FAR - plies
    return plies - FAR if lost else 0


class Kernel(NamedTuple):
    """How one game with its options is played on arrays: row `game` of each is that game's.

    The functions, and what they are given:

    - `begin(tables, state, observation, game, start)`: put the game at the start of this number;
    - `play(tables, state, observation, game, action)`: make a legal move, and return 1 if whoever
      made it has won, -1 if lost, 0 if the game goes on. What `state` says of the mover is said of
      the other afterwards;
    - `show(tables, state, observation, mask, game, seat)`: write what the player to move sees, and
      1 in the mask for every legal action, 0 for every other; return how many are legal;
    - `rate(tables, solved, state, observation, game, action)`: return what a legal move is worth
      to a player who errs never, the more the better; only where there is a `solution`;
    - `weigh(tables, solved, state, observation, game)`: work out what `rate` is about to be asked
      of all moves of a position, where that is not simply looked up.

    `state` and `observation` are the game's own between calls: what the observation tells need not
    be in the state as well.
    """

    begin: Function
    play: Function
    show: Function
    width: int
    """How many numbers, of 32 bits, a state has."""
    tables: tuple[Any, ...]
    """Arrays and numbers that the functions look up: whatever depends on the options."""
    constants: Mapping[str, int]
    """What a global name of the functions stands for with these options; each set is compiled."""
    helpers: tuple[Function, ...] = ()
    """What the functions call, each after those it calls itself."""
    starts: int = 1
    """How many starts there are, all equally likely."""
    stuck_loses: bool = False
    """Whether a player without a legal action has lost; `play` need not look for it then."""
    numbers: Callable[[Any], Sequence[int]] | None = None
    """Returns the state of a game that has come to a position, in plain numbers."""
    rate: Function | None = None
    weigh: Function | None = None
    memory: int = 0
    """How many numbers more a state has where moves are rated: what `weigh` finds out."""
    solution: Callable[[], Any] | None = None
    """Returns the kept table that `rate` looks up."""
