"""The values that pass between a game and its front ends.

Who sits where, how a game ended, why a move is refused, what is asked and what is shown. All are
frozen; none knows any game.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from lastdigit.errors import OptionError

SeatNumber = Literal[1, 2]


class Seat(enum.Enum):
    """One of the two sides of the table."""

    ONE = 1
    TWO = 2

    def __init__(self, number: int) -> None:
        self.number: SeatNumber = 1 if number == 1 else 2
        """1 or 2: how data name this seat."""
        self.index = number - 1
        """0 or 1: where this seat stands in a pair."""

    @cached_property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE

    # An enumeration hashes its members' names anew each time, and every state has a member in it.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"Player {self.value}"


# The rules ask for a seat at every move, and a name is found four times as fast as a member.
ONE, TWO = Seat

made = tuple.__new__
"""`made(State, (mover, ...))` is `State(mover, ...)`, in a third of the time: moves make many."""


class Outcome(NamedTuple):
    """How the rules ended a game: who has won, and why."""

    winner: Seat
    reason: str


class Objection(NamedTuple):
    """Why the rules refuse a move, and, where there is something to learn, why that is so."""

    reason: str
    why: str = ""


GAME_OVER = Objection("The game is over.")


class Status(enum.StrEnum):
    """What is known of an answer before it is tried."""

    LEGAL = "legal"
    TRY = "try"
    UNAVAILABLE = "unavailable"


class Answer(NamedTuple):
    """One answer to a question: its exact text, how it is shown, and other words for it.

    `numbers` may mean it, such as that of its place; several answers may share one. Where more is
    asked after it, an answer that no legal move begins with has the rules' objection.
    """

    text: str
    status: Status = Status.LEGAL
    label: str = ""
    also: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    objection: Objection | None = None

    @property
    def shown(self) -> str:
        """The answer as people read it."""
        return self.label or self.text


class Question(NamedTuple):
    """One question of a turn, with every answer to it.

    `lead` is what a line begins with that asks it: what a screen shows beside the question anyway.
    """

    prompt: str
    answers: tuple[Answer, ...]
    lead: str = ""


class RowKind(enum.StrEnum):
    """What a row of a view is a picture of."""

    NUMBER = "number"
    POOL = "pool"
    LOG = "log"


class Look(enum.StrEnum):
    """How a cell stands there, besides what it says: used up, closed, next to be filled, feared."""

    PLAIN = "plain"
    SPENT = "spent"
    STRUCK = "struck"
    NEXT = "next"
    FEARED = "feared"
    PRESENT = "present"


class Cell(NamedTuple):
    """One thing to show; `answer` is what a click on it says, if anything.

    `note` says in a word or two what it does or is, `seat` who put it there. `effect` is a sign of
    what it does to the other's number, shown beside that while it is chosen.
    """

    text: str
    caption: str = ""
    answer: str = ""
    note: str = ""
    seat: Seat | None = None
    look: Look = Look.PLAIN
    effect: str = ""


class Row(NamedTuple):
    """Cells that belong together, and whose they are (nobody's: shared).

    Of a very long row the game shows the end; `hidden` says how many cells come before it. Where
    there can only be so many cells, `total` is how many.
    """

    kind: RowKind
    label: str
    cells: tuple[Cell, ...]
    seat: Seat | None = None
    hidden: int = 0
    total: int | None = None


View: TypeAlias = tuple[Row, ...]


class Editable(NamedTuple):
    """Where the digits of a shown number stand in a position's text, so that they can be set.

    `field` counts the words of the text, the mover being 0. `empty` stands for a place without a
    digit; nothing: taking a digit away makes the number shorter; None: every place has one.
    """

    field: int
    empty: str | None = None


@dataclass(frozen=True)
class Feature:
    """One number of an observation, or several alike: what it tells, and how far it goes."""

    meaning: str
    low: int
    high: int
    count: int = 1


MOST_OBSERVED = 10_000
"""The numbers of an observation that something can be learned from."""


def bounds_of(title: str, features: tuple[Feature, ...]) -> tuple[list[int], list[int]]:
    """Return the least and the greatest that each number of an observation can be.

    Raises OptionError where there are too many.
    """
    count = sum(feature.count for feature in features)
    if count > MOST_OBSERVED:
        raise OptionError(
            f"{title} of this size would be observed as {count:,} numbers, and an environment has "
            f"at most {MOST_OBSERVED:,}: choose a smaller one."
        )
    low = [feature.low for feature in features for _ in range(feature.count)]
    return low, [feature.high for feature in features for _ in range(feature.count)]


MOVER = Feature("the player to move, 1 or 2", 1, 2)


DEFAULT_NAMES = (str(Seat.ONE), str(Seat.TWO))
