"""Disguises: the same game with different rules text, names and symbols.

A disguise tests whether a player reads the rules: knowledge of the original game does not help.
"""

from __future__ import annotations

import hashlib
import hmac
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from lastdigit.errors import MoveSyntaxError, StateSyntaxError, quoted
from lastdigit.game.game import AnyGame, Game, M, S, Seat

T = TypeVar("T")


class Lot:
    """A source of random choices that depend only on a secret."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def below(self, bound: int, purpose: str) -> int:
        """Return a random integer from 0 to `bound` - 1.

        `purpose` is a label for the choice. The same label always gives the same integer.
        """
        message = f"lastdigit disguise/{self._name}/{purpose}".encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()
        # The modulo bias of 256 bits is below 2**-200.
        return int.from_bytes(digest, "big") % bound

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """Return one of the items, chosen at random.

        `purpose` is a label for the choice. The same label always gives the same item.
        """
        return items[self.below(len(items), purpose)]

    def some(self, items: Sequence[T], count: int, purpose: str) -> tuple[T, ...]:
        """Return `count` different items, chosen at random, in random order.

        `purpose` is a label for the choice. The same label always gives the same items.
        """
        left = list(items)
        return tuple(
            left.pop(self.below(len(left), f"{purpose}/{number}")) for number in range(count)
        )


ALPHABETS = (
    (tuple("BCDFGHJKLMNPQRSTVWXZ"), ""),
    (tuple("●■▲◆★▼○□△◇☆▽◎†‡§¶"), ""),
    (("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo"), "-"),
)
"""Alphabets whose symbols can replace digits, each with the separator between two symbols.

No symbol looks like a digit or like another Unicode character, and no sequence spells a word.
"""
EMPTY = "~"
"""The symbol for a place without a digit."""
COLOURS = ("amber", "coral", "ivory", "jade", "lilac", "ochre", "pearl", "teal", "umber")
"""Names that a disguise can give to the places in a number (ones, tens and so on)."""


class Signs(NamedTuple):
    """The symbols that a disguised game writes instead of digits."""

    every: tuple[str, ...]
    """The symbol for each digit, starting with 0."""
    joint: str
    """The separator between two symbols."""

    @classmethod
    def draw(cls, lot: Lot, base: int) -> Signs:
        """Choose random symbols for the digits from 0 to `base` - 1."""
        # All symbols come from one alphabet.
        fitting = [one for one in ALPHABETS if len(one[0]) >= base]
        alphabet, joint = lot.pick(fitting, "alphabet")
        return cls(lot.some(alphabet, base, "signs"), joint)

    @property
    def legend(self) -> str:
        """The symbols and the digits that they stand for, as text such as "K=0, B=1"."""
        return ", ".join(f"{sign}={value}" for value, sign in enumerate(self.every))

    def write(self, values: Iterable[int | None]) -> str:
        """Return the symbols for these digits as text. None stands for a missing digit."""
        return self.joint.join(EMPTY if value is None else self.every[value] for value in values)

    def read(self, text: str) -> tuple[int | None, ...]:
        """Return the digits that these symbols stand for, with None for a missing digit.

        Raise KeyError for an unknown symbol.
        """
        known = {EMPTY: None, **{sign: value for value, sign in enumerate(self.every)}}
        return tuple(known[sign] for sign in (text.split(self.joint) if self.joint else text))


class Places(NamedTuple):
    """New names for the places in a number (ones, tens, ...), and a new order to write them in."""

    names: tuple[str, ...]
    """New names for the places, such as "jade" for the tens, in the order they are written in."""
    order: tuple[int, ...]
    """The index of the place that each of `names` stands for. The most significant place is 0."""
    base: int

    @classmethod
    def draw(cls, lot: Lot, count: int, base: int) -> Places:
        """Choose random names for the places in a number, and a random order to write them in.

        `count` is the number of places.
        """
        # Use the usual order, with the most significant place first, only if there is no other.
        usual, *others = permutations(range(count))
        order = lot.pick(others or [usual], "order")
        return cls(lot.some(COLOURS, count, "places"), order, base)

    def name_of(self, place: int) -> str:
        """Return the disguised name of a place in a number. Place 0 is the most significant one."""
        return self.names[self.order.index(place)]

    @property
    def listed(self) -> str:
        """The disguised names of the places in a number (ones, tens and so on) as text.

        The names are in the order in which the disguised game writes the digits. For example,
        "jade, coral" means that the digit of the place "jade" is written first.
        """
        return ", ".join(self.names)

    @property
    def worths(self) -> str:
        """The disguised name and value of each place: "jade 1, coral 10" for ones and tens."""
        highest = len(self.order) - 1
        weights = (self.base ** (highest - place) for place in self.order)
        pairs = (f"{name} {weight}" for name, weight in zip(self.names, weights, strict=True))
        return ", ".join(pairs)

    def arranged(self, values: Sequence[T]) -> tuple[T, ...]:
        """Put values, such as the digits of a number, into this disguise's order.

        `values` has one value for each place of a number, the most significant place first.
        """
        return tuple(values[place] for place in self.order)

    def restored(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return `values` in the usual order of places, the most significant place first.

        `values` has one value for each place, such as its digit, in the order in which the
        disguised game writes the places. Raise ValueError if there are too many or too few values.
        """
        found = dict(zip(self.order, values, strict=True))
        return tuple(found[place] for place in range(len(self.order)))

    def digits(self, number: int) -> tuple[int, ...]:
        """Return the digits of a number in this disguise's order, such as ones first."""
        powers = reversed(range(len(self.order)))
        return self.arranged([number // self.base**power % self.base for power in powers])

    def number(self, digits: Sequence[int | None]) -> int:
        """Return the number with these digits.

        The digits are in the order in which the disguised game writes them. Raise ValueError if a
        digit is None, or if there are too many or too few digits.
        """
        found = 0
        for digit in self.restored(digits):
            if digit is None:
                raise ValueError
            found = found * self.base + digit
        return found


ANIMALS = ("badger", "falcon", "gecko", "heron", "lynx", "marten", "otter", "puffin", "stoat")
"""Names that a disguise can give to the players."""
WIDTH, ITEM = 90, "- "
"""The line width of the rules text, and the start of a list item in `Disguise.text`."""


class Disguise(ABC, Generic[S, M]):
    """An unfamiliar presentation of a game, with its own rules text, names and notation."""

    text: ClassVar[str]
    """The rules as a template for `str.format`, with paragraphs separated by empty lines.

    In a paragraph that is a list, each rule starts with a dash. Rules that are empty after
    formatting are omitted, and the others are numbered.
    """
    first_text: ClassVar[str] = ""
    """The template of version 1 of the exam, if it differs. It never changes."""

    def __init__(self, game: Game[S, M], lot: Lot) -> None:
        self.game = game
        self.names = dict(zip(Seat, lot.some(ANIMALS, 2, "players"), strict=True))
        self.order: tuple[Seat, ...] = lot.some(tuple(Seat), 2, "seats")
        """The order in which the text of a position lists the players."""
        first, second = (self.names[seat] for seat in self.order)
        self.words: dict[str, object] = {"first": first, "second": second}
        """The values for the replacement fields of `text`."""

    @staticmethod
    def draw(secret: bytes, game: AnyGame) -> AnyDisguise | None:
        """Return a disguise of a game, with random names and symbols derived from a secret.

        The same secret always gives the same disguise. Return None if the game does not declare
        disguises.
        """
        kind = game.declaration().load("disguise")
        return None if kind is None else kind(game, Lot(secret, game.name))

    @abstractmethod
    def format_move(self, move: M) -> str:
        """Return the text of a move in this disguise's notation."""

    @abstractmethod
    def format_fields(self, state: S) -> list[str]:
        """Return the words that describe a position in this disguise's notation.

        The player to move is not included.
        """

    @abstractmethod
    def read_fields(self, mover: Seat, fields: list[str]) -> S:
        """Return the position that these words describe in this disguise's notation.

        `mover` is the player to move. Raise KeyError or ValueError if the words are invalid.
        """

    def rules(self, version: int | None = None) -> str:
        """Return the complete rules of the game as text, in this disguise's wording.

        `version` is the version of the exam, by default the current one.
        """
        template = self.first_text or self.text if version == 1 else self.text
        text = template.format(**self.words).strip()
        return "\n\n".join(map(_format_paragraph, text.split("\n\n"))) + "\n"

    def format_state(self, state: S) -> str:
        """Return the text of a position in this disguise's notation.

        The first word is the name of the player to move.
        """
        return " ".join([self.names[state.mover], *self.format_fields(state)])

    def parse_state(self, text: str) -> S:
        """Parse the text of a position in this disguise's notation.

        Raise StateSyntaxError if the text is invalid.
        """
        mover, *fields = text.split(" ")
        seats = {name: seat for seat, name in self.names.items()}
        try:
            return self.read_fields(seats[mover], fields)
        except (KeyError, ValueError):
            raise StateSyntaxError(f"{quoted(text)} is not a position in this disguise.") from None

    @cached_property
    def _moves(self) -> dict[str, M]:
        return {self.format_move(move): move for move in self.game.all_moves()}

    def parse_move(self, text: str) -> M:
        """Return the move with exactly this text in this disguise's notation.

        Raise MoveSyntaxError if there is no such move.
        """
        if text not in self._moves:
            raise MoveSyntaxError(f"{quoted(text)} is not a move in this disguise.")
        return self._moves[text]


def _format_paragraph(paragraph: str) -> str:
    if not paragraph.startswith(ITEM):
        return _fill(paragraph, "")
    items = [item for item in f"\n{paragraph}".split(f"\n{ITEM}") if item.strip()]
    numbered = ((f"{number}. ", item) for number, item in enumerate(items, 1))
    return "\n".join(_fill(mark + item, " " * len(mark)) for mark, item in numbered)


def _fill(text: str, indent: str) -> str:
    words = " ".join(text.split())
    return textwrap.fill(
        words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


# Callers handle any game, so they cannot name its state and move types.
AnyDisguise: TypeAlias = Disguise[Any, Any]
