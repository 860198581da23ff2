"""The lobby: creating and joining matches, names, invitations, device changes and rematches."""

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
from lastdigit.web.live.invitations import ShortCode, new_match_code
from lastdigit.web.live.match import LiveMatch, initial_times
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import (
    ladder_match_setup,
    new_setup,
    rematch_setup,
    requested_game,
    with_name,
)
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

FREE_SEAT = OnlineSeat(None, joined=False)
COMPUTER_SEAT = OnlineSeat(None, joined=True)
MAX_LISTED = 50
WATCHING = "You are watching. Only the players can do that."


async def create_match(registry: Registry, request: matches.NewMatch, holder: bytes) -> LiveMatch:
    """Create a match with a seat for the holder. May raise Refusal."""
    workers = registry.workers
    if request.first == "winner":  # this evaluates positions, like choosing a computer's move
        await workers.variants.wait_for(requested_game(request))
        setup = await workers.reply(new_setup, request)
    else:
        setup = new_setup(request)
    if request.against in COMPUTERS:
        workers.variants.solve(setup.build_game())  # before it is the computer's turn
    live = await save_match(registry, setup, _new_seats(registry, setup, request, holder))
    if live.free_seat(None) is not None:
        registry.invitations.issue(live.code, registry.clock.steady())
    return live


async def create_ladder_match(
    registry: Registry, request: matches.NewLadderMatch, holder: bytes
) -> LiveMatch:
    """Create a ladder match from a start that the holder can win. May raise Refusal."""
    setup = await registry.workers.reply(ladder_match_setup, request)
    begun = timestamp(registry.clock.wall())
    seats = OnlineSeat(holder, joined=True), COMPUTER_SEAT
    return await save_match(registry, setup, Online(new_match_code(), request.level, seats, begun))


async def save_match(
    registry: Registry, setup: Setup, online: Online, rematch_of: int | None = None
) -> LiveMatch:
    """Save a new match, and add it to the registry.

    Raise Conflict if `rematch_of` already has a rematch.
    """
    game = await registry.workers.write(registry.store.add_online, setup, online, rematch_of)
    if game is None:
        raise Conflict(f"Another server has already created the rematch of game {rematch_of}.")
    live = LiveMatch.new(game, Match(setup), online, registry.clock.steady())
    registry.add(live)
    return live


def _new_seats(
    registry: Registry, setup: Setup, request: matches.NewMatch, holder: bytes
) -> Online:
    own = OnlineSeat(holder, joined=True)
    others = {matches.HERE: own, matches.LINK: FREE_SEAT}
    other = others.get(request.against, COMPUTER_SEAT)
    begun = timestamp(registry.clock.wall()) if other.joined else None
    seats = (own, other) if request.seat == 1 else (other, own)
    return Online(new_match_code(), request.against, seats, begun, initial_times(setup.terms))


async def create_rematch(registry: Registry, code: str, holder: bytes | None) -> LiveMatch:
    """Return the rematch of a match, and create it if there is none. May raise Refusal."""
    async with registry.locked(code) as live:
        if holder is None or not live.seats_of(holder):
            raise Refusal(Reason.NO_SEAT, WATCHING)
        if live.match.result is None:
            raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
        if live.rematch is None:
            setup = rematch_setup(live.match.setup)
            online = _rematch_seats(registry, live, holder)
            try:
                rematch = await save_match(registry, setup, online, rematch_of=live.id)
                live.rematch = rematch.code
                registry.broadcast(live)
            except Conflict:
                live = await registry.refresh(live)
        assert live.rematch is not None, "this or another server has created it"
        code = live.rematch
    rematch = await registry.get(code)
    if rematch.free_seat(holder) is None:
        return rematch
    # A player who also asks for the rematch agrees to it.
    return await join(registry, code, matches.JoinMatch(), holder)


def _rematch_seats(registry: Registry, live: LiveMatch, holder: bytes) -> Online:
    """Return the seats of a rematch. The requester joins at once, and the opponent has to agree."""
    one, two = (replace(seat, joined=seat.holder in (None, holder)) for seat in live.seats)
    begun = timestamp(registry.clock.wall()) if one.joined and two.joined else None
    times = initial_times(live.match.setup.terms)
    return Online(new_match_code(), live.against, (one, two), begun, times)


async def join(
    registry: Registry, code: str, request: matches.JoinMatch, holder: bytes
) -> LiveMatch:
    """Take the free seat, or the seat that a key is valid for. May raise Refusal."""
    async with registry.locked(code) as live:
        if request.key is not None:
            await _redeem_key(registry, live, request.key, holder)
        else:
            try:
                await _take_free_seat(registry, live, request.name, holder)
            except Conflict:
                live = await registry.refresh(live)
                await _take_free_seat(registry, live, request.name, holder)
        live.delay = 0.0
        registry.mark_present(live, holder)
        registry.changed(live)
        return live


async def _take_free_seat(
    registry: Registry, live: LiveMatch, name: str | None, holder: bytes
) -> None:
    seat = live.free_seat(holder)
    if seat is None and live.seats_of(holder):
        return  # a repeated request
    if seat is None:
        raise Refusal(Reason.SEAT_TAKEN, "Both seats are taken. You can watch.")
    setup = with_name(live.match.setup, seat, name)
    seats = _with_seat(live, seat, OnlineSeat(holder, joined=True))
    begun = timestamp(registry.clock.wall()) if all(one.joined for one in seats) else None
    if not await registry.workers.write(
        registry.store.take_seat, live.id, seat, holder, setup, begun
    ):
        raise Conflict(f"A player has joined game {live.id} on another server.")
    live.sit(seats, setup, registry.clock.steady())
    live.version += 1


async def _redeem_key(registry: Registry, live: LiveMatch, key: str, holder: bytes) -> None:
    seat = registry.keys.find_seat(live.code, key, registry.clock.steady())
    if seat is None and live.seats_of(holder):
        return  # a repeated request
    if seat is None:
        raise Refusal(Reason.BAD_KEY, "This key is wrong, expired or already used.")
    await transfer_seat(registry, live, seat, holder)
    registry.keys.revoke(live.code, seat)


async def transfer_seat(registry: Registry, live: LiveMatch, seat: Seat, holder: bytes) -> None:
    """Transfer a seat to a browser. Raise Refusal if another browser already has the seat."""
    before = live.seats[seat.index].holder
    is_done = await registry.workers.write(registry.store.hand_over, live.id, seat, before, holder)
    if not is_done:
        await registry.load(live.code)
        raise Refusal(Reason.BAD_KEY, "This seat has already been moved to another device.")
    live.seats = _with_seat(live, seat, OnlineSeat(holder, joined=live.seats[seat.index].joined))
    live.version += 1


def _with_seat(live: LiveMatch, seat: Seat, online: OnlineSeat) -> tuple[OnlineSeat, OnlineSeat]:
    one, two = live.seats
    return (online, two) if seat is Seat.ONE else (one, online)


async def rename(registry: Registry, code: str, name: str, holder: bytes | None) -> LiveMatch:
    """Change a player's name before the match starts. May raise Refusal."""
    async with registry.locked(code) as live:
        seats = live.seats_of(holder)
        if not seats:
            raise Refusal(Reason.NO_SEAT, WATCHING)
        setup = with_name(live.match.setup, seats[0], name)
        if live.started_at is not None or not await registry.workers.write(
            registry.store.rename, live.id, setup
        ):
            raise Refusal(
                Reason.NOT_POSSIBLE, "The game has started, so names can't be changed any more."
            )
        live.rename(setup)
        live.version += 1
        registry.changed(live)
        return live


async def current_invitation(
    registry: Registry, code: str, holder: bytes | None
) -> matches.Invitation:
    """Return the active short code for a player's match. May raise Refusal."""
    now = registry.clock.steady()
    live = await _inviting_match(registry, code, holder)
    return _invitation(registry.invitations.current(live.code, now), now)


async def new_invitation(registry: Registry, code: str, holder: bytes | None) -> matches.Invitation:
    """Issue a new short code for a player's match. May raise Refusal."""
    now = registry.clock.steady()
    live = await _inviting_match(registry, code, holder)
    return _invitation(registry.invitations.issue(live.code, now), now)


async def _inviting_match(registry: Registry, code: str, holder: bytes | None) -> LiveMatch:
    live = await registry.get(code)
    if not live.seats_of(holder):
        raise Refusal(Reason.NO_SEAT, WATCHING)
    if live.free_seat(None) is None:
        raise Refusal(Reason.SEAT_TAKEN, "Both seats are taken. You can't invite anyone else.")
    return live


def _invitation(code: ShortCode | None, now: float) -> matches.Invitation:
    if code is None:
        return matches.Invitation(spoken=None, seconds=0)
    return matches.Invitation(spoken=code.code, seconds=math.ceil(code.expires - now))


async def issue_seat_key(registry: Registry, code: str, holder: bytes | None) -> matches.Key:
    """Issue a key that moves one of the holder's seats to another device. May raise Refusal."""
    async with registry.locked(code) as live:
        seats = live.seats_of(holder)
        if not seats:
            raise Refusal(Reason.NO_SEAT, WATCHING)
        # If two players share a screen, the seat of the player to move stays on it.
        seat = seats[0] if len(seats) == 1 else live.match.mover.other
        key = registry.keys.issue(live.code, seat, registry.clock.steady())
        return matches.Key(key=key, seconds=registry.limits.key_seconds)


async def list_matches(registry: Registry, holder: bytes | None) -> list[matches.MatchSummary]:
    """Return the matches in which a browser has a seat, most recently changed first."""
    if holder is None:
        return []
    games = await registry.workers.read(registry.store.held_by, holder, MAX_LISTED)
    return [
        await _summary(registry, game, holder) for game in games if game.summary.setup is not None
    ]


async def _summary(registry: Registry, game: HeldGame, holder: bytes) -> matches.MatchSummary:
    setup, result = game.summary.setup, game.summary.result
    assert setup is not None, "unreadable games are not listed"
    your_turn = False
    if result is None:
        with suppress(RecordError, StoreError):  # saved with other rules, or damaged
            live = await registry.get(game.code)
            your_turn = live.started_at is not None and live.match.mover in live.seats_of(holder)
    return matches.MatchSummary(
        code=game.code,
        game=setup.game,
        title=setup.build_game().title,
        names=setup.names,
        seats=[seat.value for seat in game.seats],
        against=game.against,
        changed=game.summary.changed,
        result=None if result is None else result_text(result, setup.names),
        outcome=_outcome(result, game.seats),
        your_turn=your_turn,
    )


def _outcome(
    result: Result | None, seats: tuple[Seat, ...]
) -> Literal["won", "lost", "drawn"] | None:
    if result is None or len(seats) != 1:
        return None
    if result.winner is None:
        return "drawn" if result.end is End.DRAW else None
    return "won" if result.winner is seats[0] else "lost"


async def delete_person(registry: Registry, holder: bytes) -> None:
    """Delete all of a browser's data, and reload the matches that remain."""

    def delete(store: Store) -> list[str]:
        return store.delete_person(store.person_of(holder))

    for code in await registry.workers.write(delete, registry.store):
        registry.evict(code)


async def merge_people(registry: Registry, holder: bytes, into: bytes) -> None:
    """Transfer all data from one browser to another."""
    await registry.workers.write(registry.store.merge, holder, into)
    for code, live in list(registry.in_memory.items()):
        if live.seats_of(holder):
            registry.evict(code)
