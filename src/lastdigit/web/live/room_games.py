"""The games of a class that are over, judged: what its teacher reads of each."""

from __future__ import annotations

from contextlib import suppress

from lastdigit.classes.room import Room
from lastdigit.classes.standings import Judged
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError
from lastdigit.puzzles.own_games import Played, read_played
from lastdigit.web.live.registry import Registry

SECONDS = 5.0
"""For so long games are judged before an answer; of those left over less is told."""


async def judged_games(registry: Registry, room: Room) -> dict[str, Judged]:
    """Return what is known of each game that is over, by the code of its match."""
    give_up, known = registry.clock.steady() + SECONDS, dict[int, Played]()
    for pupil in room.pupils.values():
        if not pupil.person:
            continue
        left = max(0.0, give_up - registry.clock.steady())
        games, _ = await registry.people.judged(bytes.fromhex(pupil.person), left, room.game)
        known |= {game.id: game for game in read_played(games)}
    found = dict[str, Judged]()
    for game in room.games.values():
        if game.over:
            with suppress(LastDigitError):  # one that cannot be read hides no other
                live = await registry.at(game.match)
                found[game.match] = _judged(known.get(live.id), len(live.match.moves))
    return found


def _judged(played: Played | None, turns: int) -> Judged:
    if played is None:
        return Judged(turns=turns)
    one, two = (_right(played, seat) for seat in Seat)
    return Judged(played.ended, turns, (one, two))


def _right(played: Played, seat: Seat) -> str:
    decisions = [one for one in played.found.decisions if one.seat is seat]
    return f"{sum(one.right for one in decisions)} of {len(decisions)}"
