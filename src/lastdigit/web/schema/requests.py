"""Types of the request bodies of the HTTP API. A body that does not fit is rejected as malformed.

A list item `- `name`: ...` in a class docstring is the description of that field in openapi.json.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from lastdigit.game.game import SeatNumber
from lastdigit.game.options import OptionValue
from lastdigit.match.record import LONGEST_NAME
from lastdigit.system import DAY

HERE, LINK = "here", "link"
LONGEST_MOVE = 200
LONGEST_POSITION = 8_000
LATEST_DAY = 10**6
LONGEST_SEED = 60
HARDEST = 5
MOST_PUZZLES = 10
"""The most puzzles in one response. More would delay other requests."""
MOST_ON_SHEET = 24
"""Four pages. `lastdigit puzzles --sheet` makes longer worksheets."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE, description="A move or an answer as text.")]
Options = dict[Word, OptionValue]
TaskName = Literal["move", "losers", "winner", "play"]
Answers = Annotated[list[MoveText], Meta(min_length=1, max_length=10)]


class Body(msgspec.Struct, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A JSON request body.

    Unknown fields are an error. A request without parameters sends an empty object, `{}`.
    """


class TimeControl(Body):
    """A clock for each player.

    - `seconds`: Seconds for the whole game.
    - `increment`: Seconds added after each of the player's moves.
    """

    seconds: Annotated[int, Meta(ge=1, le=DAY)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Arrangement(Body):
    """The settings of a new match.

    - `game`: Identifier of the game.
    - `preset`: Name of a combination of options. Null for the rules of the rulebook.
    - `options`: Values of options, by option name. They override those of the preset.
    - `against`: `here` for two people on one device, `link` to invite a person on another device,
      or the level of a computer player.
    - `name`: The requester's name.
    - `other_name`: The other player's name. Null for a default name.
    - `first`: Who moves first: player 1, player 2, a random player (`toss`), or `winner`. With
      `winner`, which is only possible against a computer, the start is chosen so that the requester
      can win. If there is no such start, player 1 moves first. Ignored if there is a `position`.
    - `position`: Starting position as text. The player to move is part of it. Null for the usual
      start.
    - `seat`: The requester's player number, 1 or 2.
    - `time_limit`: Seconds per turn. Null for no limit. It cannot be combined with `clock`.
    - `clock`: Clock for each player. Null for no clock.
    - `attempts`: Number of illegal moves in one turn that loses the match. Null for no limit. If
      omitted, the preset decides.
    - `hints`: Whether hints are allowed. They are possible only against a computer.
    """

    game: Word
    preset: Word | None = None
    options: Options = {}
    against: Word = HERE
    name: Name = "Player 1"
    other_name: Name | None = None
    first: Literal[1, 2, "toss", "winner"] = "toss"
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    seat: SeatNumber = 1
    time_limit: Annotated[int, Meta(ge=1, le=DAY)] | None = None
    clock: TimeControl | None = None
    attempts: Annotated[int, Meta(ge=1, le=1000)] | UnsetType | None = UNSET
    hints: bool = True


class Climb(Body):
    """The settings of a match on the ladder, a series of computer opponents of increasing strength.

    - `game`: Identifier of the game.
    - `level`: Level of the opponent: `beginner`, `easy`, `medium`, `hard` or `perfect`.
    - `name`: The requester's name.
    """

    game: Word
    level: Word
    name: Name = "Player 1"


class CodeEntry(Body):
    """A short code that the user has entered.

    - `spoken`: The code or one-time key. Case, spaces and dashes are ignored.
    """

    spoken: Word


class SitDown(Body):
    """A request to join a match, or to continue it on another device.

    - `name`: The requester's name. Null for a default name.
    - `key`: One-time key from the device on which the player has played so far. Null to join as a
      new player.
    """

    name: Name | None = None
    key: Word | None = None


class NewName(Body):
    """A new name for a player who waits for an opponent.

    - `name`: The new name.
    """

    name: Name


class Command(Body, tag_field="do"):
    """A command of a player in a match."""

    after: Annotated[
        int,
        Meta(
            ge=0,
            le=2**31,
            description="The `number` of the match as the requester last saw it. If something "
            "has happened since, the command is rejected with the error `stale`.",
        ),
    ]
    seat: Annotated[
        SeatNumber | None,
        Meta(
            description="The player who gives the command, 1 or 2. If null, it is the requester's "
            "own player. If the requester controls both, it is the one who has to act now."
        ),
    ] = None


class Play(Command, tag="move", kw_only=True):
    """Make a move. An illegal move is not an error, but a response with `accepted: false`.

    - `move`: The move as text, such as `7 left`.
    """

    move: MoveText


class Resign(Command, tag="resign"):
    """Resign the match."""


class Offer(Command, tag="offer"):
    """Offer a draw."""


class Undo(Command, tag="undo"):
    """Take back the player's last move.

    If the opponent is a person on another device, ask for permission.
    """


class Accept(Command, tag="accept"):
    """Accept the opponent's draw offer or request to take back a move."""


class Decline(Command, tag="decline"):
    """Decline the opponent's draw offer or request to take back a move."""


class AskHint(Command, tag="hint"):
    """Ask for a hint.

    - `kind`: Kind of hint, each more revealing than the one before: `idea` (a general idea), `look`
      (fewer moves to consider), `hint` (the best move), `values` (the value of every move). `aid`
      opens the game's reference list until the end of the match. Null for the next kind that was
      not used in this turn.
    """

    kind: Literal["idea", "look", "hint", "values", "aid"] | None = None


class Claim(Command, tag="claim"):
    """Claim the win because the opponent has been disconnected for too long."""


AnyCommand = Play | Resign | Offer | Undo | Accept | Decline | AskHint | Claim


class Inquiry(Body):
    """A position to analyse.

    - `options`: Values of the game's options, by option name. Omitted options have their default
      values.
    - `position`: The position as text. Null for the usual start.
    - `moves`: Moves to make from that position, as text. The position after them is analysed.
    """

    options: Options = {}
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    moves: list[MoveText] = []


class DailyAnswer(Body):
    """An answer to a daily puzzle.

    - `day`: Number of the day. Day 1 is 5 January 2026.
    - `game`: Identifier of the game.
    - `answers`: The answer. For a puzzle that is played until the win, all of the requester's moves
      so far.
    """

    day: Annotated[int, Meta(ge=1, le=LATEST_DAY)]
    game: Word
    answers: Answers


class PuzzleAnswer(Body):
    """An answer to a puzzle, which is identified by game, options, task and position.

    - `game`: Identifier of the game.
    - `task`: The task of the puzzle.
    - `position`: The position of the puzzle, as text.
    - `answers`: The answer. For a puzzle that is played until the win, all of the requester's moves
      so far.
    - `options`: The options of the puzzle, by option name.
    """

    game: Word
    task: TaskName
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)]
    answers: Answers
    options: Options = {}
