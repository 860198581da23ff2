"""Somebody's finished games, judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from lastdigit.errors import LastDigitError, StoreError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.puzzles.findings import (
    Decision,
    Finding,
    Slip,
    finding_text,
    is_current,
    read_finding,
)
from lastdigit.store import Finished, Store


class Played(NamedTuple):
    """A finished game of somebody's, where they sat, and what was found of it."""

    id: int
    own: Seat
    ended: str
    """When."""
    found: Finding

    @property
    def game(self) -> str:
        """Which game it was."""
        return self.found.game

    @property
    def won(self) -> bool:
        """Whether the person won."""
        return self.found.winner is self.own

    @property
    def helped(self) -> bool:
        """Whether the person had a hint, or took a move back."""
        return self.own in self.found.helped

    @property
    def decisions(self) -> list[Decision]:
        """The person's own moves where it mattered, but for those made with help."""
        return [one for one in self.found.decisions if one.seat is self.own and not one.helped]

    @property
    def slips(self) -> list[Slip]:
        """The person's moves that gave a win or a draw away."""
        return [one for one in self.found.slips if one.seat is self.own]


def read_played(games: Iterable[Finished]) -> Iterator[Played]:
    """Yield the games of which something was found and kept."""
    for game in games:
        if game.found is not None and is_current(game.found):
            found = read_finding(game.found)
            if found is not None:
                yield Played(game.id, game.own, game.ended, found)


def played_games(store: Store, kinds: Iterable[type[AnyGame]]) -> Iterator[Played]:
    """Yield the finished games of some kinds that were played here, the oldest first.

    What has to be found first is kept. A game that does not follow from the rules any more is
    left out.
    """
    names = {kind.name for kind in kinds}
    for game in store.finished(""):
        if game.game in names:
            yield from read_played([_judged(store, game)])


def _judged(store: Store, game: Finished) -> Finished:
    if is_current(game.found):
        return game
    try:
        found = finding_text(store.record(game.id))
    except LastDigitError:  # it cannot be read
        return game
    with suppress(StoreError):  # somebody else is writing: it is found again next time
        store.keep_finding(game.id, found)
    return game._replace(found=found)
