"""The board on the screen: a drawing that can be pressed."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from lastdigit.tui.choosing import Choosing
from lastdigit.tui.drawing import Drawing
from lastdigit.tui.look import Look


class Picked(Message):
    """An answer was pressed with the mouse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Board(Widget):
    """Whatever there is to see of a turn."""

    def __init__(self, turn: Choosing, look: Look) -> None:
        super().__init__(id="board")
        self._turn = turn
        self._look = look
        self.drawing = Drawing(turn, look, 0)

    def render(self) -> RenderResult:
        """Return the turn as it stands, as wide as there is room."""
        self.drawing = Drawing(self._turn, self._look, self.size.width)
        self.drawing.draw()
        self.drawing.fit(self.size.height)
        return Text("\n").join(self.drawing.lines)

    def on_click(self, event: events.Click) -> None:
        """Pick the answer that was pressed."""
        place = event.get_content_offset(self)
        if place is None:
            return
        for target in self.drawing.targets:
            if target.line == place.y and target.begin <= place.x < target.end:
                self.post_message(Picked(target.answer))
                return
