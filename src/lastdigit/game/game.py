"""The `Game` interface, and its value types: seats, outcomes, questions, views and features.

Front ends use only this interface and contain no code for a particular game. All values are
immutable.
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
    """One of the two players."""

    ONE = 1
    TWO = 2

    def __init__(self, number: int) -> None:
        self.number: SeatNumber = 1 if number == 1 else 2
        """1 or 2, as in records and JSON."""
        self.index = number - 1
        """0 or 1, the index into a pair such as the players' names."""

    @cached_property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE

    # Enum.__hash__ hashes the member's name on every call, and every state contains a seat.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"Player {self.value}"


# Rules compare seats on every move, and a global name is four times as fast as `Seat.ONE`.
ONE, TWO = Seat

DEFAULT_NAMES = (str(Seat.ONE), str(Seat.TWO))

make_tuple = tuple.__new__
"""Create a named tuple in a third of the time, which matters because every move creates a state.

`make_tuple(State, (mover, ...))` equals `State(mover, ...)`.
"""


class Outcome(NamedTuple):
    """The result of a finished game: the winner and the reason."""

    winner: Seat
    reason: str


class Value(enum.StrEnum):
    """What a position is worth to the player to move, if nobody errs from here on."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"

    @property
    def opposite(self) -> Value:
        """The value for the other player."""
        return OPPOSITE[self]

    @property
    def worth(self) -> int:
        """The value as a number: 1, 0 or -1."""
        return WORTH[self]


WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSE: -1}
OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.DRAW: Value.DRAW}


class Objection(NamedTuple):
    """The reason a move is illegal, and optionally an explanation of that reason."""

    reason: str
    why: str = ""


GAME_OVER = Objection("The game is over.")


class Status(enum.StrEnum):
    """What is known of an answer before it is tried."""

    LEGAL = "legal"
    TRY = "try"
    UNAVAILABLE = "unavailable"


class Answer(NamedTuple):
    """One answer to a question: its exact text, its display label and its aliases.

    `also` lists aliases that select this answer. `numbers` lists numbers that select it too, such
    as its position. Several answers may share a number. `objection` is set if another question
    follows this answer and no legal move starts with it.
    """

    text: str
    status: Status = Status.LEGAL
    label: str = ""
    also: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    objection: Objection | None = None

    @property
    def shown(self) -> str:
        """The text to display."""
        return self.label or self.text


class Question(NamedTuple):
    """The prompt for one part of a move, with every possible answer.

    `lead` is printed before the prompt on a terminal line. Front ends that draw a board omit it
    because the board already shows that information.
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
    """One item of a row.

    `answer` is the answer that a click on the cell gives, if any. `note` describes the cell in a
    word or two. `seat` is the player who placed it. `effect` is a short symbol for what the cell
    does to the opponent's number, and is displayed beside that number while the cell is selected.
    """

    text: str
    caption: str = ""
    answer: str = ""
    note: str = ""
    seat: Seat | None = None
    look: Look = Look.PLAIN
    effect: str = ""


class Row(NamedTuple):
    """A labelled group of cells.

    `seat` is the owner, or None if both players share the row. A game may show only the end of a
    very long row: `hidden` is the number of cells omitted before it. `total` is the largest number
    of cells that the row can have, if there is a limit.
    """

    kind: RowKind
    label: str
    cells: tuple[Cell, ...]
    seat: Seat | None = None
    hidden: int = 0
    total: int | None = None


View: TypeAlias = tuple[Row, ...]


class Editable(NamedTuple):
    """A number on the board whose digits can be edited, and its location in a position's text.

    `field` is the index of the word in the text. The mover is word 0. `empty` is the character for
    a place without a digit. If `empty` is "", removing a digit makes the number shorter. If it is
    None, every place must have a digit.
    """

    field: int
    empty: str | None = None


@dataclass(frozen=True)
class Feature:
    """The meaning and range of one number of an observation, or of `count` similar numbers."""

    meaning: str
    low: int
    high: int
    count: int = 1


MOVER = Feature("the player to move, 1 or 2", 1, 2)

OBSERVED = 80
"""Length of the default observation, which encodes the characters of a position's text."""
TEXT_FEATURES = (
    Feature(
        "a letter of the position's text, as its ASCII number; 0 after the end", 0, 127, OBSERVED
    ),
)

MOST_OBSERVED = 10_000
"""The maximum length of an observation."""


def bounds_of(title: str, features: tuple[Feature, ...]) -> tuple[list[int], list[int]]:
    """Return the lower and the upper bounds of an observation, one entry per number.

    Raise OptionError if the observation is longer than MOST_OBSERVED.
    """
    count = sum(feature.count for feature in features)
    if count > MOST_OBSERVED:
        raise OptionError(
            f"{title} of this size would be observed as {count:,} numbers, and an environment has "
            f"at most {MOST_OBSERVED:,}: choose a smaller one."
        )
    low = [feature.low for feature in features for _ in range(feature.count)]
    return low, [feature.high for feature in features for _ in range(feature.count)]


class State(Protocol):
    """A position: an immutable, hashable value with the player to move."""

    @property
    def mover(self) -> Seat:
        """The player to move. In a finished game, the player who would be next."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[S, M]):
    """The rules of one game. A subclass is a frozen dataclass whose fields are its options.

    A state is a named tuple. A move is a small hashable value. `str(move)` is its exact text: the
    answers to the questions of the turn, separated by spaces. States and moves are immutable.
    """

    name: ClassVar[str]
    """The identifier in commands and records."""
    title: ClassVar[str]
    """The display name."""
    summary: ClassVar[str]
    """One sentence for lists of games."""
    version: ClassVar[int]
    """The version of the rules. Increment it whenever the rules change."""
    presets: ClassVar[tuple[Preset, ...]]
    """Named combinations of options."""
    small_members: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Small variants with options that the rulebook does not have, for randomized tests."""
    editable: ClassVar[tuple[Editable, ...]] = ()
    """The editable numbers in the position editor, in the order of the view."""
    exam_members: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Variants with options that the rulebook does not have, for additional exam positions."""
    moves_are_a_hint: ClassVar[bool] = False
    """Whether a list of legal moves is a hint, because finding a legal move is part of the game."""

    def __post_init__(self) -> None:
        """Validate the options. Raise OptionError if one is not allowed."""
        for option in self.own_options():
            self._check(option)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the game itself. It is immutable, and its cached tables are too large to copy."""
        return self

    def _check(self, option: Option) -> None:
        """Replace the value of an option with its canonical form. Raise OptionError."""
        value = getattr(self, option.field)
        checked = option.default if value is Unset.UNSET else option.check(value)
        object.__setattr__(self, option.field, checked)

    @property
    @abstractmethod
    def example_state(self) -> str:
        """A position's text, as an example of the notation with these options."""

    @property
    def size(self) -> int:
        """The number of positions a solver must solve at once, or the equivalent work.

        0 if the effort is no larger than for the rulebook's options.
        """
        return 0

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the rule options with their help, ranges and defaults."""
        return options_of(cls)

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:  # noqa: ARG003
        """Return the rule options, adjusted to the given values of some of them.

        Size options change the ranges of other options, and the base changes their notation. The
        values may be invalid. This method never raises.
        """
        return cls.options()

    def own_options(self) -> tuple[Option, ...]:
        """Return the rule options, adjusted to this game's values."""
        return self.options_with(
            {option.name: getattr(self, option.field) for option in self.options()}
        )

    @classmethod
    def of(cls, values: Mapping[str, OptionValue]) -> Self:
        """Create a game from options, keyed by their command-line names.

        Raise OptionError if an option does not exist or its value is not allowed.
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
        """Return the rules as Markdown, from `rulebook.md` in the game's package."""
        page = pkgutil.get_data(cls.declaration().package, "rulebook.md")
        return page.decode() if page else ""

    def dialogue(
        self, names: tuple[str, str] = DEFAULT_NAMES, bold: Callable[[str], str] = str
    ) -> Dialogue[S, M]:
        """Return the game's text in the wording of the rulebook, with these players' names."""
        spoken: Dialogue[S, M] = self.declaration().load("text")(self, names, bold)
        return spoken

    def second_person(self, audience: Audience) -> SecondPersonText[S, M]:
        """Return the game's text in the second person, for this audience."""
        from lastdigit.game.text import SecondPersonText

        kind = self.declaration().load("second_person_text") or SecondPersonText
        voice: SecondPersonText[S, M] = kind(self, audience)
        return voice

    @classmethod
    def declaration(cls) -> Declaration:
        """Return the declaration of the game's package, which names its parts."""
        declared: Declaration = importlib.import_module(cls.__module__.rpartition(".")[0]).GAME
        return declared

    @cached_property
    def _plain(self) -> Dialogue[S, M]:
        return self.dialogue()

    def view(self, state: S) -> View:
        """Return the board as rows of cells, with the default names."""
        return self._plain.view(state)

    @abstractmethod
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> S:
        """Return a start position with `first` to move.

        Raise UsageError if the start is random and `random` is None.
        """

    def needed(self, random: Random | None) -> Random:
        """Return the random generator. Raise UsageError if it is None."""
        if random is None:
            raise UsageError(
                f"{self.title} with these options draws its start at random: pass a generator, "
                "such as start(random.Random(1))."
            )
        return random

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return the legal moves in the order of `all_moves`. A finished game has none."""

    @abstractmethod
    def successor(self, state: S, move: M) -> S:
        """Return the position after a legal move. Legality is not checked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the winner and the reason, or None if the game is not over."""

    @abstractmethod
    def rejection(self, state: S, move: M) -> Objection | None:
        """Return why the move breaks a rule, or None. Ignore whether the game is over.

        If it breaks several rules, return the first in the order of the rulebook's rulings.
        """

    @abstractmethod
    def all_moves(self) -> tuple[M, ...]:
        """Return every possible move of the game, in a fixed order."""

    @abstractmethod
    def key(self, state: S) -> Hashable:
        """Return everything that affects the rest of the game, seen from the player to move.

        Positions with equal keys have the same moves and results, whichever seat is to move.
        """

    @abstractmethod
    def format_state(self, state: S) -> str:
        """Return the position as one short line, starting with the mover: 1 or 2."""

    @abstractmethod
    def read_state(self, mover: Seat, fields: list[str]) -> S:
        """Parse the fields after the mover. Raise StateSyntaxError if they are not a position."""

    def objection(self, state: S, move: M) -> Objection | None:
        """Return why a move is illegal, or None if it is legal.

        In a finished game, a rule that the move breaks takes precedence over GAME_OVER.
        """
        objection = self.rejection(state, move)
        if objection is None and self.outcome(state) is not None:
            return GAME_OVER
        return objection

    def format_move(self, move: M) -> str:
        """Return the exact text of a move."""
        return self._texts[move]

    def parse_move(self, text: str) -> M:
        """Return the move with exactly this text. Raise MoveSyntaxError if there is none."""
        return self.moves_by_text[text]

    @cached_property
    def _texts(self) -> dict[M, str]:
        return {move: str(move) for move in self.all_moves()}

    @cached_property
    def moves_by_text(self) -> Moves[M]:
        """Every possible move, keyed by its exact text. Other keys raise MoveSyntaxError."""
        return Moves((text, move) for move, text in self._texts.items())

    def parse_state(self, text: str) -> S:
        """Parse a well-formed position, reachable or not. Raise StateSyntaxError otherwise."""
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

        Raise MoveSyntaxError if the text is not a move, and IllegalMove if the move is illegal.
        """
        move = self.parse_move(text)
        objection = self.objection(state, move)
        if objection is not None:
            raise IllegalMove(objection.reason)
        return self.successor(state, move)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The meaning and range of each number of an observation, in order."""
        return TEXT_FEATURES

    def observation(self, state: S) -> tuple[int, ...]:
        """Return a position as numbers for machine learning, as declared by `features`.

        The numbers encode the mover, the rule options and everything in `key`. The default encodes
        the position's text. Raise NotImplementedError if that is too long or not ASCII.
        """
        text = self.format_state(state)
        if len(text) > OBSERVED or not text.isascii():
            raise NotImplementedError(
                f"{self.title} has to declare features and observation: "
                f"its positions are not written in {OBSERVED} ASCII characters."
            )
        return tuple(text.ljust(OBSERVED, "\0").encode())

    def observation_bytes(self, state: S) -> bytes:
        """Return an observation as bytes, if all its numbers are from 0 to 255.

        A game with hundreds of numbers can override this with something faster.
        """
        return bytes(self.observation(state))


class Moves(dict[str, M]):
    """Moves keyed by their exact text."""

    def __missing__(self, text: str) -> M:
        """Raise MoveSyntaxError with an example of a move."""
        example = next(reversed(self))
        raise MoveSyntaxError(f"{quoted(text)} is not a move: a move looks like {quoted(example)}.")


# Front ends handle any game, so they cannot name its state and move types.
AnyGame: TypeAlias = Game[Any, Any]
