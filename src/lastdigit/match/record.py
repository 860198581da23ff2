"""A played game as values: how it was set up, every event in order, how it ended.

Times stand apart, so that two records can be compared without them. `record_line` writes a record
as JSON; `match` re-derives whether its events follow from the rules.
"""

from __future__ import annotations

import enum
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lastdigit.errors import RecordError, quoted
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.options import OptionValue
from lastdigit.games import find

if TYPE_CHECKING:
    from random import Random

HUMAN = "human"
"""The kind of player who is a person."""

LONGEST_NAME = 40
MOST_ROUNDS = 1_000
LONGEST_REASON = 200
DRAWING = dict.fromkeys((0xFE0E, 0xFE0F))
"""Say only whether a sign is drawn black or in colours; keyboards add them unasked."""
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
) | {chr(number) for number in (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))}
"""Letters, signs and marks that show nothing, which Python's tables do not tell."""


class Act(enum.StrEnum):
    """What happened."""

    MOVE = "move"
    REJECTED = "rejected"
    UNDO = "undo"
    HINT = "hint"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    ASK = "ask"
    RESIGN = "resign"
    TIME = "time"
    ABANDON = "abandon"
    FORFEIT = "forfeit"


class Hint(enum.StrEnum):
    """What a player can ask for that gives something away."""

    IDEA = "idea"
    LOOK = "look"
    HINT = "hint"
    VALUES = "values"
    AID = "aid"
    MOVES = "moves"


WITH_TEXT = (Act.MOVE, Act.REJECTED, Act.HINT, Act.FORFEIT)
WITH_PLIES = (Act.UNDO, Act.ASK)
ENDS_TURN = (Act.MOVE, Act.UNDO)


class Event(NamedTuple):
    """One thing that happened: who did what. A move or a try has its text, an undo its plies.

    A program that gives no move at all forfeits; the text is then the reason, as a sentence.

    Where two people are far apart, one asks for an undo (`ASK`) and the other allows it (`UNDO`).
    """

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
    ABANDONED = "abandoned"
    UNFINISHED = "unfinished"


class Result(NamedTuple):
    """How a match ended: in which way, for whom, and why."""

    end: End
    winner: Seat | None
    reason: str


LEFT = Result(End.UNFINISHED, None, "The game was left unfinished.")


class Player(NamedTuple):
    """Who sits on a seat: a kind of player, by name."""

    kind: str
    name: str

    @property
    def is_person(self) -> bool:
        """Whether a person plays, and no computer, program or model."""
        return self.kind == HUMAN


class TimeControl(NamedTuple):
    """Seconds that each player has for the whole game, and what every move adds to them."""

    seconds: int
    increment: int = 0


class Terms(NamedTuple):
    """What the players agreed on beyond the rules; None and True are the ways of the rulebooks."""

    time_limit: int | None = None
    attempts: int | None = None
    ply_limit: int | None = None
    rounds: int = 1
    hints: bool = True
    clock: TimeControl | None = None


RULEBOOK_TERMS = Terms()


@dataclass(frozen=True)
class Setup:
    """All that is settled before the first move."""

    package: str
    game: str
    version: int
    options: tuple[tuple[str, OptionValue], ...]
    players: tuple[Player, Player]
    first: Seat
    seed: int
    start: str
    terms: Terms = RULEBOOK_TERMS
    round: int = 1
    chosen: bool = False
    """Whether `start` is a position that somebody chose, not what options and seed give."""

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return self.players[0].name, self.players[1].name

    def build_game(self) -> AnyGame:
        """Return the game with its options; raises UnknownGame or OptionError."""
        return find(self.game, **dict(self.options))

    def random(self, purpose: str) -> Random:
        """Return the chance for one purpose: the same for the same seed, round and purpose."""
        from random import Random

        return Random(f"{self.seed}/{self.round}/{purpose}")


class Times(NamedTuple):
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
    """Return a player's name, if all of it can be seen on a screen; raises RecordError.

    Blanks around it are trimmed, and what looks the same is made the same: a letter and its mark
    become one letter, and how a sign is to be drawn is left out.
    """
    name = unicodedata.normalize("NFC", name.translate(DRAWING)).strip()
    if not 0 < len(name) <= LONGEST_NAME or not _is_visible(name):
        raise RecordError(
            f"A name has 1 to {LONGEST_NAME} characters, each of which can be seen; "
            f"{quoted(name)} has not."
        )
    return name


def _is_visible(name: str) -> bool:
    stands_alone = not unicodedata.category(name[0]).startswith("M")  # a mark is on a letter
    return stands_alone and name.isprintable() and BLANK.isdisjoint(name)


def option_values(game: AnyGame) -> tuple[tuple[str, OptionValue], ...]:
    """Return the options that a game is played with, by the names that people type.

    Those beyond the rulebook are left out at their defaults: the rulebook's game knows none.
    """
    values = ((option, getattr(game, option.field)) for option in game.options())
    return tuple(
        (option.name, value)
        for option, value in values
        if not (option.beyond and value == option.default)
    )
