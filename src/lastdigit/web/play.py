"""Playing by command: one gate, one event, one answer; and the same answer to a repeat."""

from __future__ import annotations

from typing import Any

import msgspec

from lastdigit.analysis.position import analysed, analysis_data
from lastdigit.core.game import AnyGame
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.match.record import Act, Event, Hint
from lastdigit.web import gate, said, told
from lastdigit.web.acts import event_of
from lastdigit.web.judged import Advice, JudgedMove
from lastdigit.web.live import Live
from lastdigit.web.matches import Matches


async def carry_out(
    matches: Matches, code: str, holder: bytes | None, command: said.AnyCommand, now: float
) -> told.Done:
    """Do what a player commanded at this time, and return what came of it; raises Refusal."""
    async with matches.alone_with(code, now) as live:
        held = live.seats_of(holder)
        matches.seen(live, holder)
        seat = gate.acting_seat(live.match, held, command)
        earlier = await _seen_before(matches, live, held, command)
        if earlier is not None:
            before, event = earlier.state, live.match.events[command.after]
            spoken = _spoken(earlier, event)
        else:
            gate.check(live, seat, command, matches.deserted(live, seat.other))
            before, event = live.match.state, event_of(live.match, seat, command, live.apart)
            await matches.happen(live, event, now)
            spoken = live.news.told if live.news is not None else ""
        game = live.match.game
        return told.Done(
            accepted=event.act is not Act.REJECTED,
            told=spoken,
            why=_why(game, before, event),
            advice=await matches.aside.think(_advice, game, before, event),
            match=matches.seen_by(live, holder),
        )


async def _seen_before(
    matches: Matches, live: Live, held: gate.Seats, command: said.AnyCommand
) -> Match | None:
    if command.after >= len(live.match.events):
        return None
    return await matches.aside.read(gate.seen_before, live, held, command)


def _spoken(earlier: Match, event: Event) -> str:
    before = earlier.state
    earlier.apply(event)
    return Narrator(earlier).told(event, before)


# A state's type is known to its game only.
def _why(game: AnyGame, before: Any, event: Event) -> str | None:
    """Return why a try was refused, in more words than the refusal has."""
    if event.act is not Act.REJECTED:
        return None
    objection = game.objection(before, game.parse_move(event.text))
    return objection.why or None if objection is not None else None


def _advice(game: AnyGame, before: Any, event: Event) -> Advice | None:
    """Return what a hint says."""
    if event.act is not Act.HINT:
        return None
    if event.text == Hint.MOVES:
        allowed = [game.format_move(move) for move in game.legal_moves(before)]
        return Advice(kind="moves", moves=[], allowed=allowed, why="")
    analysis = analysed(game, before)
    judged = msgspec.convert(analysis_data(analysis)["moves"], list[JudgedMove])
    if event.text == Hint.HINT:
        return Advice(kind="hint", moves=judged[:1], allowed=[], why=analysis.why)
    return Advice(kind="values", moves=judged, allowed=[], why=analysis.why)
