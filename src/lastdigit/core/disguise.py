"""A game in other clothes: the same tree of moves, told by other rules, names and signs.

Whoever knows the game from elsewhere does not meet it here; whoever can read rules and calculate
plays it as well as before. A game's `disguise.py` says how it is told.
"""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias

from lastdigit.core.game import AnyGame, Game, M, S
from lastdigit.core.signs import Lot
from lastdigit.core.values import Seat
from lastdigit.errors import MoveSyntaxError, StateSyntaxError, quoted

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
