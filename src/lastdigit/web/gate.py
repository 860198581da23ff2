"""The one gate: who are you, and may you? Every command passes here before anything happens."""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError
from lastdigit.match.match import Match
from lastdigit.match.record import Act
from lastdigit.web import may, said
from lastdigit.web.acts import event_of
from lastdigit.web.live import Live
from lastdigit.web.refusal import Reason, Refusal

Seats = tuple[Seat, ...]


def acting_seat(match: Match, held: Seats, command: said.AnyCommand) -> Seat:
    """Return the seat that a command acts for, of those that somebody holds; raises Refusal."""
    if not held:
        raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
    if command.seat is not None:
        if Seat(command.seat) not in held:
            raise Refusal(Reason.WRONG_SEAT, "That is the other player's seat.")
        return Seat(command.seat)
    if len(held) == 1:
        return held[0]
    # Both seats are at one screen: an answer is the other player's, all else the mover's.
    asking = match.asked.seat if match.asked is not None else match.offer
    if asking is not None and isinstance(command, said.Accept | said.Decline):
        return asking.other
    return match.mover


def seen_before(live: Live, held: Seats, command: said.AnyCommand) -> Match | None:
    """Return the match just before this command was played, if it has been played already."""
    events = live.match.events
    done = events[command.after]
    by_us = done.seat in held or isinstance(command, said.Claim)
    if not by_us or done.act not in BECOMES[type(command)]:
        return None  # without playing the match over
    earlier = Match(live.setup, tuple(events[: command.after]))
    try:
        again = event_of(earlier, acting_seat(earlier, held, command), command, live.apart)
    except LastDigitError:
        return None
    return earlier if again == events[command.after] else None


def check(live: Live, seat: Seat, command: said.AnyCommand, deserted: bool) -> None:
    """Refuse what may not be done now; raises Refusal."""
    number = len(live.match.events)
    if command.after != number:
        raise Refusal(
            Reason.STALE, f"The game has moved on: event {number} is the last, not {command.after}."
        )
    if live.match.result is not None:
        raise Refusal(Reason.OVER, "The game is over.")
    if not live.begun:
        raise Refusal(Reason.WAITING, "The other player has not sat down yet.")
    if may.needs_turn(command) and live.match.mover is not seat:
        raise Refusal(Reason.OUT_OF_TURN, "It is the other player's turn.")
    if may.word(command) not in may.allowed(live, seat, deserted):
        raise Refusal(Reason.NOT_POSSIBLE, WHY_NOT[type(command)])


BECOMES: dict[type[said.Command], tuple[Act, ...]] = {
    said.Play: (Act.MOVE, Act.REJECTED),
    said.Resign: (Act.RESIGN,),
    said.Offer: (Act.OFFER,),
    said.Undo: (Act.UNDO, Act.ASK),
    said.Accept: (Act.ACCEPT, Act.UNDO),
    said.Decline: (Act.DECLINE,),
    said.AskHint: (Act.HINT,),
    said.Claim: (Act.ABANDON,),
}
"""What each command can become."""

WHY_NOT: dict[type[said.Command], str] = {
    said.Play: "No move can be made now.",
    said.Resign: "Only the player whose turn it is can resign here.",
    said.Offer: "A draw has been offered already.",
    said.Undo: "There is no move of yours to take back now.",
    said.Accept: "Nothing has been offered or asked.",
    said.Decline: "Nothing has been offered or asked.",
    said.AskHint: "There are no hints in this game.",
    said.Claim: "The other player has not been away for long enough.",
}
