"""A game that is to be played, how it is played, and the line that is kept of it."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from lastdigit.arena.judging import Deeds, deeds, deeds_data, read_deeds
from lastdigit.core.values import Seat
from lastdigit.errors import RecordError
from lastdigit.match.fields import Fields
from lastdigit.match.record import Record, Setup
from lastdigit.match.record_line import read_record, to_line
from lastdigit.players.seating import seated
from lastdigit.players.settings import Budget, Settings
from lastdigit.players.sitting import Try, play_unattended, steady_clock


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: its number in the plan, and everything settled."""

    number: int
    setup: Setup


@dataclass(frozen=True)
class Entry:
    """A game that was played, with what each player did in it."""

    number: int
    record: Record
    deeds: tuple[Deeds, Deeds]
    tries: tuple[Any, ...] = ()
    """As JSON data: turns that took more than a plain move, with the raw text of every try."""

    @property
    def tokens(self) -> int:
        """What both players have spent."""
        return sum(done.tokens_in + done.tokens_out for done in self.deeds)


def seed_of(text: str) -> int:
    """Return a seed that a record can hold."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def played(fixture: Fixture, settings: Settings, spent: int) -> Entry:
    """Play a game with players of its own and judge it; raises PlayerError.

    Players are opened anew for every game, so that no game depends on those before it. `spent` is
    what the run has used of its budget before.
    """
    budget = Budget(settings.budget, spent)
    with ExitStack() as seats:
        sitters = {
            seat: seats.enter_context(seated(player.kind, settings, budget))
            for seat, player in zip(Seat, fixture.setup.players, strict=True)
        }
        game = play_unattended(fixture.setup, sitters, settings.policy, steady_clock())
    kept = tuple(
        {"turn": number, "tries": [_try_data(one) for one in turn]}
        for number, turn in enumerate(game.tries, 1)
        if any(one.refusal or one.raw != one.move for one in turn)
    )
    return Entry(fixture.number, game.record, deeds(game), kept)


def _try_data(one: Try) -> dict[str, object]:
    return {
        "raw": one.raw,
        "move": one.move,
        "refusal": one.refusal,
        "tokens": [one.tokens_in, one.tokens_out],
    }


def entry_line(entry: Entry) -> str:
    """Return an entry as one line of JSON, without the line's end."""
    done = json.dumps([deeds_data(done) for done in entry.deeds])
    tries = json.dumps(entry.tries, ensure_ascii=False)
    return (
        f'{{"number": {entry.number}, "deeds": {done}, "tries": {tries}, '
        f'"record": {to_line(entry.record)}}}'
    )


def read_entry(line: str) -> Entry:
    """Return the entry that a line spells; raises RecordError."""
    fields = Fields.of(line)
    done = [read_deeds(one) for one in fields.inners("deeds")]
    if len(done) != 2:
        raise RecordError('"deeds" are not those of two players.')
    entry = Entry(
        fields.integer("number"),
        read_record(fields.inner("record")),
        (done[0], done[1]),
        tuple(fields.anything("tries")),
    )
    fields.done()
    return entry
