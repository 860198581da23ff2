"""What happens in a class room, as values and as the text that is kept of each.

A room is nothing but its deeds in order; `room` applies them.
"""

from __future__ import annotations

import enum
import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from lastdigit.errors import RecordError, quoted
from lastdigit.match.fields import Fields


class Kind(enum.StrEnum):
    """What a class does together."""

    EVERYONE = "everyone"
    BY_HAND = "by-hand"
    PUZZLES = "puzzles"


@dataclass(frozen=True)
class Opened:
    """A teacher has opened the room; the preset is for games, grade and count are for puzzles."""

    title: str
    kind: str
    game: str
    seed: int
    preset: str = ""
    grade: int = 0
    count: int = 0


@dataclass(frozen=True)
class Joined:
    """Somebody has come in; a place that the teacher has freed is theirs by its name."""

    name: str


@dataclass(frozen=True)
class Renamed:
    """The teacher has given a pupil another name."""

    pupil: int
    name: str


@dataclass(frozen=True)
class Freed:
    """A pupil may come in again, from another device, under the same name."""

    pupil: int


@dataclass(frozen=True)
class LeftOut:
    """A pupil has gone: what they have not finished is void."""

    pupil: int


@dataclass(frozen=True)
class TakenBack:
    """A pupil who was left out is here again."""

    pupil: int


@dataclass(frozen=True)
class Paired:
    """The teacher has put two pupils together for one more meeting."""

    one: int
    two: int


@dataclass(frozen=True)
class Started:
    """Two pupils have a game: the first of them begins it."""

    one: int
    two: int
    match: str


@dataclass(frozen=True)
class Ended:
    """A game is over; the winner is a pupil, or 0 where nobody has won."""

    match: str
    winner: int


@dataclass(frozen=True)
class Voided:
    """A game is gone that was not over, and can be played again."""

    match: str


@dataclass(frozen=True)
class Answered:
    """A pupil has answered a puzzle, counted from 1; `over` says that it was the last try."""

    pupil: int
    puzzle: int
    answer: str
    right: bool
    over: bool


@dataclass(frozen=True)
class Closed:
    """The teacher has closed the room."""


Deed = (
    Opened
    | Joined
    | Renamed
    | Freed
    | LeftOut
    | TakenBack
    | Paired
    | Started
    | Ended
    | Voided
    | Answered
    | Closed
)
WORDS: dict[str, type[Deed]] = {
    "opened": Opened,
    "joined": Joined,
    "renamed": Renamed,
    "freed": Freed,
    "left-out": LeftOut,
    "taken-back": TakenBack,
    "paired": Paired,
    "started": Started,
    "ended": Ended,
    "voided": Voided,
    "answered": Answered,
    "closed": Closed,
}


def deed_text(deed: Deed) -> str:
    """Return what is kept of a deed: one JSON object."""
    word = next(word for word, kind in WORDS.items() if kind is type(deed))
    return json.dumps({"do": word, **asdict(deed)})


def read_deed(text: str) -> Deed:
    """Return the deed that a text tells; raises RecordError."""
    given = Fields.of(text)
    word = given.text("do")
    if word not in WORDS:
        raise RecordError(f"Nothing that happens in a class is called {quoted(word)}.")
    kind = WORDS[word]
    read = {"str": given.text, "int": given.natural, "bool": given.boolean}
    values: dict[str, Any] = {
        field.name: read[str(field.type)](field.name) for field in fields(kind)
    }
    given.done()
    return kind(**values)
