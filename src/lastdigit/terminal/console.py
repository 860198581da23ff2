"""The terminal or pipe that a command talks to: prompts, line editing, paging and colour."""

from __future__ import annotations

import contextlib
import importlib
import locale
import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property, partial
from types import FrameType, ModuleType
from typing import NamedTuple, TextIO

from lastdigit.errors import LastDigitError, escaped, quoted_input
from lastdigit.game.game import Value
from lastdigit.game.options import Option, OptionValue
from lastdigit.game.text import display_width, fit, pad, wrap
from lastdigit.system import terminal_width

Completions = Callable[[str], Iterable[str]]
"""A function that returns all possible completions of a partly typed line, as whole lines."""

ZERO_WIDTH = "\001{}\002"
"""Marks the part of a prompt that takes no columns, for readline."""

ALARM_INTERVAL = 1.0
"""Seconds between alarms while readline is waiting."""


class TimeUp(Exception):  # noqa: N818 - not an error: the clock has run out
    """The deadline passed before the user answered."""


class Continued(Exception):  # noqa: N818 - not an error: named for what happened
    """The stopped program was continued, so the prompt has to be shown again."""


class LineEditor:
    """A wrapper around the process-wide readline."""

    def __init__(self, readline: ModuleType) -> None:
        self._readline = readline
        self._matches: list[str] = []
        self._completions: Completions = lambda _: ()
        self._is_gnu = "libedit" not in (readline.__doc__ or "")
        readline.set_completer_delims("")
        readline.set_completer(self._match)
        # Without these settings, readline would write escape codes before the first key.
        # It would ask or page below a long list of completions, where the clock would be drawn.
        gnu = (
            "tab: complete",
            "set enable-bracketed-paste off",
            "set enable-meta-key off",
            "set completion-query-items -1",
            "set page-completions off",
        )
        for setting in gnu if self._is_gnu else ("bind ^I rl_complete",):
            readline.parse_and_bind(setting)

    def clear_history(self) -> None:
        self._readline.clear_history()

    @property
    def typed(self) -> str:
        """The part of the line that has been typed so far."""
        return str(self._readline.get_line_buffer())

    def read(
        self,
        prompt: str,
        bold: str,
        seconds: float | None,
        complete: Completions,
        tick: Callable[[], None] = lambda: None,
    ) -> str:
        """Return the line typed after a one-line prompt, and print `bold` before the input.

        With a time limit, `tick` is called every second, if it can leave the cursor in place.

        Raise EOFError, KeyboardInterrupt, Continued, or TimeUp after `seconds`.
        """
        self._completions = complete
        hidden = ZERO_WIDTH.format(bold) if bold and self._is_gnu else ""
        with _interruptions(seconds, tick if self._is_gnu else lambda: None):
            return input(f"{prompt}{hidden}")

    def _match(self, text: str, number: int) -> str | None:
        """Return the match with this number, as readline's completer protocol requires."""
        if number == 0:
            typed = text.lower()
            self._matches = [line for line in self._completions(text) if line.startswith(typed)]
        return self._matches[number] if number < len(self._matches) else None


def open_editor(
    source: TextIO, output: TextIO, environment: Mapping[str, str]
) -> LineEditor | None:
    """Return a line editor, or None if readline or a terminal that supports it is missing."""
    own = source is sys.stdin and output is sys.stdout  # readline uses only these
    if not own or not (source.isatty() and output.isatty()):
        return None
    if environment.get("TERM", "dumb") == "dumb":
        return None
    if not hasattr(signal, "SIGALRM"):  # a deadline could not interrupt readline
        return None
    try:
        return LineEditor(importlib.import_module("readline"))
    except ImportError:
        return None


@contextmanager
def _interruptions(seconds: float | None, tick: Callable[[], None]) -> Iterator[None]:
    """Raise TimeUp after `seconds`, and Continued when the stopped program continues.

    With a time limit, call `tick` every second.

    A signal that arrives between readline's prompt and its `select` does not end the `select`, so
    Python would call the handler only after the next key. The timer therefore repeats: each alarm
    ends the `select` and lets the handlers of earlier signals run.
    """
    deadline = math.inf if seconds is None else time.monotonic() + seconds

    def set_alarm() -> None:
        left = max(deadline - time.monotonic(), 0.001)
        signal.setitimer(signal.ITIMER_REAL, min(left, ALARM_INTERVAL), ALARM_INTERVAL)

    def check_deadline(_: int, __: FrameType | None) -> None:
        if time.monotonic() >= deadline:
            raise TimeUp
        if seconds is not None:
            tick()
        set_alarm()

    def report_continuation(_: int, __: FrameType | None) -> None:
        raise Continued

    before = (
        signal.signal(signal.SIGCONT, report_continuation),
        signal.signal(signal.SIGALRM, check_deadline),
    )
    try:
        set_alarm()
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGCONT, before[0])
        signal.signal(signal.SIGALRM, before[1])


BOLD, RESET = "\x1b[1m", "\x1b[0m"
SAVE_CURSOR, RESTORE_CURSOR, UP = "\x1b7", "\x1b8", "\x1b[{}A"
"""Saving the cursor also saves its colour."""
CLEAR_SCREEN = "\x1b[H\x1b[2J"
COPY = "\x1b]52;c;{}\x07"
"""OSC 52: the terminal copies a text in base64 to the clipboard."""
COLOURS = {Value.WIN: "\x1b[94m", Value.LOSE: "\x1b[91m", Value.DRAW: "\x1b[93m"}
SYMBOLS = {Value.WIN: "▲", Value.LOSE: "▼", Value.DRAW: "◆"}
EMPTY_CELL = "·"
"""The text of an empty cell in a chart."""
MAX_ANSWER_LENGTH = 200
MAX_WIDTH = 80
THINKING_DELAY = 0.2
"""Seconds after which "Thinking..." is shown."""
THINKING = "Thinking..."
SHORT_FORMS = {"q": "quit", "exit": "quit", "?": "help"}
"""Short forms of commands."""
CHUNK = 65_536


class EndOfInput(Exception):  # noqa: N818 - named for what happened
    """A pipe or file ended before the game did."""


class Quit(Exception):  # noqa: N818 - not an error: the players leave
    """The player quits. The game stays saved."""


class ToMenu(Exception):  # noqa: N818 - not an error: the player asked for the menu
    """Return to the menu on the same console. An unfinished game stays saved."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console


def columns() -> int:
    """Return the width of the terminal."""
    return terminal_width(sys.__stdout__)


def screen_lines() -> int:
    """Return the height of the terminal."""
    import shutil  # slow to import, and only long texts need it

    return shutil.get_terminal_size().lines


def command_word(line: str) -> str:
    """Return a typed line as a command name, with short forms expanded."""
    word = line.strip().lower()
    return SHORT_FORMS.get(word, word)


def wants_colour(output: TextIO, setting: str, environment: Mapping[str, str]) -> bool:
    """Return whether to write escape codes. `auto` means that the output and environment decide."""
    if setting != "auto":
        return setting == "always"
    if environment.get("NO_COLOR") or environment.get("FORCE_COLOR"):
        return not environment.get("NO_COLOR")
    return output.isatty() and environment.get("TERM", "dumb") != "dumb"


def has_clipboard(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal is likely to support OSC 52.

    There is no way to ask the terminal without waiting for an answer. The Linux console, macOS
    Terminal and terminals based on VTE, such as GNOME's, ignore OSC 52.
    """
    terminal = environment.get("TERM", "dumb")
    if terminal.startswith(("dumb", "linux", "vt")) or environment.get("VTE_VERSION"):
        return False
    return environment.get("TERM_PROGRAM") != "Apple_Terminal"


def has_symbols(output: TextIO) -> bool:
    """Return whether the output can show our symbols.

    In the C locale, Python writes UTF-8 anyway, so the locale's encoding must be able to show them
    as well. An in-memory stream has no encoding and can show everything.
    """
    encodings = (output.encoding, locale.getencoding()) if output.encoding else ()
    try:
        for encoding in encodings:
            "".join((*SYMBOLS.values(), EMPTY_CELL)).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class Style(NamedTuple):
    """How to format text: colours, symbols and the line width."""

    colour: bool
    symbols: bool = True
    width: int = MAX_WIDTH

    def bold(self, text: str) -> str:
        return f"{BOLD}{text}{RESET}" if self.colour else text

    def mark_value(self, value: Value, text: str) -> str:
        """Return the text for a value with its symbol and colour."""
        text = f"{SYMBOLS[value]} {text}" if self.symbols else text
        return f"{COLOURS[value]}{text}{RESET}" if self.colour else text


PLAIN = Style(colour=False)


def _truncate(text: str) -> str:
    """Return a line, truncated and marked with "..." if it is too long for any answer."""
    return text if len(text) <= MAX_ANSWER_LENGTH else f"{text[:MAX_ANSWER_LENGTH]} ..."


@contextmanager
def _on_continue(action: Callable[[], None]) -> Iterator[None]:
    """Call an action whenever the stopped program continues, on platforms with SIGCONT."""
    if not hasattr(signal, "SIGCONT"):
        yield
        return
    before = signal.signal(signal.SIGCONT, lambda *_: action())
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


class Console:
    """Reads answers and writes text.

    The console reads the file descriptor directly, so that a read can time out.
    """

    def __init__(
        self,
        source: TextIO,
        output: TextIO,
        *,
        colour: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fd = source.fileno()
        self._echo = not source.isatty()
        self._output = output
        self.is_terminal = source.isatty() and output.isatty()
        self.style = Style(colour, has_symbols(output), self.width)
        self.bold = self.style.bold
        self._open_editor = partial(open_editor, source, output, os.environ)
        self._buffer = b""
        self._ended = False
        self.clock = clock

    @property
    def width(self) -> int:
        """The line width: as wide as the terminal, but no wider than is easy to read."""
        return min(MAX_WIDTH, columns()) if self.is_terminal else MAX_WIDTH

    @cached_property
    def _editor(self) -> LineEditor | None:
        """The line editor, opened at the first prompt because loading readline takes time."""
        return self._open_editor()

    def use_colour(self, colour: bool) -> None:
        self.style = Style(colour, self.style.symbols, self.width)
        self.bold = self.style.bold

    def wrap(self, text: str) -> str:
        """Return a paragraph wrapped to the line width, with a newline at the end."""
        return f"{fit(text, self.width)}\n"

    def write(self, text: str) -> None:
        """Write text. On a terminal, wrap lines that are too wide."""
        self._output.write(fit(text, columns()) if self.is_terminal else text)
        self._output.flush()

    @property
    def _takes_escapes(self) -> bool:
        """Whether escape codes for purposes other than colour may be written."""
        return self.is_terminal and self.style.colour

    def clear_screen(self) -> None:
        """Clear the screen if the output is a terminal."""
        if self._takes_escapes:
            self._output.write(CLEAR_SCREEN)
            self._output.flush()

    def copy_to_clipboard(self, text: str) -> bool:
        """Copy a text if the terminal supports it, and return whether the text was sent."""
        if not self._takes_escapes or not has_clipboard(os.environ):
            return False
        import base64

        encoded = base64.b64encode(text.encode()).decode()
        self._output.write(COPY.format(encoded))
        self._output.flush()
        return True

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Show "Thinking..." on a terminal if the `with` block takes longer than a moment."""
        if not self.is_terminal:
            yield
            return
        import threading

        shown: list[str] = []

        def show() -> None:
            shown.append(THINKING)
            self.write(THINKING)

        timer = threading.Timer(THINKING_DELAY, show)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown:
                self.write(f"\r{' ' * len(THINKING)}\r")

    def ask(
        self,
        prompt: str,
        deadline: float | None = None,
        prompt_again: Callable[[], str] | None = None,
        complete: Completions = lambda _: (),
    ) -> str:
        """Return the line typed at a prompt, without the newline.

        With a deadline, the last line of the prompt starts with the time left. The displayed time
        counts down if the countdown cannot disturb the input. `prompt_again` returns the text to
        show when a stopped program continues. `complete` returns the completions for Tab.

        Raise EndOfInput at the end of a pipe, Quit at the end of input on a terminal, and TimeUp at
        the deadline.
        """
        bold, reset = (BOLD, RESET) if self.style.colour else ("", "")
        if self._editor is not None:
            try:
                return self._ask_with_editor(
                    prompt, deadline, prompt_again or (lambda: prompt), complete
                )
            finally:
                self.write(reset)

        def with_clock(text: str) -> str:
            return _with_clock(text, self._time_left(deadline))

        def repeat() -> str:
            return prompt

        try:
            # On a terminal, Ctrl-Z stops the program and fg continues it.
            shown_again = (
                nullcontext()
                if self._echo
                else _on_continue(
                    lambda: self.write(f"\n{with_clock((prompt_again or repeat)())}{bold}")
                )
            )
            with shown_again:
                self.write(f"{with_clock(prompt)}{bold}")
                answer = self._read_line(deadline)
        except BaseException:
            self.write("\n")
            raise
        finally:
            self.write(reset)
        if self._echo:
            self.write(f"{escaped(answer)}\n")
        return answer

    def _ask_with_editor(
        self,
        prompt: str,
        deadline: float | None,
        prompt_again: Callable[[], str],
        complete: Completions,
    ) -> str:
        """Return the line typed at a prompt with readline."""
        assert self._editor is not None, "the caller has checked this"
        while True:
            time_left = self._time_left(deadline)
            fitted = fit(_with_clock(prompt, time_left), columns())
            above, line_end, last = fitted.rpartition("\n")
            self.write(f"{above}{line_end}")
            seconds = None if deadline is None else deadline - self.clock()
            try:
                answer = self._editor.read(
                    last,
                    BOLD if self.style.colour else "",
                    seconds,
                    complete,
                    self._ticker(fitted, time_left, deadline),
                )
            except Continued:
                prompt = f"\n{prompt_again()}"
            except EOFError:
                self.write("\n")
                raise Quit from None
            except BaseException:
                self.write("\n")
                raise
            else:
                return _truncate(answer)

    def _time_left(self, deadline: float | None) -> str:
        return "" if deadline is None else f"[{max(0, round(deadline - self.clock()))} s] "

    def _ticker(self, prompt: str, shown: str, deadline: float | None) -> Callable[[], None]:
        """Return a function that updates the time left, which a prompt shows as `shown`.

        The function does nothing once the input has reached the next row, because the row of the
        cursor is then unknown.
        """
        rows = prompt.split("\n")
        places = [place for place, row in enumerate(rows) if shown and row.startswith(shown)]
        if not places or not self._takes_escapes:
            return lambda: None
        up = len(rows) - 1 - places[-1]

        def tick() -> None:
            assert self._editor is not None, "it calls this function"
            if display_width(rows[-1]) + display_width(self._editor.typed) >= columns():
                return
            text = self._time_left(deadline).ljust(len(shown))
            move = f"{UP.format(up) if up else ''}\r{RESET}"
            self._output.write(f"{SAVE_CURSOR}{move}{text}{RESTORE_CURSOR}")
            self._output.flush()

        return tick

    def clear_history(self) -> None:
        """Clear the history of typed lines."""
        if self._editor is not None:
            self._editor.clear_history()

    def _read_line(self, deadline: float | None) -> str:
        """Return the next line, truncated if it is too long for any answer."""
        line = b""
        while True:
            piece, end, rest = self._buffer.partition(b"\n")
            line = (line + piece)[: MAX_ANSWER_LENGTH * 4 + 1]
            self._buffer = rest
            if end:
                break
            if self._ended:
                if not line:
                    raise EndOfInput if self._echo else Quit
                break
            self._wait(deadline)
            self._buffer = os.read(self._fd, CHUNK)
            self._ended = not self._buffer
        text = line.decode(errors="replace").rstrip("\r")
        return _truncate(text)

    def _wait(self, deadline: float | None) -> None:
        if deadline is None:
            return
        left = max(0.0, deadline - self.clock())
        ready, _, _ = select.select([self._fd], [], [], left)
        if not ready or self.clock() >= deadline:
            raise TimeUp


def _with_clock(prompt: str, time_left: str) -> str:
    """Return a prompt with the time left at the start of its last line."""
    above, line_end, last = prompt.rpartition("\n")
    return f"{above}{line_end}{time_left}{last}"


MORE = "-- Enter for more, q to stop -- "
CANNOT_RUN = (126, 127)
"""A shell's exit codes for a command that was not found or cannot be run."""
LESS_OPTIONS = "FRX"
"""The default options of `less`: show colours and leave the text on the screen."""


def show_page(console: Console, text: str, environment: Mapping[str, str] = os.environ) -> None:
    """Show text, page by page if it does not fit on the screen."""
    if not console.is_terminal or _row_count(text) < screen_lines():
        console.write(text)
        return
    command = environment.get("PAGER", "").strip()
    if not command or not _run_pager(command, text, environment):
        _show_pages(console, text)


def _row_count(text: str) -> int:
    """Return the number of screen rows that a text takes up, with long lines wrapped."""
    width = columns()
    return sum(math.ceil(display_width(line) / width) or 1 for line in text.splitlines())


def _run_pager(command: str, text: str, environment: Mapping[str, str]) -> bool:
    """Show text in a pager, and return whether the pager could be run."""
    import subprocess

    content = text.encode(sys.stdout.encoding, errors="replace")
    with _ignore_interrupts():
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=content,
            env={"LESS": LESS_OPTIONS, **environment},
            check=False,
        )
    return done.returncode not in CANNOT_RUN


@contextlib.contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C while a pager is running, because the pager handles it."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _show_pages(console: Console, text: str) -> None:
    room = max(1, screen_lines() - 1)
    shown = 0
    for line in text.splitlines(keepends=True):
        if shown and shown + _row_count(line) > room:
            shown = 0
            try:
                if console.ask(MORE).strip().lower().startswith("q"):
                    return
            except Quit:
                return
        console.write(line)
        shown += _row_count(line)


HELP = (
    "Type a number or the beginning of a word, or press Enter for the answer in [brackets]. "
    "Type ? for help, menu to start over, q to quit."
)
INDENT = " " * 5
TYPING_ROOM = 9
"""Columns left for typing after a prompt."""


class Choice(NamedTuple):
    """One line in a menu: the word to type, a description, and other words that mean the same."""

    word: str
    about: str
    aliases: tuple[str, ...] = ()


def ask(console: Console, prompt: str, prompt_again: str = "", words: Sequence[str] = ()) -> str:
    """Return an answer in lower case. Tab completes `words`.

    `prompt_again` is the prompt to show when a stopped program continues. The input can raise Quit
    or ToMenu.
    """
    return ask_keeping_case(console, prompt, prompt_again, words).lower()


def ask_keeping_case(
    console: Console, prompt: str, prompt_again: str = "", words: Sequence[str] = ()
) -> str:
    """Return an answer as `ask` does, but keep its case, for example in a name."""
    known = [word.lower() for word in (*words, "help", "menu", "quit")]
    while True:
        line = console.ask(
            prompt, prompt_again=lambda: prompt_again or prompt, complete=lambda _: known
        )
        answer = command_word(line)
        if answer == "quit":
            raise Quit
        if answer == "menu":
            raise ToMenu(console)
        if answer != "help":
            return line.strip()
        console.write(console.wrap(HELP))


def choose(
    console: Console, question: str, choices: Sequence[Choice], default: int = 0, note: str = ""
) -> int:
    """Return the index of the choice picked by number or word. Enter picks the default.

    `note` is a sentence to show below the choices.
    """
    lines = f"{_choices_text(console, choices)}{console.wrap(note) if note else ''}"
    prompt = f"{question} (1-{len(choices)}) [{default + 1}]: "
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    words = [_plain_words(choice.word) for choice in choices]
    aliases = {word: place for place, choice in enumerate(choices) for word in choice.aliases}
    console.write(f"\n{lines}")
    while True:
        answer = _plain_words(ask(console, prompt, f"{lines}{prompt}", (*words, *aliases)))
        if not answer:
            return default
        if answer in numbers:
            return numbers.index(answer)
        if answer in (*words, *aliases):
            return words.index(answer) if answer in words else aliases[answer]
        matches = _matches(answer, words, aliases)
        if len(matches) == 1:
            return matches[0]
        if matches:
            candidates = " or ".join(choices[place].word for place in matches)
            message = (
                f"{quoted_input(answer)} could be {candidates}. Type more letters, or a number."
            )
        else:
            message = (
                f"{quoted_input(answer)} isn't one of the choices. "
                f"Type a number from 1 to {len(choices)}, or the beginning of a name."
            )
        console.write(console.wrap(message))


def _plain_words(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace("_", " ").split())


def _matches(answer: str, words: Sequence[str], aliases: Mapping[str, int]) -> list[int]:
    """Return the indices of the choices that an incomplete answer could stand for."""
    found = [place for place, word in enumerate(words) if word.startswith(answer)]
    for place in found:
        if all(words[other].startswith(words[place]) for other in found):
            return [place]  # "cont" means Continue, although there is a Continue 7
    return (
        found
        or [place for place, word in enumerate(words) if f" {answer}" in word]
        or sorted({place for word, place in aliases.items() if word.startswith(answer)})
    )


def _choices_text(console: Console, choices: Sequence[Choice]) -> str:
    """Return the choices, one per line. Long descriptions are wrapped below their word."""
    longest = max(display_width(choice.word) for choice in choices)
    lines = ""
    for number, (word, about, _) in enumerate(choices, 1):
        if len(INDENT) + longest + 2 + display_width(about) <= console.width:
            lines += f"{number:3}  {console.bold(pad(word, longest))}  {about}\n"
        else:
            indented = wrap(about, console.width, initial_indent=INDENT, subsequent_indent=INDENT)
            text = "\n".join(indented)
            lines += f"{number:3}  {console.bold(word)}\n{text}\n"
    return lines


def ask_value(
    console: Console,
    about: str,
    option: Option,
    default: OptionValue,
    check: Callable[[OptionValue], object] = lambda _: None,
) -> OptionValue:
    """Ask for an option's value until it is valid and `check` does not raise LastDigitError."""
    while True:
        prompt = f"{option.name} ({option.allowed}) [{option.format(default)}]: "
        heading = f"{about[0].upper()}{about[1:]}:"
        if len(prompt) + TYPING_ROOM > console.width:
            heading = f"{heading[:-1]}; {option.allowed}:"
            prompt = f"{option.name} [{option.format(default)}]: "
        console.write(f"\n{console.wrap(heading)}")
        words = ("yes", "no") if option.kind == "yes/no" else (option.none,)
        answer = ask(console, prompt, words=words)
        try:
            value = option.parse(answer) if answer else default
            check(value)
        except LastDigitError as error:
            console.write(console.wrap(str(error)))
        else:
            return value
