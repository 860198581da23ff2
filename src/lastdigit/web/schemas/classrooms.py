"""HTTP API request and response types for classrooms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from lastdigit.game.game import SeatNumber
from lastdigit.game.serialize import RowData
from lastdigit.web.schemas.matches import Body, Name, Shape, TimeControl, Word
from lastdigit.web.schemas.puzzles import HARDEST, MOST_PUZZLES, Answers, DailyPuzzle

LARGEST_SEED = 2**31 - 1
MAX_ROUNDS = 100
PupilNumber = Annotated[int, Meta(ge=1, le=LARGEST_SEED)]
Rounds = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
KindName = Literal["everyone", "by-hand", "puzzles"]


class OpenRoom(Body):
    """The settings of a new classroom, in which pupils play against each other or solve puzzles.

    - `game`: Identifier of the game.
    - `kind`: `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils)
      or `puzzles`.
    - `title`: Name of the classroom.
    - `preset`: Name of a combination of the game's options. Null for the rulebook's rules. Ignored
      for puzzles.
    - `grade`: Difficulty of the puzzles, from 1 (easiest) to 5. Null for mixed difficulties.
      Ignored for games.
    - `count`: Number of puzzles. Ignored for games.
    - `clock`: Clock for every game. Null for none. Ignored for puzzles.
    - `rounds`: How many opponents each pupil plays, with two games against each. Null to play
      everyone. Only for `everyone`.
    - `seed`: Random seed. The same seed gives the same puzzles and starting positions. Null for a
      random seed.
    """

    game: Word
    kind: KindName = "everyone"
    title: Name = "Class"
    preset: Word | None = None
    grade: Annotated[int, Meta(ge=1, le=HARDEST)] | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 5
    clock: TimeControl | None = None
    rounds: Rounds | None = None
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] | None = None


class JoinRoom(Body):
    """A request to join a classroom as a pupil.

    - `name`: The pupil's name. The name must be unique in the classroom.
    """

    name: Name


class Readiness(Body):
    """Whether a pupil wants to play the next game.

    - `ready`: True to wait for an opponent, false to stop waiting.
    """

    ready: bool = True


class RoomAnswer(Body):
    """A pupil's answer to a classroom puzzle.

    - `puzzle`: Number of the puzzle, starting with 1.
    - `answers`: The answer. For a puzzle that is played until it is won, all of the pupil's moves
      so far.
    """

    puzzle: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)]
    answers: Answers


class TeacherCommand(Body, tag_field="do"):
    """A command from a classroom's teacher."""


class Pair(TeacherCommand, tag="pair"):
    """Let two pupils play two more games against each other. Each pupil moves first once.

    - `one`: Number of one pupil.
    - `two`: Number of the other pupil.
    """

    one: PupilNumber
    two: PupilNumber


class LeaveOut(TeacherCommand, tag="leave-out"):
    """Exclude a pupil, for example one who has left. The pupil's unfinished game does not count.

    - `pupil`: Number of the pupil.
    """

    pupil: PupilNumber


class TakeBack(TeacherCommand, tag="take-back"):
    """Readmit an excluded pupil.

    - `pupil`: Number of the pupil.
    """

    pupil: PupilNumber


class Free(TeacherCommand, tag="free"):
    """Let a pupil join again under the same name from another device.

    - `pupil`: Number of the pupil.
    """

    pupil: PupilNumber


class Rename(TeacherCommand, tag="rename"):
    """Change a pupil's name.

    - `pupil`: Number of the pupil.
    - `name`: The new name. The name must be unique in the classroom.
    """

    pupil: PupilNumber
    name: Name


class Adjust(TeacherCommand, tag="adjust"):
    """Set the clock and rounds for all games started from now on.

    - `clock`: Clock for every game. Null for none.
    - `rounds`: How many opponents each pupil plays, with two games against each. Null to play
      everyone.
    """

    clock: TimeControl | None = None
    rounds: Rounds | None = None


class Close(TeacherCommand, tag="close"):
    """Close the classroom: its code stops working, and unfinished games do not count."""


AnyTeacherCommand = Pair | LeaveOut | TakeBack | Free | Rename | Adjust | Close

PuzzleState = Literal["open", "begun", "solved", "missed"]


class PupilInfo(Shape):
    """A pupil in a classroom, with the pupil's score.

    - `number`: Number that identifies the pupil in this classroom, starting with 1.
    - `name`: The pupil's name.
    - `place`: Place in the standings. Pupils with equal points share a place.
    - `points`: Points as text, such as "1.5". A win or a solved puzzle is 1 point, a draw is half a
      point.
    - `won`: Number of games won.
    - `drawn`: Number of games drawn.
    - `lost`: Number of games lost.
    - `to_play`: Number of games that the pupil still has to start.
    - `state`: `here` (connected), `away` (disconnected), `waiting` (for an opponent), `playing`,
      `out` (excluded by the teacher) or `freed` (expected to join again from another device).
    - `puzzles`: Progress on each puzzle: `open` (not tried), `begun`, `solved` or `missed`. Empty
      if the pupils play games.
    """

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
    """A classroom and its pupils.

    - `code`: Code that pupils use to join.
    - `title`: Name of the classroom.
    - `kind`: `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils)
      or `puzzles`.
    - `game`: Identifier of the game.
    - `game_title`: Display name of the game.
    - `goal`: The goal of the game.
    - `preset`: Name of the combination of the game's options. Empty for puzzles.
    - `grade`: Difficulty of the puzzles, from 1 (easiest) to 5. Null for mixed difficulties, and
      for games.
    - `count`: Number of puzzles. 0 for games.
    - `clock`: Clock for games that start now. Null for none.
    - `rounds`: How many opponents each pupil plays. Null to play everyone.
    - `seed`: Random seed for the puzzles and starting positions. Null for everyone but the teacher
      until the classroom is closed.
    - `open`: Whether the classroom is open.
    - `number`: Number of events in the classroom so far.
    - `pupils`: The pupils, best first.
    - `playing`: Number of games in progress.
    - `finished`: Number of finished games.
    - `explained`: How points are counted, in words.
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
    clock: TimeControl | None
    rounds: int | None
    seed: int | None
    open: bool
    number: int
    pupils: list[PupilInfo]
    playing: int
    finished: int
    explained: str


class RoomPlace(Shape):
    """The requester's role in a classroom, and a pupil's current game.

    - `role`: `teacher`, `pupil`, or `guest` for everyone else.
    - `number`: The pupil's number. Null for a teacher or guest.
    - `name`: The pupil's name. Empty for a teacher or guest.
    - `out`: Whether the teacher has excluded the pupil.
    - `waiting`: Whether the pupil is waiting for an opponent.
    - `match`: Code of the match that the pupil is playing. Null if there is no such match.
    - `against`: Name of the opponent in that match. Null if there is no such match.
    """

    role: Literal["teacher", "pupil", "guest"]
    number: int | None
    name: str
    out: bool
    waiting: bool
    match: str | None
    against: str | None


class RoomBoard(Shape):
    """A game in the classroom, to show to the whole class.

    - `code`: Code of the match.
    - `names`: Names of player 1 and player 2.
    - `mover`: The player to move, 1 or 2. Null if the game is over.
    - `winner`: The winner, player 1 or 2. Null for a draw, or if the game is in progress.
    - `turn`: Number of moves made so far.
    - `view`: Rows of the board, from top to bottom.
    - `result`: Who won, in words. Null while the game is in progress.
    - `reason`: Who won and why, in words. Null while the game is in progress.
    """

    code: str
    names: tuple[str, str]
    mover: SeatNumber | None
    winner: SeatNumber | None
    turn: int
    view: list[RowData]
    result: str | None
    reason: str | None


class RoomGame(Shape):
    """A finished game in the classroom.

    - `code`: Code of the match.
    - `names`: Names of player 1 and player 2. Player 1 moved first.
    - `winner`: The winner, player 1 or 2. Null for a draw.
    """

    code: str
    names: tuple[str, str]
    winner: SeatNumber | None


class OwnRoom(Shape):
    """A classroom, as shown to the requester.

    - `room`: The classroom and its pupils.
    - `you`: The requester's role.
    - `boards`: Games to show to the whole class: those that have just ended, then those in
      progress. Empty for pupils.
    - `ended`: Finished games, latest first, at most 40. Empty for everyone but the teacher.
    - `secret`: Secret that identifies the requester in later requests. Send the secret as a bearer
      token. Null if the request already had a secret, or did not need one.
    """

    room: RoomInfo
    you: RoomPlace
    boards: list[RoomBoard]
    ended: list[RoomGame]
    secret: str | None


class RoomSummary(Shape):
    """A classroom in the requester's list of classrooms.

    - `code`: Code of the classroom.
    - `title`: Name of the classroom.
    - `role`: The requester's role: `teacher`, `pupil`, or `guest` for everyone else.
    - `open`: Whether the classroom is open.
    - `kind`: `everyone` (every pupil plays every other), `by-hand` (the teacher pairs the pupils)
      or `puzzles`.
    - `game`: Identifier of the game.
    - `game_title`: Display name of the game.
    - `pupils`: Number of pupils.
    """

    code: str
    title: str
    role: Literal["teacher", "pupil", "guest"]
    open: bool
    kind: KindName
    game: str
    game_title: str
    pupils: int


class RoomPuzzles(Shape):
    """A classroom's puzzles, with the requester's answers.

    - `puzzles`: The puzzles, in order.
    """

    puzzles: list[DailyPuzzle]
