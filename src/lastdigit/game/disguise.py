"""Disguises: the same game tree with a different rules text, names and symbols.

A player who has only memorized the game does not recognize it. A player who reads the rules and
calculates plays as well as before.
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
    """Deterministic random choices, derived from a secret with HMAC.

    A choice depends only on the secret, the name and the purpose. It is the same on every machine
    and Python version.
    """

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def below(self, bound: int, purpose: str) -> int:
        """Return an integer from 0 to `bound` - 1."""
        message = f"lastdigit disguise/{self._name}/{purpose}".encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()
        # The modulo bias of 256 bits is below 2**-200.
        return int.from_bytes(digest, "big") % bound

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """Choose one item."""
        return items[self.below(len(items), purpose)]

    def some(self, items: Sequence[T], count: int, purpose: str) -> tuple[T, ...]:
        """Choose `count` different items, in random order."""
        left = list(items)
        return tuple(
            left.pop(self.below(len(left), f"{purpose}/{number}")) for number in range(count)
        )


ALPHABETS = (
    (tuple("BCDFGHJKLMNPQRSTVWXZ"), ""),
    (tuple("●■▲◆★▼○□△◇☆▽◎†‡§¶"), ""),
    (("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo"), "-"),
)
"""Symbols that replace digits, each alphabet with the separator between two symbols.

No symbol looks like a digit or like another Unicode character, and no sequence spells a word.
"""
EMPTY = "~"
"""The symbol for a place without a digit."""
COLOURS = ("amber", "coral", "ivory", "jade", "lilac", "ochre", "pearl", "teal", "umber")


class Signs(NamedTuple):
    """Symbols for digits: `every[value]` is the symbol for a value, `joint` the separator."""

    every: tuple[str, ...]
    joint: str

    @classmethod
    def draw(cls, lot: Lot, base: int) -> Signs:
        """Draw `base` symbols from one alphabet that is large enough."""
        fitting = [one for one in ALPHABETS if len(one[0]) >= base]
        alphabet, joint = lot.pick(fitting, "alphabet")
        return cls(lot.some(alphabet, base, "signs"), joint)

    @property
    def legend(self) -> str:
        """The value of each symbol, as text."""
        return ", ".join(f"{sign}={value}" for value, sign in enumerate(self.every))

    def write(self, values: Iterable[int | None]) -> str:
        """Format values as symbols. None is an empty place."""
        return self.joint.join(EMPTY if value is None else self.every[value] for value in values)

    def read(self, text: str) -> tuple[int | None, ...]:
        """Parse symbols to values. Raise KeyError for an unknown symbol."""
        known = {EMPTY: None, **{sign: value for value, sign in enumerate(self.every)}}
        return tuple(known[sign] for sign in (text.split(self.joint) if self.joint else text))


class Places(NamedTuple):
    """Names for the places of a number, and the order in which they are written.

    Places are numbered from the most significant, which is 0.
    """

    names: tuple[str, ...]
    """The names in written order."""
    order: tuple[int, ...]
    """The number of each place, in written order."""
    base: int

    @classmethod
    def draw(cls, lot: Lot, count: int, base: int) -> Places:
        """Draw names, and an order other than the usual one if there is one."""
        usual, *others = permutations(range(count))
        order = lot.pick(others or [usual], "order")
        return cls(lot.some(COLOURS, count, "places"), order, base)

    def name_of(self, place: int) -> str:
        """Return the name of a place by its number."""
        return self.names[self.order.index(place)]

    @property
    def listed(self) -> str:
        """The names in written order, as text."""
        return ", ".join(self.names)

    @property
    def worths(self) -> str:
        """The weight of each place, as text."""
        highest = len(self.order) - 1
        weights = (self.base ** (highest - place) for place in self.order)
        pairs = (f"{name} {weight}" for name, weight in zip(self.names, weights, strict=True))
        return ", ".join(pairs)

    def arranged(self, values: Sequence[T]) -> tuple[T, ...]:
        """Reorder values from most significant first to written order."""
        return tuple(values[place] for place in self.order)

    def restored(self, values: Sequence[T]) -> tuple[T, ...]:
        """Reorder values from written order to most significant first.

        Raise ValueError if there are too many or too few.
        """
        found = dict(zip(self.order, values, strict=True))
        return tuple(found[place] for place in range(len(self.order)))

    def digits(self, number: int) -> tuple[int, ...]:
        """Return the digits of a number in written order."""
        powers = reversed(range(len(self.order)))
        return self.arranged([number // self.base**power % self.base for power in powers])

    def number(self, digits: Sequence[int | None]) -> int:
        """Return the number for digits in written order. Raise ValueError if one is missing."""
        found = 0
        for digit in self.restored(digits):
            if digit is None:
                raise ValueError
            found = found * self.base + digit
        return found


ANIMALS = ("badger", "falcon", "gecko", "heron", "lynx", "marten", "otter", "puffin", "stoat")
WIDTH, ITEM = 90, "- "


class Disguise(ABC, Generic[S, M]):
    """A disguised game: a complete rules text, and a notation for its positions and moves.

    The players get new names, and positions list them in a random order.
    """

    text: ClassVar[str]
    """The template of the rules: paragraphs separated by empty lines. `words` fills its slots.

    In a paragraph that is a list, each rule starts with a dash. Rules that are empty after
    formatting are omitted, and the others are numbered.
    """

    def __init__(self, game: Game[S, M], lot: Lot) -> None:
        self.game = game
        self.names = dict(zip(Seat, lot.some(ANIMALS, 2, "players"), strict=True))
        self.order: tuple[Seat, ...] = lot.some(tuple(Seat), 2, "seats")
        """The order of the players in a position."""
        first, second = (self.names[seat] for seat in self.order)
        self.words: dict[str, object] = {"first": first, "second": second}

    @staticmethod
    def draw(secret: bytes, game: AnyGame) -> AnyDisguise | None:
        """Create the disguise of a game for a secret. Return None if the game does not have one."""
        kind = game.declaration().load("disguise")
        return None if kind is None else kind(game, Lot(secret, game.name))

    @abstractmethod
    def format_move(self, move: M) -> str:
        """Return the disguised text of a move."""

    @abstractmethod
    def format_fields(self, state: S) -> list[str]:
        """Return the words of a disguised position after the mover. They contain no spaces."""

    @abstractmethod
    def read_fields(self, mover: Seat, fields: list[str]) -> S:
        """Parse the words after the mover. Raise KeyError or ValueError if they are invalid."""

    def rules(self) -> str:
        """Return the complete rules as text."""
        text = self.text.format(**self.words).strip()
        return "\n\n".join(map(_fill_part, text.split("\n\n"))) + "\n"

    def format_state(self, state: S) -> str:
        """Return the disguised text of a position, starting with the mover."""
        return " ".join([self.names[state.mover], *self.format_fields(state)])

    def parse_state(self, text: str) -> S:
        """Parse the disguised text of a position. Raise StateSyntaxError."""
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
        """Return the move with exactly this disguised text. Raise MoveSyntaxError."""
        if text not in self._moves:
            raise MoveSyntaxError(f"{quoted(text)} is not a move in this disguise.")
        return self._moves[text]


def _fill_part(part: str) -> str:
    """Wrap a paragraph, or wrap and number the items of a list."""
    if not part.startswith(ITEM):
        return _fill(part, "")
    items = [item for item in f"\n{part}".split(f"\n{ITEM}") if item.strip()]
    numbered = ((f"{number}. ", item) for number, item in enumerate(items, 1))
    return "\n".join(_fill(mark + item, " " * len(mark)) for mark, item in numbered)


def _fill(text: str, indent: str) -> str:
    words = " ".join(text.split())
    return textwrap.fill(
        words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


# Callers handle any game, so they cannot name its state and move types.
AnyDisguise: TypeAlias = Disguise[Any, Any]
