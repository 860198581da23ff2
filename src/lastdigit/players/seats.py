"""Whoever occupies a seat and is no person: what it is asked, what it replies, how it is opened.

An `Occupant` sits on a seat for whole games: a computer of ours, an outside program, a language
model. It gives a `Reply`, or fails to move in one of a few ways. `open_player` finds the one that a
WHO text names, and sees that nothing of it is left behind.
"""

from __future__ import annotations

import enum
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import HUMAN, Result, Setup
from lastdigit.players import names
from lastdigit.players.budget import Budget
from lastdigit.players.computers import COMPUTERS, Computer
from lastdigit.players.settings import DEFAULT_SETTINGS, Settings

if TYPE_CHECKING:
    from lastdigit.players.program import Program


class Fault(enum.StrEnum):
    """Why a try was no valid move."""

    LENGTH = "length"
    """It was cut off where an answer must end."""
    FILTERED = "filtered"
    """The model or its endpoint refused to answer, for what was said."""
    REJECTED = "rejected"
    """The endpoint would not take the question, and did not say that it was for that."""
    TIMEOUT = "timeout"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Reply:
    """What a player answered: its own words, the move's text in them, the tokens it took.

    `error_output` is the end of what a program wrote to standard error. What a model only thought
    is its `reasoning`, `finish` is why it ended, by its endpoint's word, and `waited` the seconds
    in which the endpoint was not asked, because it was to be left alone for a while.
    """

    raw: str
    move: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    error_output: str = ""
    reasoning: str = ""
    finish: str = ""
    waited: float = 0.0

    @property
    def unread(self) -> Fault:
        """Why it has no move in it, if it has none."""
        return CUT_OFF.get(self.finish, Fault.UNREADABLE)


CUT_OFF = {"length": Fault.LENGTH, "content_filter": Fault.FILTERED}
"""What an endpoint says of an answer that is not whole."""


class NoMove(LastDigitError):  # noqa: N818 - it is a try, and counted as one
    """A player gave no move; the message says why, in a sentence. `reply` is what it gave."""

    def __init__(self, reason: str, reply: Reply | None = None) -> None:
        super().__init__(reason)
        self.reply = reply or Reply("", "")

    @property
    def fault(self) -> Fault:
        """What it counts as."""
        return self.reply.unread


class Silence(NoMove):
    """Nothing was answered in time."""

    def __init__(self, seconds: float, reply: Reply | None = None) -> None:
        count = f"{round(seconds, 3):g}"
        unit = "second" if count == "1" else "seconds"
        super().__init__(f"No answer within {count} {unit}.", reply)

    @property
    def fault(self) -> Fault:
        """It came too late."""
        return Fault.TIMEOUT


class Rejected(NoMove):
    """The endpoint would not take the question; nobody was asked."""

    @property
    def fault(self) -> Fault:
        """It was not taken."""
        return Fault.REJECTED


class Filtered(NoMove):
    """The question was refused for what it says, by whoever was asked or by its endpoint."""

    @property
    def fault(self) -> Fault:
        """It was refused."""
        return Fault.FILTERED


class Crash(NoMove):
    """Whoever should answer is no longer there."""


class Garbage(NoMove):
    """What was answered is not written as an answer is."""


class Occupant(Protocol):
    """Somebody who sits through one whole game, and then perhaps through another."""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Sit down to a game. Raises PlayerError."""

    def choose(self, match: Match, seconds: float) -> Reply:
        """Return a move for the player whose turn it is, within so many seconds.

        Raises NoMove, which counts as a try, or PlayerError, which stops the run.
        """

    def hear_refusal(self, raw: str, reason: str) -> None:
        """Hear that an answer was refused and why; the same turn is asked again."""

    def hear_result(self, result: Result) -> None:
        """Hear how the game ended."""


class BuiltIn:
    """A computer of ours on a seat; its chance comes from the match, so games can be repeated."""

    def __init__(self, computer: Computer) -> None:
        self._computer = computer

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Need nothing: everything is in the match."""

    def choose(self, match: Match, seconds: float) -> Reply:  # noqa: ARG002 - it is never slow
        """Return the computer's move."""
        text = self._computer.choose(match.game, match.state, match.random())
        return Reply(text, text)

    def hear_refusal(self, raw: str, reason: str) -> None:
        """Need nothing: our computers make legal moves, and a function has to know its own."""

    def hear_result(self, result: Result) -> None:
        """Need nothing."""


@contextmanager
def open_player(
    who: str, settings: Settings = DEFAULT_SETTINGS, budget: Budget | None = None
) -> Iterator[Occupant]:
    """Open the player that WHO names, and close it again whatever happens.

    Without a budget of the caller's, the player has the settings' all to itself. Raises UsageError
    if there is no such player, or if what it needs is missing.
    """
    form, detail = names.form_and_detail(names.check_kind(who))
    if form == names.CMD:
        with closing(_program(detail, settings)) as program:
            yield program
    elif form == names.LLM:
        from lastdigit.players.model import LanguageModel

        budget = budget or Budget(settings.budget, settings.money)
        yield LanguageModel(detail, settings, budget)
    elif who == HUMAN:
        raise UsageError("A person cannot be asked by a program.")
    else:
        yield BuiltIn(find_computer(who))


def find_computer(who: str) -> Computer:
    """Return the computer of ours that WHO names; raises UsageError."""
    form, detail = names.form_and_detail(who)
    if form == names.MCTS:
        from lastdigit.players.mcts import TreeSearch

        return TreeSearch(names.playouts(detail))
    if form == names.PY:
        from lastdigit.players.function import PythonFunction

        return PythonFunction(detail)
    if who not in COMPUTERS:
        known = ", ".join((*COMPUTERS, "mcts:N", "py:MODULE:FUNCTION"))
        raise UsageError(f"{quoted(who)} is no computer of ours; there is {known}.")
    return COMPUTERS[who]


def _program(detail: str, settings: Settings) -> Program:
    from lastdigit.players.program import Program

    words = names.command_words(detail)
    if shutil.which(words[0]) is None:
        raise UsageError(f"There is no program {quoted(words[0])} that can be run.")
    return Program(words, settings)
