"""A position drawn in lines of text, with the places that can be pressed.

What is drawn are the contract's views and questions, of whatever game.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from lastdigit.game.game import Cell, Row, RowKind
from lastdigit.game.text import display_width, wrap
from lastdigit.tui.choosing import Choosing
from lastdigit.tui.digits import EMPTY, HEIGHT, WIDTH, large
from lastdigit.tui.look import OTHER, YOU, Look

MARGIN = 12
"""The columns for whose number it is, left of it."""
MOST_LOG_LINES = 3


class Target(NamedTuple):
    """A place that can be pressed, and what it says."""

    line: int
    begin: int
    end: int
    answer: str


class Size(NamedTuple):
    """How large digits are set: blanks around each, and between two."""

    around: int
    gap: int

    def width(self, count: int) -> int:
        """Return how wide a number is."""
        return count * (WIDTH + 2 * self.around + self.gap)


SIZES = (Size(1, 2), Size(0, 1))
"""With room for the names of places, and as close as can be read."""


class Drawing:
    """Lines of a picture, as far as they are drawn."""

    def __init__(self, turn: Choosing, look: Look, width: int) -> None:
        self.lines: list[Text] = []
        self.targets: list[Target] = []
        self._turn = turn
        self._look = look
        self._width = width
        chosen = turn.chosen()
        self._chosen = {*turn.answers, *(() if chosen is None else (chosen.text,))}
        self._closed = turn.closed_answers()

    def draw(self) -> None:
        """Draw everything: numbers, what was said, what can be answered, what Enter does."""
        rows = list(self._turn.rows())
        seated = [place for place, (row, _) in enumerate(rows) if _is_somebodys_number(row)]
        halves = len(seated) > 1
        for place, (row, before) in enumerate(rows):
            if halves and place == seated[-1]:
                self._sentence()
                self.lines.append(Text("─" * self._width, self._look.line))
            self._row(row, before)
        if not halves:
            self.lines.append(Text())
            self._sentence()
        self._answers({cell.answer for row, _ in rows for cell in row.cells})
        self._deed()

    def fit(self, height: int) -> None:
        """Leave out lines that only part others, from the bottom, as far as the height needs it."""
        for place in reversed(range(len(self.lines))):
            if len(self.lines) <= height:
                return
            if not self.lines[place].plain.strip(" ─"):
                del self.lines[place]
                self.targets = [
                    target._replace(line=target.line - (target.line > place))
                    for target in self.targets
                    if target.line != place
                ]

    def _row(self, row: Row, before: Row | None) -> None:
        voice = self._turn.voice
        label = voice.named(row.label)
        if row.seat is not None and _is_somebodys_number(row):
            label = voice.audience.label(row.seat)
        yours = row.seat in (None, voice.audience.you or self._turn.state.mover)
        size = self._fitting(row)
        if size is None:
            self._small(row, before, label)
        else:
            self._large(row, before, label, yours, size)

    def _fitting(self, row: Row) -> Size | None:
        """Return how large a row can be drawn; None where it has to be small."""
        if row.kind is not RowKind.NUMBER or not row.cells:
            return None
        room = self._width - MARGIN
        return next((size for size in SIZES if size.width(len(row.cells)) <= room), None)

    def _large(self, row: Row, before: Row | None, label: str, yours: bool, size: Size) -> None:
        names = any(cell.caption for cell in row.cells) and any(c.answer for c in row.cells)
        lines = [Text() for _ in range(HEIGHT + 1 + (names and yours))]
        notes = _margin(label, row, self._turn)
        for line, note in zip(lines, notes, strict=False):
            line.append(note, self._look.own if yours and row.seat else self._look.other)
        for line in lines:
            line.pad_right(MARGIN - line.cell_len)
        first = len(self.lines)
        for place, cell in enumerate(row.cells):
            begin = lines[0].cell_len
            self._large_cell(lines, cell, _has_changed(row, before, place), yours, size)
            if cell.answer:
                ends = begin + WIDTH + 2 * size.around
                self.targets += [
                    Target(first + at, begin, ends, cell.answer) for at in range(len(lines))
                ]
        self.lines += lines

    def _large_cell(
        self, lines: list[Text], cell: Cell, changed: bool, yours: bool, size: Size
    ) -> None:
        chosen = cell.answer in self._chosen
        spent = bool(cell.answer) and cell.answer in self._closed
        style = self._look.digit(yours)
        if chosen or spent:
            style = self._look.chosen if chosen and self._look.colour else self._look.quiet
            style = self._look.digit(yours) if chosen and not self._look.colour else style
        width, gap = WIDTH + 2 * size.around, " " * size.gap
        for line, part in zip(lines, large(cell.text or EMPTY), strict=False):
            line.append(part.center(width), style).append(gap)
        mark = self._look.underline(WIDTH) if changed else ""
        under = style if chosen and self._look.colour else self._look.changed
        lines[HEIGHT].append(mark.center(width), under).append(gap)
        if len(lines) > HEIGHT + 1:
            name = "used up" if spent else cell.caption
            name = f"[{name or cell.text}]" if chosen and not self._look.colour else name
            whole = width + size.gap
            said = self._look.own if chosen else self._look.quiet
            lines[HEIGHT + 1].append(name[:whole].center(width).ljust(whole)[:whole], said)

    def _small(self, row: Row, before: Row | None, label: str) -> None:
        indent = min(display_width(label) + 2, MARGIN)
        lines = [Text(f"{label}: ", self._look.quiet)]
        if row.hidden:
            lines[-1].append(f"({row.hidden} earlier) ", self._look.quiet)
        places: list[tuple[int, int, int, str]] = []
        for place, cell in enumerate(row.cells):
            chosen = cell.answer in self._chosen
            text = cell.text or EMPTY
            text = f"[{text}]" if chosen and not self._look.colour else f" {text} "
            if lines[-1].cell_len + len(text) > self._width:
                lines.append(Text(" " * indent))
            begin = lines[-1].cell_len
            changed = _has_changed(row, before, place)
            style = self._look.changed if changed else Style()
            lines[-1].append(text, self._look.chosen if chosen else style)
            if cell.answer:
                places.append((len(lines) - 1, begin, begin + len(text), cell.answer))
        cut = max(0, len(lines) - MOST_LOG_LINES) if row.kind is RowKind.LOG else 0
        if cut:  # of a long log the end is what counts
            lines = [Text(f"{label}: ...", self._look.quiet), *lines[cut + 1 :]]
        first = len(self.lines)
        self.targets += [
            Target(first + line - cut, begin, end, answer) for line, begin, end, answer in places
        ]
        self.lines += lines

    def _sentence(self) -> None:
        style = self._look.refused if self._turn.is_refusal else Style()
        self._wrapped(Text(self._turn.sentence, style))

    def _wrapped(self, text: Text) -> None:
        """Add a text in whole words; what is bold in its beginning stays so."""
        for paragraph in text.split("\n"):
            at = 0
            for line in wrap(paragraph.plain, self._width, break_on_hyphens=False):
                at = paragraph.plain.index(line, at)
                self.lines.append(paragraph[at : at + len(line)])
                at += len(line)

    def _answers(self, shown: set[str]) -> None:
        """Draw the answers in a line of their own, unless all of them are tiles."""
        answers = self._turn.open_answers()
        if not answers or all(answer.text in shown for answer in answers):
            return
        line = Text(f"{self._turn.asked()}  ", self._look.quiet)
        looked_at = self._turn.chosen()
        for answer in answers:
            chosen = answer == looked_at
            mark = chosen and not self._look.colour
            text = f"[{answer.shown}]" if mark else f" {answer.shown} "
            if line.cell_len + len(text) > self._width:
                self.lines.append(line)
                line = Text("  ")
            begin = line.cell_len
            line.append(text, self._look.chosen if chosen else Style())
            self.targets.append(Target(len(self.lines), begin, line.cell_len, answer.text))
        self.lines.append(line)

    def _deed(self) -> None:
        button, preview = self._turn.deed()
        if button:
            text = Text().append(f"▶ {button}", self._look.own)
            self._wrapped(text.append(f": {preview}" if preview else ""))


def _is_somebodys_number(row: Row) -> bool:
    return row.seat is not None and row.kind is RowKind.NUMBER


def _margin(label: str, row: Row, turn: Choosing) -> list[str]:
    """Return what stands left of a number: whose it is, and whether they are to move."""
    if row.seat is None:
        return wrap(label, MARGIN - 1)
    you = turn.voice.audience.you
    mark = YOU if row.seat is (you or turn.state.mover) else OTHER
    notes = [set_cell_size(f"{mark} {label}", MARGIN - 1).rstrip()]
    if turn.is_asked and row.seat is turn.state.mover:
        notes.append("  your move" if row.seat is you else "  to move")
    return notes


def _has_changed(row: Row, before: Row | None, place: int) -> bool:
    if before is None or row.kind is not RowKind.NUMBER:
        return False
    old = {before.hidden + at: cell.text for at, cell in enumerate(before.cells)}
    return old.get(row.hidden + place) != row.cells[place].text
