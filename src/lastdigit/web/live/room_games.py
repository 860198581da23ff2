"""The games of a class that are over, judged: what its teacher reads of each."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from lastdigit.classroom.room import Room
from lastdigit.classroom.standings import GameReview
from lastdigit.errors import LastDigitError
from lastdigit.game.game import Seat
from lastdigit.match.record import Act, Record
from lastdigit.puzzles.history import Finding, is_current, parse_played_games
from lastdigit.storage import Finished, OnlineGame
from lastdigit.web.live.registry import Registry

SECONDS = 5.0
"""For so long games are judged before an answer; of those left over less is told."""


async def judged_games(registry: Registry, room: Room) -> dict[str, GameReview]:
    """Return what is known of each game that is over now, by the code of its match.

    The room is let go: pupils come, and games end, while these are judged.
    """
    give_up = registry.clock.steady() + SECONDS
    known = {game.match: GameReview() for game in room.games.values() if game.over}
    kept = await _kept(registry, known)
    finished = await _finished(registry, kept)
    for game in kept:
        known[game.online.code] = _judged(game.record)
        own = finished.get(game.id)
        if own is None:
            continue
        with suppress(LastDigitError):  # one that cannot be judged now is told of all the same
            if not is_current(own.found) and registry.clock.steady() < give_up:
                own = await registry.people.judge(own)
            for played in parse_played_games([own]):
                known[game.online.code] = _judged(game.record, played.found)
    return known


async def _kept(registry: Registry, codes: Iterable[str]) -> list[OnlineGame]:
    """Return the games that can be read."""
    kept = []
    for code in list(codes):
        with suppress(LastDigitError):  # one that cannot be read hides no other
            game = await registry.workers.fetch(registry.store.online, code)
            if game is not None:
                kept.append(game)
    return kept


async def _finished(registry: Registry, games: list[OnlineGame]) -> dict[int, Finished]:
    """Return these games as those have them who sat there, with what was found of each before."""
    wanted = {game.id for game in games}
    holders = {held.holder for game in games for held in game.online.seats}
    found = dict[int, Finished]()
    for holder in holders:
        with suppress(LastDigitError):
            found |= {one.id: one for one in await registry.people.finished(holder)}
    return {game: one for game, one in found.items() if game in wanted}


def _judged(record: Record, found: Finding | None = None) -> GameReview:
    made = [event.act for event in record.events].count(Act.MOVE)
    taken_back = sum(event.plies for event in record.events if event.act is Act.UNDO)
    ended = record.times.events[-1] if record.times.events else ""
    if found is None:
        return GameReview(ended, made - taken_back)
    one, two = (_right(found, seat) for seat in Seat)
    return GameReview(ended, made - taken_back, (one, two))


def _right(found: Finding, seat: Seat) -> str:
    decisions = [one for one in found.decisions if one.seat is seat]
    return f"{sum(one.right for one in decisions)} of {len(decisions)}"
