"""What a player's command means at this point of a match: the event that it would be.

One function, used to play a command and to recognise one that is sent again.
"""

from __future__ import annotations

from lastdigit.core.answers import Unclear, whole_move
from lastdigit.core.values import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Act, Event
from lastdigit.players import COMPUTERS
from lastdigit.web import said
from lastdigit.web.refusal import Reason, Refusal


def event_of(match: Match, seat: Seat, command: said.AnyCommand, apart: bool) -> Event:
    """Return the event that a command is; raises Refusal if it cannot be one now.

    Two people who are `apart` ask each other before a move is taken back.
    """
    match command:
        case said.Play():
            return _try(match, seat, command.move)
        case said.Undo():
            act = Act.ASK if apart else Act.UNDO
            return Event(act, seat, plies=plies_back(match, seat, apart))
        case said.Accept():
            return _agreement(match, seat)
        case said.AskHint():
            return Event(Act.HINT, seat, command.kind)
        case said.Claim():
            return Event(Act.ABANDON, seat.other)
        case said.Resign():
            return Event(Act.RESIGN, seat)
        case said.Offer():
            return Event(Act.OFFER, seat)
        case said.Decline():
            return Event(Act.DECLINE, seat)


def _try(match: Match, seat: Seat, typed: str) -> Event:
    dialogue = match.game.dialogue(match.setup.names)
    try:
        text = whole_move(dialogue, match.state, typed)
    except Unclear as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    return Event(Act.REJECTED if match.objection(text) else Act.MOVE, seat, text)


def _agreement(match: Match, seat: Seat) -> Event:
    if match.asked is not None and match.asked.seat is seat.other:
        return Event(Act.UNDO, seat, plies=match.asked.plies)
    return Event(Act.ACCEPT, seat)


def plies_back(match: Match, seat: Seat, apart: bool) -> int:
    """Return how many moves an undo takes back: to the own last turn; at one screen just one."""
    answered = match.mover is seat and (apart or computer_on(match, seat.other))
    return 2 if answered else 1


def computer_on(match: Match, seat: Seat) -> bool:
    """Return whether a computer plays on a seat."""
    return match.setup.players[seat.index].kind in COMPUTERS
