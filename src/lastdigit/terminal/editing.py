"""A line typed with editing, recall and Tab, where Python has readline; on a real terminal only."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import TextIO

Completions = Callable[[str], Iterable[str]]
"""The whole lines that what has been typed so far can become."""

HIDDEN = "\001{}\002"
"""How readline is told that a part of a prompt takes no room."""


class TimeUp(Exception):  # noqa: N818 - not an error: the clock has run out
    """The deadline passed before an answer came."""


class Continued(Exception):  # noqa: N818 - not an error: named for what happened
    """The program was stopped and goes on: the terminal has to be set up anew."""


class LineEditor:
    """The one readline of this process."""

    def __init__(self, readline: ModuleType) -> None:
        self._readline = readline
        self._matches: list[str] = []
        self._completions: Completions = lambda _: ()
        self._is_gnu = "libedit" not in (readline.__doc__ or "")
        readline.set_completer_delims("")
        readline.set_completer(self._match)
        # These two would write escape codes before anything is typed.
        gnu = ("tab: complete", "set enable-bracketed-paste off", "set enable-meta-key off")
        for setting in gnu if self._is_gnu else ("bind ^I rl_complete",):
            readline.parse_and_bind(setting)

    def forget(self) -> None:
        """Forget the lines typed so far."""
        self._readline.clear_history()

    def read(self, prompt: str, bold: str, seconds: float | None, complete: Completions) -> str:
        """Return the line that answers a prompt of one line; what is typed begins with `bold`.

        Raises EOFError, KeyboardInterrupt, Continued, and TimeUp after so many seconds.
        """
        self._completions = complete
        hidden = HIDDEN.format(bold) if bold and self._is_gnu else ""
        with _interruptions(seconds):
            return input(f"{prompt}{hidden}")

    def _match(self, text: str, number: int) -> str | None:
        """Return one match after another for what has been typed, as readline asks for them."""
        if number == 0:
            typed = text.lower()
            self._matches = [line for line in self._completions(text) if line.startswith(typed)]
        return self._matches[number] if number < len(self._matches) else None


def open_editor(
    source: TextIO, output: TextIO, environment: Mapping[str, str]
) -> LineEditor | None:
    """Return the line editor, or None where there is none or no terminal that could show it."""
    own = source is sys.stdin and output is sys.stdout  # readline knows no others
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
def _interruptions(seconds: float | None) -> Iterator[None]:
    """Let the clock, and coming back after a stop, break off what is waited for."""

    def run_out(_: int, __: FrameType | None) -> None:
        raise TimeUp

    def go_on(_: int, __: FrameType | None) -> None:
        raise Continued

    before = signal.signal(signal.SIGCONT, go_on), signal.signal(signal.SIGALRM, run_out)
    try:
        if seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGCONT, before[0])
        signal.signal(signal.SIGALRM, before[1])
