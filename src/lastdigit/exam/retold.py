"""A turn played once more from what was said in it: the same words must lead to the same events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lastdigit.errors import RecordError
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import Event, Result, Setup
from lastdigit.players import prompt
from lastdigit.players.seats import Fault, Garbage, NoMove, Reply
from lastdigit.players.settings import Settings
from lastdigit.players.unattended import Try, ask_turn

UNSAID = (Fault.FILTERED, Fault.REJECTED, Fault.TIMEOUT)
"""Faults of which there are no words of the player's to read."""


class Logged(NoMove):
    """What the log says of a try without a move; it is taken as it stands, with its fault."""

    def __init__(self, reason: str, fault: Fault) -> None:
        super().__init__(reason)
        self._fault = fault

    @property
    def fault(self) -> Fault:
        """What it counted as."""
        return self._fault


class Echo:
    """Says again what a log says that a model said; reads it anew, as a model's words are read."""

    def __init__(self, said: Sequence[Mapping[str, Any]]) -> None:
        self._waiting: Iterator[Mapping[str, Any]] = iter(said)

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Need nothing."""

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002
        """Return the move in the next try's text; raises NoMove, or RecordError if there is none.

        Where there is nothing to read, the reason that was logged is taken as it stands.
        """
        one = next(self._waiting, None)
        if one is None:
            raise RecordError("A try is missing.")
        fault = one.get("fault")
        if fault in UNSAID:
            raise Logged(str(one["refusal"]), Fault(fault))
        reply = Reply(one["raw"], "", finish=one.get("finish", ""))
        try:
            return prompt.read_answer(reply)
        except Garbage as garbage:
            raise Garbage(one["refusal"], garbage.reply) from None

    def hear_refusal(self, raw: str, reason: str) -> None:
        """Say nothing."""

    def hear_result(self, result: Result) -> None:
        """Say nothing."""

    @property
    def silent(self) -> bool:
        """Whether everything has been said."""
        return next(self._waiting, None) is None


def retold(
    setup: Setup, said: Sequence[Mapping[str, Any]], tries: int
) -> tuple[list[Event], list[str | None]]:
    """Return the events of one turn in which this was said, and the faults of its tries.

    Raises RecordError where there are more tries than were made, or fewer.
    """
    match, echo = Match(setup), Echo(said)
    faults = [
        step.fault.value if step.fault else None
        for step in ask_turn(match, echo, Settings(tries=tries), lambda: 0.0)
        if isinstance(step, Try)
    ]
    if not echo.silent:
        raise RecordError("There are tries after the last.")
    return list(match.events), faults
