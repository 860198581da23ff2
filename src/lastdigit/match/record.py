"""Records: the set-up, events and result of a match, and their JSON and file formats."""

from __future__ import annotations

import enum
import json
import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, NoReturn, TypedDict, TypeVar

from lastdigit.errors import LastDigitError, RecordError, UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, SeatNumber
from lastdigit.game.options import OptionValue
from lastdigit.games import find

if TYPE_CHECKING:
    from random import Random
HUMAN = "human"
"""The kind of a human player."""


class Act(enum.StrEnum):
    """The kind of event in a match, such as a move or a draw offer."""

    MOVE = "move"
    REJECTED = "rejected"
    """The player tried an illegal move."""
    UNDO = "undo"
    """The player takes moves back, or lets the opponent do so."""
    HINT = "hint"
    OFFER = "offer"
    """The player offers a draw."""
    ACCEPT = "accept"
    """The player accepts a draw."""
    DECLINE = "decline"
    """The player declines a draw or an undo."""
    ASK = "ask"
    """The player asks the opponent for an undo."""
    RESIGN = "resign"
    TIME = "time"
    """The player's time is up."""
    ABANDON = "abandon"
    """The player left the match."""
    FORFEIT = "forfeit"
    """The player is a program that returned no valid move."""


class Hint(enum.StrEnum):
    """A kind of help that a player can ask for.

    `idea`, `look`, `hint` and `values` each reveal more than the one before.

    - `idea`: A general idea.
    - `look`: Fewer moves to consider.
    - `hint`: The best move.
    - `values`: The value of every move.
    - `aid`: A reference list for the game, such as all prime numbers.
    - `moves`: All legal moves.
    """

    IDEA = "idea"
    LOOK = "look"
    HINT = "hint"
    VALUES = "values"
    AID = "aid"
    MOVES = "moves"


WITH_TEXT = (Act.MOVE, Act.REJECTED, Act.HINT, Act.FORFEIT)
WITH_PLIES = (Act.UNDO, Act.ASK)
ENDS_TURN = (Act.MOVE, Act.UNDO)
LONGEST_REASON = 200


class Event(NamedTuple):
    """An event in a match, such as a move or a draw offer, and the player who caused it."""

    act: Act
    seat: Seat
    text: str = ""
    """The move, the kind of hint, or the reason for a forfeit."""
    plies: int = 0
    """The number of moves that an undo takes back."""


class End(enum.StrEnum):
    """How a match ended, such as with a win or a resignation."""

    WIN = "win"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    DRAW = "draw"
    ABANDONED = "abandoned"
    UNFINISHED = "unfinished"
    """The match was stopped early."""


class Result(NamedTuple):
    """The result of a match: how it ended, the winner if there is one, and the reason."""

    end: End
    winner: Seat | None
    reason: str


LEFT_UNFINISHED = Result(End.UNFINISHED, None, "The game was left unfinished.")


class Player(NamedTuple):
    """A player in a match: the kind and name.

    The kind is "human", a computer level such as "easy", or the name of a program.
    """

    kind: str
    name: str

    @property
    def is_person(self) -> bool:
        """Whether the player is human, and not a computer player, program or language model."""
        return self.kind == HUMAN


MAX_ROUNDS = 1_000


class TimeControl(NamedTuple):
    """A chess clock: the seconds per player for the whole game, and the seconds added per move."""

    seconds: int
    increment: int = 0


class Terms(NamedTuple):
    """The conditions of a match that are not rules of the game, such as time limits."""

    time_limit: int | None = None
    """The number of seconds per turn, or None if there is no limit."""
    attempts: int | None = None
    """The number of illegal moves in one turn that loses the match. None means no limit."""
    ply_limit: int | None = None
    """The number of moves after which the match stops, or None if there is no limit."""
    rounds: int = 1
    """The number of games in the match."""
    hints: bool = True
    clock: TimeControl | None = None


RULEBOOK_TERMS = Terms()


@dataclass(frozen=True)
class Setup:
    """Everything that is fixed before the first move of a match, such as the players."""

    package: str
    """The version of the `lastdigit` package."""
    game: str
    version: int
    """The version of the game's rules."""
    options: tuple[tuple[str, OptionValue], ...]
    players: tuple[Player, Player]
    first: Seat
    """The player who moves first."""
    seed: int
    start: str
    """The text of the starting position."""
    terms: Terms = RULEBOOK_TERMS
    round: int = 1
    chosen: bool = False
    """Whether the players chose the start. If not, the options and the seed determine the start."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of Player 1 and Player 2."""
        return self.players[0].name, self.players[1].name

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the human player if there is exactly one, otherwise None."""
        people = [seat for seat in Seat if self.players[seat.index].is_person]
        return people[0] if len(people) == 1 else None

    def build_game(self) -> AnyGame:
        """Create the `Game` with the name and options in this set-up.

        Raise UnknownGame if there is no such game, and OptionError if an option is invalid.
        """
        return find(self.game, **dict(self.options))

    def random(self, purpose: str) -> Random:
        """Return a random generator for one purpose in this match, such as choosing the start.

        The same purpose always gives the same random numbers.
        """
        from random import Random

        return Random(f"{self.seed}/{self.round}/{purpose}")


class Times(NamedTuple):
    """The time when a match started, and the time of each event."""

    started: str = ""
    """A timestamp, or "" if the time is unknown."""
    events: tuple[str, ...] = ()
    """A timestamp for each event, or () if the times are unknown."""


@dataclass(frozen=True)
class Record:
    """The record of a match: the set-up, the events, the result and the times.

    Records that differ only in their times are equal.
    """

    setup: Setup
    events: tuple[Event, ...]
    result: Result
    times: Times = field(default=Times(), compare=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as text, without those that were taken back."""
        moves: list[str] = []
        for event in self.events:
            if event.act is Act.MOVE:
                moves.append(event.text)
            elif event.act is Act.UNDO:
                del moves[-event.plies :]
        return tuple(moves)

    def to_dict(self) -> dict[str, str | int | None]:
        """Return the record as one flat row, for `pandas.DataFrame` or `csv.DictWriter`.

        Each rule option is a column of its own, such as "option.divisor". Moves are separated by
        commas. `from_line` and `to_line` read and write complete records.
        """
        setup, result = self.setup, self.result
        return {
            "game": setup.game,
            "version": setup.version,
            **{f"option.{name}": _flat(value) for name, value in setup.options},
            "player_1": setup.names[0],
            "player_2": setup.names[1],
            "kind_1": setup.players[0].kind,
            "kind_2": setup.players[1].kind,
            "first": setup.first.value,
            "seed": setup.seed,
            "start": setup.start,
            "plies": len(self.moves),
            "moves": ", ".join(self.moves),
            "end": result.end.value,
            "winner": result.winner.value if result.winner else None,
            "reason": result.reason,
            "started": self.times.started or None,
        }


def _flat(value: OptionValue) -> str | int | None:
    return "+".join(map(str, value)) if isinstance(value, tuple) else value


LONGEST_NAME = 40
VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))
"""A table for `str.translate` that removes the characters that select text or emoji style."""
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
) | {chr(number) for number in (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))}
"""Characters that are invisible, although `str.isprintable` accepts them."""


def checked_name(name: str) -> str:
    """Return a player's name in a standard form, so that names that look the same are equal.

    Raise RecordError if the name is empty, is too long or contains invisible characters.
    """
    # NFC combines letters with their accents.
    name = unicodedata.normalize("NFC", name.translate(VARIATION_SELECTORS)).strip()
    if not 0 < len(name) <= LONGEST_NAME or not _is_visible(name):
        raise RecordError(
            f"Names can have 1 to {LONGEST_NAME} visible characters. {quoted(name)} doesn't work."
        )
    return name


def _is_visible(name: str) -> bool:
    # A combining mark needs a letter before it.
    starts_with_letter = not unicodedata.category(name[0]).startswith("M")
    return starts_with_letter and name.isprintable() and INVISIBLE.isdisjoint(name)


def option_values(game: AnyGame) -> tuple[tuple[str, OptionValue], ...]:
    """Return a game's options as pairs of name and value, for the record of a match."""
    # Options that are not in the rulebook are omitted if they have their default values.
    values = ((option, getattr(game, option.field)) for option in game.options())
    return tuple(
        (option.name, value)
        for option, value in values
        if not (option.beyond and value == option.default)
    )


W = TypeVar("W", bound=enum.StrEnum)


class Fields:
    """A reader for the fields of one JSON object, which may come from an untrusted source.

    The reader's methods raise RecordError if a field is missing or has the wrong type.
    """

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise RecordError("This is not a JSON object.")
        self._data: dict[str, object] = data
        self._read: set[str] = set()

    @classmethod
    def of(cls, text: str) -> Fields:
        """Parse the text of one JSON object, and return a reader for its fields.

        Raise RecordError if the text is invalid or has duplicate fields.
        """
        try:
            return cls(
                json.loads(
                    text,
                    parse_int=_parse_integer,
                    parse_constant=_reject_constant,
                    object_pairs_hook=_reject_repeated_names,
                )
            )
        except (ValueError, RecursionError) as error:
            fault = error.args[0] if isinstance(error, ValueError) else "it is nested too deeply"
            raise RecordError(f"This is not JSON: {fault}.") from None

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def is_text(self, name: str) -> bool:
        """Return whether the JSON object has a field with this name that is a string."""
        return isinstance(self._data.get(name), str)

    def is_list(self, name: str) -> bool:
        """Return whether the JSON object has a field with this name that is a list."""
        return isinstance(self._data.get(name), list)

    def is_object(self, name: str) -> bool:
        """Return whether the JSON object has a field with this name that is an object."""
        return isinstance(self._data.get(name), dict)

    def is_integer(self, name: str) -> bool:
        """Return whether the JSON object has a field with this name that is an integer."""
        return type(self._data.get(name)) is int

    def is_null(self, name: str) -> bool:
        """Return whether the JSON field with this name is missing or null."""
        return self._data.get(name) is None

    def done(self) -> None:
        """Raise RecordError if the JSON object has a field that has not been read."""
        for name in self._data:
            if name not in self._read:
                raise RecordError(f"{quoted(name)} is not a known field.")

    def _get(self, name: str) -> object:
        self._read.add(name)
        if name not in self._data:
            raise RecordError(f'"{name}" is missing.')
        return self._data[name]

    def text(self, name: str) -> str:
        """Return the value of the JSON field `name`, which must be a string."""
        value = self._get(name)
        if not isinstance(value, str):
            raise RecordError(f'"{name}" is not a string.')
        return value

    def texts(self, name: str) -> Iterator[str]:
        """Yield the elements of the JSON field `name`, which must be a list of strings."""
        for value in self._list(name):
            if not isinstance(value, str):
                raise RecordError(f'"{name}" is not a list of strings.')
            yield value

    def word(self, name: str, words: type[W]) -> W:
        """Return the JSON field `name` as a member of the enumeration `words`."""
        text = self.text(name)
        try:
            return words(text)
        except ValueError:
            raise RecordError(
                f'"{name}" is {quoted(text)}, but it must be one of {", ".join(words)}.'
            ) from None

    def integer(self, name: str) -> int:
        """Return the value of the JSON field `name`, which must be a 64-bit integer."""
        value = self._get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise RecordError(f'"{name}" is not a whole number.')
        if abs(value) >= 2**63:
            raise RecordError(f'"{name}" is too large.')
        return value

    def number(self, name: str) -> float:
        """Return the value of the JSON field `name`, which must be an integer or a float."""
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RecordError(f'"{name}" is not a number.')
        return value

    def natural(self, name: str) -> int:
        """Return the value of the JSON field `name`, which must be an integer of at least 0."""
        value = self.integer(name)
        if value < 0:
            raise RecordError(f'"{name}" cannot be below zero.')
        return value

    def natural_or_null(self, name: str) -> int | None:
        """Return the value of the JSON field `name`, which must be null or at least 0."""
        return None if self._get(name) is None else self.natural(name)

    def count(self, name: str) -> int:
        """Return the value of the JSON field `name`, which must be an integer of at least 1."""
        value = self.integer(name)
        if value < 1:
            raise RecordError(f'"{name}" must be above zero.')
        return value

    def count_or_null(self, name: str) -> int | None:
        """Return the value of the JSON field `name`, which must be null or at least 1."""
        return None if self._get(name) is None else self.count(name)

    def boolean(self, name: str) -> bool:
        """Return the value of the JSON field `name`, which must be true or false."""
        value = self._get(name)
        if not isinstance(value, bool):
            raise RecordError(f'"{name}" must be true or false.')
        return value

    def seat(self, name: str) -> Seat:
        """Return the player whose number, 1 or 2, is the value of the JSON field `name`."""
        value = self.integer(name)
        if value not in (1, 2):
            raise RecordError(f'"{name}" must be 1 or 2.')
        return Seat(value)

    def values(self, name: str) -> dict[str, OptionValue]:
        """Return the options in the JSON field `name`, by option name."""
        inner = self.inner(name)
        found: dict[str, OptionValue] = {}
        for key, value in inner._data.items():
            if isinstance(value, list) and all(type(number) is int for number in value):
                found[key] = tuple(value)
            elif value is None or isinstance(value, int):
                found[key] = value
            else:
                raise RecordError(
                    f"Option {quoted(key)} must be a number, true, false, null or a list of "
                    "numbers."
                )
        return found

    def anything(self, name: str) -> list[object]:
        """Return the value of the JSON field `name`, which must be a list of arbitrary items."""
        return self._list(name)

    def inner(self, name: str) -> Fields:
        """Return a reader for the JSON field `name`, which must be an object."""
        value = self._get(name)
        if not isinstance(value, dict):
            raise RecordError(f'"{name}" is not an object.')
        return Fields(value)

    def inner_or_null(self, name: str) -> Fields | None:
        """Return a reader for the JSON field `name`, which must be an object.

        Return None if the field is missing or null.
        """
        return None if self._data.get(name) is None else self.inner(name)

    def inners(self, name: str) -> Iterator[Fields]:
        """Yield a reader for each object in the JSON field `name`, which must be a list."""
        for value in self._list(name):
            yield Fields(value)

    def _list(self, name: str) -> list[object]:
        value = self._get(name)
        if not isinstance(value, list):
            raise RecordError(f'"{name}" is not a list.')
        return value


MAX_DIGITS = 600
"""The maximum number of digits in a JSON number. Python's own limit can be as low as 640."""


def _parse_integer(text: str) -> int:
    digits = len(text.removeprefix("-"))
    if digits > MAX_DIGITS:
        raise RecordError(f"A number has {digits:,} digits, but at most {MAX_DIGITS} are allowed.")
    return int(text)


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _reject_repeated_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same name twice")
    return found


SCHEMA = 1
CHOSEN = "position"
LONGEST_LINE = 64 * 1024 * 1024


def to_line(record: Record) -> str:
    """Return a record as one line of JSON, without a newline at the end."""
    body = setup_data(record.setup)
    body["events"] = [event_data(event) for event in record.events]
    body["result"] = result_data(record.result)
    body["times"] = {"started": record.times.started, "events": record.times.events}
    return json.dumps(body, ensure_ascii=False)


def from_line(line: str) -> Record:
    """Parse a record from one line of JSON. Raise RecordError if the line is invalid."""
    if len(line) > LONGEST_LINE:
        raise RecordError("The line is too long for a record.")
    return read_record(Fields.of(line))


def read_record(fields: Fields) -> Record:
    """Read a record from the fields of a JSON object. Raise RecordError if the data is invalid."""
    times = fields.inner("times")
    record = Record(
        read_setup(fields),
        tuple(read_events(fields)),
        read_result(fields.inner("result")),
        Times(times.text("started"), tuple(times.texts("events"))),
    )
    if record.times != Times() and len(record.times.events) != len(record.events):
        raise RecordError("There must be exactly one time for each event.")
    times.done()
    fields.done()
    return record


def setup_data(setup: Setup) -> dict[str, object]:
    """Return the set-up of a match as JSON data."""
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
    """Read the set-up of a match from the fields of a JSON object.

    Raise RecordError if the data is invalid.
    """
    schema = fields.integer("schema")
    if schema != SCHEMA:
        raise RecordError(f"Schema {schema} is unknown. This version supports schema {SCHEMA}.")
    match = fields.inner("match")
    players = [read_player(player) for player in fields.inners("players")]
    if len(players) != 2:
        raise RecordError("There must be two players.")
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
        chosen=_read_chosen(match),
    )
    match.done()
    check_setup(setup)
    return setup


def _read_chosen(match: Fields) -> bool:
    """Return whether the players chose the starting position of a recorded match."""
    if "from" not in match:
        return False
    source = match.text("from")
    if source != CHOSEN:
        raise RecordError(f'"from" is {quoted(source)}, but it must be {CHOSEN} or left out.')
    return True


def read_clock(fields: Fields) -> TimeControl:
    """Read a time control from the fields of a JSON object.

    Raise RecordError if the time control is invalid.
    """
    clock = TimeControl(fields.count("seconds"), fields.natural("increment"))
    fields.done()
    return clock


def check_setup(setup: Setup) -> None:
    """Raise RecordError if the set-up of a match is invalid. Do not check the starting position."""
    try:
        game = setup.build_game()
    except LastDigitError as error:
        raise RecordError(str(error)) from None
    if setup.game != game.name:
        raise RecordError(f"The game must be given by its full name, {game.name}.")
    expected = option_values(game)
    if {name for name, _ in setup.options} != {name for name, _ in expected}:
        names = ", ".join(name for name, _ in expected)
        given = ", ".join(name for name, _ in setup.options)
        raise RecordError(f"The options are {quoted(given)}, but they must be {names}.")
    if setup.round > setup.terms.rounds:
        raise RecordError(
            f"There is no round {setup.round}: the match has {setup.terms.rounds} rounds."
        )
    if setup.names[0] == setup.names[1]:
        raise RecordError("The two players have the same name.")


def read_player(fields: Fields) -> Player:
    """Read a player from the fields of a JSON object. Raise RecordError if the data is invalid."""
    player = Player(fields.text("kind"), checked_name(fields.text("name")))
    fields.done()
    return player


def event_data(event: Event) -> dict[str, object]:
    """Return a match event as JSON data."""
    data: dict[str, object] = {"act": str(event.act), "seat": event.seat.value}
    if event.text:
        data["text"] = event.text
    if event.plies:
        data["plies"] = event.plies
    return data


def read_events(fields: Fields) -> Iterator[Event]:
    """Yield the events in a recorded match. Raise RecordError if an event is invalid."""
    for number, event in enumerate(fields.inners("events"), 1):
        try:
            yield read_event(event)
        except RecordError as error:
            raise RecordError(f"event {number}: {error}") from None


def read_event(fields: Fields) -> Event:
    """Read an event from the fields of a JSON object. Raise RecordError if the data is invalid."""
    act = fields.word("act", Act)
    text = fields.text("text") if "text" in fields else ""
    plies = fields.count("plies") if "plies" in fields else 0
    event = Event(act, fields.seat("seat"), text, plies)
    fields.done()
    if bool(text) is not (act in WITH_TEXT) or bool(plies) is not (act in WITH_PLIES):
        raise RecordError(f"The event {quoted(act)} has the wrong fields.")
    return event


class ResultData(TypedDict):
    """The result of a match.

    - `end`: How the match ended: `win`, `resignation`, `time`, `forfeit`, `draw`, `abandoned` or
      `unfinished`.
    - `winner`: The winner, player 1 or 2. Null if no player won.
    - `reason`: The reason in words.
    """

    end: str
    winner: SeatNumber | None
    reason: str


def result_data(result: Result) -> ResultData:
    """Return the result of a match as JSON data."""
    winner = result.winner.number if result.winner else None
    return {"end": result.end.value, "winner": winner, "reason": result.reason}


def read_result(fields: Fields) -> Result:
    """Read the result of a match from the fields of a JSON object.

    Raise RecordError if the data is invalid.
    """
    winner = fields.count_or_null("winner")
    if winner not in (None, 1, 2):
        raise RecordError('"winner" must be 1, 2 or null.')
    result = Result(
        fields.word("end", End), Seat(winner) if winner else None, fields.text("reason")
    )
    fields.done()
    return result


def check_writable(path: Path) -> None:
    """Raise UsageError if records cannot be appended to the file at `path`.

    The file need not exist yet. This function does not create the file.
    """
    try:
        exists, regular = path.exists(), path.is_file()
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be used: {error.strerror}.") from None
    if exists and not (regular and os.access(path, os.W_OK)):
        raise UsageError(f"{path} cannot be written to. Choose another file.")
    if not exists and not os.access(path.parent, os.W_OK):
        raise UsageError(f"No file can be created in {path.parent}. Choose another folder.")


def as_path(path: Path | str) -> Path:
    """Convert a string or Path to a Path. Raise UsageError for any other type."""
    if not isinstance(path, str | Path):
        raise UsageError(f"A file path must be a string or a pathlib.Path, not {path!r}.")
    return Path(path)


def append_record(path: Path | str, record: Record) -> None:
    """Append a record to a file as one line of JSON, in a single write.

    Raise RecordError if the file cannot be written. Raise UsageError if `path` is neither a string
    nor a Path.
    """
    path = as_path(path)
    try:
        with path.open("ab+") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 1))
            # If the last line was cut off, keep it and start a new one.
            separator = b"" if file.read(1) in (b"", b"\n") else b"\n"
            file.write(separator + to_line(record).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(f"The game could not be appended to {path}: {error.strerror}.") from None


def append_missing_record(path: Path, record: Record) -> bool:
    """Append a record to a file, unless the file already contains an equal record.

    Return whether the record was appended. Raise RecordError if the file has an invalid line.
    """
    if path.exists() and any(known == record for _, known in read_records(path)):
        return False
    append_record(path, record)
    return True


def read_records(path: Path | str) -> Iterator[tuple[int, Record]]:
    """Yield each record in a file, with its line number.

    Raise UsageError if the file cannot be read, and RecordError at the first invalid line.
    """
    path = as_path(path)
    try:
        with path.open("rb") as file:
            yield from read_lines(file, str(path))
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, Record]]:
    """Yield each record in an open file, with its line number.

    `name` is the name of the file for error messages. Raise OSError if the file cannot be read, and
    RecordError at the first invalid line.
    """
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if line.strip():
            yield number, _read_line(name, number, line)


def _read_line(name: str, number: int, line: bytes) -> Record:
    try:
        return from_line(line.decode())
    except UnicodeDecodeError:
        raise RecordError(f"{name}, line {number}: This is not UTF-8 text.") from None
    except RecordError as error:
        raise RecordError(f"{name}, line {number}: {error}") from None
