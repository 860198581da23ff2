"""Who may do what now: the one place that the page's buttons and the gate both ask."""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.web import said
from lastdigit.web.acts import computer_on, plies_back
from lastdigit.web.live import Live

REMATCH, KEY, SIT = "rematch", "key", "sit"


def allowed(live: Live, seat: Seat, deserted: bool) -> list[str]:
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


def _undoable(live: Live, seat: Seat) -> bool:
    match = live.match
    if match.asked is not None or plies_back(match, seat, live.apart) > len(match.moves):
        return False
    # While the computer thinks nothing is taken back; at one screen the player to move does it.
    return match.mover is seat or live.apart


def _asked(live: Live, seat: Seat) -> bool:
    match = live.match
    return match.offer is seat.other or (match.asked is not None and match.asked.seat is seat.other)


def needs_turn(command: said.AnyCommand) -> bool:
    """Return whether a command is only for the player whose turn it is."""
    return isinstance(command, said.Play | said.Offer | said.AskHint)


def word(command: said.AnyCommand) -> str:
    """Return the name of a command, as it stands in `may`."""
    tag = type(command).__struct_config__.tag
    assert isinstance(tag, str), "every command is tagged by its word"
    return tag
