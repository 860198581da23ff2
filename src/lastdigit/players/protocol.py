"""What we say to an outside program and what it says to us: one JSON object a line.

docs/players.md is the specification, for people who write programs.
"""

from __future__ import annotations

import json

from lastdigit.core.values import Seat
from lastdigit.errors import RecordError, quoted
from lastdigit.match.fields import Fields
from lastdigit.match.match import Match
from lastdigit.match.record import Result, Setup
from lastdigit.match.record_line import result_data
from lastdigit.players.sitting import Garbage, Policy, Said

PROTOCOL = 1


def line(data: dict[str, object]) -> bytes:
    """Return a message as it is sent."""
    return f"{json.dumps(data)}\n".encode()


def start(setup: Setup, seat: Seat, policy: Policy) -> dict[str, object]:
    """Return what is said first: the game, its rules and options, the player's seat."""
    game = setup.build_game()
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "options": dict(setup.options),
        "rules": game.rulebook(),
        "seat": seat.value,
        "first": setup.first.value,
        "start": setup.start,
        # Not the match's own: from that the opponent's chance could be told.
        "seed": setup.random(f"program on seat {seat.value}").getrandbits(32),
        "tries": policy.tries,
        "seconds": policy.seconds,
    }


def turn(match: Match) -> dict[str, object]:
    """Return what is said when it is the program's turn; it holds all that there is to know."""
    game = match.game
    return {
        "type": "turn",
        "position": game.format_state(match.state),
        "legalMoves": [game.format_move(move) for move in game.legal_moves(match.state)],
        "history": match.moves,
    }


def refused(reason: str) -> dict[str, object]:
    """Return what is said of a move that was not accepted; the same turn follows again."""
    return {"type": "refused", "reason": reason}


def over(result: Result) -> dict[str, object]:
    """Return what is said at the end."""
    return {"type": "result", **result_data(result)}


def read_move(raw: str, aside: str = "") -> Said:
    """Return the move in a program's answer, whether it is one or not; raises Garbage.

    >>> read_move('{"move": "tens 7", "because": "it is prime"}').move
    'tens 7'
    """
    try:
        return Said(raw, Fields.of(raw).text("move"), aside=aside)
    except RecordError as error:
        raise Garbage(f"{quoted(raw)}: {error}", Said(raw, "", aside=aside)) from None
