"""A disguise: the same game tree under other rules, names and signs.

A player who only remembers the game cannot recognize it. A player who can read rules and calculate
plays as well as before.
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
    """Chance drawn from a secret by HMAC: for the same purpose it is always the same.

    Nothing but the secret and the purpose decides it, on any machine and in any Python.
    """

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret, self._name = secret, name

    def below(self, bound: int, purpose: str) -> int:
        """Return a number from 0 to just below a bound."""
        told = f"lastdigit disguise/{self._name}/{purpose}".encode()
        drawn = hmac.new(self._secret, told, hashlib.sha256).digest()
        # Of 256 bits, the few numbers that come more often than others do so by less than 2**-200.
        return int.from_bytes(drawn, "big") % bound

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """Return one of them."""
        return items[self.below(len(items), purpose)]

    def some(self, items: Sequence[T], count: int, purpose: str) -> tuple[T, ...]:
        """Return so many of them, in an order that is drawn, too."""
        left = list(items)
        return tuple(
            left.pop(self.below(len(left), f"{purpose}/{number}")) for number in range(count)
        )


ALPHABETS = (
    (tuple("BCDFGHJKLMNPQRSTVWXZ"), ""),
    (tuple("●■▲◆★▼○□△◇☆▽◎†‡§¶"), ""),
    (("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo"), "-"),
)
"""Signs that no reader takes for digits, and what stands between two of them.

None is a word, spells one beside others, or has a twin in Unicode that looks the same.
"""
EMPTY = "~"
"""The sign of a place on which nothing is."""
COLOURS = ("amber", "coral", "ivory", "jade", "lilac", "ochre", "pearl", "teal", "umber")


class Signs(NamedTuple):
    """Other glyphs for digits, each at the place of its value."""

    every: tuple[str, ...]
    joint: str

    @classmethod
    def draw(cls, lot: Lot, base: int) -> Signs:
        """Draw as many signs as there are digits, all of one alphabet that has so many."""
        fitting = [one for one in ALPHABETS if len(one[0]) >= base]
        alphabet, joint = lot.pick(fitting, "alphabet")
        return cls(lot.some(alphabet, base, "signs"), joint)

    @property
    def legend(self) -> str:
        """What each sign is worth."""
        return ", ".join(f"{sign}={value}" for value, sign in enumerate(self.every))

    def write(self, values: Iterable[int | None]) -> str:
        """Return values as signs; None is an empty place."""
        return self.joint.join(EMPTY if value is None else self.every[value] for value in values)

    def read(self, text: str) -> tuple[int | None, ...]:
        """Return the values that signs spell; raises KeyError."""
        known = {EMPTY: None, **{sign: value for value, sign in enumerate(self.every)}}
        return tuple(known[sign] for sign in (text.split(self.joint) if self.joint else text))


class Places(NamedTuple):
    """The places of a number, named, and written in another order than from the highest down."""

    names: tuple[str, ...]
    """As they are written."""
    order: tuple[int, ...]
    """Which place, counted from the highest, each is."""
    base: int

    @classmethod
    def draw(cls, lot: Lot, count: int, base: int) -> Places:
        """Draw names, and any order but the usual one, if there is another."""
        usual, *others = permutations(range(count))
        order = lot.pick(others or [usual], "order")
        return cls(lot.some(COLOURS, count, "places"), order, base)

    def name_of(self, place: int) -> str:
        """Return the name of a place, counted from the highest."""
        return self.names[self.order.index(place)]

    @property
    def listed(self) -> str:
        """All names, as they are written."""
        return ", ".join(self.names)

    @property
    def worths(self) -> str:
        """What one counts at each place."""
        highest = len(self.order) - 1
        counted = (self.base ** (highest - place) for place in self.order)
        told = (f"{name} {worth}" for name, worth in zip(self.names, counted, strict=True))
        return ", ".join(told)

    def arranged(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values that stand from the highest place down as they are written."""
        return tuple(values[place] for place in self.order)

    def restored(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values that stand as they are written from the highest place down.

        Raises ValueError if they are too many or too few.
        """
        found = dict(zip(self.order, values, strict=True))
        return tuple(found[place] for place in range(len(self.order)))

    def digits(self, number: int) -> tuple[int, ...]:
        """Return the digits of a number as they are written."""
        powers = reversed(range(len(self.order)))
        return self.arranged([number // self.base**power % self.base for power in powers])

    def number(self, digits: Sequence[int | None]) -> int:
        """Return the number that digits spell, as they are written; raises ValueError."""
        found = 0
        for digit in self.restored(digits):
            if digit is None:
                raise ValueError
            found = found * self.base + digit
        return found


ANIMALS = ("badger", "falcon", "gecko", "heron", "lynx", "marten", "otter", "puffin", "stoat")
WIDTH, ITEM = 90, "- "


class Disguise(ABC, Generic[S, M]):
    """One game, dressed: its rules as a text that is complete, and its positions and moves in it.

    The two players have names of their own, and stand in positions in an order of their own.
    """

    text: ClassVar[str]
    """What is told, with slots for `words`, in paragraphs with empty lines between. In one of them
    every rule begins with a dash; those that come out empty are left out."""

    def __init__(self, game: Game[S, M], lot: Lot) -> None:
        self.game = game
        self.names = dict(zip(Seat, lot.some(ANIMALS, 2, "players"), strict=True))
        self.order: tuple[Seat, ...] = lot.some(tuple(Seat), 2, "seats")
        """Who is written first."""
        first, second = (self.names[seat] for seat in self.order)
        self.words: dict[str, object] = {"first": first, "second": second}

    @staticmethod
    def draw(secret: bytes, game: AnyGame) -> AnyDisguise | None:
        """Return the disguise that a secret gives a game; None where the game has none."""
        kind = game.declaration().load("disguise")
        return None if kind is None else kind(game, Lot(secret, game.name))

    @abstractmethod
    def format_move(self, move: M) -> str:
        """Return a move in the disguise."""

    @abstractmethod
    def format_fields(self, state: S) -> list[str]:
        """Return a position in words without blanks, but for who is to move."""

    @abstractmethod
    def read_fields(self, mover: Seat, fields: list[str]) -> S:
        """Return the position that these words spell; raises KeyError or ValueError."""

    def rules(self) -> str:
        """Return all that a player has to know."""
        told = self.text.format(**self.words).strip()
        return "\n\n".join(map(_filled, told.split("\n\n"))) + "\n"

    def format_state(self, state: S) -> str:
        """Return a position in the disguise; who is to move comes first."""
        return " ".join([self.names[state.mover], *self.format_fields(state)])

    def parse_state(self, text: str) -> S:
        """Return the position that a text in the disguise spells; raises StateSyntaxError."""
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
        """Return the move with exactly this text in the disguise; raises MoveSyntaxError."""
        if text not in self._moves:
            raise MoveSyntaxError(f"{quoted(text)} is not a move in this disguise.")
        return self._moves[text]


def _filled(part: str) -> str:
    """Return a paragraph, or a list with numbers, in lines that are short enough."""
    if not part.startswith(ITEM):
        return _wrapped(part, "")
    items = [item for item in f"\n{part}".split(f"\n{ITEM}") if item.strip()]
    numbered = ((f"{number}. ", item) for number, item in enumerate(items, 1))
    return "\n".join(_wrapped(mark + item, " " * len(mark)) for mark, item in numbered)


def _wrapped(text: str, indent: str) -> str:
    words = " ".join(text.split())
    return textwrap.fill(
        words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


# Whoever asks holds some disguise without knowing of which game.
AnyDisguise: TypeAlias = Disguise[Any, Any]
