"""One game: settled, played, counted (what each player did in it), and the line kept of it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from lastdigit.analysis.review import ReviewedMove, review_game
from lastdigit.errors import RecordError
from lastdigit.game.game import Seat, Value
from lastdigit.match.fields import Fields
from lastdigit.match.record import Record, Setup
from lastdigit.match.record_line import read_record, to_line
from lastdigit.players.budget import Budget
from lastdigit.players.seats import Fault, open_player
from lastdigit.players.settings import Settings
from lastdigit.players.unattended import GameLog, Try, play_game
from lastdigit.system import Clock


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: its number in the plan, and everything settled."""

    number: int
    setup: Setup
    key: str = ""
    """What an answer to it is known by, where a run may know it already."""


@dataclass(frozen=True)
class Deeds:
    """What one player did, in one game or in many."""

    moves: int = 0
    critical: int = 0
    """Critical positions; one that comes up again in the same game counts once."""
    right: int = 0
    chance: float = 0.0
    """How many of them random play would have got right."""
    winning: int = 0
    """Moves that kept a win whose length is known."""
    wasted: int = 0
    """By how many plies these were slower than the quickest."""
    tries: int = 0
    illegal: int = 0
    unreadable: int = 0
    length: int = 0
    filtered: int = 0
    rejected: int = 0
    timeout: int = 0
    seconds: float = 0.0
    waited: float = 0.0
    """Of these, those in which a model's endpoint was to be left alone."""
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def refused(self) -> int:
        """Tries that were no valid moves, for whatever reason."""
        return sum(getattr(self, fault) for fault in Fault)

    def __add__(self, other: Deeds) -> Deeds:
        ours, theirs = asdict(self), asdict(other)
        return Deeds(**{name: ours[name] + theirs[name] for name in ours})


NO_DEEDS = Deeds()
NEWER = ("length", "filtered", "rejected", "timeout", "waited")
"""What runs that were begun before did not count."""


@dataclass(frozen=True)
class Entry:
    """A game that was played, with what each player did in it."""

    number: int
    record: Record
    deeds: tuple[Deeds, Deeds]
    tries: tuple[Any, ...] = ()
    """As JSON data: turns that took more than a plain move, with the raw text of every try."""
    key: str = ""
    source: str = ""
    """The commitment of the run that it was played in, if that was not this one."""

    def taken_over(self, fixture: Fixture, source: str) -> Entry:
        """Return it as it stands in another run, where it has a number and a seed of that run's."""
        record = replace(self.record, setup=fixture.setup)
        return replace(self, number=fixture.number, record=record, source=self.source or source)

    @property
    def tokens(self) -> int:
        """What both players have spent."""
        return sum(done.tokens_in + done.tokens_out for done in self.deeds)


def seed_of(text: str) -> int:
    """Return a seed that a record can hold."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def play_fixture(fixture: Fixture, settings: Settings, budget: Budget) -> Entry:
    """Play a game with players of its own and count what was done; raises PlayerError.

    Players are opened anew for every game, so that no game depends on those before it.
    """
    with ExitStack() as seats:
        occupants = {
            seat: seats.enter_context(open_player(player.kind, settings, budget))
            for seat, player in zip(Seat, fixture.setup.players, strict=True)
        }
        game = play_game(fixture.setup, occupants, settings, Clock())
    kept = tuple(
        {"turn": number, "tries": [_try_data(one) for one in turn]}
        for number, turn in enumerate(game.turns, 1)
        if any(one.refusal or one.raw != one.move for one in turn)
    )
    return Entry(fixture.number, game.record, deeds(game), kept, fixture.key)


def _try_data(one: Try) -> dict[str, object]:
    """Return all that a player said; what only models have stands there where they have it."""
    data: dict[str, object] = {
        "raw": one.raw,
        "move": one.move,
        "refusal": one.refusal,
        "tokens": [one.tokens_in, one.tokens_out],
    }
    if one.fault is not None:
        data["fault"] = one.fault
    if one.reasoning:
        data["reasoning"] = one.reasoning
    if one.finish:
        data |= {"finish": one.finish, "seconds": one.seconds, "waited": one.waited}
    return data


def deeds(game: GameLog) -> tuple[Deeds, Deeds]:
    """Return what both players did in a game."""
    moves = review_game(game.record).moves
    return _deeds(game, moves, Seat.ONE), _deeds(game, moves, Seat.TWO)


def _deeds(game: GameLog, moves: Sequence[ReviewedMove], seat: Seat) -> Deeds:
    own = [move for move in moves if move.seat is seat]
    critical = first_times(move for move in own if move.critical)
    winning = [move.slower for move in own if move.right and move.before is Value.WIN]
    known = [slower for slower in winning if slower is not None]
    tries = list(tries_of(game, seat))
    faults = Counter(one.fault for one in tries)
    return Deeds(
        moves=len(own),
        critical=len(critical),
        right=sum(move.right for move in critical),
        chance=sum(len(move.best) / move.choices for move in critical),
        winning=len(known),
        wasted=sum(known),
        tries=len(tries),
        **{fault.value: faults[fault] for fault in Fault},
        waited=sum(one.waited for one in tries),
        seconds=sum(one.seconds for one in tries),
        tokens_in=sum(one.tokens_in or 0 for one in tries),
        tokens_out=sum(one.tokens_out or 0 for one in tries),
    )


def first_times(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    """Return the moves made where a position came up for the first time.

    A game that goes round in circles asks the same question hundreds of times; it is one question.
    """
    return list({move.position: move for move in reversed(list(moves))}.values())[::-1]


def tries_of(game: GameLog, seat: Seat) -> Iterable[Try]:
    """Yield the tries of one player; the seats take turns, and nothing is taken back."""
    own = 0 if seat is game.record.setup.first else 1
    for turn in game.turns[own::2]:
        yield from turn


def deeds_data(done: Deeds) -> dict[str, float]:
    """Return what a player did as JSON data."""
    return asdict(done)


def read_deeds(data: Fields) -> Deeds:
    """Return what JSON data says that a player did; raises RecordError."""
    values = {
        field.name: data.number(field.name)
        if isinstance(field.default, float)
        else data.integer(field.name)
        for field in fields(Deeds)
        if field.name in data or field.name not in NEWER
    }
    data.done()
    return Deeds(**values)  # type: ignore[arg-type]  # each field was read as what it is


def entry_line(entry: Entry) -> str:
    """Return an entry as one line of JSON, without the line's end."""
    done = json.dumps([deeds_data(done) for done in entry.deeds])
    tries = json.dumps(entry.tries, ensure_ascii=False)
    words = {"key": entry.key, "from": entry.source}
    known = "".join(f'"{name}": {json.dumps(word)}, ' for name, word in words.items() if word)
    return (
        f'{{"number": {entry.number}, {known}"deeds": {done}, "tries": {tries}, '
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
        *(fields.text(name) if name in fields else "" for name in ("key", "from")),
    )
    fields.done()
    return entry
