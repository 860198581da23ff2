"""Screens over the board: a text to read, and a question to answer with yes or no."""

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


class Confirm(ModalScreen[bool]):
    """A yes-or-no question; the result is whether the player said yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape,q", "dismiss(False)", "no", key_display="n"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Show the question over the board."""
        yield Static(self._question, id="question", markup=False)
        yield Footer()
