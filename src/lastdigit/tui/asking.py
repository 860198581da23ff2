"""What every screen with a board has: the keys and the mouse by which an answer is given."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from lastdigit.game.text import display_width
from lastdigit.tui.board import Board, Picked
from lastdigit.tui.choosing import Choosing
from lastdigit.tui.look import Look

SIGN = "▌9▐"


class Beside(VerticalScroll, can_focus=False):
    """What stands beside the board; keys are the board's."""


class Asking(Screen[None]):
    """A board, and somebody who answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "look(-1)", "choose", show=False),
        Binding("right", "look(1)", "choose", key_display="←→"),
        Binding("enter,space", "choose", "play", key_display="Enter"),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, turn: Choosing, look: Look) -> None:
        super().__init__()
        self._turn = turn
        self._look = look

    def show(self) -> None:
        """Show everything as it stands."""
        self.query_one("#title", Static).update(self.heading())
        self.query_one(Board).refresh()

    def heading(self) -> Text:
        """Return what stands above the board."""
        raise NotImplementedError

    def headline(self, name: str, about: str, right: str) -> Text:
        """Return the first line: our sign, what it is, and what stands at its end."""
        left = Text(f"{SIGN} ").append(name, "bold").append(f"  {about}", self._look.quiet)
        room = self.app.size.width - 4 - left.cell_len - display_width(right)
        return left.append(" " * max(2, room)).append(right, self._look.quiet)

    def on_mount(self) -> None:
        """Show everything for the first time."""
        self.show()

    def on_resize(self) -> None:
        """Show everything in its new width."""
        self.show()

    def action_look(self, step: int) -> None:
        """Look at the next answer, or the one before."""
        self._turn.look(step)
        self.show()

    def action_choose(self) -> None:
        """Give the answer that is looked at."""
        self._turn.choose()
        self.show()

    def action_back(self) -> None:
        """Take back the first half of a move."""
        self._turn.begin_anew()
        self.show()

    def on_picked(self, picked: Picked) -> None:
        """Look at what was pressed; pressed again, it is played."""
        chosen = self._turn.chosen()
        again = chosen is not None and chosen.text == picked.text
        if self._turn.look_at(picked.text) and again:
            self.action_choose()
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Look at the answer whose digit is typed."""
        if (event.character or "").isdecimal():
            self._turn.look_at(event.character or "")
            self.show()
