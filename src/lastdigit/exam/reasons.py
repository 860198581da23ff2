"""Why a game ends, as a choice: the sentences of a game's rules with their numbers left out."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from lastdigit.game.game import DEFAULT_NAMES, AnyGame

NUMBER = re.compile(r"\b\w*\d\w*\b")
BLANK = "..."
GAMES_PLAYED = 300
LONGEST = 200


def reason_form(reason: str) -> str:
    """Return a reason without its numbers and names.

    >>> reason_form("721 is a multiple of 7."), reason_form("Player 1's number is zero.")
    ('... is a multiple of ....', "A player's number is zero.")
    """
    for name in DEFAULT_NAMES:
        reason = reason.replace(name, "A player")
    return NUMBER.sub(BLANK, reason)


@cache
def reason_forms(kind: type[AnyGame]) -> tuple[str, ...]:
    """Return the reasons for which games of a family end, as random ones of ours meet them."""
    random = Random(kind.name)
    members = (kind(), *(kind.of(options) for options in kind.exam_members))
    found = set()
    for number in range(GAMES_PLAYED):
        game = members[number % len(members)]
        state = game.start(random)
        for _ in range(LONGEST):
            moves = game.legal_moves(state)
            if not moves:
                break
            state = game.successor(state, random.choice(moves))
        end = game.outcome(state)
        if end is not None:
            found.add(reason_form(end.reason))
    return tuple(sorted(found))
