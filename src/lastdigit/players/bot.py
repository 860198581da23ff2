"""A computer of ours as an outside program: it speaks the protocol from the other side.

So any of them can sit at anybody's table, and two copies can play each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random

from lastdigit.core.game import AnyGame
from lastdigit.errors import LastDigitError, RecordError, quoted
from lastdigit.games import find
from lastdigit.match.fields import Fields
from lastdigit.players.computers import Computer
from lastdigit.players.protocol import PROTOCOL


def answers(computer: Computer, lines: Iterable[str]) -> Iterator[str]:
    """Yield an answer to every line that asks for one; raises RecordError naming a wrong line."""
    game: AnyGame | None = None
    seed = 0
    for number, line in enumerate(lines, 1):
        try:
            message = Fields.of(line)
            match message.text("type"):
                case "start":
                    game, seed = game_of(message), message.integer("seed")
                case "turn" if game is not None:
                    yield json.dumps({"move": chosen(computer, game, seed, message)})
                case "refused" | "result":
                    pass
                case other:
                    raise RecordError(f"{quoted(other)} is not expected here.")
        except LastDigitError as error:
            raise RecordError(f"line {number}: {error}") from None


def game_of(start: Fields) -> AnyGame:
    """Return the game that a first message names."""
    protocol = start.integer("protocol")
    if protocol != PROTOCOL:
        raise RecordError(f"Protocol {protocol} is unknown; this version speaks {PROTOCOL}.")
    return find(start.text("game"), **start.values("options"))


def chosen(computer: Computer, game: AnyGame, seed: int, turn: Fields) -> str:
    """Return the move that the computer makes in a turn; the same seed gives the same."""
    state = game.parse_state(turn.text("position"))
    if game.outcome(state) is not None:
        raise RecordError("The game is over there.")
    made = sum(1 for _ in turn.texts("history"))
    return computer.choose(game, state, Random(f"{seed}/{made}"))
