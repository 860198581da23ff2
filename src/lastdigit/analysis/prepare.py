"""A background process that builds the solver tables of a game before they are needed.

Run this module as `python -m lastdigit.analysis.prepare GAME OPTIONS`, with the options as JSON.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.games import find
from lastdigit.match.record import option_values
from lastdigit.solver import solver_for
from lastdigit.solver.tables import MIN_REPORTED_SIZE, max_bytes

if TYPE_CHECKING:
    import threading


def prepare(game: AnyGame) -> threading.Thread | None:
    """Start a background process that builds the solver tables of a game.

    Return the thread that waits for the process, or None if there is nothing to build. The
    background process finishes even if the calling process ends. Raise OptionError if the
    cache-size setting is invalid.
    """
    solver = solver_for(game)
    # Building a large table prints a notice, which would get lost here. So it is built on demand.
    # Without a cache, another process could not use the table.
    if solver.is_ready() or solver.cache_bytes() > MIN_REPORTED_SIZE or not max_bytes():
        return None
    import threading  # imported late, because most tables are in the cache

    thread = threading.Thread(target=_build_in_process, args=(game,), daemon=True)
    thread.start()
    return thread


def _build_in_process(game: AnyGame) -> None:
    from lastdigit.executors.local import LocalExecutor  # slow to import, and rarely needed

    with suppress(LastDigitError):  # the tables are then built on first use
        list(LocalExecutor(1, quiet=True).run(build_tables, [game]))


def build_tables(game: AnyGame) -> None:
    """Build the solver tables of a game by solving its starting position."""
    solver_for(game).solution(game.start(Random(0)))


def prepare_command(game: AnyGame) -> list[str]:
    """Return the command line that builds the solver tables of a game."""
    options = json.dumps(dict(option_values(game)))
    return [sys.executable, "-m", __name__, game.name, options]


def main(name: str, options: str) -> None:
    """Build the solver tables of a game, whose options are given as JSON."""
    build_tables(find(name, **json.loads(options)))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except LastDigitError as error:  # shown to the operator of a server
        sys.exit(str(error))
