"""The `Game` interface and the types of its values, such as players, outcomes and boards.

Front ends use only this interface and contain no code for a particular game.
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
    """One of the two players: Player 1 or Player 2."""

    ONE = 1
    TWO = 2

    def __init__(self, number: int) -> None:
        self.number: SeatNumber = 1 if number == 1 else 2
        """1 or 2, as in records and JSON."""
        self.index = number - 1
        """0 or 1, the index into a pair such as the players' names."""

    @cached_property
    def other(self) -> Seat:
        """The opponent of this player."""
        return Seat.TWO if self is Seat.ONE else Seat.ONE

    # Enum.__hash__ hashes the member's name on every call, and every state contains a seat.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"Player {self.value}"


# Rules compare seats on every move, and a global name is four times as fast as `Seat.ONE`.
ONE, TWO = Seat

DEFAULT_NAMES = (str(Seat.ONE), str(Seat.TWO))

make_tuple = tuple.__new__
"""Create a named tuple: `make_tuple(State, (mover, ...))` equals `State(mover, ...)`.

This function takes a third of the constructor's time, which matters because every move creates a
state.
"""


class Outcome(NamedTuple):
    """The result of a finished game: the winner and the reason."""

    winner: Seat
    reason: str


class Value(enum.StrEnum):
    """The result of a game for the player to move if both players play perfectly."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"

    @property
    def opposite(self) -> Value:
        """The value for the opponent: a win becomes a loss, a loss a win, and a draw a draw."""
        return OPPOSITE[self]

    @property
    def worth(self) -> int:
        """The value as a number: 1 for a win, 0 for a draw, -1 for a loss."""
        return WORTH[self]


WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSE: -1}
OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.DRAW: Value.DRAW}


class Objection(NamedTuple):
    """The reason why a move is illegal, optionally with an explanation."""

    reason: str
    why: str = ""


GAME_OVER = Objection("The game is over.")


class Status(enum.StrEnum):
    """Whether an answer can be chosen when a player is asked for part of a move.

    - `legal`: The rules allow the answer.
    - `try`: The answer can be chosen, but the player has to find out whether the move is legal.
    - `unavailable`: The answer cannot be chosen.
    """

    LEGAL = "legal"
    TRY = "try"
    UNAVAILABLE = "unavailable"


class Answer(NamedTuple):
    """One of the answers to choose from when a player is asked for part of a move."""

    text: str
    """The exact text, as in moves and records."""
    status: Status = Status.LEGAL
    label: str = ""
    """The text to display, if it differs from `text`."""
    also: tuple[str, ...] = ()
    """Other words that the user can type for this answer."""
    numbers: tuple[str, ...] = ()
    """Numbers that the user can type for this answer. Several answers may share a number."""
    objection: Objection | None = None
    """Why no legal move starts with this answer, if another question follows."""

    @property
    def shown(self) -> str:
        """The text to display for this answer."""
        return self.label or self.text


class Question(NamedTuple):
    """A question that asks a player for one part of a move, such as which digit to use.

    A question lists all possible answers.
    """

    prompt: str
    answers: tuple[Answer, ...]
    lead: str = ""
    """Text before the prompt on a terminal line. Front ends that draw a board omit this text."""


class RowKind(enum.StrEnum):
    """What a row of the board shows.

    - `number`: A number, one digit in each cell.
    - `pool`: Items to choose from.
    - `log`: Information, such as the numbers used so far.
    """

    NUMBER = "number"
    POOL = "pool"
    LOG = "log"


class Look(enum.StrEnum):
    """The style in which a cell of the board is drawn.

    - `plain`: No special style.
    - `spent`: Used up, without effect.
    - `struck`: Crossed out.
    - `next`: The next place to fill.
    - `feared`: A place that loses the game for the player who fills it.
    - `present`: The current number.
    """

    PLAIN = "plain"
    SPENT = "spent"
    STRUCK = "struck"
    NEXT = "next"
    FEARED = "feared"
    PRESENT = "present"


class Cell(NamedTuple):
    """One item in a row of the board, such as a digit."""

    text: str
    caption: str = ""
    answer: str = ""
    """The answer that a click on the cell gives, or "" if the cell cannot be clicked."""
    note: str = ""
    """A description in a word or two."""
    seat: Seat | None = None
    """The player who placed the item, if any."""
    look: Look = Look.PLAIN
    effect: str = ""
    """A short symbol for what the cell does to the opponent's number.

    The symbol is displayed next to that number while the cell is selected.
    """


class Row(NamedTuple):
    """A labelled group of cells on the board, such as the digits of a number."""

    kind: RowKind
    label: str
    cells: tuple[Cell, ...]
    seat: Seat | None = None
    """The owner, or None if both players share the row."""
    hidden: int = 0
    """The number of cells that are omitted at the start of a very long row."""
    total: int | None = None
    """The largest number of cells that the row can have, or None if there is no limit."""


View: TypeAlias = tuple[Row, ...]
"""The board as rows of cells, which front ends draw."""


class Editable(NamedTuple):
    """A number in the text of a position that users can change in the position editor."""

    field: int
    """The index of the number among the words in the text. Word 0 is the player to move."""
    empty: str | None = None
    """The character for a place without a digit. None means that every place must have a digit.

    If `empty` is "", removing a digit makes the number shorter.
    """


@dataclass(frozen=True)
class Feature:
    """The meaning and range of one or more numbers in an observation.

    An observation is a position as a list of numbers, for machine learning.
    """

    meaning: str
    low: int
    high: int
    count: int = 1
    """How many consecutive numbers have this meaning and range."""


MOVER = Feature("the player to move, 1 or 2", 1, 2)

OBSERVED = 80
"""The length of the default observation, which encodes the characters of a position's text."""
TEXT_FEATURES = (
    Feature(
        "a letter of the position's text, as its ASCII number; 0 after the end", 0, 127, OBSERVED
    ),
)

MAX_OBSERVED = 10_000
"""The maximum length of an observation."""


def bounds_of(title: str, features: tuple[Feature, ...]) -> tuple[list[int], list[int]]:
    """Return the lowest and highest possible values of each number in an observation.

    An observation is a position as a list of numbers, for machine learning. `title` is the game's
    name for error messages. Raise OptionError if the list would be too long.
    """
    count = sum(feature.count for feature in features)
    if count > MAX_OBSERVED:
        raise OptionError(
            f"An observation of {title} at this size would have {count:,} numbers, but at most "
            f"{MAX_OBSERVED:,} are supported. Choose a smaller size."
        )
    low = [feature.low for feature in features for _ in range(feature.count)]
    return low, [feature.high for feature in features for _ in range(feature.count)]


class State(Protocol):
    """A position in a game. A state is immutable and hashable."""

    @property
    def mover(self) -> Seat:
        """The player to move. In a finished game, this is the player who would be next."""


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Hashable)


# `str(move)` is the text of a move: the answers to the questions in one turn, separated by spaces.
class Game(ABC, Generic[S, M]):
    """The rules of one game. A subclass is a frozen dataclass whose fields are its options.

    States (positions) and moves are immutable and hashable.
    """

    name: ClassVar[str]
    """The identifier in commands and records."""
    title: ClassVar[str]
    """The display name."""
    summary: ClassVar[str]
    """One sentence for lists of games."""
    version: ClassVar[int]
    """The rules version. Increment the version whenever the rules change."""
    presets: ClassVar[tuple[Preset, ...]]
    """Named combinations of options."""
    small_variants: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Options for small variants, for randomized tests. These options are not in the rulebook."""
    editable: ClassVar[tuple[Editable, ...]] = ()
    """The numbers that users can change in the position editor, in the order of the view."""
    exam_variants: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    """Options, not in the rulebook, for variants that provide more exam positions."""
    moves_are_a_hint: ClassVar[bool] = False
    """Whether a list of legal moves is a hint, because finding a legal move is part of the game."""

    def __post_init__(self) -> None:
        """Validate the options. Raise OptionError if the value of an option is not allowed."""
        for option in self.own_options():
            self._check(option)

    # The cached tables of a game are large.
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the game itself. Games are immutable, so a copy is not needed."""
        return self

    def _check(self, option: Option) -> None:
        """Validate the value of an option, and replace it with its standard form.

        Raise OptionError if the value is not allowed.
        """
        value = getattr(self, option.field)
        checked = option.default if value is Unset.UNSET else option.check(value)
        object.__setattr__(self, option.field, checked)

    @property
    @abstractmethod
    def example_state(self) -> str:
        """The text of an example position, which shows users how positions are written."""

    @property
    def size(self) -> int:
        """The approximate number of positions to solve, or 0 if the game is quick to solve."""
        return 0

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the game's rule options, with their help texts, ranges and defaults."""
        return options_of(cls)

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:  # noqa: ARG003
        """Return the game's rule options, with their ranges for the given option values.

        The range of one option can depend on the value of another. This method never raises, even
        if `values` is incomplete or invalid.
        """
        return cls.options()

    def own_options(self) -> tuple[Option, ...]:
        """Return the rule options of this game, with the ranges that apply to its current values.

        The range of one option can depend on the value of another.
        """
        return self.options_with(
            {option.name: getattr(self, option.field) for option in self.options()}
        )

    @classmethod
    def of(cls, values: Mapping[str, OptionValue]) -> Self:
        """Create a game from option values, keyed by the command-line names of the options.

        Raise OptionError if an option does not exist or its value is not allowed.
        """
        fields = {option.name: option.field for option in cls.options()}
        for name in values:
            if name not in fields:
                raise OptionError(
                    f"{cls.title} has no option {quoted(name)}. The options are "
                    f"{', '.join(fields)}."
                )
        return cls(**{fields[name]: value for name, value in values.items()})

    @classmethod
    def rulebook(cls) -> str:
        """Return the rules of the game as Markdown, from `rulebook.md` in the game's package."""
        page = pkgutil.get_data(cls.declaration().package, "rulebook.md")
        return page.decode() if page else ""

    def dialogue(
        self, names: tuple[str, str] = DEFAULT_NAMES, bold: Callable[[str], str] = str
    ) -> Dialogue[S, M]:
        """Return the game's text for players with these names, in the wording of the rulebook.

        `bold` is a function that formats emphasized text.
        """
        spoken: Dialogue[S, M] = self.declaration().load("text")(self, names, bold)
        return spoken

    def second_person(self, audience: Audience) -> SecondPersonText[S, M]:
        """Return the game's text in the second person, which addresses the reader as "you".

        `audience` says which player is the reader.
        """
        from lastdigit.game.text import SecondPersonText

        kind = self.declaration().load("second_person_text") or SecondPersonText
        voice: SecondPersonText[S, M] = kind(self, audience)
        return voice

    @classmethod
    def declaration(cls) -> Declaration:
        """Return the declaration of the game, which lists its parts, such as its solver."""
        declared: Declaration = importlib.import_module(cls.__module__.rpartition(".")[0]).GAME
        return declared

    @cached_property
    def _plain(self) -> Dialogue[S, M]:
        return self.dialogue()

    def view(self, state: S) -> View:
        """Return the board as rows of cells. Labels call the players "Player 1" and "Player 2"."""
        return self._plain.view(state)

    @abstractmethod
    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> S:
        """Return a start position with `first` to move.

        Raise UsageError if the game picks its start at random and `random` is None.
        """

    def needed(self, random: Random | None) -> Random:
        """Return `random`, or raise UsageError if `random` is None.

        Games call this method if they pick their start position at random.
        """
        if random is None:
            raise UsageError(
                f"{self.title} with these options draws its start at random: pass a generator, "
                "such as start(random.Random(1))."
            )
        return random

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return the legal moves in a position, in a fixed order.

        A finished game has no legal moves.
        """

    @abstractmethod
    def successor(self, state: S, move: M) -> S:
        """Return the position after a legal move. Legality is not checked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the winner and the reason, or None if the game is not over."""

    @abstractmethod
    def rejection(self, state: S, move: M) -> Objection | None:
        """Return the reason why the rules forbid a move, or None if they allow it.

        This method does not check whether the game is over.
        """
        # If the move breaks several rules, return the first one in the rulebook's "Rulings"
        # section.

    @abstractmethod
    def all_moves(self) -> tuple[M, ...]:
        """Return every move in the game, whether or not it is legal now, in a fixed order."""

    @abstractmethod
    def key(self, state: S) -> Hashable:
        """Return a key that is the same for positions with the same future.

        In such positions, the player to move has the same moves with the same results.
        """

    @abstractmethod
    def format_state(self, state: S) -> str:
        """Return the text of a position, which starts with the player to move, 1 or 2."""

    @abstractmethod
    def read_state(self, mover: Seat, fields: list[str]) -> S:
        """Parse a position, given as the player to move and the remaining words of its text.

        Raise StateSyntaxError if the words are not a position.
        """

    def objection(self, state: S, move: M) -> Objection | None:
        """Return the reason why a move is illegal, or None if the move is legal.

        In a finished game every move is illegal.
        """
        objection = self.rejection(state, move)
        if objection is None and self.outcome(state) is not None:
            return GAME_OVER
        return objection

    def format_move(self, move: M) -> str:
        """Return the exact text of a move, such as "tens 7"."""
        return self._texts[move]

    def parse_move(self, text: str) -> M:
        """Return the move with exactly this text.

        Raise MoveSyntaxError if no move has this text.
        """
        return self.moves_by_text[text]

    @cached_property
    def _texts(self) -> dict[M, str]:
        return {move: str(move) for move in self.all_moves()}

    @cached_property
    def moves_by_text(self) -> Moves[M]:
        """All moves in the game, keyed by their text. Unknown text raises MoveSyntaxError."""
        return Moves((text, move) for move, text in self._texts.items())

    def parse_state(self, text: str) -> S:
        """Parse the text of a position. The position need not be reachable from the start.

        Raise StateSyntaxError if the text is invalid.
        """
        mover, *fields = text.split() or [""]
        if mover not in ("1", "2") or len(fields) != len(self.example_state.split()) - 1:
            raise StateSyntaxError(
                f"{quoted(text)} is not a position of {self.title}. A position looks like "
                f"{quoted(self.example_state)} and begins with the player to move, 1 or 2."
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
        """The meaning and range of each number in an observation.

        An observation is a position as a list of numbers, for machine learning.
        """
        return TEXT_FEATURES

    def observation(self, state: S) -> tuple[int, ...]:
        """Return a position as numbers, for machine learning.

        By default, the numbers are the ASCII codes of the position's text. Raise
        NotImplementedError if the position's text is too long or not ASCII.
        """
        # An override must encode the player to move, the rule options and everything in `key`.
        text = self.format_state(state)
        if len(text) > OBSERVED or not text.isascii():
            raise NotImplementedError(
                f"{self.title} must declare 'features' and 'observation', because its positions do "
                f"not fit in {OBSERVED} ASCII characters."
            )
        return tuple(text.ljust(OBSERVED, "\0").encode())

    def observation_bytes(self, state: S) -> bytes:
        """Return a position as bytes, for machine learning. Each byte is one number."""
        # A game whose observations contain hundreds of numbers can override this with faster code.
        return bytes(self.observation(state))


class Moves(dict[str, M]):
    """All moves in a game, keyed by their text. Unknown text raises MoveSyntaxError."""

    def __missing__(self, text: str) -> M:
        """Raise MoveSyntaxError, with an example of a valid move in the message."""
        example = next(reversed(self))
        raise MoveSyntaxError(f"{quoted(text)} is not a move: a move looks like {quoted(example)}.")


# Front ends handle any game, so they cannot name its state and move types.
AnyGame: TypeAlias = Game[Any, Any]
