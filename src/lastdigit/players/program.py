"""An outside program on a seat: `cmd:PROGRAM ARGS`, in any language.

`Program` plays by the `protocol`; the `Process` under it knows only bytes. That is never waited for
too long and never heard without end; it runs in a session of its own, and whatever it started is
ended with it.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from lastdigit.errors import PlayerError, UsageError, quoted
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Result, Setup
from lastdigit.players import protocol
from lastdigit.players.seats import Crash, Garbage, NoMove, Reply, Silence
from lastdigit.players.settings import Settings

FAREWELL = 1.0
"""Seconds in which the program may take in how the game ended."""
LONGEST_LINE = 64 * 1024
LONGEST_ERROR_OUTPUT = 4 * 1024
CHUNK = 64 * 1024
GRACE = 0.5
"""Seconds to leave in, once its input has ended, and again once it was told to terminate."""
MARK = "LASTDIGIT_PLAYER"
"""The variable by which even a process that left the session is known, where /proc tells it."""
SECRET_NAME = re.compile(
    "(^|_)(API|ACCESS|PRIVATE)?(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?($|_)",
    re.IGNORECASE,
)
"""A variable that has such a word in its name is nobody's business but the user's."""


class Program:
    """A program that is started for each game, and anew after a try that broke the protocol.

    So a late answer is never taken for the answer to a later question.
    """

    def __init__(self, words: Sequence[str], settings: Settings) -> None:
        """Raise UsageError for a variable to pass on that is not there."""
        self._words = words
        self._settings = settings
        self._environment = environment_for(os.environ, settings.pass_env)
        self._process: Process | None = None
        self._start = b""
        self._unsent = b""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start the program and tell it of the game; raises PlayerError."""
        self.close()
        self._start = protocol.line(protocol.start_message(setup, seat, self._settings))
        self._run()

    def choose(self, match: Match, seconds: float) -> Reply:
        """Return the move that the program answers."""
        process = self._process or self._run()
        message = self._unsent + protocol.line(protocol.turn_message(match))
        self._unsent = b""
        try:
            return protocol.read_move(process.answer(message, seconds), process.error_output)
        except NoMove:
            self.close()
            raise

    def hear_refusal(self, raw: str, reason: str) -> None:  # noqa: ARG002 - it knows what it wrote
        """Tell the program why, unless it is started anew and knows of nothing."""
        if self._process is not None:
            self._unsent += protocol.line(protocol.refusal_message(reason))

    def hear_result(self, result: Result) -> None:
        """Tell the program how the game ended, and end it."""
        if self._process is not None:
            self._process.tell(
                self._unsent + protocol.line(protocol.result_message(result)), FAREWELL
            )
        self.close()

    def close(self) -> None:
        """End the program, if it runs, and all that it started."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()

    def _run(self) -> Process:
        self._process = Process(self._words, self._environment)
        self._unsent = self._start
        return self._process


class Process:
    """A running program. Always `close` it."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the program; raises PlayerError."""
        self._mark = secrets.token_hex(16)
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # its own process group, and Ctrl-C is not meant for it
                env={**environment, MARK: self._mark},
            )
        except OSError as error:
            raise PlayerError(f"{quoted(words[0])} cannot be started: {error.strerror}.") from None
        self._heard = b""
        self._error_output = b""
        self._unsent = b""
        self._selector = selectors.DefaultSelector()
        for stream in (self._child.stdout, self._child.stderr):
            os.set_blocking(_number(stream), False)
            self._selector.register(_number(stream), selectors.EVENT_READ)
        os.set_blocking(_number(self._child.stdin), False)

    @property
    def error_output(self) -> str:
        """The end of what it wrote to standard error."""
        return self._error_output.decode(errors="replace")

    def answer(self, message: bytes, seconds: float) -> str:
        """Say something, and return the next line that the program writes.

        Raises Silence, Crash or Garbage, with what was heard.
        """
        deadline = time.monotonic() + seconds
        self._send(message)
        while self._unsent or b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise self._too_much()
            if not self._unsent and self._listening_to(self._child.stdout) is None:
                break  # the last line may lack its end
            if not self._exchange(deadline):
                raise Silence(seconds, self._reply())
        if not self._heard:
            raise Crash(self._how_it_ended(deadline), self._reply())
        line, _, rest = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise self._too_much()
        self._heard = rest
        return line.decode(errors="replace")

    def tell(self, message: bytes, seconds: float) -> None:
        """Say something that needs no answer, for so long as it takes, within limits."""
        deadline = time.monotonic() + seconds
        self._send(message)
        while self._unsent and self._exchange(deadline):
            self._heard = b""

    def close(self) -> None:
        """End the program and everything that it started."""
        self._selector.close()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()
        try:
            if not self._has_ended(GRACE):
                self._signal(signal.SIGTERM)
                self._has_ended(GRACE)
        finally:  # not even Ctrl-C leaves anything behind
            self._signal(signal.SIGKILL)
            for stray in strays(self._mark):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(stray, signal.SIGKILL)
            self._child.wait()

    def _too_much(self) -> Garbage:
        if b"\n" in self._heard[: LONGEST_LINE + 1]:
            return Garbage("The program writes, and does not read what it is told.", self._reply())
        return Garbage(f"A line of more than {LONGEST_LINE} bytes.", self._reply())

    def _reply(self) -> Reply:
        raw = self._heard[:LONGEST_LINE].decode(errors="replace")
        return Reply(raw, "", error_output=self.error_output)

    def _listening_to(self, stream: IO[bytes] | None) -> selectors.SelectorKey | None:
        return self._selector.get_map().get(_number(stream))

    def _send(self, message: bytes) -> None:
        stdin = self._child.stdin
        if stdin is not None and not stdin.closed:
            self._unsent += message
            if self._listening_to(stdin) is None:
                self._selector.register(stdin.fileno(), selectors.EVENT_WRITE)

    def _exchange(self, deadline: float) -> bool:
        """Read and write what can be read and written now; return whether there was time left."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        for key, _ in self._selector.select(left):
            if key.fd == _number(self._child.stdout):
                self._heard += self._read(key.fd)
            elif key.fd == _number(self._child.stderr):
                self._error_output = (self._error_output + self._read(key.fd))[
                    -LONGEST_ERROR_OUTPUT:
                ]
            else:
                self._write(key.fd)
        return True

    def _read(self, number: int) -> bytes:
        piece = os.read(number, CHUNK)
        if not piece:
            self._selector.unregister(number)
        return piece

    def _write(self, number: int) -> None:
        try:
            self._unsent = self._unsent[os.write(number, self._unsent[:CHUNK]) :]
        except BrokenPipeError:  # it reads no more, but may still have something to say
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(number)

    def _how_it_ended(self, deadline: float) -> str:
        if not self._has_ended(min(GRACE, max(0.0, deadline - time.monotonic()))):
            return "The program closed its standard output."
        drained = time.monotonic() + GRACE
        while self._listening_to(self._child.stderr) and self._exchange(drained):
            pass  # its last words are the ones worth having
        code = self._child.returncode
        if code >= 0:
            return f"The program ended with exit code {code}."
        return f"The program was ended by signal {-code}."

    def _has_ended(self, seconds: float) -> bool:
        """Return whether the program itself has ended, having waited for that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)
        return self._child.returncode is not None

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)


def environment_for(whole: Mapping[str, str], passed: Sequence[str]) -> dict[str, str]:
    """Return the variables that a program gets: all but secrets, and those that are asked for.

    Raises UsageError for one that is asked for and is not there.

    >>> environment_for({"PATH": "/bin", "OPENAI_API_KEY": "sk-1", "GH_TOKEN": "t"}, ["GH_TOKEN"])
    {'PATH': '/bin', 'GH_TOKEN': 't'}
    """
    for name in passed:
        if name not in whole:
            raise UsageError(f"There is no variable {quoted(name)} to pass on (--pass-env).")
    return {
        name: value
        for name, value in whole.items()
        if name in passed or not SECRET_NAME.search(name)
    }


def _number(stream: IO[bytes] | None) -> int:
    assert stream is not None, "all three are pipes"
    return stream.fileno()


def strays(mark: str) -> Iterator[int]:
    """Yield the processes that inherited a mark; none where there is no /proc to read."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
