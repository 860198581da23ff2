"""An outside program on a seat: `cmd:PROGRAM ARGS`, in any language."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.core.values import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Result, Setup
from lastdigit.players import protocol
from lastdigit.players.process import Process
from lastdigit.players.sitting import NoMove, Policy, Said

FAREWELL = 1.0
"""Seconds in which the program may take in how the game ended."""


class Program:
    """A program that is started for each game, and anew after a try that broke the protocol.

    So a late answer is never taken for the answer to a later question.
    """

    def __init__(self, words: Sequence[str], policy: Policy) -> None:
        self._words = words
        self._policy = policy
        self._process: Process | None = None
        self._start = b""
        self._unsaid = b""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start the program and tell it of the game; raises PlayerError."""
        self.close()
        self._start = protocol.line(protocol.start(setup, seat, self._policy))
        self._run()

    def choose(self, match: Match, seconds: float) -> Said:
        """Return the move that the program answers."""
        process = self._process or self._run()
        message = self._unsaid + protocol.line(protocol.turn(match))
        self._unsaid = b""
        try:
            return protocol.read_move(process.answer(message, seconds), process.aside)
        except NoMove:
            self.close()
            raise

    def refused(self, raw: str, reason: str) -> None:  # noqa: ARG002 - it knows what it said
        """Tell the program why, unless it is started anew and knows of nothing."""
        if self._process is not None:
            self._unsaid += protocol.line(protocol.refused(reason))

    def over(self, result: Result) -> None:
        """Tell the program how the game ended, and end it."""
        if self._process is not None:
            self._process.tell(self._unsaid + protocol.line(protocol.over(result)), FAREWELL)
        self.close()

    def close(self) -> None:
        """End the program, if it runs, and all that it started."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()

    def _run(self) -> Process:
        self._process = Process(self._words)
        self._unsaid = self._start
        return self._process
