"""Whether a model can be asked at all: what its endpoint rejects is kept once it has taken one.

An endpoint that takes no question (a parameter that it does not know, say) must end the run, not
fill it with wrong answers; one that takes some and not others refuses just these.
"""

from __future__ import annotations

from collections.abc import Iterable

from lastdigit.arena.fixtures import Entry
from lastdigit.errors import PlayerError

MOST = 3
"""Games in a row in which nothing was taken, and none before, after which a run ends."""


class Refusals:
    """Holds games back in which a model's endpoint took no question, until it has taken one."""

    def __init__(self, played: Iterable[Entry]) -> None:
        self._taken: set[str] = set()
        self._held: list[Entry] = []
        for entry in played:
            self._taken |= _kinds(entry, taken=True)

    def admit(self, entry: Entry) -> list[Entry]:
        """Return the games that may be kept now; raises PlayerError when it looks hopeless."""
        self._taken |= _kinds(entry, taken=True)
        self._held.append(entry)
        free = [one for one in self._held if _kinds(one, taken=False) <= self._taken]
        self._held = [one for one in self._held if one not in free]
        if len(self._held) >= MOST:
            self.end()
        return free

    def end(self) -> None:
        """Raise PlayerError if anybody's questions were rejected, and none was ever taken."""
        if self._held:
            entry = self._held[-1]
            who = min(_kinds(entry, taken=False) - self._taken)
            why = entry.tries[-1]["tries"][-1]["refusal"]
            raise PlayerError(f"No question to {who} was taken, so nothing of it is kept. {why}")


def _kinds(entry: Entry, *, taken: bool) -> set[str]:
    """Return the players of a game with a question that was taken, or with none that was."""
    return {
        player.kind
        for player, done in zip(entry.record.setup.players, entry.deeds, strict=True)
        if done.tries and (done.rejected < done.tries) is taken
    }
