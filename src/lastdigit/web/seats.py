"""Coming to a match and leaving with it: set up, sit down, take a seat elsewhere, play again."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from lastdigit.core.values import Seat
from lastdigit.errors import RecordError, StoreError
from lastdigit.match.match import Match
from lastdigit.match.narration import ended
from lastdigit.match.record import Setup
from lastdigit.store import Held, HeldGame, Online, now
from lastdigit.system import timestamp
from lastdigit.web import said, seating, told
from lastdigit.web.live import Live
from lastdigit.web.matches import Matches
from lastdigit.web.refusal import Reason, Refusal
from lastdigit.web.seating import arranged, hashed, new_code, read_code, rematched, renamed

TRIES = 20
MOST_MINE = 50


async def set_up(matches: Matches, wish: said.Arrangement, holder: bytes) -> Live:
    """Set up a new match at which the holder sits; raises Refusal."""
    setup = arranged(wish)
    return await _kept(matches, setup, seating.seated(setup, wish.against, holder, now()))


async def play_again(matches: Matches, code: str, holder: bytes | None) -> Live:
    """Return the rematch of a match, set up if there is none yet; raises Refusal."""
    async with matches.alone_with(code) as live:
        if holder is None or not live.seats_of(holder):
            raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
        if live.match.result is None:
            raise Refusal(Reason.NOT_OVER, "The game is not over yet.")
        if live.rematch is None:
            later = await _kept(matches, *rematched(live, holder, now()), rematch_of=live.id)
            live.rematch = later.code
            matches.tell(live)
        code = live.rematch
    later = await matches.at(code)
    if later.free_seat(holder) is None:
        return later
    return await sit_down(matches, code, said.Sitting(), holder)  # to ask as well is to agree


async def _kept(
    matches: Matches, setup: Setup, online: Online, rematch_of: int | None = None
) -> Live:
    for _ in range(TRIES):
        game = await matches.aside.keep(matches.store.add_online, setup, online, rematch_of)
        if game is not None:
            live = Live.new(game, Match(setup), online)
            matches.add(live)
            return live
        online = replace(online, code=new_code())
    raise Refusal(Reason.STORE, "No free code was found. Try again.")


async def sit_down(matches: Matches, code: str, wish: said.Sitting, holder: bytes) -> Live:
    """Take the free seat, or the seat of a key; raises Refusal."""
    async with matches.alone_with(code) as live:
        if wish.key is not None:
            await _take_over(matches, live, wish.key, holder)
        else:
            await _take_free_seat(matches, live, wish.name, holder)
        matches.seen(live, holder)
        matches.changed(live)
        return live


async def _take_free_seat(matches: Matches, live: Live, name: str | None, holder: bytes) -> None:
    seat = live.free_seat(holder)
    if seat is None and live.seats_of(holder):
        return  # asked again
    if seat is None:
        raise Refusal(Reason.SEAT_TAKEN, "Both seats are taken; you can watch.")
    setup = renamed(live.setup, seat, name)
    seats = _with(live, seat, Held(holder, joined=True))
    begun = now() if all(one.joined for one in seats) else None
    if not await matches.aside.keep(matches.store.sit, live.id, seat, holder, setup, begun):
        raise StoreError(f"Somebody has sat down at game {live.id} elsewhere.")
    live.seats = seats
    live.begun_at = live.turn_since = time.time()
    if begun is None:
        live.begun_at = None
    live.match = Match(setup)  # nothing has happened in it yet, but a player has a name now


async def _take_over(matches: Matches, live: Live, key: str, holder: bytes) -> None:
    seat = await matches.aside.keep(matches.store.use_key, live.id, hashed(read_code(key)), holder)
    if seat is None and live.seats_of(holder):
        return  # asked again
    if seat is None:
        raise Refusal(Reason.BAD_KEY, "This key is not valid, or has been used, or is too old.")
    live.seats = _with(live, seat, Held(holder, joined=live.seats[seat.index].joined))


def _with(live: Live, seat: Seat, held: Held) -> tuple[Held, Held]:
    one, two = live.seats
    return (held, two) if seat is Seat.ONE else (one, held)


async def key_for(matches: Matches, code: str, holder: bytes | None) -> told.Key:
    """Return a key with which the holder takes a seat to another device; raises Refusal."""
    async with matches.alone_with(code) as live:
        seats = live.seats_of(holder)
        if not seats:
            raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
        # At one screen the seat of whoever is to move stays: that player is using the screen.
        seat = seats[0] if len(seats) == 1 else live.match.mover.other
        key = new_code(seating.KEY_LENGTH)
        valid = matches.limits.key_seconds
        expires = timestamp(time.time() + valid)
        await matches.aside.keep(matches.store.keep_key, live.id, seat, hashed(key), expires)
        return told.Key(key=key, seconds=valid)


async def mine(matches: Matches, holder: bytes | None) -> list[told.Mine]:
    """Return the matches at which somebody sits, the latest first."""
    if holder is None:
        return []
    held = await matches.aside.keep(matches.store.held_by, holder, MOST_MINE)
    return [await _line(matches, one, holder) for one in held if one.summary.setup is not None]


async def _line(matches: Matches, held: HeldGame, holder: bytes) -> told.Mine:
    setup, result = held.summary.setup, held.summary.result
    assert setup is not None, "unreadable ones have been left out"
    your_turn = False
    if result is None:
        with suppress(RecordError):  # of another version of the rules: nobody's turn
            live = await matches.at(held.code)
            your_turn = live.begun and live.match.mover in live.seats_of(holder)
    return told.Mine(
        code=held.code,
        game=setup.game,
        title=setup.rules().title,
        names=setup.names,
        seats=[seat.value for seat in held.seats],
        against=held.against,
        changed=held.summary.changed,
        result=None if result is None else ended(result, setup.names),
        your_turn=your_turn,
    )
