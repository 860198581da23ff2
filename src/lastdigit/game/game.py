"""The contract of a game: seats, outcomes, questions, views, and the rules as a `Game`.

Every front end works from this contract and knows no particular game. All values are immutable.
"""

from __future__ import annotations

import enum
import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)

from lastdigit.errors import (
    IllegalMove,
    MoveSyntaxError,
    OptionError,
    StateSyntaxError,
    UsageError,
    quoted,
)
from lastdigit.game.options import Option, OptionValue, Preset, Unset, options_of

if TYPE_CHECKING:
    from random import Random

    from lastdigit.game.declaration import Declaration
    from lastdigit.game.text import Audience, Dialogue, SecondPersonText


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

make_tuple = tuple.__new__
"""`made(State, (mover, ...))` is `State(mover, ...)`, in a third of the time: moves make many."""


class Outcome(NamedTuple):
    """How the rules ended a game: who has won, and why."""

    winner: Seat
    reason: str


class Value(enum.StrEnum):
    """What a position is worth to the player to move, if nobody errs from here on."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"

    @property
    def opposite(self) -> Value:
        """The same, seen from the other side."""
        return OPPOSITE[self]

    @property
    def worth(self) -> int:
        """The same as a number: 1, 0 or -1."""
        return WORTH[self]


WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSE: -1}
OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.DRAW: Value.DRAW}


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


OBSERVED = 80
"""The letters of a position's text that are seen of a game that says no better."""
TEXT_FEATURES = (
    Feature(
        "a letter of the position's text, as its ASCII number; 0 after the end", 0, 127, OBSERVED
    ),
)


class State(Protocol):
    """A position: a frozen, hashable value that knows who is to move."""

    @property
    def mover(self) -> Seat:
        """The player to move; at the end of a game, the one who would be."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[S, M]):
    """The rules of one game. A subclass is a frozen dataclass whose fields are its options.

    A state is a named tuple, a move a small value whose `str` is its exact text: the answers to
    the turn's questions, joined by blanks. States and moves are never changed, only made.
    """

    name: ClassVar[str]
    """What it is called in commands and records."""
    title: ClassVar[str]
    """What people call it."""
    summary: ClassVar[str]
    """One sentence about it, for a list."""
    version: ClassVar[int]
    """Of its rules: one more whenever they change."""
    presets: ClassVar[tuple[Preset, ...]]
    """Options that go well together, by a name."""
    small_members: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Options beyond the rulebook that make small games: what tries a game at random takes them."""
    editable: ClassVar[tuple[Editable, ...]] = ()
    """The numbers of a view, in their order, as far as they can be set up by pressing tiles."""
    exam_members: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Options beyond the rulebook whose positions are asked in an exam besides the usual ones."""
    moves_are_a_hint: ClassVar[bool] = False
    """Whether finding a legal move is the game, so that listing them gives something away."""

    def __post_init__(self) -> None:
        """Refuse options that are out of range; raises OptionError."""
        for option in self.own_options():
            self._check(option)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the game itself: it never changes, and its tables are too large to copy."""
        return self

    def _check(self, option: Option) -> None:
        """Replace the value of an option by its canonical form; raises OptionError."""
        value = getattr(self, option.field)
        checked = option.default if value is Unset.UNSET else option.check(value)
        object.__setattr__(self, option.field, checked)

    @property
    @abstractmethod
    def example_state(self) -> str:
        """A position's text, to show how one is written with these options."""

    @property
    def size(self) -> int:
        """How many positions have to be solved at once for an exact answer, or as much work.

        It is 0 where that is no more than for the rulebook's game.
        """
        return 0

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the numbers of an observation are, in order."""
        return TEXT_FEATURES

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the rule options, each with its help, range and default."""
        return options_of(cls)

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:  # noqa: ARG003
        """Return the rule options as they are where some have these values.

        Sizes change what other options may be, and the base how their numbers are written. The
        values need not be allowed; raises nothing.
        """
        return cls.options()

    def own_options(self) -> tuple[Option, ...]:
        """Return the rule options as they are in this game, with its sizes and its base."""
        return self.options_with(
            {option.name: getattr(self, option.field) for option in self.options()}
        )

    @classmethod
    def of(cls, values: Mapping[str, OptionValue]) -> Self:
        """Return the game with these options, by the names that people type.

        Raises OptionError for an option that does not exist or is out of range.
        """
        fields = {option.name: option.field for option in cls.options()}
        for name in values:
            if name not in fields:
                raise OptionError(
                    f"{cls.title} has no option {quoted(name)}; it has {', '.join(fields)}."
                )
        return cls(**{fields[name]: value for name, value in values.items()})

    @classmethod
    def rulebook(cls) -> str:
        """Return the rules as Markdown: `rulebook.md` in the game's package."""
        page = pkgutil.get_data(cls.declaration().package, "rulebook.md")
        return page.decode() if page else ""

    def dialogue(
        self, names: tuple[str, str] = DEFAULT_NAMES, bold: Callable[[str], str] = str
    ) -> Dialogue[S, M]:
        """Return the game's text in the rulebook's words, with these players' names."""
        spoken: Dialogue[S, M] = self.declaration().load("text")(self, names, bold)
        return spoken

    def second_person(self, audience: Audience) -> SecondPersonText[S, M]:
        """Return the game's second-person text, spoken to the reader."""
        from lastdigit.game.text import SecondPersonText

        kind = self.declaration().load("second_person_text") or SecondPersonText
        voice: SecondPersonText[S, M] = kind(self, audience)
        return voice

    @classmethod
    def declaration(cls) -> Declaration:
        """Return what the game's package offers."""
        declared: Declaration = importlib.import_module(cls.__module__.rpartition(".")[0]).GAME
        return declared

    @cached_property
    def _plain(self) -> Dialogue[S, M]:
        return self.dialogue()

    def view(self, state: S) -> View:
        """Return what to show, as data."""
        return self._plain.view(state)

    @abstractmethod
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> S:
        """Return a starting position.

        Only a game that draws its start needs `random`; without it, such a game raises UsageError.
        """

    def needed(self, random: Random | None) -> Random:
        """Return the generator that a start is drawn with; raises UsageError if there is none."""
        if random is None:
            raise UsageError(
                f"{self.title} with these options draws its start at random: pass a generator, "
                "such as start(random.Random(1))."
            )
        return random

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return the moves that the rules allow, in the order of `all_moves`; none at the end."""

    @abstractmethod
    def successor(self, state: S, move: M) -> S:
        """Return the position after a legal move. Whether it is legal is not asked again."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return who has won and why, or None while the game goes on."""

    @abstractmethod
    def rejection(self, state: S, move: M) -> Objection | None:
        """Return the first reason, in the rulings' order, against the move itself."""

    @abstractmethod
    def all_moves(self) -> tuple[M, ...]:
        """Return every move there can ever be, in an order that never changes."""

    @abstractmethod
    def key(self, state: S) -> Hashable:
        """Return all that matters for the future of the player to move and the other."""

    @abstractmethod
    def format_state(self, state: S) -> str:
        """Return the position as one short line; the mover's number comes first."""

    @abstractmethod
    def read_state(self, mover: Seat, fields: list[str]) -> S:
        """Return the position that the fields after the mover spell; raises StateSyntaxError."""

    def observation(self, state: S) -> tuple[int, ...]:
        """Return a position as numbers for learning, as `features` declares them.

        They tell whose turn it is and all that matters for the future, the options included. A
        game that says no better is seen by its text; raises NotImplementedError if that is long.
        """
        text = self.format_state(state)
        if len(text) > OBSERVED or not text.isascii():
            raise NotImplementedError(
                f"{self.title} has to declare features and observation: "
                f"its positions are not written in {OBSERVED} ASCII characters."
            )
        return tuple(text.ljust(OBSERVED, "\0").encode())

    def observation_bytes(self, state: S) -> bytes:
        """Return an observation whose numbers are all from 0 to 255, a byte for each.

        A game with hundreds of them may be quicker here than through `observation`.
        """
        return bytes(self.observation(state))

    def objection(self, state: S, move: M) -> Objection | None:
        """Return why a move is not allowed, or None if it is.

        What the rules say of the move itself comes before the game's being over.
        """
        objection = self.rejection(state, move)
        if objection is None and self.outcome(state) is not None:
            return GAME_OVER
        return objection

    def format_move(self, move: M) -> str:
        """Return the exact text of a move."""
        return self._texts[move]

    def parse_move(self, text: str) -> M:
        """Return the move with exactly this text; raises MoveSyntaxError."""
        return self.moves_by_text[text]

    def parse_state(self, text: str) -> S:
        """Return any well-formed position, reachable or not; raises StateSyntaxError."""
        mover, *fields = text.split() or [""]
        if mover not in ("1", "2") or len(fields) != len(self.example_state.split()) - 1:
            raise StateSyntaxError(
                f"{quoted(text)} is not a position of {self.title}: "
                f"one looks like {quoted(self.example_state)}; "
                "it begins with the player whose turn it is, 1 or 2."
            )
        return self.read_state(Seat(int(mover)), fields)

    def play(self, state: S, text: str) -> S:
        """Return the position after the move with this text.

        Raises MoveSyntaxError if it cannot be read and IllegalMove if the rules object.
        """
        move = self.parse_move(text)
        objection = self.objection(state, move)
        if objection is not None:
            raise IllegalMove(objection.reason)
        return self.successor(state, move)

    @cached_property
    def _texts(self) -> dict[M, str]:
        return {move: str(move) for move in self.all_moves()}

    @cached_property
    def moves_by_text(self) -> Moves[M]:
        """Every move there can ever be, by its exact text; any other raises MoveSyntaxError."""
        return Moves((text, move) for move, text in self._texts.items())


class Moves(dict[str, M]):
    """Moves by their exact texts."""

    def __missing__(self, text: str) -> M:
        """Refuse a text that is no move; raises MoveSyntaxError."""
        example = next(reversed(self))
        raise MoveSyntaxError(f"{quoted(text)} is not a move: a move looks like {quoted(example)}.")


# A front end holds some game without knowing which: here its types are let go.
AnyGame: TypeAlias = Game[Any, Any]
