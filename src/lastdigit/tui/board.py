"""The full-screen board: large digits, styles, move entry, keys and mouse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Footer, Markdown, Static

from lastdigit.game.game import Answer, AnyGame, Cell, Question, Row, RowKind, Seat, State
from lastdigit.game.text import AnySecondPersonText, display_width, wrap
from lastdigit.game.theme import DARK, theme_of
from lastdigit.match.session import MoveEntry

WIDTH, HEIGHT = 6, 5
EMPTY = "_"

LARGE_DIGITS = {
    "0": ("██████", "██  ██", "██  ██", "██  ██", "██████"),
    "1": ("  ██  ", "████  ", "  ██  ", "  ██  ", "  ██  "),
    "2": ("█████ ", "    ██", " ████ ", "██    ", "██████"),
    "3": ("██████", "   ██ ", "  ███ ", "    ██", "█████ "),
    "4": ("██  ██", "██  ██", "██████", "    ██", "    ██"),
    "5": ("██████", "██    ", "█████ ", "    ██", "█████ "),
    "6": ("  ███ ", " ██   ", "█████ ", "██  ██", " ████ "),
    "7": ("██████", "    ██", "   ██ ", "  ██  ", "  ██  "),
    "8": (" ████ ", "██  ██", " ████ ", "██  ██", " ████ "),
    "9": (" ████ ", "██  ██", " █████", "   ██ ", " ███  "),
    "a": (" ████ ", "    ██", " █████", "██  ██", " █████"),
    "b": ("██    ", "██    ", "█████ ", "██  ██", "█████ "),
    "c": ("      ", " █████", "██    ", "██    ", " █████"),
    "d": ("    ██", "    ██", " █████", "██  ██", " █████"),
    "e": (" ████ ", "██  ██", "██████", "██    ", " █████"),
    "f": ("  ████", " ██   ", "█████ ", " ██   ", " ██   "),
    EMPTY: ("      ", "      ", "      ", "      ", "▁▁▁▁▁▁"),
}


def draw_large(text: str) -> tuple[str, ...]:
    """Return a digit drawn large. Text that is not a digit is centred at its normal size.

    >>> draw_large("7")[0]
    '██████'
    """
    if text in LARGE_DIGITS:
        return LARGE_DIGITS[text]
    blank = " " * max(WIDTH, len(text))
    return blank, blank, text.center(len(blank)), blank, blank


YOUR_MARK, OPPONENT_MARK = "●", "○"


class Palette:
    """The text styles for a game.

    Your moves are in the game's colour, the opponent's in slate, and the last changes in amber.
    Without colour, brackets, `^` and words convey the same information.
    """

    def __init__(self, colour: bool, game: type[AnyGame] | None = None) -> None:
        self.colour = colour
        self._theme = None if game is None else theme_of(game)

    def for_game(self, game: type[AnyGame]) -> Palette:
        return Palette(self.colour, game)

    def _style(self, name: str, *, bold: bool = False) -> Style:
        return Style(color=DARK[name], bold=bold) if self.colour else Style(bold=bold)

    def digit(self, yours: bool) -> Style:
        """Return the style of a digit: bright for yours, slate for the opponent's."""
        return self._style("ink" if yours else "them", bold=yours)

    @property
    def selected(self) -> Style:
        """The style of the answer that Enter would choose."""
        if not self.colour or self._theme is None:
            return Style(bold=True, reverse=self.colour)
        return Style(color=self._theme.on.dark, bgcolor=self._theme.fill.dark, bold=True)

    @property
    def own(self) -> Style:
        """The style of your number and moves."""
        if not self.colour or self._theme is None:
            return Style(bold=True)
        return Style(color=self._theme.deep.dark, bold=True)

    @property
    def opponent(self) -> Style:
        """The style of the opponent's number and moves."""
        return self._style("them")

    @property
    def changed(self) -> Style:
        """The style of what the last move changed."""
        return self._style("last")

    @property
    def refusal(self) -> Style:
        return self._style("wrong")

    @property
    def secondary(self) -> Style:
        return self._style("soft") if self.colour else Style(dim=True)

    @property
    def separator(self) -> Style:
        return self._style("line")

    def underline(self, width: int) -> str:
        """Return the line under a digit that the last move changed."""
        return ("▔" if self.colour else "^") * width


class MoveChooser(ABC):
    """A move being entered answer by answer, on a screen that shows all answers."""

    voice: AnySecondPersonText
    message = ""
    """The message between the numbers: the last event, or a refusal."""
    is_refusal = False

    _selected_index = 0
    """The index of the selected answer among the open ones."""

    @property
    @abstractmethod
    def entry(self) -> MoveEntry:
        """The partly entered move."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The position on the board."""

    @property
    @abstractmethod
    def accepts_input(self) -> bool:
        """Whether a person at this screen is to move."""

    before: State | None = None
    """The position before the last move, to highlight what changed."""

    @abstractmethod
    def on_move(self, text: str) -> None:
        """Handle a complete move."""

    def rows(self) -> Iterator[tuple[Row, Row | None]]:
        """Yield each row of the board with the same row before the last move.

        The opponent's number comes above the player's own.
        """
        view = self.voice.dialogue.view(self.state)
        earlier = () if self.before is None else self.voice.dialogue.view(self.before)
        old = earlier if len(earlier) == len(view) else (None,) * len(view)
        pairs = list(zip(view, old, strict=True))
        seated = [pair for pair in pairs if pair[0].seat is not None]
        you = self.voice.audience.you or Seat.TWO
        ordered = iter(sorted(seated, key=lambda pair: pair[0].seat is you))
        for pair in pairs:
            yield next(ordered) if pair[0].seat is not None else pair

    def show_message(self, message: str, *, is_refusal: bool = False) -> None:
        """Replace the message."""
        self.message, self.is_refusal = message, is_refusal

    def question(self) -> Question | None:
        """Return the current question, if a person is to move."""
        return self.entry.question if self.accepts_input else None

    def question_text(self) -> str:
        """Return the current question in a few words."""
        return self.voice.ask(self.state, self.entry.answers) if self.accepts_input else ""

    def open_answers(self) -> tuple[Answer, ...]:
        return self.entry.open_answers() if self.accepts_input else ()

    def closed_answers(self) -> frozenset[str]:
        """Return the answers that cannot be chosen now, such as a zero."""
        answers = self.entry.closed_answers() if self.accepts_input else ()
        return frozenset(answer.text for answer in answers)

    def selected(self) -> Answer | None:
        answers = self.open_answers()
        return answers[self._selected_index % len(answers)] if answers else None

    def move_selection(self, step: int) -> None:
        """Move the selection by `step` answers."""
        count = len(self.open_answers())
        if count:
            self._selected_index = (self._selected_index + step) % count

    def select(self, key: str) -> bool:
        """Select an answer by its text or number, and return whether it is open.

        If the answer is closed, show why.
        """
        question = self.question()
        for answer in question.answers if question else ():
            if key == answer.text or key in answer.numbers:
                if self.entry.is_open(answer):
                    self._selected_index = self.open_answers().index(answer)
                    return True
                why = self.voice.closed(self.state, self.entry.answers, answer)
                self.show_message(why or self.message, is_refusal=bool(why))
        return False

    def button_label(self) -> tuple[str, str]:
        """Return the label of the Enter button, and a preview of its effect."""
        answer = self.selected()
        if answer is None:
            return "", ""
        answers = (*self.entry.answers, answer.text)
        if self.voice.dialogue.question(self.state, answers) is not None:
            return f"{self.question_text()} {answer.shown}", ""
        move = self.voice.game.parse_move(" ".join(answers))
        return self.voice.button(self.state, move), self.voice.preview(self.state, move)

    def choose(self) -> None:
        """Enter the selected answer. The last answer completes the move."""
        answer = self.selected()
        if answer is None:
            return
        self._selected_index = 0
        entry = self.entry
        entry.choose(answer)
        if entry.is_complete:
            text = entry.text
            entry.clear()
            self.on_move(text)

    def clear_entry(self) -> None:
        self.entry.clear()
        self._selected_index = 0


MARGIN = 12
"""The columns to the left of a number, for its player's name."""
MAX_LOG_LINES = 3
CLOSED = "not now"
"""The text below a digit that cannot be chosen now. The digit may be available later."""


class Target(NamedTuple):
    """A clickable area, and the answer it selects."""

    line: int
    begin: int
    end: int
    answer: str


class Size(NamedTuple):
    """The spacing of large digits: the spaces around each digit, and between digits."""

    around: int
    gap: int

    def width(self, count: int) -> int:
        """Return the width of a number with this many digits."""
        return count * (WIDTH + 2 * self.around + self.gap)


SIZES = (Size(1, 2), Size(0, 1))
"""Tile sizes: one with room for place names, and the smallest that is readable."""


class Drawing:
    """The board drawn as lines, with its clickable areas."""

    def __init__(self, chooser: MoveChooser, palette: Palette, width: int) -> None:
        self.lines: list[Text] = []
        self.targets: list[Target] = []
        self._chooser = chooser
        self._palette = palette
        self._width = width
        selected = chooser.selected()
        self._selected = {*chooser.entry.answers, *(() if selected is None else (selected.text,))}
        self._closed = chooser.closed_answers()

    def draw(self) -> None:
        """Draw the numbers, the message, the answers and the button."""
        rows = list(self._chooser.rows())
        seated = [place for place, (row, _) in enumerate(rows) if _is_players_number(row)]
        halves = len(seated) > 1
        for place, (row, before) in enumerate(rows):
            if halves and place == seated[-1]:
                self._message()
                self.lines.append(Text("─" * self._width, self._palette.separator))
            self._draw_row(row, before)
        if not halves:
            self.lines.append(Text())
            self._message()
        self._answers({cell.answer for row, _ in rows for cell in row.cells})
        self._button()

    def fit(self, height: int) -> None:
        """Remove separators, starting at the bottom, until the board fits the height."""
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

    def _draw_row(self, row: Row, before: Row | None) -> None:
        voice = self._chooser.voice
        label = voice.named(row.label)
        if row.seat is not None and _is_players_number(row):
            label = voice.audience.label(row.seat)
        yours = row.seat in (None, voice.audience.you or self._chooser.state.mover)
        if row.kind is RowKind.NUMBER and not row.cells:
            row, before = row._replace(cells=(Cell(""),)), None  # the place of the first digit
        size = self._size_for(row)
        if size is None:
            self._draw_small(row, before, label)
        else:
            self._draw_large(row, before, label, yours, size)

    def _size_for(self, row: Row) -> Size | None:
        """Return the spacing for a row of large digits, or None if it has to be small."""
        if row.kind is not RowKind.NUMBER:
            return None
        room = self._width - MARGIN
        return next((size for size in SIZES if size.width(len(row.cells)) <= room), None)

    def _draw_large(
        self, row: Row, before: Row | None, label: str, yours: bool, size: Size
    ) -> None:
        names = any(cell.caption for cell in row.cells) and any(c.answer for c in row.cells)
        lines = [Text() for _ in range(HEIGHT + 1 + (names and yours))]
        notes = _margin_lines(label, row, self._chooser)
        for line, note in zip(lines, notes, strict=False):
            line.append(note, self._palette.own if yours and row.seat else self._palette.opponent)
        for line in lines:
            line.pad_right(MARGIN - line.cell_len)
        first = len(self.lines)
        for place, cell in enumerate(row.cells):
            begin = lines[0].cell_len
            self._draw_large_cell(lines, cell, _has_changed(row, before, place), yours, size)
            if cell.answer:
                ends = begin + WIDTH + 2 * size.around
                self.targets += [
                    Target(first + at, begin, ends, cell.answer) for at in range(len(lines))
                ]
        self.lines += lines

    def _draw_large_cell(
        self, lines: list[Text], cell: Cell, changed: bool, yours: bool, size: Size
    ) -> None:
        selected = cell.answer in self._selected
        spent = bool(cell.answer) and cell.answer in self._closed
        style = self._palette.digit(yours)
        if selected or spent:
            style = (
                self._palette.selected
                if selected and self._palette.colour
                else self._palette.secondary
            )
            style = self._palette.digit(yours) if selected and not self._palette.colour else style
        width, gap = WIDTH + 2 * size.around, " " * size.gap
        for line, part in zip(lines, draw_large(cell.text or EMPTY), strict=False):
            line.append(part.center(width), style).append(gap)
        mark = self._palette.underline(WIDTH) if changed else ""
        under = style if selected and self._palette.colour else self._palette.changed
        lines[HEIGHT].append(mark.center(width), under).append(gap)
        if len(lines) > HEIGHT + 1:
            name = CLOSED if spent else cell.caption
            name = f"[{name or cell.text}]" if selected and not self._palette.colour else name
            whole = width + size.gap
            caption_style = self._palette.own if selected else self._palette.secondary
            lines[HEIGHT + 1].append(name[:whole].center(width).ljust(whole)[:whole], caption_style)

    def _draw_small(self, row: Row, before: Row | None, label: str) -> None:
        indent = min(display_width(label) + 2, MARGIN)
        lines = [Text(f"{label}: ", self._palette.secondary)]
        if row.hidden:
            lines[-1].append(f"({row.hidden} earlier) ", self._palette.secondary)
        places: list[tuple[int, int, int, str]] = []
        for place, cell in enumerate(row.cells):
            selected = cell.answer in self._selected
            text = cell.text or EMPTY
            text = f"[{text}]" if selected and not self._palette.colour else f" {text} "
            if lines[-1].cell_len + len(text) > self._width:
                lines.append(Text(" " * indent))
            begin = lines[-1].cell_len
            changed = _has_changed(row, before, place)
            style = self._palette.changed if changed else Style()
            lines[-1].append(text, self._palette.selected if selected else style)
            if cell.answer:
                places.append((len(lines) - 1, begin, begin + len(text), cell.answer))
        cut = max(0, len(lines) - MAX_LOG_LINES) if row.kind is RowKind.LOG else 0
        if cut:  # the end of a long log matters most
            lines = [Text(f"{label}: ...", self._palette.secondary), *lines[cut + 1 :]]
        first = len(self.lines)
        self.targets += [
            Target(first + line - cut, begin, end, answer) for line, begin, end, answer in places
        ]
        self.lines += lines

    def _message(self) -> None:
        style = self._palette.refusal if self._chooser.is_refusal else Style()
        self._add_wrapped(Text(self._chooser.message, style))

    def _add_wrapped(self, text: Text) -> None:
        """Add styled text, wrapped between words."""
        for paragraph in text.split("\n"):
            at = 0
            for line in wrap(paragraph.plain, self._width, break_on_hyphens=False):
                at = paragraph.plain.index(line, at)
                self.lines.append(paragraph[at : at + len(line)])
                at += len(line)

    def _answers(self, shown: set[str]) -> None:
        """Draw the answers on a line, unless all of them are tiles on the board."""
        answers = self._chooser.open_answers()
        if not answers or all(answer.text in shown for answer in answers):
            return
        line = Text(f"{self._chooser.question_text()}  ", self._palette.secondary)
        selected = self._chooser.selected()
        for answer in answers:
            is_selected = answer == selected
            mark = is_selected and not self._palette.colour
            text = f"[{answer.shown}]" if mark else f" {answer.shown} "
            if line.cell_len + len(text) > self._width:
                self.lines.append(line)
                line = Text("  ")
            begin = line.cell_len
            line.append(text, self._palette.selected if is_selected else Style())
            self.targets.append(Target(len(self.lines), begin, line.cell_len, answer.text))
        self.lines.append(line)

    def _button(self) -> None:
        button, preview = self._chooser.button_label()
        if button:
            text = Text().append(f"▶ {button}", self._palette.own)
            self._add_wrapped(text.append(f": {preview}" if preview else ""))


def _is_players_number(row: Row) -> bool:
    return row.seat is not None and row.kind is RowKind.NUMBER


def _margin_lines(label: str, row: Row, chooser: MoveChooser) -> list[str]:
    """Return the lines to the left of a number: its player, and whether that player is to move."""
    if row.seat is None:
        return wrap(label, MARGIN - 1)
    you = chooser.voice.audience.you
    mark = YOUR_MARK if row.seat is (you or chooser.state.mover) else OPPONENT_MARK
    notes = [set_cell_size(f"{mark} {label}", MARGIN - 1).rstrip()]
    if chooser.accepts_input and row.seat is chooser.state.mover:
        notes.append("  your move" if row.seat is you else "  to move")
    return notes


def _has_changed(row: Row, before: Row | None, place: int) -> bool:
    if before is None or row.kind is not RowKind.NUMBER:
        return False
    old = {before.hidden + at: cell.text for at, cell in enumerate(before.cells)}
    return old.get(row.hidden + place) != row.cells[place].text


class AnswerClicked(Message):
    """An answer was clicked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Board(Widget):
    """The widget that draws the board."""

    def __init__(self, chooser: MoveChooser, palette: Palette) -> None:
        super().__init__(id="board")
        self._chooser = chooser
        self._palette = palette
        self.drawing = Drawing(chooser, palette, 0)

    def render(self) -> RenderResult:
        self.drawing = Drawing(self._chooser, self._palette, self.size.width)
        self.drawing.draw()
        self.drawing.fit(self.size.height)
        return Text("\n").join(self.drawing.lines)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        for target in self.drawing.targets:
            if target.line == place.y and target.begin <= place.x < target.end:
                self.post_message(AnswerClicked(target.answer))
                return


LOGO = "▌9▐"


class SidePanel(VerticalScroll, can_focus=False):
    """The panel beside the board.

    The panel never takes the focus, because keys belong to the board.
    """


class BoardScreen(Screen[None]):
    """A screen with a board and the keys to enter a move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "select(-1)", "choose", show=False),
        Binding("right", "select(1)", "choose", key_display="←→"),
        Binding("enter,space", "choose", "play", key_display="Enter"),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, chooser: MoveChooser, palette: Palette) -> None:
        super().__init__()
        self._chooser = chooser
        self._palette = palette

    def show(self) -> None:
        """Redraw the screen."""
        self.query_one("#title", Static).update(self.heading())
        self.query_one(Board).refresh()

    def heading(self) -> Text:
        """Return the text above the board."""
        raise NotImplementedError

    def headline(self, name: str, about: str, right: str) -> Text:
        """Return the first line: logo, name and description on the left, `right` on the right."""
        left = Text(f"{LOGO} ").append(name, "bold").append(f"  {about}", self._palette.secondary)
        room = self.app.size.width - 4 - left.cell_len - display_width(right)
        return left.append(" " * max(2, room)).append(right, self._palette.secondary)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    def action_select(self, step: int) -> None:
        self._chooser.move_selection(step)
        self.show()

    def action_choose(self) -> None:
        self._chooser.choose()
        self.show()

    def action_back(self) -> None:
        self._chooser.clear_entry()
        self.show()

    def on_answer_clicked(self, clicked: AnswerClicked) -> None:
        """Select the answer that was clicked. A second click enters the answer."""
        selected = self._chooser.selected()
        again = selected is not None and selected.text == clicked.text
        if self._chooser.select(clicked.text) and again:
            self.action_choose()
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Select the answer whose digit was typed."""
        if (event.character or "").isdecimal():
            self._chooser.select(event.character or "")
            self.show()


class TextScreen(ModalScreen[None]):
    """Scrollable text in a modal screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "close", key_display="Esc")
    ]

    def __init__(self, text: str, *, markdown: bool = False) -> None:
        super().__init__()
        self._text = text
        self._markdown = markdown

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Markdown(self._text) if self._markdown else Static(self._text, markup=False)
        yield Footer()


class Confirm(ModalScreen[bool]):
    """A yes-or-no question. The result is whether the player said yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape,q", "dismiss(False)", "no", key_display="n"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        yield Static(self._question, id="question", markup=False)
        yield Footer()


SMALLEST_SCREEN = (80, 24)


class TooSmall(ModalScreen[None]):
    """Covers the other screens while the terminal is too small for them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "quit")]

    def compose(self) -> ComposeResult:
        yield Static(id="too-small", markup=False)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        width, height = self.app.size
        columns, lines = SMALLEST_SCREEN
        self.query_one("#too-small", Static).update(
            f"This terminal is too small. It has {width} columns and {height} lines, but the full "
            f"screen needs {columns} columns and {lines} lines. Make the window larger, or press "
            "q to quit."
        )
