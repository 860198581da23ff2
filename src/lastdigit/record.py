"""A played game as one line of JSON, both ways.

A record says how the game was set up, every event in order and how it ended; times stand apart, so
that two records can be compared without them. Whether the events follow from the rules is not asked
here: `match` re-derives them.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from lastdigit.core import AnyGame
from lastdigit.errors import LastDigitError, RecordError, quoted
from lastdigit.fields import Fields
from lastdigit.games import find
from lastdigit.options import Value
from lastdigit.values import Seat

SCHEMA = 1
LONGEST_NAME = 40
LONGEST_LINE = 64 * 1024 * 1024


class Act(enum.StrEnum):
    """What happened."""

    MOVE = "move"
    REJECTED = "rejected"
    UNDO = "undo"
    HINT = "hint"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    RESIGN = "resign"
    TIME = "time"


WITH_TEXT = (Act.MOVE, Act.REJECTED, Act.HINT)


@dataclass(frozen=True)
class Event:
    """One thing that happened: who did what. A move or a try has its text, an undo its plies."""

    act: Act
    seat: Seat
    text: str = ""
    plies: int = 0


class End(enum.StrEnum):
    """How a game can end: by the rules, by the match, or not at all."""

    WIN = "win"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    DRAW = "draw"
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Result:
    """How a match ended: in which way, for whom, and why."""

    end: End
    winner: Seat | None
    reason: str


LEFT = Result(End.UNFINISHED, None, "The game was left unfinished.")


@dataclass(frozen=True)
class Player:
    """Who sits on a seat: a kind of player, by name."""

    kind: str
    name: str


@dataclass(frozen=True)
class Terms:
    """What the players agreed on beyond the rules; None and True are the ways of the rulebooks."""

    time_limit: int | None = None
    attempts: int | None = None
    ply_limit: int | None = None
    rounds: int = 1
    hints: bool = True


RULEBOOK_TERMS = Terms()


@dataclass(frozen=True)
class Setup:
    """All that is settled before the first move."""

    package: str
    game: str
    version: int
    options: tuple[tuple[str, Value], ...]
    players: tuple[Player, Player]
    first: Seat
    seed: int
    start: str
    terms: Terms = RULEBOOK_TERMS
    round: int = 1

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return self.players[0].name, self.players[1].name

    def rules(self) -> AnyGame:
        """Return the game with its options; raises UnknownGame or OptionError."""
        return find(self.game, **dict(self.options))

    def random(self, purpose: str) -> Random:
        """Return the chance for one purpose: the same for the same seed, round and purpose."""
        return Random(f"{self.seed}/{self.round}/{purpose}")


@dataclass(frozen=True)
class Times:
    """When the game began, and when each event happened."""

    started: str = ""
    events: tuple[str, ...] = ()


@dataclass(frozen=True)
class Record:
    """One game, as it was played. Two records are equal if all but their times is."""

    setup: Setup
    events: tuple[Event, ...]
    result: Result
    times: Times = field(default=Times(), compare=False)


def checked_name(name: str) -> str:
    """Return a player's name, blanks trimmed, if it can stand on a screen; raises RecordError."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise RecordError(
            f"A name has 1 to {LONGEST_NAME} characters that can be seen; {quoted(name)} has not."
        )
    return name


def option_values(game: AnyGame) -> tuple[tuple[str, Value], ...]:
    """Return the options that a game is played with, by the names that people type."""
    return tuple((told.name, getattr(game, told.field)) for told in game.options())


def to_line(record: Record) -> str:
    """Return a record as one line of JSON, without the line's end."""
    body = setup_data(record.setup)
    body["events"] = [event_data(event) for event in record.events]
    body["result"] = result_data(record.result)
    body["times"] = {"started": record.times.started, "events": record.times.events}
    return json.dumps(body, ensure_ascii=False)


def from_line(line: str) -> Record:
    """Return the record that a line spells; raises RecordError."""
    if len(line) > LONGEST_LINE:
        raise RecordError("The line is too long for a record.")
    fields = Fields.of(line)
    times = fields.inner("times")
    record = Record(
        read_setup(fields),
        tuple(read_events(fields)),
        read_result(fields.inner("result")),
        Times(times.text("started"), tuple(times.texts("events"))),
    )
    if len(record.times.events) != len(record.events):
        raise RecordError("There is not one time for each event.")
    times.done()
    fields.done()
    return record


def setup_data(setup: Setup) -> dict[str, object]:
    """Return a set-up as JSON data."""
    terms = setup.terms
    return {
        "schema": SCHEMA,
        "lastdigit": setup.package,
        "game": setup.game,
        "version": setup.version,
        "options": dict(setup.options),
        "players": [{"kind": player.kind, "name": player.name} for player in setup.players],
        "first": setup.first.value,
        "seed": setup.seed,
        "start": setup.start,
        "match": {
            "round": setup.round,
            "rounds": terms.rounds,
            "timeLimit": terms.time_limit,
            "attempts": terms.attempts,
            "plyLimit": terms.ply_limit,
            "hints": terms.hints,
        },
    }


def read_setup(fields: Fields) -> Setup:
    """Return the set-up that JSON data spells; raises RecordError."""
    schema = fields.integer("schema")
    if schema != SCHEMA:
        raise RecordError(f"Schema {schema} is unknown; this version reads schema {SCHEMA}.")
    match = fields.inner("match")
    players = [read_player(player) for player in fields.inners("players")]
    if len(players) != 2:
        raise RecordError("There are not two players.")
    setup = Setup(
        package=fields.text("lastdigit"),
        game=fields.text("game"),
        version=fields.integer("version"),
        options=tuple(fields.values("options").items()),
        players=(players[0], players[1]),
        first=fields.seat("first"),
        seed=fields.integer("seed"),
        start=fields.text("start"),
        round=match.count("round"),
        terms=Terms(
            rounds=match.count("rounds"),
            time_limit=match.count_or_null("timeLimit"),
            attempts=match.count_or_null("attempts"),
            ply_limit=match.count_or_null("plyLimit"),
            hints=match.boolean("hints"),
        ),
    )
    match.done()
    check_setup(setup)
    return setup


def check_setup(setup: Setup) -> None:
    """Raise RecordError if a set-up is not as a game that was really played has it."""
    try:
        game = setup.rules()
    except LastDigitError as error:
        raise RecordError(str(error)) from None
    if setup.game != game.name:
        raise RecordError(f"The game's whole name is {game.name}.")
    if {name for name, _ in setup.options} != {told.name for told in game.options()}:
        names = ", ".join(told.name for told in game.options())
        given = ", ".join(name for name, _ in setup.options)
        raise RecordError(f"The options are {quoted(given)}; they should be {names}.")
    if setup.round > setup.terms.rounds:
        raise RecordError(f"There is no round {setup.round} of {setup.terms.rounds}.")
    if setup.names[0] == setup.names[1]:
        raise RecordError("The two players have the same name.")


def read_player(fields: Fields) -> Player:
    """Return the player that JSON data spells; raises RecordError."""
    player = Player(fields.text("kind"), checked_name(fields.text("name")))
    fields.done()
    return player


def event_data(event: Event) -> dict[str, object]:
    """Return an event as JSON data; what an act does not need is left out."""
    data: dict[str, object] = {"act": str(event.act), "seat": event.seat.value}
    if event.text:
        data["text"] = event.text
    if event.plies:
        data["plies"] = event.plies
    return data


def read_events(fields: Fields) -> Iterator[Event]:
    """Yield the events that JSON data spells; raises RecordError naming the event."""
    for number, event in enumerate(fields.inners("events"), 1):
        try:
            yield read_event(event)
        except RecordError as error:
            raise RecordError(f"event {number}: {error}") from None


def read_event(fields: Fields) -> Event:
    """Return the event that JSON data spells; raises RecordError."""
    act = fields.word("act", Act)
    text = fields.text("text") if "text" in fields else ""
    plies = fields.count("plies") if "plies" in fields else 0
    event = Event(act, fields.seat("seat"), text, plies)
    fields.done()
    if bool(text) is not (act in WITH_TEXT) or bool(plies) is not (act is Act.UNDO):
        raise RecordError(f"An event {quoted(act)} is not written like this.")
    return event


def result_data(result: Result) -> dict[str, object]:
    """Return a result as JSON data."""
    winner = result.winner.value if result.winner else None
    return {"end": str(result.end), "winner": winner, "reason": result.reason}


def read_result(fields: Fields) -> Result:
    """Return the result that JSON data spells; raises RecordError."""
    winner = fields.count_or_null("winner")
    if winner not in (None, 1, 2):
        raise RecordError('"winner" is not 1, 2 or null.')
    result = Result(
        fields.word("end", End), Seat(winner) if winner else None, fields.text("reason")
    )
    fields.done()
    return result
