"""Builds what a game's exact answers need before anybody asks, in another process.

Run as `python -m lastdigit.analysis.prepare GAME OPTIONS`, with the options as JSON.
"""

from __future__ import annotations

import json
import sys
import threading
from random import Random
from typing import TYPE_CHECKING

from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.games import find
from lastdigit.match.record import option_values
from lastdigit.solver import solver_for
from lastdigit.solver.tables import SAID_FROM, max_bytes

if TYPE_CHECKING:
    import subprocess


def prepare(game: AnyGame) -> subprocess.Popen[bytes] | None:
    """Start building, and return at once; None if nothing is to be built, or can be.

    Nobody has to wait for the process: a thread of its own does, so that nothing is left of it.
    Raises OptionError where what is said of the space for tables cannot be understood.
    """
    insight = solver_for(game)
    if insight.is_ready():
        return None
    import subprocess

    # Nobody would hear what is said of a large table: that one waits to be asked for. Where none
    # is kept, nobody would find it.
    if insight.cache_bytes() > SAID_FROM or not max_bytes():
        return None
    try:
        process = subprocess.Popen(
            preparing(game),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the game is not meant for it
        )
    except OSError:  # then the first question takes a moment longer
        return None
    threading.Thread(target=process.wait, daemon=True).start()
    return process


def preparing(game: AnyGame) -> list[str]:
    """Return the command that builds what a game's answers need."""
    options = json.dumps(dict(option_values(game)))
    return [sys.executable, "-m", __name__, game.name, options]


def main(name: str, options: str) -> None:
    """Build, by asking for the first answer."""
    game = find(name, **json.loads(options))
    solver_for(game).solution(game.start(Random(0)))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except LastDigitError as error:  # whoever runs a server reads it
        sys.exit(str(error))
