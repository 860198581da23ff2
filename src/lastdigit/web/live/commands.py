"""What a player commands: one event, one answer; and the same answer to a command sent again."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from lastdigit.core.answers import Unclear, whole_move
from lastdigit.core.dialogue import AnyDialogue
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, MatchError
from lastdigit.match.match import Match
from lastdigit.match.narration import Narrator
from lastdigit.match.record import Act, Event, Hint
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.permissions import Seats, acting_seat, check
from lastdigit.web.live.questions import AdviceQuestion
from lastdigit.web.live.registry import Registry
from lastdigit.web.schema import answers, requests
from lastdigit.web.schema.refusals import Reason, Refusal


class Done(NamedTuple):
    """A match just after a command, and what came of it in words."""

    match: Match
    sentence: str


async def carry_out(
    registry: Registry, code: str, holder: bytes | None, command: requests.AnyCommand, now: float
) -> answers.Effect:
    """Do what a player commanded at this time, and return what came of it; raises Refusal."""
    async with registry.alone_with(code, now) as live:
        held = live.seats_of(holder)
        registry.see(live, holder)
        seat = acting_seat(live.match, held, command)
        done = None
        if command.after < len(live.match.events):
            done = await _done_before(registry, live, held, command)
        if done is None:
            claims = isinstance(command, requests.Claim)
            check(live, seat, command, claims and registry.is_deserted(live, seat.other))
            match = live.match.copied()
            _perform(match, live.narrator.dialogue, seat, command, live.apart)
            await registry.happen(live, match, now)
            done = Done(match, live.news.sentence if live.news is not None else "")
        shown = registry.seen_by(live, holder)
    # Nobody waits for the match while a hint is thought about.
    objection = done.match.objection
    return answers.Effect(
        accepted=done.match.events[-1].act is not Act.REJECTED,
        sentence=done.sentence,
        why=None if objection is None else objection.why or None,
        advice=await _advice(registry, done.match)
        if isinstance(command, requests.AskHint)
        else None,
        match=shown,
    )


async def _done_before(
    registry: Registry, live: LiveMatch, held: Seats, command: requests.AnyCommand
) -> Done | None:
    """Return what came of this command when it was carried out, if it has been already."""
    event = live.match.events[command.after]
    by_us = event.seat in held or isinstance(command, requests.Claim)
    if not by_us or event.act not in BECOMES[type(command)]:
        return None  # without playing the match over
    return await registry.workers.replay(_repeat, live, held, command)


def _repeat(live: LiveMatch, held: Seats, command: requests.AnyCommand) -> Done | None:
    events = live.match.events
    again = Match(live.match.setup, tuple(events[: command.after]))
    before, narrator = again.state, Narrator(again)
    try:
        seat = acting_seat(again, held, command)
        _perform(again, narrator.dialogue, seat, command, live.apart)
    except LastDigitError:
        return None
    if again.events[-1] != events[command.after]:
        return None
    return Done(again, narrator.event_text(again.events[-1], before))


def _perform(
    match: Match, dialogue: AnyDialogue, seat: Seat, command: requests.AnyCommand, apart: bool
) -> None:
    """Let a command happen to a match; raises Refusal if it cannot happen now."""
    try:
        if isinstance(command, requests.Play):
            match.play(whole_move(dialogue, match.state, command.move))
        else:
            match.apply(_event(match, seat, command, apart))
    except Unclear as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    except MatchError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _event(match: Match, seat: Seat, command: requests.AnyCommand, apart: bool) -> Event:
    """Return the event that any command but a move is.

    Two people who are `apart` ask each other before a move is taken back.
    """
    match command:
        case requests.Undo():
            act = Act.ASK if apart else Act.UNDO
            return Event(act, seat, plies=match.plies_back(seat, apart))
        case requests.Accept() if match.asked is not None and match.asked.seat is seat.other:
            return Event(Act.UNDO, seat, plies=match.asked.plies)
        case requests.AskHint():
            return Event(Act.HINT, seat, command.kind)
        case requests.Claim():
            return Event(Act.ABANDON, seat.other)
        case _:
            return Event(BECOMES[type(command)][0], seat)


async def _advice(registry: Registry, match: Match) -> answers.Advice:
    """Return what a hint says about the position in which it was asked for."""
    game, kind = match.game, match.events[-1].text
    if kind == Hint.MOVES:
        allowed = [game.format_move(move) for move in game.legal_moves(match.state)]
        return answers.Advice(kind="moves", moves=[], allowed=allowed, why="")
    question = AdviceQuestion(
        game=game.name,
        options=dict(match.setup.options),
        position=game.format_state(match.state),
        kind="hint" if kind == Hint.HINT else "values",
    )
    return msgspec.json.decode(await registry.workers.answer(question), type=answers.Advice)


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
