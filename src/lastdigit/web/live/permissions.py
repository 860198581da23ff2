"""Who may do what now: the one place that the page's buttons and every command both ask."""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.match.match import Match
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.replies import computer_on
from lastdigit.web.schema import requests
from lastdigit.web.schema.refusals import Reason, Refusal

REMATCH, KEY, SIT = "rematch", "key", "sit"

Seats = tuple[Seat, ...]


def acting_seat(match: Match, held: Seats, command: requests.AnyCommand) -> Seat:
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
    if asking is not None and isinstance(command, requests.Accept | requests.Decline):
        return asking.other
    return match.mover


def check(live: LiveMatch, seat: Seat, command: requests.AnyCommand, deserted: bool) -> None:
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
    if needs_turn(command) and live.match.mover is not seat:
        raise Refusal(Reason.OUT_OF_TURN, "It is the other player's turn.")
    if word(command) not in allowed(live, seat, deserted):
        raise Refusal(Reason.NOT_POSSIBLE, WHY_NOT[type(command)])


def allowed(live: LiveMatch, seat: Seat, deserted: bool) -> list[str]:
    """Return what the player on a seat may do; `deserted` says that the other has left for good."""
    match = live.match
    if match.result is not None:
        return [REMATCH]
    if not live.begun:
        return [KEY]
    own_turn = match.mover is seat
    alone = not live.apart and not computer_on(match, seat.other)
    # Hints are fair against a computer only.
    possible = {
        "move": own_turn,
        "hint": own_turn and computer_on(match, seat.other) and match.setup.terms.hints,
        "undo": _undoable(live, seat),
        "offer": own_turn and match.offer is not seat,
        "accept": _asked(live, seat),
        "decline": _asked(live, seat),
        "resign": own_turn or not alone,
        "claim": deserted and live.apart,
        KEY: True,
    }
    return [name for name, possibly in possible.items() if possibly]


def _undoable(live: LiveMatch, seat: Seat) -> bool:
    match = live.match
    if match.asked is not None or match.plies_back(seat, live.apart) > len(match.moves):
        return False
    # While the computer thinks nothing is taken back; at one screen the player to move does it.
    return match.mover is seat or live.apart


def _asked(live: LiveMatch, seat: Seat) -> bool:
    match = live.match
    return match.offer is seat.other or (match.asked is not None and match.asked.seat is seat.other)


def needs_turn(command: requests.AnyCommand) -> bool:
    """Return whether a command is only for the player whose turn it is."""
    return isinstance(command, requests.Play | requests.Offer | requests.AskHint)


def word(command: requests.AnyCommand) -> str:
    """Return the name of a command, as it stands in `may`."""
    tag = type(command).__struct_config__.tag
    assert isinstance(tag, str), "every command is tagged by its word"
    return tag


WHY_NOT: dict[type[requests.Command], str] = {
    requests.Play: "No move can be made now.",
    requests.Resign: "Only the player whose turn it is can resign here.",
    requests.Offer: "A draw has been offered already.",
    requests.Undo: "There is no move of yours to take back now.",
    requests.Accept: "Nothing has been offered or asked.",
    requests.Decline: "Nothing has been offered or asked.",
    requests.AskHint: "There are no hints in this game.",
    requests.Claim: "The other player has not been away for long enough.",
}
