"""No engine helps in a game between two people for as long as it is played.

Who asks is known by the secret of their browser, never by their address: a class shares one. So
whoever really wants to finds a way, at another machine if need be; but nobody is tempted here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from lastdigit.core.shapes import position_after
from lastdigit.errors import LastDigitError
from lastdigit.match.match import Match
from lastdigit.web.live.registry import Registry
from lastdigit.web.schema import requests
from lastdigit.web.schema.refusals import Reason, Refusal

MOST_GAMES = 20
"""So many of somebody's games are looked at, those changed last."""
SENTENCE = (
    "You are playing this against somebody just now, and no engine helps there. "
    "When the game is over, its review tells everything."
)


async def check(
    registry: Registry, holder: bytes | None, name: str, wish: requests.Inquiry
) -> None:
    """Raise Refusal if somebody asks about a game of theirs that is being played."""
    async for match in _played(registry, holder, name):
        if await registry.workers.look_up(is_about, match, wish):
            raise Refusal(Reason.FAIR_PLAY, SENTENCE)


async def check_map(registry: Registry, holder: bytes | None, name: str) -> None:
    """Raise Refusal if somebody asks for the map of a game that they are playing."""
    async for _ in _played(registry, holder, name):
        raise Refusal(Reason.FAIR_PLAY, SENTENCE)


async def _played(registry: Registry, holder: bytes | None, name: str) -> AsyncIterator[Match]:
    """Yield the matches of a game that somebody is playing against somebody else."""
    if holder is None:
        return
    held = await registry.workers.fetch(registry.store.held_by, holder, MOST_GAMES)
    for one in held:
        setup = one.summary.setup
        if setup is None or setup.game != name or one.summary.result is not None:
            continue
        live = await registry.at(one.code)
        if live.apart and live.begun_at is not None and live.match.result is None:
            yield live.match


def is_about(match: Match, wish: requests.Inquiry) -> bool:
    """Return whether a question is about a position of a match, or what its next move leads to.

    Whatever options it is asked with: the answer would often be the same.
    """
    game, state = match.game, match.game.parse_state(match.setup.start)
    try:
        asked = game.parse_state(wish.position) if wish.position is not None else state
        asked = position_after(game, asked, wish.moves)
    except LastDigitError:
        return False  # it is none of this game's, or none at all: then that is what is said
    key = game.key(asked)
    for text in match.moves:
        if game.key(state) == key:
            return True
        state = game.successor(state, game.parse_move(text))
    if game.key(state) == key:
        return True
    return any(game.key(game.successor(state, move)) == key for move in game.legal_moves(state))
