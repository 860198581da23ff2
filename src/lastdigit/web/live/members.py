"""Large members of a game: solved once, in another process, one at a time.

Whoever waits for it is told so; everything else goes on meanwhile. What was found out is kept in
the cache folder, from where those who reply and those who think read it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random

from lastdigit.analysis.prepare import prepare_command
from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.solver import solver_for
from lastdigit.solver.tables import VARIABLE, last_change, max_bytes
from lastdigit.system import cache_folder, has_processes
from lastdigit.web.schemas.errors import Reason, Refusal

FIRST_TIME = "Thinking for the first time about numbers of this size…"
NOT_SOLVED = "This game could not be solved here. Choose a smaller one."
MOMENT = 1.0
"""Seconds for which nobody need be told that it takes longer."""
MOST_KNOWN = 1_000
log = logging.getLogger("lastdigit")


class Members:
    """The members that are ready, and those that are being solved."""

    def __init__(self) -> None:
        self._ready: set[AnyGame] = set()
        self._as_of = 0
        """When a table last came or went, when somebody looked whether those were there."""
        self._solving: dict[AnyGame, asyncio.Task[None]] = {}
        self._alone = asyncio.Lock()

    def is_ready(self, game: AnyGame) -> bool:
        """Return whether answers about a game come at once."""
        if not game.size:
            return True
        self._forget_what_may_be_gone()
        if game in self._ready:
            return True
        if not solver_for(game).is_ready():
            return False
        self._remember(game)
        return True

    def begin(self, game: AnyGame) -> asyncio.Task[None] | None:
        """Begin to solve a game, unless it is ready; what is returned is done when it is."""
        if self.is_ready(game):
            return None
        if game not in self._solving:
            solving = self._solving[game] = asyncio.ensure_future(self._solve(game))
            solving.add_done_callback(lambda _: self._solving.pop(game))
            # Perhaps nobody waits for it any more: then nobody need hear that it failed.
            solving.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._solving[game]

    async def wait_for(self, game: AnyGame) -> None:
        """Wait for a moment until a game is ready; raises Refusal where it takes longer."""
        solving = self.begin(game)
        if solving is not None:
            try:
                await asyncio.wait_for(asyncio.shield(solving), MOMENT)
            except TimeoutError:
                raise Refusal(Reason.THINKING, FIRST_TIME, 1) from None

    async def is_solved(self, game: AnyGame, say: Callable[[str | None], None]) -> bool:
        """Wait until a game is ready, and say what is waited for; return whether it is solved."""
        solving = self.begin(game)
        if solving is None:
            return True
        say(FIRST_TIME)
        try:
            await asyncio.shield(solving)
        except Refusal as refusal:
            say(str(refusal))
            return False
        say(None)
        return True

    async def _solve(self, game: AnyGame) -> None:
        async with self._alone:
            if self.is_ready(game):  # another with the same table was before it
                return
            if not has_processes():
                await asyncio.sleep(MOMENT)  # whoever waits is told so first
                _solve_in_place(game)
                self._remember(game)
                return
            _check_space(game)
            # What it says, that a large table is kept and where, is for whoever runs the server:
            # it says so on standard error, where the log is.
            process = await asyncio.create_subprocess_exec(
                *prepare_command(game),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                failed = await process.wait()
            finally:
                if process.returncode is None:  # the server stops
                    process.kill()
                    await process.wait()
        if failed:
            log.warning("%s could not be solved: its process ended with %s", game, failed)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)
        if not self.is_ready(game):
            log.warning("%s was solved and could not be cached: see lastdigit admin cache", game)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)

    def _forget_what_may_be_gone(self) -> None:
        """Let those that are ready be looked at again where a table may have gone."""
        folder = cache_folder()
        changed = last_change(folder) if folder is not None else 0
        if changed != self._as_of:
            self._ready.clear()
            self._as_of = changed

    def _remember(self, game: AnyGame) -> None:
        if len(self._ready) >= MOST_KNOWN:
            self._ready.clear()  # who asks again finds it kept
        self._ready.add(game)

    async def close(self) -> None:
        """Let nothing more be solved."""
        solving = list(self._solving.values())
        for task in solving:
            task.cancel()
        await asyncio.gather(*solving, return_exceptions=True)


def _check_space(game: AnyGame) -> None:
    """Raise Refusal where a solved game could not be kept: nobody else would find it."""
    if solver_for(game).cache_bytes() >= max_bytes():
        log.warning("%s is not solved: %s leaves it no space", game, VARIABLE)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)


def _solve_in_place(game: AnyGame) -> None:
    try:
        solver_for(game).solution(game.start(Random(0)))
    except (LastDigitError, MemoryError) as error:
        log.warning("%s could not be solved: %s", game, error)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED) from None
