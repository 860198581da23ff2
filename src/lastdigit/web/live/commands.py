"""What a player commands: one event, one answer; and the same answer to a command sent again."""

from __future__ import annotations

from lastdigit.analysis.position import analyse_position, analysis_data
from lastdigit.core.answers import Unclear, whole_move
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.match.record import Act, Event, Hint
from lastdigit.web.live import permissions
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.permissions import acting_seat
from lastdigit.web.live.registry import Registry
from lastdigit.web.schema import answers, requests
from lastdigit.web.schema.refusals import Reason, Refusal


async def carry_out(
    registry: Registry, code: str, holder: bytes | None, command: requests.AnyCommand, now: float
) -> answers.Effect:
    """Do what a player commanded at this time, and return what came of it; raises Refusal."""
    async with registry.alone_with(code, now) as live:
        held = live.seats_of(holder)
        registry.seen(live, holder)
        seat = permissions.acting_seat(live.match, held, command)
        earlier = await _seen_before(registry, live, held, command)
        if earlier is not None:
            before, event = earlier.state, live.match.events[command.after]
            sentence = _sentence_of(earlier, event)
        else:
            permissions.check(live, seat, command, registry.deserted(live, seat.other))
            before, event = live.match.state, event_of(live.match, seat, command, live.apart)
            await registry.happen(live, event, now)
            sentence = live.news.sentence if live.news is not None else ""
        game = live.match.game
        return answers.Effect(
            accepted=event.act is not Act.REJECTED,
            sentence=sentence,
            why=_why(game, before, event),
            advice=await registry.workers.think(_advice, game, before, event),
            match=registry.seen_by(live, holder),
        )


async def _seen_before(
    registry: Registry, live: LiveMatch, held: permissions.Seats, command: requests.AnyCommand
) -> Match | None:
    if command.after >= len(live.match.events):
        return None
    return await registry.workers.read(_match_before, live, held, command)


def _sentence_of(earlier: Match, event: Event) -> str:
    before = earlier.state
    earlier.apply(event)
    return Narrator(earlier).event_text(event, before)


def _why(game: AnyGame, before: State, event: Event) -> str | None:
    """Return why a try was refused, in more words than the refusal has."""
    if event.act is not Act.REJECTED:
        return None
    objection = game.objection(before, game.parse_move(event.text))
    return objection.why or None if objection is not None else None


def _advice(game: AnyGame, before: State, event: Event) -> answers.Advice | None:
    """Return what a hint says."""
    if event.act is not Act.HINT:
        return None
    if event.text == Hint.MOVES:
        allowed = [game.format_move(move) for move in game.legal_moves(before)]
        return answers.Advice(kind="moves", moves=[], allowed=allowed, why="")
    analysis = analyse_position(game, before)
    judged = analysis_data(analysis)["moves"]
    if event.text == Hint.HINT:
        return answers.Advice(kind="hint", moves=judged[:1], allowed=[], why=analysis.why)
    return answers.Advice(kind="values", moves=judged, allowed=[], why=analysis.why)


def _match_before(
    live: LiveMatch, held: permissions.Seats, command: requests.AnyCommand
) -> Match | None:
    """Return the match just before this command was played, if it has been played already."""
    events = live.match.events
    done = events[command.after]
    by_us = done.seat in held or isinstance(command, requests.Claim)
    if not by_us or done.act not in BECOMES[type(command)]:
        return None  # without playing the match over
    earlier = Match(live.setup, tuple(events[: command.after]))
    try:
        again = event_of(earlier, acting_seat(earlier, held, command), command, live.apart)
    except LastDigitError:
        return None
    return earlier if again == events[command.after] else None


def event_of(match: Match, seat: Seat, command: requests.AnyCommand, apart: bool) -> Event:
    """Return the event that a command is; raises Refusal if it cannot be one now.

    Two people who are `apart` ask each other before a move is taken back.
    """
    match command:
        case requests.Play():
            return _try(match, seat, command.move)
        case requests.Undo():
            act = Act.ASK if apart else Act.UNDO
            return Event(act, seat, plies=match.plies_back(seat, apart))
        case requests.Accept():
            return _agreement(match, seat)
        case requests.AskHint():
            return Event(Act.HINT, seat, command.kind)
        case requests.Claim():
            return Event(Act.ABANDON, seat.other)
        case requests.Resign():
            return Event(Act.RESIGN, seat)
        case requests.Offer():
            return Event(Act.OFFER, seat)
        case requests.Decline():
            return Event(Act.DECLINE, seat)


def _try(match: Match, seat: Seat, typed: str) -> Event:
    dialogue = match.game.dialogue(match.setup.names)
    try:
        text = whole_move(dialogue, match.state, typed)
    except Unclear as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    return Event(Act.REJECTED if match.objection_to(text) else Act.MOVE, seat, text)


def _agreement(match: Match, seat: Seat) -> Event:
    if match.asked is not None and match.asked.seat is seat.other:
        return Event(Act.UNDO, seat, plies=match.asked.plies)
    return Event(Act.ACCEPT, seat)


BECOMES: dict[type[requests.Command], tuple[Act, ...]] = {
    requests.Play: (Act.MOVE, Act.REJECTED),
    requests.Resign: (Act.RESIGN,),
    requests.Offer: (Act.OFFER,),
    requests.Undo: (Act.UNDO, Act.ASK),
    requests.Accept: (Act.ACCEPT, Act.UNDO),
    requests.Decline: (Act.DECLINE,),
    requests.AskHint: (Act.HINT,),
    requests.Claim: (Act.ABANDON,),
}
"""What each command can become."""
