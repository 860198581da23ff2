"""The protocol of outside programs, from both sides: one JSON object a line.

docs/players.md is the specification, for people who write programs. First what we say and how an
answer is read; then a computer of ours as such a program, so that any of them can sit at anybody's
table, and two copies can play each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random

from lastdigit.errors import LastDigitError, RecordError, quoted
from lastdigit.game.game import AnyGame, Seat
from lastdigit.games import find
from lastdigit.match.fields import Fields
from lastdigit.match.match import Match
from lastdigit.match.record import Result, Setup
from lastdigit.match.record_line import result_data
from lastdigit.players.computers import Computer
from lastdigit.players.seats import Garbage, Reply
from lastdigit.players.settings import Settings

PROTOCOL = 1


def line(data: dict[str, object]) -> bytes:
    """Return a message as it is sent."""
    return f"{json.dumps(data)}\n".encode()


def start_message(setup: Setup, seat: Seat, settings: Settings) -> dict[str, object]:
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
        "tries": settings.tries,
        "seconds": settings.seconds,
    }


def turn_message(match: Match) -> dict[str, object]:
    """Return what is said when it is the program's turn; it holds all that there is to know."""
    game = match.game
    return {
        "type": "turn",
        "position": game.format_state(match.state),
        "legalMoves": [game.format_move(move) for move in game.legal_moves(match.state)],
        "history": match.moves,
    }


def refusal_message(reason: str) -> dict[str, object]:
    """Return what is said of a move that was not accepted; the same turn follows again."""
    return {"type": "refused", "reason": reason}


def result_message(result: Result) -> dict[str, object]:
    """Return what is said at the end."""
    return {"type": "result", **result_data(result)}


def read_move(raw: str, error_output: str = "") -> Reply:
    """Return the move in a program's answer, whether it is one or not; raises Garbage.

    >>> read_move('{"move": "tens 7", "because": "it is prime"}').move
    'tens 7'
    """
    try:
        return Reply(raw, Fields.of(raw).text("move"), error_output=error_output)
    except RecordError as error:
        raise Garbage(
            f"{quoted(raw)}: {error}", Reply(raw, "", error_output=error_output)
        ) from None


def bot_answers(computer: Computer, lines: Iterable[str]) -> Iterator[str]:
    """Yield an answer to every line that asks for one; raises RecordError naming a wrong line."""
    game: AnyGame | None = None
    seed = 0
    for number, line in enumerate(lines, 1):
        try:
            message = Fields.of(line)
            match message.text("type"):
                case "start":
                    game, seed = _game_of(message), message.integer("seed")
                case "turn" if game is not None:
                    yield json.dumps({"move": _move(computer, game, seed, message)})
                case "refused" | "result":
                    pass
                case other:
                    raise RecordError(f"{quoted(other)} is not expected here.")
        except LastDigitError as error:
            raise RecordError(f"line {number}: {error}") from None


def _game_of(start: Fields) -> AnyGame:
    """Return the game that a first message names."""
    protocol = start.integer("protocol")
    if protocol != PROTOCOL:
        raise RecordError(f"Protocol {protocol} is unknown; this version speaks {PROTOCOL}.")
    return find(start.text("game"), **start.values("options"))


def _move(computer: Computer, game: AnyGame, seed: int, turn: Fields) -> str:
    """Return the move that the computer makes in a turn; the same seed gives the same."""
    state = game.parse_state(turn.text("position"))
    if game.outcome(state) is not None:
        raise RecordError("The game is over there.")
    made = sum(1 for _ in turn.texts("history"))
    return computer.choose(game, state, Random(f"{seed}/{made}"))
