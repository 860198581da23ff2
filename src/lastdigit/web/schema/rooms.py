"""Class rooms as the API is asked about them, and as it shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lastdigit.game.game import SeatNumber
from lastdigit.game.serialize import RowData
from lastdigit.web.schema.answers import Shape
from lastdigit.web.schema.puzzles import DailyPuzzle
from lastdigit.web.schema.requests import HARDEST, MOST_PUZZLES, Answers, Body, Name, Word

LARGEST_SEED = 2**31 - 1
PupilNumber = Annotated[int, Meta(ge=1, le=LARGEST_SEED)]
KindName = Literal["everyone", "by-hand", "puzzles"]


class OpenRoom(Body):
    """A class room to be opened: what is played there, or which puzzles are solved."""

    game: Word
    kind: KindName = "everyone"
    title: Name = "Class"
    preset: Word | None = None
    grade: Annotated[int, Meta(ge=1, le=HARDEST)] | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 5
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] | None = None


class JoinRoom(Body):
    """A pupil who comes in."""

    name: Name


class Readiness(Body):
    """Whether a pupil waits for the next game."""

    ready: bool = True


class RoomAnswer(Body):
    """A pupil's answer to a puzzle of the class, counted from 1."""

    puzzle: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)]
    answers: Answers


class TeacherCommand(Body, tag_field="do"):
    """What a teacher does in a room."""


class Pair(TeacherCommand, tag="pair"):
    """Put two pupils together for one more meeting, which is two games."""

    one: PupilNumber
    two: PupilNumber


class LeaveOut(TeacherCommand, tag="leave-out"):
    """Leave a pupil out who has gone: games not finished are void."""

    pupil: PupilNumber


class TakeBack(TeacherCommand, tag="take-back"):
    """Take a pupil back who was left out."""

    pupil: PupilNumber


class Free(TeacherCommand, tag="free"):
    """Let a pupil come in again, from another device, under the same name."""

    pupil: PupilNumber


class Rename(TeacherCommand, tag="rename"):
    """Give a pupil another name."""

    pupil: PupilNumber
    name: Name


class Close(TeacherCommand, tag="close"):
    """Close the room: its code opens nothing any more, and what was not finished is void."""


AnyTeacherCommand = Pair | LeaveOut | TakeBack | Free | Rename | Close

PuzzleState = Literal["open", "begun", "solved", "missed"]


class PupilInfo(Shape):
    """How a pupil stands. Points are written as people write them, such as 1.5."""

    number: int
    name: str
    place: int
    points: str
    won: int
    drawn: int
    lost: int
    to_play: int
    state: Literal["here", "away", "waiting", "playing", "out", "freed"]
    puzzles: list[PuzzleState]


class RoomInfo(Shape):
    """A class room as everybody sees it; the pupils are in the order of their standing.

    `seed` is null for everyone but the teacher until the room is closed.
    """

    code: str
    title: str
    kind: KindName
    game: str
    game_title: str
    goal: str
    preset: str
    grade: int | None
    count: int
    seed: int | None
    open: bool
    number: int
    pupils: list[PupilInfo]
    playing: int
    finished: int
    explained: str


class RoomPlace(Shape):
    """Who one is in a room, and for a pupil what comes next."""

    role: Literal["teacher", "pupil", "guest"]
    number: int | None
    name: str
    out: bool
    waiting: bool
    match: str | None
    against: str | None


class RoomBoard(Shape):
    """A game of the class as it is projected; `result` says who has just won, `reason` why."""

    code: str
    names: tuple[str, str]
    mover: SeatNumber | None
    winner: SeatNumber | None
    turn: int
    view: list[RowData]
    result: str | None
    reason: str | None


class RoomGame(Shape):
    """A game of the class that is over; nobody has won a draw."""

    code: str
    names: tuple[str, str]
    winner: SeatNumber | None


class OwnRoom(Shape):
    """A room as whoever asks sees it; boards are for the teacher and for the projector.

    The games that have `ended`, the latest first, are for the teacher alone.

    The secret is for programs that have none yet.
    """

    room: RoomInfo
    you: RoomPlace
    boards: list[RoomBoard]
    ended: list[RoomGame]
    secret: str | None


class RoomSummary(Shape):
    """A room that one has opened or joined, in a line."""

    code: str
    title: str
    role: Literal["teacher", "pupil", "guest"]
    open: bool
    kind: KindName
    game: str
    game_title: str
    pupils: int


class RoomPuzzles(Shape):
    """The puzzles of a class, and how far one is with each."""

    puzzles: list[DailyPuzzle]
