"""A record as one line of JSON, both ways; reading believes nothing that is written there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypedDict

from lastdigit.errors import LastDigitError, RecordError, quoted
from lastdigit.game.game import Seat, SeatNumber
from lastdigit.match.fields import Fields
from lastdigit.match.record import (
    WITH_PLIES,
    WITH_TEXT,
    Act,
    End,
    Event,
    Player,
    Record,
    Result,
    Setup,
    Terms,
    TimeControl,
    Times,
    checked_name,
    option_values,
)

SCHEMA = 1
CHOSEN = "position"
LONGEST_LINE = 64 * 1024 * 1024


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
    return read_record(Fields.of(line))


def read_record(fields: Fields) -> Record:
    """Return the record that JSON data spells; raises RecordError."""
    times = fields.inner("times")
    record = Record(
        read_setup(fields),
        tuple(read_events(fields)),
        read_result(fields.inner("result")),
        Times(times.text("started"), tuple(times.texts("events"))),
    )
    if record.times != Times() and len(record.times.events) != len(record.events):
        raise RecordError("There is not one time for each event.")
    times.done()
    fields.done()
    return record


def setup_data(setup: Setup) -> dict[str, object]:
    """Return a set-up as JSON data."""
    terms = setup.terms
    match: dict[str, object] = {
        "round": setup.round,
        "rounds": terms.rounds,
        "timeLimit": terms.time_limit,
        "attempts": terms.attempts,
        "plyLimit": terms.ply_limit,
        "hints": terms.hints,
    }
    if terms.clock is not None:
        match["clock"] = {
            "seconds": terms.clock.seconds,
            "increment": terms.clock.increment,
        }
    if setup.chosen:
        match["from"] = CHOSEN
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
        "match": match,
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
            clock=read_clock(match.inner("clock")) if "clock" in match else None,
        ),
        chosen=read_chosen(match),
    )
    match.done()
    check_setup(setup)
    return setup


def read_chosen(match: Fields) -> bool:
    """Return whether JSON data says that the start was chosen; raises RecordError."""
    if "from" not in match:
        return False
    said = match.text("from")
    if said != CHOSEN:
        raise RecordError(f'"from" is {quoted(said)}; where it stands, it is {CHOSEN}.')
    return True


def read_clock(fields: Fields) -> TimeControl:
    """Return the clock that JSON data spells; raises RecordError."""
    clock = TimeControl(fields.count("seconds"), fields.natural("increment"))
    fields.done()
    return clock


def check_setup(setup: Setup) -> None:
    """Raise RecordError if a set-up is not as a game that was really played has it."""
    try:
        game = setup.build_game()
    except LastDigitError as error:
        raise RecordError(str(error)) from None
    if setup.game != game.name:
        raise RecordError(f"The game's whole name is {game.name}.")
    due = option_values(game)
    if {name for name, _ in setup.options} != {name for name, _ in due}:
        names = ", ".join(name for name, _ in due)
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
    if bool(text) is not (act in WITH_TEXT) or bool(plies) is not (act in WITH_PLIES):
        raise RecordError(f"An event {quoted(act)} is not written like this.")
    return event


class ResultData(TypedDict):
    """How a match ended."""

    end: str
    winner: SeatNumber | None
    reason: str


def result_data(result: Result) -> ResultData:
    """Return a result as JSON data."""
    winner = result.winner.number if result.winner else None
    return {"end": result.end.value, "winner": winner, "reason": result.reason}


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
