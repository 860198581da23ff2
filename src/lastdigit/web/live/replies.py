"""What a computer does in a match: its move, or its answer to an offer of a draw."""

from __future__ import annotations

from lastdigit.match.match import Match
from lastdigit.match.record import Act, Event
from lastdigit.players import COMPUTERS


def is_due(match: Match) -> bool:
    """Return whether it is for a computer to do something."""
    if match.result is not None:
        return False
    players = match.setup.players
    offered = match.offer is not None and not players[match.offer.other.index].is_person
    return offered or not players[match.mover.index].is_person


def reply(match: Match) -> Event:
    """Return what the computer does."""
    seat = match.mover if match.offer is None else match.offer.other
    if match.offer is not None:
        return Event(Act.ACCEPT if match.repeats else Act.DECLINE, seat)
    computer = COMPUTERS[match.setup.players[seat.index].kind]
    return Event(Act.MOVE, seat, computer.choose(match.game, match.state, match.random()))
