"""A terminal or a pipe: text out, lines in, with a deadline if there is one.

Off a terminal each answer is echoed, so that a piped game reads as the rulebook prints it. Escape
codes go to colour terminals only, symbols where the encoding has them, and what a person typed
never reaches the screen unfiltered.
"""

from __future__ import annotations

import locale
import os
import select
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cached_property, partial
from typing import NamedTuple, TextIO

from lastdigit.errors import escaped
from lastdigit.game.game import Value
from lastdigit.game.text import fit
from lastdigit.terminal.editing import Completions, Continued, LineEditor, TimeUp, open_editor

BOLD, RESET = "\x1b[1m", "\x1b[0m"
COLOURS = {Value.WIN: "\x1b[94m", Value.LOSE: "\x1b[91m", Value.DRAW: "\x1b[93m"}
SYMBOLS = {Value.WIN: "▲", Value.LOSE: "▼", Value.DRAW: "◆"}
NOTHING = "·"
"""Stands in a picture where there is no symbol."""
LONGEST_ANSWER = 200
WIDEST = 80
BLINK = 0.2
"""The seconds after which somebody who waits wonders."""
THINKING = "Thinking..."
SHORT_FORMS = {"q": "quit", "exit": "quit", "?": "help"}
"""What people type for a command besides its name."""
CHUNK = 65_536


class EndOfInput(Exception):  # noqa: N818 - named for what happened
    """The input has ended before the game: there is nobody left to answer."""


class Quit(Exception):  # noqa: N818 - not an error: the players leave
    """The players leave; the game is kept."""


class ToMenu(Exception):  # noqa: N818 - not an error: somebody wants to choose anew
    """Back to the menu, on the same console; a game that goes on is kept."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console


def columns() -> int:
    """Return how many columns the terminal has."""
    return shutil.get_terminal_size().columns


def command_word(line: str) -> str:
    """Return what a line is if it is a command: short forms are the same at every prompt."""
    word = line.strip().lower()
    return SHORT_FORMS.get(word, word)


def wants_colour(output: TextIO, setting: str, environment: Mapping[str, str]) -> bool:
    """Return whether escape codes are welcome: `always`, `never`, or by what is found (`auto`)."""
    if setting != "auto":
        return setting == "always"
    if environment.get("NO_COLOR") or environment.get("FORCE_COLOR"):
        return not environment.get("NO_COLOR")
    return output.isatty() and environment.get("TERM", "dumb") != "dumb"


def has_symbols(output: TextIO) -> bool:
    """Return whether our symbols can be shown; text in memory, which has no encoding, has them.

    Where the locale is plain C, Python writes UTF-8 all the same, and who knows who can read it.
    """
    encodings = (output.encoding, locale.getencoding()) if output.encoding else ()
    try:
        for encoding in encodings:
            "".join((*SYMBOLS.values(), NOTHING)).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class Style(NamedTuple):
    """How emphasis and values look: with escape codes and symbols, or as words alone; how wide."""

    colour: bool
    symbols: bool = True
    width: int = WIDEST

    def bold(self, text: str) -> str:
        """Return the text as the rulebooks emphasise it."""
        return f"{BOLD}{text}{RESET}" if self.colour else text

    def valued(self, value: Value, text: str) -> str:
        """Return the text, which says a value in words, with its symbol and in its colour."""
        text = f"{SYMBOLS[value]} {text}" if self.symbols else text
        return f"{COLOURS[value]}{text}{RESET}" if self.colour else text


PLAIN = Style(colour=False)


def _bounded(text: str) -> str:
    """Return a line, or of one that is too long for any answer the beginning, marked as such."""
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]} ..."


@contextmanager
def _on_continue(action: Callable[[], None]) -> Iterator[None]:
    """Call an action whenever the stopped program continues, if the platform can stop programs."""
    if not hasattr(signal, "SIGCONT"):
        yield
        return
    before = signal.signal(signal.SIGCONT, lambda *_: action())
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


class Console:
    """Where a game is played. Reads the file descriptor itself, so that it can wait for it."""

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
        """How many columns a line may have: the terminal's, and never more than can be read."""
        return min(WIDEST, columns()) if self.is_terminal else WIDEST

    @cached_property
    def _editor(self) -> LineEditor | None:
        """What lines are typed with; only who is asked something waits for it."""
        return self._open_editor()

    def use_colour(self, colour: bool) -> None:
        """Show emphasis by escape codes from now on, or by nothing."""
        self.style = Style(colour, self.style.symbols, self.width)
        self.bold = self.style.bold

    def wrapped(self, text: str) -> str:
        """Return a paragraph as lines that fit, each ended; words stay whole."""
        return f"{fit(text, self.width)}\n"

    def say(self, text: str) -> None:
        """Write a text as it stands."""
        self._output.write(fit(text, columns()) if self.is_terminal else text)
        self._output.flush()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Tell somebody at a terminal that what happens meanwhile takes longer than a blink."""
        if not self.is_terminal:
            yield
            return
        told: list[str] = []

        def tell() -> None:
            told.append(THINKING)
            self.say(THINKING)

        timer = threading.Timer(BLINK, tell)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if told:
                self.say(f"\r{' ' * len(THINKING)}\r")

    def ask(
        self,
        prompt: str,
        deadline: float | None = None,
        again: Callable[[], str] | None = None,
        complete: Completions = lambda _: (),
    ) -> str:
        """Return the line that answers a prompt, without its end.

        `again` gives what is shown to somebody who stopped the program and comes back: the prompt
        with what has to be known to answer it; `complete` gives what Tab makes of a line. Raises
        EndOfInput where a pipe ends, Quit where a person ends the input, and TimeUp once the clock
        has passed the deadline.
        """
        bold, reset = (BOLD, RESET) if self.style.colour else ("", "")
        if self._editor is not None:
            try:
                return self._edited(prompt, deadline, again or (lambda: prompt), complete)
            finally:
                self.say(reset)
        try:
            # At a terminal, Ctrl-Z stops the program and fg continues it.
            shown_again = (
                nullcontext()
                if self._echo
                else _on_continue(lambda: self.say(f"\n{again() if again else prompt}{bold}"))
            )
            with shown_again:
                self.say(f"{prompt}{bold}")
                answer = self._line(deadline)
        except BaseException:
            self.say("\n")
            raise
        finally:
            self.say(reset)
        if self._echo:
            self.say(f"{escaped(answer)}\n")
        return answer

    def _edited(
        self,
        prompt: str,
        deadline: float | None,
        again: Callable[[], str],
        complete: Completions,
    ) -> str:
        """Return the line that answers a prompt, typed with all that readline offers."""
        assert self._editor is not None, "there is somewhere to edit"
        while True:
            above, line_end, last = fit(prompt, columns()).rpartition("\n")
            self.say(f"{above}{line_end}")
            seconds = None if deadline is None else deadline - self.clock()
            try:
                answer = self._editor.read(
                    last, BOLD if self.style.colour else "", seconds, complete
                )
            except Continued:
                prompt = f"\n{again()}"
            except EOFError:
                self.say("\n")
                raise Quit from None
            except BaseException:
                self.say("\n")
                raise
            else:
                return _bounded(answer)

    def forget_lines(self) -> None:
        """Let nothing that was typed before be recalled."""
        if self._editor is not None:
            self._editor.forget()

    def _line(self, deadline: float | None) -> str:
        """Return the next line; of one that is too long for any answer, only the beginning."""
        line = b""
        while True:
            piece, end, rest = self._buffer.partition(b"\n")
            line = (line + piece)[: LONGEST_ANSWER * 4 + 1]
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
        return _bounded(text)

    def _wait(self, deadline: float | None) -> None:
        if deadline is None:
            return
        left = max(0.0, deadline - self.clock())
        ready, _, _ = select.select([self._fd], [], [], left)
        if not ready or self.clock() >= deadline:
            raise TimeUp
