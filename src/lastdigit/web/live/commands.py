"""What a player does to a match: by a command, or, being a computer, in its turn.

Everything here is about one match and nothing else: nothing is kept, told or waited for.
"""

from __future__ import annotations

from typing import NamedTuple

from lastdigit.analysis.position import next_hint
from lastdigit.errors import LastDigitError, MatchError
from lastdigit.game.game import Seat
from lastdigit.game.text import AnyDialogue, UnclearAnswer, parse_whole_move
from lastdigit.match.match import Match
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import Act, Event
from lastdigit.match.session import PlaySession, Prepared
from lastdigit.players import COMPUTERS
from lastdigit.web.live.match import one_line
from lastdigit.web.live.permissions import Seats, acting_seat
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal


class Done(NamedTuple):
    """A match just after a command, and what came of it in words."""

    match: Match
    sentence: str


def prepare(
    session: PlaySession,
    dialogue: AnyDialogue,
    seat: Seat,
    command: matches.AnyCommand,
    apart: bool,
) -> Prepared:
    """Prepare the event that a command asks for. Raise Refusal if it is not possible now.

    If the players are `apart`, an undo needs the other player's consent.
    """
    match = session.match
    try:
        if isinstance(command, matches.Play):
            return session.prepare(parse_whole_move(dialogue, match.state, command.move))
        return session.prepare(_event(match, seat, command, apart))
    except UnclearAnswer as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    except MatchError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _event(match: Match, seat: Seat, command: matches.AnyCommand, apart: bool) -> Event:
    """Return the event that any command but a move is."""
    match command:
        case matches.Undo():
            act = Act.ASK if apart else Act.UNDO
            return Event(act, seat, plies=match.plies_back(seat, apart))
        case matches.Accept() if (
            match.undo_request is not None and match.undo_request.seat is seat.other
        ):
            return Event(Act.UNDO, seat, plies=match.undo_request.plies)
        case matches.AskHint():
            return Event(Act.HINT, seat, command.kind or next_hint(match.events))
        case matches.Claim():
            return Event(Act.ABANDON, seat.other)
        case _:
            return Event(BECOMES[type(command)][0], seat)


def repeat(match: Match, held: Seats, command: matches.AnyCommand, apart: bool) -> Done | None:
    """Return what came of a command when it was carried out, if it has been already.

    It is known by what it would be at its own number, even after a restart.
    """
    event = match.events[command.after]
    by_us = event.seat in held or isinstance(command, matches.Claim)
    if not by_us or event.act not in BECOMES[type(command)]:
        return None  # without playing the match over
    again = Match(match.setup, tuple(match.events[: command.after]))
    narrator = SecondPersonNarrator(again, held[0] if len(held) == 1 else None)
    session = PlaySession(again, narrator)
    try:
        seat = acting_seat(again, held, command)
        prepared = prepare(session, narrator.dialogue, seat, command, apart)
    except LastDigitError:
        return None
    if prepared.event != event:
        return None
    sentence = one_line(session.commit(prepared).text(narrator))
    return Done(session.match, sentence)


def reply_is_due(match: Match) -> bool:
    """Return whether it is for a computer to do something."""
    if match.result is not None:
        return False
    players = match.setup.players
    offered = match.offer is not None and not players[match.offer.other.index].is_person
    return offered or not players[match.mover.index].is_person


def reply(match: Match) -> Event:
    """Return what the computer does: its move, or its answer to an offer of a draw."""
    seat = match.mover if match.offer is None else match.offer.other
    if match.offer is not None:
        return Event(Act.ACCEPT if match.repeats else Act.DECLINE, seat)
    computer = COMPUTERS[match.setup.players[seat.index].kind]
    return Event(Act.MOVE, seat, computer.choose(match.game, match.state, match.random()))


BECOMES: dict[type[matches.Command], tuple[Act, ...]] = {
    matches.Play: (Act.MOVE, Act.REJECTED),
    matches.Resign: (Act.RESIGN,),
    matches.Offer: (Act.OFFER,),
    matches.Undo: (Act.UNDO, Act.ASK),
    matches.Accept: (Act.ACCEPT, Act.UNDO),
    matches.Decline: (Act.DECLINE,),
    matches.AskHint: (Act.HINT,),
    matches.Claim: (Act.ABANDON,),
}
"""What each command can become."""
