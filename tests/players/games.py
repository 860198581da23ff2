"""Set up and play a whole game between any two players."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import lastdigit
from lastdigit.game.game import Seat
from lastdigit.match.match import arrange
from lastdigit.match.record import Player, Setup, Terms
from lastdigit.players.players import GameLog, Settings, open_player, play_game
from lastdigit.system import Clock
from tests.conftest import PATIENCE

QUICK = Settings(tries=1, seconds=PATIENCE)


def set_up(
    game: str, players: tuple[str, str] = ("perfect", "random"), terms: Terms | None = None
) -> Setup:
    """Return the setup of a game, whose second player need not exist."""
    return arrange(
        lastdigit.find(game),
        (Player(players[0], "Player 1"), Player(players[1], "Player 2")),
        package="test",
        first=Seat.ONE,
        seed=1,
        terms=QUICK.terms() if terms is None else terms,
    )


def played(
    one: str, two: str = "perfect", game: str = "digit-poison", settings: Settings = QUICK
) -> GameLog:
    """Return a whole game between two players."""
    setup = set_up(game, (one, two), settings.terms())
    with open_player(one, settings) as first, open_player(two, settings) as second:
        occupants = {Seat.ONE: first, Seat.TWO: second}
        return play_game(setup, occupants, settings, Clock())


def script(path: Path, text: str) -> str:
    """Write an executable script, and return its player name."""
    path.write_text(text)
    path.chmod(0o755)
    return f"cmd:{shlex.quote(str(path))}"


def python(folder: Path, text: str) -> str:
    """Write a Python program, and return its player name."""
    return script(folder / "bot.py", f"#!{sys.executable}\n{text}")


WAITING = """
import json, pathlib, sys, time
here = pathlib.Path(__file__).parent
stop = here / "stop"
def kept():
    return sum(journal.read_bytes().count(b"\\n") for journal in here.glob("*/journal.jsonl"))
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        while stop.exists() and kept() >= int(stop.read_text()):
            time.sleep(0.01)
        print(json.dumps({"move": message["legalMoves"][0]}), flush=True)
"""


class Waiting:
    """A player who blocks a run in this folder once enough of it is saved.

    So the run can be killed in the middle on any machine, and then continued.
    """

    def __init__(self, folder: Path, kept: int) -> None:
        self._stop = folder / "stop"
        self._stop.write_text(str(kept))
        self.who = python(folder, WAITING)

    def go_on(self) -> None:
        """Stop blocking."""
        self._stop.unlink()


def bot(who: str) -> str:
    """Return the player name of a built-in computer, run as an external program."""
    return f"cmd:{shlex.join([sys.executable, '-m', 'lastdigit', 'bot', who])}"
