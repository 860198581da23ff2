"""The base class for maps, and functions that draw their shapes as SVG.

A map is a drawing of all positions of a solved game.
"""

# Shapes have CSS classes instead of colours. The theme of the page defines the colours.

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias

from lastdigit.game.game import Game, M, S, Value

SIGNS = {Value.WIN: "\u25b2", Value.LOSE: "\u25bc", Value.DRAW: "="}
"""A symbol for each value of a position, with the same information as the shape's colour."""


class Point(NamedTuple):
    """A point on a map, in SVG coordinates."""

    x: float
    y: float


class Grid(NamedTuple):
    """A square of solved positions, drawn as an image with one pixel per position."""

    side: int
    """The number of positions on each side."""
    codes: Sequence[int]
    """The solutions of the positions, row by row, from the lowest row up.

    A code is twice the number of plies to the end, plus 1 if the player to move wins.
    """
    across: str
    """The label of the horizontal axis: one number in a position, from 1 to `side`."""
    up: str
    """The label of the vertical axis: another number in a position, from 1 to `side`."""
    position: str
    """A template for a position's text. `{across}` and `{up}` are the two numbers, in `base`."""
    base: int
    corner: Point
    """The upper left corner of the square on the map."""
    length: float
    """The length of the square's edges on the map."""


def shape(tag: str, *content: str, **attributes: object) -> str:
    """Return an SVG element as text.

    `content` is the text inside the element, which is escaped. The attribute `look` becomes
    `class`, and underscores in attribute names become dashes. Attributes with the value None are
    omitted.

    >>> shape("text", "1 < 2", look="soft", x=3.0, text_anchor="end")
    '<text class="soft" x="3" text-anchor="end">1 &lt; 2</text>'
    """
    from html import escape  # slow to import, and colours are loaded without any shapes

    pairs = "".join(
        f' {"class" if name == "look" else name.replace("_", "-")}="{_format_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(escape(part, quote=False) for part in content)
    return f"<{tag}{pairs}>{inside}</{tag}>" if inside else f"<{tag}{pairs}/>"


def _format_attribute(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 1):g}"
    from html import escape

    return escape(str(value))


def group(shapes: Iterable[str], tag: str = "g", **attributes: object) -> str:
    """Return an SVG element, as text, that contains the elements in `shapes`."""
    opened = shape(tag, **attributes)
    return f"{opened[:-2]}>{''.join(shapes)}</{tag}>"


class Place(NamedTuple):
    """A game position that is drawn on a map: its text, and the tooltip of its shape."""

    position: str
    says: str


PLACE = '<g class="place"'
"""The prefix of every element that `place` returns."""


def place(shapes: list[str], at: Place, **attributes: object) -> str:
    """Return the shapes that draw one game position as a clickable SVG group with a tooltip."""
    named = shape("title", at.says)
    return group([named, *shapes], "g", look="place", data_position=at.position, **attributes)


class GameMap(ABC, Generic[S, M]):
    """A drawing of all positions of a solved game, in which one position is selected."""

    width: float
    height: float
    is_mirrored = False
    """Whether positions are shown as the player to move sees them, so that moves swap the axes."""

    def __init__(self, game: Game[S, M], chosen: S, before: S | None = None) -> None:
        self.game = game
        self.chosen = chosen
        """The selected position."""
        self.before = before
        """The previous position, if the map should show what the last move changed, else None."""

    @abstractmethod
    def finding(self) -> str:
        """Return one sentence that says what the map shows about the game."""

    def notes(self) -> list[str]:
        """Return further sentences that explain the map."""
        return []

    @abstractmethod
    def shapes(self) -> Iterator[str]:
        """Yield the SVG elements that draw this map of a game's positions."""

    def where(self, state: S) -> Point | None:  # subclasses use it
        """Return the coordinates of a position on the map, or None if it is not on the map."""
        return None

    def follow(self, states: Sequence[S]) -> GameMap[S, M]:  # subclasses use it
        """Return the map as it looks after some moves, for example without used positions.

        `states` are the positions in the game so far, in order. By default, the map does not
        change.
        """
        return self

    def grid(self) -> Grid | None:
        """Return the positions on the map as a square, to draw them with one pixel per position.

        Return None if the map draws each position as a shape.
        """
        return None

    def is_choice(self) -> bool:
        """Return whether a click on a position selects that position.

        Otherwise, the click opens an analysis of the position.
        """
        return False


# Front ends handle any game, so they cannot name its state and move types.
AnyMap: TypeAlias = GameMap[Any, Any]
