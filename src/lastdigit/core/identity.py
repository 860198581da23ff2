"""The theme of a game: its colours, light and dark, and its mark."""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.core.game import AnyGame
from lastdigit.core.palette import INK, WHITE, Shades

ON_INK, ON_WHITE = Shades(INK, INK), Shades(WHITE, WHITE)


@dataclass(frozen=True)
class Identity:
    """The colours of a game, and its mark: shapes of SVG on a field of 64 by 64."""

    fill: Shades
    """Of large shapes: a card, a chosen tile."""
    on: Shades
    """Of what stands on the fill."""
    deep: Shades
    """Of text and lines on paper."""
    wash: Shades
    """Of the table under the tiles."""
    edge: Shades
    """Of the thickness of your tiles."""
    mark: str
    """In one colour, `currentColor`."""

    @property
    def colours(self) -> dict[str, Shades]:
        """Every colour, by the name that the page's styles call it."""
        return {
            "fill": self.fill,
            "on": self.on,
            "deep": self.deep,
            "wash": self.wash,
            "game-edge": self.edge,
        }


NEUTRAL = Identity(
    fill=Shades("#d3bfae", "#cbb7a6"),
    on=ON_INK,
    deep=Shades("#63462f", "#e8d3c2"),
    wash=Shades("#f6f0ea", "#26201b"),
    edge=Shades("#967a63", "#8f745e"),
    mark=(
        '<path fill-rule="evenodd" d="M16 6h32a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12H16A12 12 0 0 '
        "1 4 46V18A12 12 0 0 1 16 6zm2 10a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h28a4 4 0 0 0 4-4V20a4 4 0 "
        '0 0-4-4z"/><circle cx="32" cy="32" r="8.5"/>'
    ),
)


def identity_of(game: type[AnyGame]) -> Identity:
    """Return what a game is known by."""
    identity: Identity = game.declaration().load("theme") or NEUTRAL
    return identity
