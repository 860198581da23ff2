"""Who may do what now: the one place that the page's buttons and every command both ask."""

from __future__ import annotations

from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

REMATCH, KEY, SIT = "rematch", "key", "sit"

Seats = tuple[Seat, ...]


def acting_seat(match: Match, held: Seats, command: matches.AnyCommand) -> Seat:
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
    asking = match.undo_request.seat if match.undo_request is not None else match.offer
    if asking is not None and isinstance(command, matches.Accept | matches.Decline):
        return asking.other
    return match.mover


def check(live: LiveMatch, seat: Seat, command: matches.AnyCommand, deserted: bool) -> None:
    """Refuse what may not be done now; raises Refusal."""
    number = len(live.match.events)
    if command.after != number:
        raise Refusal(
            Reason.STALE, f"The game has moved on: event {number} is the last, not {command.after}."
        )
    if live.match.result is not None:
        raise Refusal(Reason.OVER, "The game is over.")
    if live.begun_at is None:
        raise Refusal(Reason.WAITING, "The other player has not sat down yet.")
    if isinstance(command, FOR_THE_MOVER) and live.match.mover is not seat:
        raise Refusal(Reason.OUT_OF_TURN, "It is the other player's turn.")
    if type(command).__struct_config__.tag not in allowed(live, seat, deserted):
        raise Refusal(Reason.NOT_POSSIBLE, WHY_NOT[type(command)])


def allowed(live: LiveMatch, seat: Seat, deserted: bool) -> list[str]:
    """Return what the player on a seat may do; `deserted` says that the other has left for good."""
    match, apart = live.match, live.apart
    if match.result is not None:
        return [REMATCH]
    if live.begun_at is None:
        return [KEY]
    own_turn, other = match.mover is seat, match.setup.players[seat.other.index]
    asked = match.offer is seat.other
    if match.undo_request is not None:
        asked = asked or match.undo_request.seat is seat.other
    possible = {
        "move": own_turn,
        # Hints are fair against a computer only.
        "hint": own_turn and not other.is_person and match.setup.terms.hints,
        # While the computer thinks nothing is taken back; at one screen the player to move does it.
        "undo": (own_turn or apart)
        and match.undo_request is None
        and match.plies_back(seat, apart) <= len(match.moves),
        "offer": own_turn and match.offer is not seat,
        "accept": asked,
        "decline": asked,
        "resign": own_turn or apart or not other.is_person,
        "claim": deserted and apart,
        KEY: True,
    }
    return [name for name, possibly in possible.items() if possibly]


FOR_THE_MOVER = matches.Play | matches.Offer | matches.AskHint
"""What only the player whose turn it is can command."""

WHY_NOT: dict[type[matches.Command], str] = {
    matches.Play: "No move can be made now.",
    matches.Resign: "Only the player whose turn it is can resign here.",
    matches.Offer: "A draw has been offered already.",
    matches.Undo: "There is no move of yours to take back now.",
    matches.Accept: "Nothing has been offered or asked.",
    matches.Decline: "Nothing has been offered or asked.",
    matches.AskHint: "There are no hints in this game.",
    matches.Claim: "The other player has not been away for long enough.",
}
