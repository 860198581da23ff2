"""A terminal or a pipe: text out, lines in, with a deadline if there is one.

Off a terminal each answer is echoed, so that a piped game reads as the rulebook prints it. Escape
codes go to colour terminals only, and what a person typed never reaches the screen unfiltered.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

from lastdigit.errors import printable
from lastdigit.solving import Value

BOLD, RESET = "\x1b[1m", "\x1b[0m"
COLOURS = {Value.WIN: "\x1b[94m", Value.LOSE: "\x1b[91m", Value.DRAW: "\x1b[93m"}
LONGEST_ANSWER = 200
CHUNK = 65_536


class EndOfInput(Exception):  # noqa: N818 - not an error: the person has left
    """There is nobody left to answer."""


class Quit(Exception):  # noqa: N818 - not an error: the players leave
    """The players leave; the game is kept."""


class TimeUp(Exception):  # noqa: N818 - not an error: the clock has run out
    """The deadline passed before an answer came."""


def wants_colour(output: TextIO, setting: str, environment: Mapping[str, str]) -> bool:
    """Return whether escape codes are welcome."""
    return (
        setting != "never"
        and output.isatty()
        and not environment.get("NO_COLOR")
        and environment.get("TERM", "dumb") != "dumb"
    )


@dataclass(frozen=True)
class Style:
    """How emphasis and values look: with escape codes, or as plain text."""

    colour: bool

    def bold(self, text: str) -> str:
        """Return the text as the rulebooks emphasise it."""
        return f"{BOLD}{text}{RESET}" if self.colour else text

    def valued(self, value: Value, text: str) -> str:
        """Return the text in the colour of a value, which it says in words too."""
        return f"{COLOURS[value]}{text}{RESET}" if self.colour else text


PLAIN = Style(colour=False)


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
        self._colour = colour
        self._buffer = b""
        self._ended = False
        self.clock = clock

    @property
    def style(self) -> Style:
        """How text is emphasised here."""
        return Style(self._colour)

    def bold(self, text: str) -> str:
        """Return the text as the rulebooks emphasise it."""
        return self.style.bold(text)

    def say(self, text: str) -> None:
        """Write a text as it stands."""
        self._output.write(text)
        self._output.flush()

    def ask(self, prompt: str, deadline: float | None = None) -> str:
        """Return the line that answers a prompt, without its end.

        Raises EndOfInput, or TimeUp once the clock has passed the deadline.
        """
        try:
            self.say(prompt + (BOLD if self._colour else ""))
            answer = self._line(deadline)
        except BaseException:
            self.say("\n")
            raise
        finally:
            if self._colour:
                self.say(RESET)
        if self._echo:
            self.say(f"{printable(answer)}\n")
        return answer

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
                    raise EndOfInput
                break
            self._wait(deadline)
            self._buffer = os.read(self._fd, CHUNK)
            self._ended = not self._buffer
        text = line.decode(errors="replace").rstrip("\r")
        # What is cut off is marked, so that its beginning is not taken for the whole.
        return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]} ..."

    def _wait(self, deadline: float | None) -> None:
        if deadline is None:
            return
        left = max(0.0, deadline - self.clock())
        ready, _, _ = select.select([self._fd], [], [], left)
        if not ready or self.clock() >= deadline:
            raise TimeUp
