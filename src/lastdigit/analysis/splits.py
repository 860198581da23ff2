"""One split of all positions for everything that learns or measures.

What is trained on must not be what is examined: from the game, its member and the position alone,
SHA-256 decides where a position belongs, the same on every machine and for ever. What only says
where a game begins does not matter, nor who sits where.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Hashable
from functools import cache

from lastdigit.game.game import AnyGame, State
from lastdigit.match.record import option_values


class Split(enum.StrEnum):
    """What a position is for."""

    TRAIN = "train"
    VALIDATION = "validation"
    EXAM = "exam"


SHARES = ((Split.TRAIN, 80), (Split.VALIDATION, 10), (Split.EXAM, 10))
"""The parts of a hundred."""
FEW = 1_000
"""A member with fewer keys is so small that a leak cannot be excluded."""


def split_of(game: AnyGame, state: State) -> Split:
    """Return what a position of a game is for."""
    text = f"{member_of(game)} {canonical(game.key(state))}"
    place = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % 100
    for split, share in SHARES:
        if place < share:
            return split
        place -= share
    raise AssertionError("the shares are a hundred")


def is_for_training(game: AnyGame, state: State) -> bool:
    """Return whether a position may be learned from."""
    return split_of(game, state) is Split.TRAIN


@cache
def member_of(game: AnyGame) -> str:
    """Return the name of a game with the options that change its rules, where they are unusual."""
    rules = {option.name for option in game.options() if not option.begins}
    usual = dict(option_values(type(game)()))
    changed = [
        f"{name}={canonical(value)}"
        for name, value in option_values(game)
        if name in rules and value != usual.get(name)
    ]
    return " ".join((game.name, *changed))


def canonical(value: Hashable) -> str:
    """Return a key as text that is the same on every machine, whatever order a set comes in.

    >>> canonical((7, "_3_", None, frozenset({2, 1})))
    '(7,_3_,None,{1,2})'
    """
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, tuple):
        return f"({','.join(map(canonical, value))})"
    return str(value)
