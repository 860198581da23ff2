"""A text over the board: the rules, or what every move is worth."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Markdown, Static


class Pages(ModalScreen[None]):
    """A text that is read and closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "close", key_display="Esc")
    ]

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        super().__init__()
        self._text = text
        self._markdown = markdown

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="page"):
            yield Markdown(self._text) if self._markdown else Static(self._text, markup=False)
        yield Footer()
