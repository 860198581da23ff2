"""Long texts, a screen at a time: by `$PAGER`, else by our own; never through a pipe."""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping

from lastdigit.game.text import display_width
from lastdigit.terminal.console import Console, Quit

MORE = "-- Enter: more; q: enough -- "
CANNOT_RUN = (126, 127)
"""What a shell returns of a command that it has not found, or may not run."""
LESS = "FRX"
"""How `less` is to show colours, and leave the text on the screen, unless it is told otherwise."""


def show_page(console: Console, text: str, environment: Mapping[str, str] = os.environ) -> None:
    """Show a text; on a terminal that is too small for it, screen by screen."""
    if not console.is_terminal or _rows(text) < shutil.get_terminal_size().lines:
        console.say(text)
        return
    command = environment.get("PAGER", "").strip()
    if not command or not _run_pager(command, text, environment):
        _turn_pages(console, text)


def _rows(text: str) -> int:
    """Return how many rows a text takes, lines that are too long for one counted by theirs."""
    columns = shutil.get_terminal_size().columns
    return sum(math.ceil(display_width(line) / columns) or 1 for line in text.splitlines())


def _run_pager(command: str, text: str, environment: Mapping[str, str]) -> bool:
    """Let a command show a text, and return whether there is such a command."""
    import subprocess

    content = text.encode(sys.stdout.encoding, errors="replace")
    with _interrupts_left_to_others():
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=content,
            env={"LESS": LESS, **environment},
            check=False,
        )
    return done.returncode not in CANNOT_RUN


@contextlib.contextmanager
def _interrupts_left_to_others() -> Iterator[None]:
    """Do nothing about Ctrl-C for a while: a pager knows what to do about it."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _turn_pages(console: Console, text: str) -> None:
    room = max(1, shutil.get_terminal_size().lines - 1)
    shown = 0
    for line in text.splitlines(keepends=True):
        if shown and shown + _rows(line) > room:
            shown = 0
            try:
                if console.ask(MORE).strip().lower().startswith("q"):
                    return
            except Quit:
                return
        console.say(line)
        shown += _rows(line)
