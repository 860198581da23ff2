"""How things look on a full screen, with colour and without."""

from __future__ import annotations

from rich.style import Style

from lastdigit.game.game import AnyGame
from lastdigit.game.theme import DARK, theme_of

YOU, OTHER = "●", "○"


class Look:
    """The styles of a game: its own colour for what you do, slate for the other's, amber for news.

    Without colour the same is said by brackets, `^` and words.
    """

    def __init__(self, colour: bool, game: type[AnyGame] | None = None) -> None:
        self.colour = colour
        self._identity = None if game is None else theme_of(game)

    def of(self, game: type[AnyGame]) -> Look:
        """Return how a game looks."""
        return Look(self.colour, game)

    def _in(self, name: str, *, bold: bool = False) -> Style:
        return Style(color=DARK[name], bold=bold) if self.colour else Style(bold=bold)

    def digit(self, yours: bool) -> Style:
        """Return the style of a digit: yours bright, the other's in slate."""
        return self._in("ink" if yours else "them", bold=yours)

    @property
    def chosen(self) -> Style:
        """The style of what Enter would play."""
        if not self.colour or self._identity is None:
            return Style(bold=True, reverse=self.colour)
        return Style(color=self._identity.on.dark, bgcolor=self._identity.fill.dark, bold=True)

    @property
    def own(self) -> Style:
        """The style of what is yours to do."""
        if not self.colour or self._identity is None:
            return Style(bold=True)
        return Style(color=self._identity.deep.dark, bold=True)

    @property
    def other(self) -> Style:
        """The style of what the other did."""
        return self._in("them")

    @property
    def changed(self) -> Style:
        """The style of what changed last."""
        return self._in("last")

    @property
    def refused(self) -> Style:
        """The style of why something cannot be done."""
        return self._in("wrong")

    @property
    def quiet(self) -> Style:
        """The style of what stands back."""
        return self._in("soft") if self.colour else Style(dim=True)

    @property
    def line(self) -> Style:
        """The style of a line that parts."""
        return self._in("line")

    def underline(self, width: int) -> str:
        """Return the line under a digit that changed last."""
        return ("▔" if self.colour else "^") * width
