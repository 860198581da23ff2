"""The map of a game: its own, or the general one."""

from __future__ import annotations

from random import Random
from typing import Any

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame
from lastdigit.game.map_shapes import AnyMap
from lastdigit.maps.general import GeneralMap
from lastdigit.solver import check_solvable

SEED = 211
"""What is drawn where a game begins by chance and nobody has chosen."""


def map_of(game: AnyGame, chosen: Any = None, before: Any = None) -> AnyMap:
    """Return the map of a game about a position, by default a start; raises UsageError."""
    check_solvable(game)
    state = game.start(Random(SEED)) if chosen is None else chosen
    if game.outcome(state) is not None:
        raise UsageError("The game is over there: a map is of what can follow.")
    kind = game.declaration().load("map") or GeneralMap
    drawn: AnyMap = kind(game, state, before)
    return drawn
