"""Random play over the contract: games with random options, and random walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lastdigit.errors import OptionError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import Option, OptionValue

SIZES = (10, 100, 10**9)
"""How far above its lowest value an option is drawn: small values as often as large ones."""
MOST_DRAWS = 10_000


def random_value(option: Option, random: Random) -> OptionValue:
    """Return an allowed value, small ones as often as large ones.

    What is beyond the rulebook is not drawn: most sizes are too large to be tried.
    """
    if option.beyond:
        return option.default
    if option.kind == "yes/no":
        return random.random() < 0.5
    if option.none and random.random() < 0.3:
        return None
    high = min(option.high, option.low + random.choice(SIZES))
    return random.randint(option.low, high)


def random_game(kind: type[AnyGame], random: Random) -> AnyGame:
    """Return a game with random options, drawn again where the game itself refuses them.

    Every third is one of its small members. Raises OptionError if it refuses nearly everything.
    """
    if kind.small_members and random.random() < 1 / 3:
        return kind.of(random.choice(kind.small_members))
    for _ in range(MOST_DRAWS):
        try:
            return kind.of({option.name: random_value(option, random) for option in kind.options()})
        except OptionError as error:
            refusal = error
    raise refusal


def random_walk(game: AnyGame, random: Random, longest: int = 400) -> Iterator[tuple[Any, Any]]:
    """Yield every position of a random game with the move made there, None at the end."""
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(longest):
        moves = game.legal_moves(state)
        if not moves:
            break
        move = random.choice(moves)
        yield state, move
        state = game.successor(state, move)
    yield state, None
