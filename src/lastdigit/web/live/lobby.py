"""Coming to a match and leaving with it: set up, sit down, take a seat elsewhere, play again."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from lastdigit.errors import Conflict, RecordError, StoreError
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.narration import result_text
from lastdigit.match.record import End, Result, Setup
from lastdigit.players import COMPUTERS
from lastdigit.storage import HeldGame, Online, OnlineSeat, Store
from lastdigit.system import timestamp
from lastdigit.web.live.invitations import SpokenCode, new_code
from lastdigit.web.live.match import LiveMatch, full_time
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import new_setup, rematch_setup, rung_setup, wished_game, with_name
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

FREE = OnlineSeat(None, joined=False)
COMPUTERS_OWN = OnlineSeat(None, joined=True)
MOST_MINE = 50


async def set_up(registry: Registry, wish: matches.Arrangement, holder: bytes) -> LiveMatch:
    """Set up a new match at which the holder sits; raises Refusal."""
    workers = registry.workers
    if wish.first == "winner":  # that takes thought, as a computer's reply does
        await workers.members.wait_for(wished_game(wish))
        setup = await workers.reply(new_setup, wish)
    else:
        setup = new_setup(wish)
    if wish.against in COMPUTERS:
        workers.members.begin(setup.build_game())  # before it is the computer's turn
    live = await kept(registry, setup, _first_seats(registry, setup, wish, holder))
    if live.free_seat(None) is not None:
        registry.invitations.issue(live.code, registry.clock.steady())
    return live


async def climb(registry: Registry, wish: matches.Climb, holder: bytes) -> LiveMatch:
    """Set up a match against a rung of the ladder that the holder can win; raises Refusal."""
    setup = await registry.workers.reply(rung_setup, wish)
    begun = timestamp(registry.clock.wall())
    seats = OnlineSeat(holder, joined=True), COMPUTERS_OWN
    return await kept(registry, setup, Online(new_code(), wish.level, seats, begun))


async def play_again(registry: Registry, code: str, holder: bytes | None) -> LiveMatch:
    """Return the rematch of a match, set up if there is none yet; raises Refusal."""
    async with registry.alone_with(code) as live:
        if holder is None or not live.seats_of(holder):
            raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
        if live.match.result is None:
            raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
        if live.rematch is None:
            setup = rematch_setup(live.match.setup)
            online = _rematch_seats(registry, live, holder)
            try:
                live.rematch = (await kept(registry, setup, online, rematch_of=live.id)).code
                registry.tell(live)
            except Conflict:
                live = await registry.newer(live)
        assert live.rematch is not None, "there is one now, from here or from elsewhere"
        code = live.rematch
    later = await registry.at(code)
    if later.free_seat(holder) is None:
        return later
    return await sit_down(registry, code, matches.SitDown(), holder)  # to ask as well is to agree


async def kept(
    registry: Registry, setup: Setup, online: Online, rematch_of: int | None = None
) -> LiveMatch:
    """Keep a new match, and hold it ready."""
    game = await registry.workers.keep(registry.store.add_online, setup, online, rematch_of)
    if game is None:
        raise Conflict(f"Game {rematch_of} has its rematch from elsewhere.")
    live = LiveMatch.new(game, Match(setup), online, registry.clock.steady())
    registry.add(live)
    return live


async def sit_down(
    registry: Registry, code: str, wish: matches.SitDown, holder: bytes
) -> LiveMatch:
    """Take the free seat, or the seat of a key; raises Refusal."""
    async with registry.alone_with(code) as live:
        if wish.key is not None:
            await _take_over(registry, live, wish.key, holder)
        else:
            try:
                await _take_free_seat(registry, live, wish.name, holder)
            except Conflict:
                live = await registry.newer(live)
                await _take_free_seat(registry, live, wish.name, holder)
        live.late = 0.0
        registry.see(live, holder)
        registry.changed(live)
        return live


async def _take_free_seat(
    registry: Registry, live: LiveMatch, name: str | None, holder: bytes
) -> None:
    seat = live.free_seat(holder)
    if seat is None and live.seats_of(holder):
        return  # asked again
    if seat is None:
        raise Refusal(Reason.SEAT_TAKEN, "Both seats are taken; you can watch.")
    setup = with_name(live.match.setup, seat, name)
    seats = _with(live, seat, OnlineSeat(holder, joined=True))
    begun = timestamp(registry.clock.wall()) if all(one.joined for one in seats) else None
    if not await registry.workers.keep(registry.store.sit, live.id, seat, holder, setup, begun):
        raise Conflict(f"Somebody has sat down at game {live.id} elsewhere.")
    live.sit(seats, setup, registry.clock.steady())
    live.version += 1


async def rename(registry: Registry, code: str, name: str, holder: bytes | None) -> LiveMatch:
    """Change the name of a player who waits for the other; raises Refusal."""
    async with registry.alone_with(code) as live:
        seats = live.seats_of(holder)
        if not seats:
            raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
        setup = with_name(live.match.setup, seats[0], name)
        if live.begun_at is not None or not await registry.workers.keep(
            registry.store.rename, live.id, setup
        ):
            raise Refusal(Reason.NOT_POSSIBLE, "The game has begun. Names cannot change any more.")
        live.rename(setup)
        live.version += 1
        registry.changed(live)
        return live


async def _take_over(registry: Registry, live: LiveMatch, key: str, holder: bytes) -> None:
    seat = registry.keys.seat(live.code, key, registry.clock.steady())
    if seat is None and live.seats_of(holder):
        return  # asked again
    if seat is None:
        raise Refusal(Reason.BAD_KEY, "This key is not valid, or has been used, or is too old.")
    await hand_over(registry, live, seat, holder)
    registry.keys.use_up(live.code, seat)


async def hand_over(registry: Registry, live: LiveMatch, seat: Seat, holder: bytes) -> None:
    """Give a seat to another holder; raises Refusal if somebody else has it by now."""
    before = live.seats[seat.index].holder
    given = await registry.workers.keep(registry.store.hand_over, live.id, seat, before, holder)
    if not given:
        await registry.load(live.code)
        raise Refusal(Reason.BAD_KEY, "This seat has been taken to another device already.")
    live.seats = _with(live, seat, OnlineSeat(holder, joined=live.seats[seat.index].joined))
    live.version += 1


def _with(live: LiveMatch, seat: Seat, held: OnlineSeat) -> tuple[OnlineSeat, OnlineSeat]:
    one, two = live.seats
    return (held, two) if seat is Seat.ONE else (one, held)


async def invitation(registry: Registry, code: str, holder: bytes | None) -> matches.Invitation:
    """Return the code that a player says to a friend; raises Refusal."""
    now = registry.clock.steady()
    live = await _inviting(registry, code, holder)
    return _shown(registry.invitations.current(live.code, now), now)


async def new_invitation(registry: Registry, code: str, holder: bytes | None) -> matches.Invitation:
    """Return a new code for a player to say, instead of the older one; raises Refusal."""
    now = registry.clock.steady()
    live = await _inviting(registry, code, holder)
    return _shown(registry.invitations.issue(live.code, now), now)


async def _inviting(registry: Registry, code: str, holder: bytes | None) -> LiveMatch:
    live = await registry.at(code)
    if not live.seats_of(holder):
        raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
    if live.free_seat(None) is None:
        raise Refusal(Reason.SEAT_TAKEN, "Both seats are taken; nobody else can be invited.")
    return live


def _shown(code: SpokenCode | None, now: float) -> matches.Invitation:
    if code is None:
        return matches.Invitation(spoken=None, seconds=0)
    return matches.Invitation(spoken=code.letters, seconds=math.ceil(code.until - now))


async def key_for(registry: Registry, code: str, holder: bytes | None) -> matches.Key:
    """Return a key with which the holder takes a seat to another device; raises Refusal."""
    async with registry.alone_with(code) as live:
        seats = live.seats_of(holder)
        if not seats:
            raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
        # At one screen the seat of whoever is to move stays: that player is using the screen.
        seat = seats[0] if len(seats) == 1 else live.match.mover.other
        key = registry.keys.issue(live.code, seat, registry.clock.steady())
        return matches.Key(key=key, seconds=registry.limits.key_seconds)


async def mine(registry: Registry, holder: bytes | None) -> list[matches.MatchSummary]:
    """Return the matches at which somebody sits, the latest first."""
    if holder is None:
        return []
    held = await registry.workers.fetch(registry.store.held_by, holder, MOST_MINE)
    return [await _line(registry, one, holder) for one in held if one.summary.setup is not None]


async def _line(registry: Registry, held: HeldGame, holder: bytes) -> matches.MatchSummary:
    setup, result = held.summary.setup, held.summary.result
    assert setup is not None, "unreadable ones have been left out"
    your_turn = False
    if result is None:
        with suppress(RecordError, StoreError):  # of other rules, or damaged: nobody's turn
            live = await registry.at(held.code)
            your_turn = live.begun_at is not None and live.match.mover in live.seats_of(holder)
    return matches.MatchSummary(
        code=held.code,
        game=setup.game,
        title=setup.build_game().title,
        names=setup.names,
        seats=[seat.value for seat in held.seats],
        against=held.against,
        changed=held.summary.changed,
        result=None if result is None else result_text(result, setup.names),
        outcome=_outcome(result, held.seats),
        your_turn=your_turn,
    )


async def forget(registry: Registry, holder: bytes) -> None:
    """Delete all that is kept of somebody; what is left of a match is read again."""

    def forgotten(store: Store) -> list[str]:
        return store.delete_person(store.person_of(holder))

    for code in await registry.workers.keep(forgotten, registry.store):
        registry.drop(code)


async def merge(registry: Registry, holder: bytes, into: bytes) -> None:
    """Let all that one browser has done be another's."""
    await registry.workers.keep(registry.store.merge, holder, into)
    for code, live in list(registry.in_memory.items()):
        if live.seats_of(holder):
            registry.drop(code)


def _outcome(
    result: Result | None, seats: tuple[Seat, ...]
) -> Literal["won", "lost", "drawn"] | None:
    if result is None or len(seats) != 1:
        return None
    if result.winner is None:
        return "drawn" if result.end is End.DRAW else None
    return "won" if result.winner is seats[0] else "lost"


def _first_seats(
    registry: Registry, setup: Setup, wish: matches.Arrangement, holder: bytes
) -> Online:
    """Return the seats of a new match: the holder's, and the other as was wished."""
    own = OnlineSeat(holder, joined=True)
    others = {matches.HERE: own, matches.LINK: FREE}
    other = others.get(wish.against, COMPUTERS_OWN)
    begun = timestamp(registry.clock.wall()) if other.joined else None
    seats = (own, other) if wish.seat == 1 else (other, own)
    return Online(new_code(), wish.against, seats, begun, full_time(setup.terms))


def _rematch_seats(registry: Registry, live: LiveMatch, holder: bytes) -> Online:
    """Return the seats of a rematch, which stay.

    Whoever asked sits down at once; a seat that somebody else holds waits for them.
    """
    one, two = (replace(held, joined=held.holder in (None, holder)) for held in live.seats)
    begun = timestamp(registry.clock.wall()) if one.joined and two.joined else None
    clock = full_time(live.match.setup.terms)
    return Online(new_code(), live.against, (one, two), begun, clock)
