"""The finished games of whoever sits at this machine, from the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError
from lastdigit.match.record import Act, End, Record, Setup
from lastdigit.store import Store

HELP = (Act.HINT, Act.UNDO)


class OwnGame(NamedTuple):
    """A finished game, and where the person sat."""

    id: int
    own: Seat
    record: Record
    ended: str
    """When."""

    @property
    def won(self) -> bool:
        """Whether the person won."""
        return self.record.result.winner is self.own

    @property
    def helped(self) -> bool:
        """Whether the person had a hint, or took a move back."""
        return any(event.act in HELP and event.seat is self.own for event in self.record.events)

    @property
    def helped_turns(self) -> set[int]:
        """The turns, from 1 on, that were made with a hint or for a second time."""
        made, helped = 0, set()
        for event in self.record.events:
            if event.act is Act.MOVE:
                made += 1
            elif event.act is Act.UNDO:
                helped |= set(range(made - event.plies + 1, made + 1))
                made -= event.plies
            elif event.act is Act.HINT and event.seat is self.own:
                helped.add(made + 1)
        return helped


def own_seat(setup: Setup) -> Seat | None:
    """Return where the one person at a table sits; nobody can say whose the moves of two are."""
    people = [seat for seat in Seat if setup.players[seat.index].is_person]
    return people[0] if len(people) == 1 else None


def own_games(store: Store, kinds: Iterable[type[AnyGame]]) -> Iterator[OwnGame]:
    """Yield the finished games of some kinds that one person played here, the oldest first.

    A game of a browser is that browser's; one that cannot be read any more is left out.
    """
    names = {kind.name for kind in kinds}
    for kept in reversed(store.games(store.count())):
        if kept.setup is None or kept.result is None or kept.result.end is End.UNFINISHED:
            continue
        own = own_seat(kept.setup) if kept.setup.game in names else None
        if own is None or store.code_of(kept.id) is not None:
            continue
        try:
            record = store.record(kept.id)
        except LastDigitError:
            continue
        yield OwnGame(kept.id, own, record, kept.changed)
