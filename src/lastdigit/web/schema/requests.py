"""What the API is asked with: bodies as types. What does not fit is refused as malformed."""

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
"""So many are made at once: whoever asks next does not wait for long."""
MOST_ON_SHEET = 24
"""Four pages of them; a longer sheet is made by `lastdigit worksheet`."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, Meta(min_length=1, max_length=60)]
MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE, description="as the terminal takes it")]
Options = dict[Word, OptionValue]
TaskName = Literal["move", "losers", "winner", "play"]
Answers = Annotated[
    list[MoveText],
    Meta(
        min_length=1,
        max_length=10,
        description="one answer; where a win is played out, one's own moves so far",
    ),
]


class Body(msgspec.Struct, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A body; an unknown field is refused, so that a slip of the pen is noticed."""


class TimeControl(Body):
    """Seconds for the whole game, and how many each move adds."""

    seconds: Annotated[int, Meta(ge=1, le=DAY)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Arrangement(Body):
    """A match to be set up: which game by which rules, against whom, who begins, how fast."""

    game: Word
    preset: Word | None = None
    options: Options = {}
    against: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=60,
            description="`here` (two people at one screen), `link` (a friend elsewhere), "
            "or the name of a computer player",
        ),
    ] = HERE
    name: Name = "Player 1"
    other_name: Name | None = None
    first: Annotated[
        Literal[1, 2, "toss", "winner"],
        Meta(
            description="`winner`: against a computer, begin so that whoever sets the match up can "
            "win it, whatever the computer does; where that cannot be, they begin"
        ),
    ] = "toss"
    position: (
        Annotated[
            str,
            Meta(max_length=LONGEST_POSITION, description="where to begin, instead of the start"),
        ]
        | None
    ) = None
    seat: Annotated[SeatNumber, Meta(description="whoever sets the match up sits there")] = 1
    time_limit: Annotated[int, Meta(ge=1, le=DAY)] | None = None
    clock: TimeControl | None = None
    attempts: Annotated[int, Meta(ge=1, le=1000)] | UnsetType | None = UNSET
    hints: bool = True


class Climb(Body):
    """A game against a rung of the ladder, which is known by its level."""

    game: Word
    level: Word
    name: Name = "Player 1"


class CodeEntry(Body):
    """A code as somebody has heard it; small letters, blanks and dashes do no harm."""

    spoken: Word


class SitDown(Body):
    """Somebody who takes the free seat, or brings a seat from another device by its key."""

    name: Name | None = None
    key: Word | None = None


class NewName(Body):
    """A new name for the player who waits for the other."""

    name: Name


class Command(Body, tag_field="do"):
    """What a player does; `after` is the number of the last event that the player has seen."""

    after: Annotated[int, Meta(ge=0, le=2**31)]
    seat: SeatNumber | None = None


class Play(Command, tag="move", kw_only=True):
    """Try a move."""

    move: MoveText


class Resign(Command, tag="resign"):
    """Give the game up."""


class Offer(Command, tag="offer"):
    """Offer a draw."""


class Undo(Command, tag="undo"):
    """Take the own last move back; against a person, ask to."""


class Accept(Command, tag="accept"):
    """Agree to what the other player offers or asks."""


class Decline(Command, tag="decline"):
    """Do not agree."""


class AskHint(Command, tag="hint"):
    """Ask for help, in steps: the idea, where to look, the move, every move's value.

    Without a kind it is the step after the last one of this turn; `aid` opens the list that some
    games have to look things up in, for the rest of the game.
    """

    kind: Literal["idea", "look", "hint", "values", "aid"] | None = None


class Claim(Command, tag="claim"):
    """Claim the win because the other player has left."""


AnyCommand = Play | Resign | Offer | Undo | Accept | Decline | AskHint | Claim


class Inquiry(Body):
    """A position to be analysed: by default the start, and moves from there on."""

    options: Options = {}
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None
    moves: list[MoveText] = []


class DailyAnswer(Body):
    """An answer to the puzzle that a game has on a day."""

    day: Annotated[int, Meta(ge=1, le=LATEST_DAY)]
    game: Word
    answers: Answers


class PuzzleAnswer(Body):
    """An answer to any puzzle, which is known by what was given of it."""

    game: Word
    task: TaskName
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)]
    answers: Answers
    options: Options = {}
