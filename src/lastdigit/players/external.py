"""Players that are programs (`cmd:PROGRAM`) or Python functions (`py:MODULE:FUNCTION`)."""

from __future__ import annotations

import contextlib
import importlib
import json
import operator
import os
import re
import secrets
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import IO, Any

from lastdigit.errors import LastDigitError, PlayerError, RecordError, UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.games import find
from lastdigit.match.match import Match
from lastdigit.match.record import Fields, Result, Setup, result_data
from lastdigit.players.builtin import Computer
from lastdigit.players.players import (
    Crash,
    NoMove,
    Reply,
    ReplyTimeout,
    Settings,
    UnreadableReply,
    parse_function,
)

PROTOCOL = 1


def encode_message(data: dict[str, object]) -> bytes:
    """Serialize a message to a program as one line of JSON."""
    return f"{json.dumps(data)}\n".encode()


def start_message(setup: Setup, seat: Seat, settings: Settings) -> dict[str, object]:
    """Return the first message to a program: the game, its rules and options, and the seat.

    The seat, 1 or 2, says whether the program is player 1 or player 2.
    """
    game = setup.build_game()
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "options": dict(setup.options),
        "rules": game.rulebook(),
        "seat": seat.value,
        "first": setup.first.value,
        "start": setup.start,
        # Not the match's own seed, which would reveal the opponent's random numbers.
        "seed": setup.random(f"program on seat {seat.value}").getrandbits(32),
        "tries": settings.tries,
        "seconds": settings.seconds,
    }


def turn_message(match: Match) -> dict[str, object]:
    """Return the message that asks a program for a move, with the position and earlier moves."""
    game = match.game
    return {
        "type": "turn",
        "position": game.format_state(match.state),
        "legalMoves": [game.format_move(move) for move in game.legal_moves(match.state)],
        "history": match.moves,
    }


def refusal_message(reason: str) -> dict[str, object]:
    """Return the message that tells a program why its move was refused.

    The message that asks for a move is then sent again.
    """
    return {"type": "refused", "reason": reason}


def result_message(result: Result) -> dict[str, object]:
    """Return the message that tells a program the result of the game."""
    return {"type": "result", **result_data(result)}


def parse_move_reply(raw: str, error_output: str = "") -> Reply:
    """Parse the move in a program's reply. Do not check whether the move is legal.

    `error_output` is the program's standard error, which becomes part of the result. Raise
    UnreadableReply if the reply is not a JSON object with a move.

    >>> parse_move_reply('{"move": "tens 7", "because": "it is prime"}').answer
    'tens 7'
    """
    try:
        return Reply(raw, Fields.of(raw).text("move"), error_output=error_output)
    except RecordError as error:
        raise UnreadableReply(
            f"{quoted(raw)}: {error}", Reply(raw, "", error_output=error_output)
        ) from None


def bot_answers(computer: Computer, lines: Iterable[str]) -> Iterator[str]:
    """Act as an external program: read messages from `lines`, and yield the replies.

    The computer player chooses the moves. Raise RecordError with the line number if a message is
    malformed or unexpected.
    """
    game: AnyGame | None = None
    seed = 0
    for number, line in enumerate(lines, 1):
        try:
            message = Fields.of(line)
            match message.text("type"):
                case "start":
                    game, seed = _parse_game(message), message.integer("seed")
                case "turn" if game is not None:
                    yield json.dumps({"move": _choose_move(computer, game, seed, message)})
                case "refused" | "result":
                    pass
                case other:
                    raise RecordError(f"{quoted(other)} was not expected here.")
        except LastDigitError as error:
            raise RecordError(f"line {number}: {error}") from None


def _parse_game(start: Fields) -> AnyGame:
    protocol = start.integer("protocol")
    if protocol != PROTOCOL:
        raise RecordError(f"Protocol {protocol} is unknown. This version uses protocol {PROTOCOL}.")
    return find(start.text("game"), **start.values("options"))


def _choose_move(computer: Computer, game: AnyGame, seed: int, turn: Fields) -> str:
    """Return the computer player's move, given the message for its turn.

    The move depends only on the seed, the position and the number of earlier moves.
    """
    state = game.parse_state(turn.text("position"))
    if game.outcome(state) is not None:
        raise RecordError("The game is over in this position.")
    plies = sum(1 for _ in turn.texts("history"))
    return computer.choose(game, state, Random(f"{seed}/{plies}"))


RESULT_TIMEOUT = 1.0
"""Seconds that a program has to read the result of a game."""
MAX_LINE_BYTES = 64 * 1024
MAX_ERROR_OUTPUT = 4 * 1024
CHUNK = 64 * 1024
GRACE_PERIOD = 0.5
"""Seconds that a program has to exit, first after its input is closed and then after SIGTERM."""
MARKER_VARIABLE = "LASTDIGIT_PLAYER"
"""The environment variable that marks a program's processes, so that all of them can be stopped."""
SECRET_NAME = re.compile(
    "(^|_)(API|ACCESS|PRIVATE)?(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?($|_)",
    re.IGNORECASE,
)
"""A pattern for names of environment variables that look like secrets, to hide from programs."""


class Program:
    """A player that is an external program. Each game starts a new process.

    After a timeout, a crash or an unreadable reply, the program is restarted. A late reply is
    therefore never mistaken for the reply to a later turn.
    """

    def __init__(self, words: Sequence[str], settings: Settings) -> None:
        """Prepare to run a command, but do not start it. `words` are the program and its arguments.

        Raise UsageError if an environment variable in `settings.pass_env` is not set.
        """
        self._command = words
        self._settings = settings
        self._environment = program_environment(os.environ, settings.pass_env)
        self._process: Process | None = None
        self._start = b""
        self._unsent = b""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start the program for a new game. Raise PlayerError if the program cannot be started."""
        self.close()
        self._start = encode_message(start_message(setup, seat, self._settings))
        self._run()

    def choose(self, match: Match, seconds: float) -> Reply:
        """Ask the program for a move, and return its reply.

        Raise NoMove if there is no readable reply in time.
        """
        process = self._process or self._run()
        message = self._unsent + encode_message(turn_message(match))
        self._unsent = b""
        try:
            return parse_move_reply(process.answer(message, seconds), process.error_output)
        except NoMove:
            self.close()
            raise

    def on_refusal(self, raw: str, reason: str) -> None:  # noqa: ARG002 - it knows what it wrote
        """Queue a message that tells the program why its move was refused.

        The message is sent before the next request for a move. Do nothing if the program has been
        stopped.
        """
        if self._process is not None:
            self._unsent += encode_message(refusal_message(reason))

    def on_result(self, result: Result) -> None:
        """Send the result of the game to the program, and stop the program."""
        if self._process is not None:
            self._process.send(
                self._unsent + encode_message(result_message(result)), RESULT_TIMEOUT
            )
        self.close()

    def close(self) -> None:
        """Stop the program and all processes that it started."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()

    def _run(self) -> Process:
        self._process = Process(self._command, self._environment)
        self._unsent = self._start
        return self._process


class Process:
    """A running program with pipes to its standard streams. The caller must call `close`."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the program. Raise PlayerError if the program cannot be started."""
        self._mark = secrets.token_hex(16)
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # its own process group, so Ctrl-C does not reach it
                env={**environment, MARKER_VARIABLE: self._mark},
            )
        except OSError as error:
            raise PlayerError(f"{quoted(words[0])} cannot be started: {error.strerror}.") from None
        self._output = b""
        self._error_output = b""
        self._unsent = b""
        self._selector = selectors.DefaultSelector()
        for stream in (self._child.stdout, self._child.stderr):
            os.set_blocking(_file_number(stream), False)
            self._selector.register(_file_number(stream), selectors.EVENT_READ)
        os.set_blocking(_file_number(self._child.stdin), False)

    @property
    def error_output(self) -> str:
        """The last part of the program's standard error, at most MAX_ERROR_OUTPUT bytes."""
        return self._error_output.decode(errors="replace")

    def answer(self, message: bytes, seconds: float) -> str:
        """Send a message to the program, and return its next line of output.

        Raise ReplyTimeout if there is no line within `seconds`, Crash if the output has ended, and
        UnreadableReply if the line is too long. These exceptions contain the output so far.
        """
        deadline = time.monotonic() + seconds
        self._send(message)
        while self._unsent or b"\n" not in self._output:
            if len(self._output) > MAX_LINE_BYTES:
                raise self._overflow()
            if not self._unsent and self._registration(self._child.stdout) is None:
                break  # the last line may lack a newline
            if not self._exchange(deadline):
                raise ReplyTimeout(seconds, self._reply())
        if not self._output:
            raise Crash(self._describe_end(deadline), self._reply())
        line, _, rest = self._output.partition(b"\n")
        if len(line) > MAX_LINE_BYTES:
            raise self._overflow()
        self._output = rest
        return line.decode(errors="replace")

    def send(self, message: bytes, seconds: float) -> None:
        """Send a message that needs no reply.

        If the message cannot be sent within `seconds`, return without an exception.
        """
        deadline = time.monotonic() + seconds
        self._send(message)
        while self._unsent and self._exchange(deadline):
            self._output = b""

    def close(self) -> None:
        """Stop the program and all processes that it started."""
        self._selector.close()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()
        try:
            if not self._wait_for_end(GRACE_PERIOD):
                self._signal(signal.SIGTERM)
                self._wait_for_end(GRACE_PERIOD)
        finally:  # also after Ctrl-C
            self._signal(signal.SIGKILL)
            for stray in marked_processes(self._mark):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(stray, signal.SIGKILL)
            self._child.wait()

    def _overflow(self) -> UnreadableReply:
        if b"\n" in self._output[: MAX_LINE_BYTES + 1]:
            return UnreadableReply(
                "The program writes, but does not read its input.", self._reply()
            )
        return UnreadableReply(f"A line of more than {MAX_LINE_BYTES} bytes.", self._reply())

    def _reply(self) -> Reply:
        raw = self._output[:MAX_LINE_BYTES].decode(errors="replace")
        return Reply(raw, "", error_output=self.error_output)

    def _registration(self, stream: IO[bytes] | None) -> selectors.SelectorKey | None:
        return self._selector.get_map().get(_file_number(stream))

    def _send(self, message: bytes) -> None:
        stdin = self._child.stdin
        if stdin is not None and not stdin.closed:
            self._unsent += message
            if self._registration(stdin) is None:
                self._selector.register(stdin.fileno(), selectors.EVENT_WRITE)

    def _exchange(self, deadline: float) -> bool:
        """Wait until data can be read from or written to the program, and transfer the data.

        Wait only until the deadline. Return False if the deadline has already passed.
        """
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        for key, _ in self._selector.select(left):
            if key.fd == _file_number(self._child.stdout):
                self._output += self._read(key.fd)
            elif key.fd == _file_number(self._child.stderr):
                self._error_output = (self._error_output + self._read(key.fd))[-MAX_ERROR_OUTPUT:]
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
        except BrokenPipeError:  # it closed its input, but may still write output
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(number)

    def _describe_end(self, deadline: float) -> str:
        if not self._wait_for_end(min(GRACE_PERIOD, max(0.0, deadline - time.monotonic()))):
            return "The program closed its standard output."
        drained = time.monotonic() + GRACE_PERIOD
        while self._registration(self._child.stderr) and self._exchange(drained):
            pass  # read the rest of its standard error
        code = self._child.returncode
        if code >= 0:
            return f"The program ended with exit code {code}."
        return f"The program was ended by signal {-code}."

    def _wait_for_end(self, seconds: float) -> bool:
        """Wait up to `seconds` for the program to end. Return whether the program has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)
        return self._child.returncode is not None

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)


def program_environment(variables: Mapping[str, str], allowed: Sequence[str]) -> dict[str, str]:
    """Return the environment variables for a program, without those that look like secrets.

    A variable with a name such as API_KEY is left out, unless its name is in `allowed`. Raise
    UsageError if a variable in `allowed` is not set.

    >>> program_environment({"PATH": "/bin", "API_KEY": "sk-1", "GH_TOKEN": "t"}, ["GH_TOKEN"])
    {'PATH': '/bin', 'GH_TOKEN': 't'}
    """
    for name in allowed:
        if name not in variables:
            raise UsageError(f"The environment variable {quoted(name)} is not set (--pass-env).")
    return {
        name: value
        for name, value in variables.items()
        if name in allowed or not SECRET_NAME.search(name)
    }


def _file_number(stream: IO[bytes] | None) -> int:
    assert stream is not None, "all three are pipes"
    return stream.fileno()


def marked_processes(mark: str) -> Iterator[int]:
    """Yield the IDs of all processes whose environment variable MARKER_VARIABLE is `mark`.

    Yield nothing if there is no /proc.
    """
    wanted = f"{MARKER_VARIABLE}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


PlayerFunction = Callable[[AnyGame, State, Random], Any]


def load_function(detail: str) -> PlayerFunction:
    """Import the function that `detail` names as "MODULE:FUNCTION".

    Raise UsageError if the function cannot be imported.
    """
    module, _, name = parse_function(detail).partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # user code can raise anything on import
        raise UsageError(
            f"{quoted(detail)} cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    if not callable(found):
        raise UsageError(f"{quoted(detail)} is not a function.")
    policy: PlayerFunction = found
    return policy


class PythonFunction:
    """A computer player that calls a user's Python function for each move."""

    about = "asks a function of yours"

    def __init__(self, detail: str, policy: PlayerFunction | None = None) -> None:
        """Use `policy`, or import the function that `detail` names as "MODULE:FUNCTION"."""
        self._detail = detail
        self._policy = policy or load_function(detail)

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Call the user's function, and return the chosen move as text.

        The function returns a move, its text or an index into `game.all_moves()`. Raise
        UnreadableReply if the function returns anything else, and PlayerError if it raises an
        exception.
        """
        try:
            answer = self._policy(game, state, random)
        except Exception as error:  # user code can raise anything
            raise PlayerError(
                f"py:{self._detail} failed: {type(error).__name__}: {error}."
            ) from error
        if isinstance(answer, str):
            return str(answer)
        moves = game.all_moves()
        if isinstance(answer, type(moves[0])) and type(answer) is not int:  # an int is an index
            return game.format_move(answer)
        try:
            return game.format_move(moves[operator.index(answer)])
        except (TypeError, IndexError):
            raise UnreadableReply(
                f"{answer!r} is not a move. Return a legal move, its text or its index in "
                "game.all_moves()."
            ) from None

    def __reduce__(self) -> tuple[type[PythonFunction], tuple[str]]:
        """Pickle the name of the function. Unpickling imports the function again."""
        return PythonFunction, (self._detail,)
