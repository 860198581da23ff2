"""Maps: the interface for a drawing of a whole solved game, and helpers for its SVG shapes.

A game declares its map as `map` in its `Declaration`. The package `maps` draws a general map for
other games, and writes all maps to files and pages. Shapes have CSS classes and no colours, which
come from the theme of the page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, Generic, NamedTuple, TypeAlias

from lastdigit.game.game import Game, M, S, Value

SIGNS = {Value.WIN: "\u25b2", Value.LOSE: "\u25bc", Value.DRAW: "="}
"""Symbols that repeat what the colour says: the value for the player to move."""


class Point(NamedTuple):
    """Coordinates on a map."""

    x: float
    y: float


class Grid(NamedTuple):
    """A square of `side` by `side` solved positions, too many to draw as single shapes.

    Both axes count from 1. `codes` contains the positions row by row, from the lowest row up. A
    code is twice the number of plies to the end, plus 1 if the player to move wins.
    """

    side: int
    codes: Sequence[int]
    across: str
    up: str
    position: str
    """Template of a position's text. `{across}` and `{up}` are the two numbers, in `base`."""
    base: int
    corner: Point
    length: float


def shape(tag: str, *content: str, **attributes: object) -> str:
    """Return an SVG element. `look` is its class. Underscores in attribute names become dashes.

    >>> shape("text", "1 < 2", look="soft", x=3.0, text_anchor="end")
    '<text class="soft" x="3" text-anchor="end">1 &lt; 2</text>'
    """
    pairs = "".join(
        f' {"class" if name == "look" else name.replace("_", "-")}="{_format_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(escape(part, quote=False) for part in content)
    return f"<{tag}{pairs}>{inside}</{tag}>" if inside else f"<{tag}{pairs}/>"


def _format_attribute(value: object) -> str:
    return f"{round(value, 1):g}" if isinstance(value, float) else escape(str(value))


def group(shapes: Iterable[str], tag: str = "g", **attributes: object) -> str:
    """Return an element that contains shapes, which are not escaped."""
    opened = shape(tag, **attributes)
    return f"{opened[:-2]}>{''.join(shapes)}</{tag}>"


class Place(NamedTuple):
    """The target of an interactive shape: a position's text, and a tooltip."""

    position: str
    says: str


PLACE = '<g class="place"'
"""The start of the SVG text of every place."""


def place(shapes: list[str], at: Place, **attributes: object) -> str:
    """Return an interactive group of shapes with a tooltip."""
    named = shape("title", at.says)
    return group([named, *shapes], "g", look="place", data_position=at.position, **attributes)


class GameMap(ABC, Generic[S, M]):
    """A drawing of a whole game with its options. `chosen` is the selected position."""

    width: float
    height: float
    is_mirrored = False
    """Whether the map is relative to the player to move, so that every move changes sides."""

    def __init__(self, game: Game[S, M], chosen: S, before: S | None = None) -> None:
        self.game = game
        self.chosen = chosen
        self.before = before
        """The previous position, if the map should show what changed since then."""

    @abstractmethod
    def finding(self) -> str:
        """Return the main insight of the map, in one sentence."""

    def notes(self) -> list[str]:
        """Return further explanations, which also describe the map to screen readers."""
        return []

    @abstractmethod
    def shapes(self) -> Iterator[str]:
        """Yield the SVG shapes of the map."""

    def where(self, state: S) -> Point | None:  # subclasses use it
        """Return the coordinates of a position, or None if it is not on the map."""
        return None

    def follow(self, states: Sequence[S]) -> GameMap[S, M]:  # subclasses use it
        """Return the map after these positions of a game. By default, maps do not change."""
        return self

    def grid(self) -> Grid | None:
        """Return the positions that are too many to draw as shapes, if the map has any."""
        return None

    def is_choice(self) -> bool:
        """Return whether clicking a place selects its position instead of analysing it."""
        return False


# Front ends handle any game, so they cannot name its state and move types.
AnyMap: TypeAlias = GameMap[Any, Any]
