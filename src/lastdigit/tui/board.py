"""The parts of the board: rows of tiles, the answers that can be given, what happened.

They know the contract's views and questions, and no game.
"""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from lastdigit.core.palette import DARK
from lastdigit.core.values import Answer, Cell, Row, RowKind, Seat
from lastdigit.tui.digits import EMPTY, HEIGHT, WIDTH, large

MOST_LARGE = 4
"""The cells of a row that are drawn large; a longer row is drawn small."""
GAP = "    "
"""Between large digits there is room for the name of a place in brackets."""


class Look:
    """How the states of a tile look, with colour and without."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def own(self, yours: bool) -> Style:
        """Return the style of a digit: yours bright, the other's in slate."""
        if not self.colour:
            return Style(bold=yours)
        return Style(color=DARK["ink"] if yours else DARK["soft"], bold=yours)

    @property
    def chosen(self) -> Style:
        """The style of what Enter would play."""
        return Style(reverse=True, bold=True)

    @property
    def changed(self) -> Style:
        """The style of the line under what changed last."""
        return Style(color=DARK["lose"]) if self.colour else Style()

    @property
    def quiet(self) -> Style:
        """The style of what stands back."""
        return Style(dim=True)

    def mark(self) -> str:
        """Return the line under a digit that changed last."""
        return ("▔" if self.colour else "^") * WIDTH


class Picked(Message):
    """An answer was pressed with the mouse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Tiles(Widget):
    """One row of a view: a number drawn large, or a pool or a log in one line."""

    DEFAULT_CSS = "Tiles { height: auto; width: 1fr; padding: 0 2; }"

    def __init__(
        self,
        row: Row,
        label: str,
        old: Row | None,
        you: Seat | None,
        chosen: str,
        closed: frozenset[str],
        look: Look,
    ) -> None:
        super().__init__()
        self._row = row
        self._label = label
        self._unavailable = closed
        self._old = old
        self._yours = row.seat is None or row.seat is you
        self._chosen = chosen
        self._look = look
        self._targets: list[tuple[int, int, str]] = []

    @property
    def is_large(self) -> bool:
        """Whether the row is drawn large."""
        return self._row.kind is RowKind.NUMBER and 0 < len(self._row.cells) <= MOST_LARGE

    def render(self) -> RenderResult:
        """Return the row as it stands."""
        return self._large() if self.is_large else self._small()

    def _has_changed(self, place: int, cell: Cell) -> bool:
        if self._old is None or self._row.kind is not RowKind.NUMBER:
            return False
        before = {self._old.hidden + at: old.text for at, old in enumerate(self._old.cells)}
        return before.get(self._row.hidden + place) != cell.text

    def _large(self) -> Text:
        lines = [Text() for _ in range(HEIGHT + 2)]
        self._targets = []
        for place, cell in enumerate(self._row.cells):
            chosen = bool(cell.answer) and cell.answer == self._chosen
            spent = bool(cell.answer) and cell.answer in self._unavailable
            style = self._look.own(self._yours)
            if chosen or spent:
                style = self._look.chosen if chosen else self._look.quiet
            drawn = large(cell.text or EMPTY)
            begin = len(lines[0])
            for line, part in zip(lines, drawn, strict=False):
                line.append(part, style)
                line.append(GAP)
            width = len(drawn[0])
            changed = self._look.mark() if self._has_changed(place, cell) else ""
            lines[HEIGHT].append(changed.ljust(width), self._look.changed).append(GAP)
            caption = f"[{cell.caption or cell.text}]" if chosen else cell.caption
            caption = "used up" if spent else caption
            whole = width + len(GAP)
            lines[HEIGHT + 1].append(caption[:whole].center(width).ljust(whole), self._look.quiet)
            if cell.answer:
                self._targets.append((begin, begin + width, cell.answer))
        return Text("\n").join(lines)

    def _small(self) -> Text:
        line = Text(f"{self._label}: ", self._look.quiet)
        if self._row.hidden:
            line.append(f"({self._row.hidden} earlier) ", self._look.quiet)
        self._targets = []
        for place, cell in enumerate(self._row.cells):
            chosen = bool(cell.answer) and cell.answer == self._chosen
            changed = self._has_changed(place, cell)
            style = self._look.chosen if chosen else self._look.changed if changed else Style()
            text = cell.text or EMPTY
            begin = len(line)
            line.append(f"[{text}]" if chosen else f" {text} ", style)
            if cell.answer:
                self._targets.append((begin, len(line), cell.answer))
        return line

    def on_click(self, event: events.Click) -> None:
        """Pick the answer of the tile that was pressed."""
        for begin, end, answer in self._targets:
            if begin <= event.x - 2 < end:
                self.post_message(Picked(answer))


class Choices(Widget):
    """The answers to the question of this turn; the one that is looked at is inverse."""

    DEFAULT_CSS = "Choices { height: auto; padding: 0 2; }"

    def __init__(self, asked: str, answers: tuple[Answer, ...], chosen: str, look: Look) -> None:
        super().__init__()
        self._asked = asked
        self._answers = answers
        self._chosen = chosen
        self._look = look
        self._targets: list[tuple[int, int, str]] = []

    def render(self) -> RenderResult:
        """Return the answers in one line."""
        line = Text(f"{self._asked}  ", self._look.quiet)
        self._targets = []
        for answer in self._answers:
            chosen = answer.text == self._chosen
            begin = len(line)
            shown = f"[{answer.shown}]" if chosen else f" {answer.shown} "
            line.append(shown, self._look.chosen if chosen else Style())
            self._targets.append((begin, len(line), answer.text))
        return line

    def on_click(self, event: events.Click) -> None:
        """Pick the answer that was pressed."""
        for begin, end, answer in self._targets:
            if begin <= event.x - 2 < end:
                self.post_message(Picked(answer))
