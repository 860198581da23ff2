"""A map: all of a game at a glance. What one is, and the shapes that it is drawn with.

A game says how by `MAP` in `map.py`, beside its rules; the room `maps/` draws one that says
nothing, and makes files and pages of all. A shape has a look by name and no colour: whoever shows
it knows the theme.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, Generic, NamedTuple, TypeAlias

from lastdigit.game.game import Game, M, S, Value

SIGNS = {Value.WIN: "\u25b2", Value.LOSE: "\u25bc", Value.DRAW: "="}
"""What says the same as the colour: what a place is to the player to move there."""


class Point(NamedTuple):
    """A place on a map."""

    x: float
    y: float


class Grid(NamedTuple):
    """A square of positions too many to be drawn one by one: of each who wins, and how soon.

    Across and up stand numbers from 1 on; `codes` has those of one row after the other, from the
    lowest: the plies to the end, twice, and one more where the player to move wins.
    """

    side: int
    codes: Sequence[int]
    across: str
    up: str
    position: str
    """The text of a position; `{across}` and `{up}` stand for the two numbers, in this base."""
    base: int
    corner: Point
    length: float


def shape(tag: str, *content: str, **attributes: object) -> str:
    """Return an element; `look` is its class, and an underscore in a name stands for a dash.

    >>> shape("text", "1 < 2", look="soft", x=3.0, text_anchor="end")
    '<text class="soft" x="3" text-anchor="end">1 &lt; 2</text>'
    """
    given = "".join(
        f' {"class" if name == "look" else name.replace("_", "-")}="{_written(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(escape(part, quote=False) for part in content)
    return f"<{tag}{given}>{inside}</{tag}>" if inside else f"<{tag}{given}/>"


def _written(value: object) -> str:
    return f"{round(value, 1):g}" if isinstance(value, float) else escape(str(value))


def group(shapes: Iterable[str], tag: str = "g", **attributes: object) -> str:
    """Return shapes together."""
    opened = shape(tag, **attributes)
    return f"{opened[:-2]}>{''.join(shapes)}</{tag}>"


class Place(NamedTuple):
    """Something to point at: where it leads, and what it says."""

    position: str
    says: str


PLACE = '<g class="place"'
"""How the shape of every place begins."""


def place(shapes: list[str], at: Place, **attributes: object) -> str:
    """Return shapes that can be pointed at and pressed."""
    named = shape("title", at.says)
    return group([named, *shapes], "g", look="place", data_position=at.position, **attributes)


class GameMap(ABC, Generic[S, M]):
    """All of a game with its options; `chosen` is the position that it is about, if one is."""

    width: float
    height: float
    is_mirrored = False
    """Whether a move leads to the other side of the map, because it is drawn by who is to move."""

    def __init__(self, game: Game[S, M], chosen: S, before: S | None = None) -> None:
        self.game = game
        self.chosen = chosen
        self.before = before
        """What was chosen before, where the way from there to here is to be seen."""

    @abstractmethod
    def finding(self) -> str:
        """Return in one sentence what is to be seen."""

    def notes(self) -> list[str]:
        """Return what else there is to see, in sentences; they stand for the map to readers."""
        return []

    @abstractmethod
    def shapes(self) -> Iterator[str]:
        """Draw."""

    def where(self, state: S) -> Point | None:  # a game's own map looks at it
        """Return where a position stands, if it is on the map."""
        return None

    def follow(self, states: Sequence[S]) -> GameMap[S, M]:  # likewise
        """Return the map after a game has gone through these positions, if it is another one."""
        return self

    def grid(self) -> Grid | None:
        """Return the positions that are too many to be drawn, if there are."""
        return None

    def is_choice(self) -> bool:
        """Return whether a place that is pressed is chosen, and not analysed."""
        return False


# Whoever shows a map holds one of some game without knowing which.
AnyMap: TypeAlias = GameMap[Any, Any]
