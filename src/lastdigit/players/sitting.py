"""Sitting through a game: how any player is asked for moves, and what becomes of its tries.

A `Sitter` is whoever sits on a seat for one whole game: a computer of ours, an outside program, a
language model. `attempts` asks it for one turn under a `Policy`; `play_unattended` plays a whole
game between two. Who is meant by a WHO text is found in `seating`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, MoveSyntaxError, printable
from lastdigit.match.match import PLY_LIMIT, Match
from lastdigit.match.record import LONGEST_REASON, Act, Event, Record, Result, Setup, Terms, Times
from lastdigit.players.computers import Computer
from lastdigit.system import timestamp

Clock = Callable[[], float]
"""Tells the seconds since 1970, and never goes back."""


@dataclass(frozen=True)
class Said:
    """What a player answered: its own words, the move's text in them, the tokens it took.

    `aside` is what it said to nobody: the end of a program's standard error.
    """

    raw: str
    move: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    aside: str = ""


class NoMove(LastDigitError):  # noqa: N818 - it is a try, and counted as one
    """A player gave no move; the message says why, in a sentence. `said` is what it gave."""

    def __init__(self, reason: str, said: Said | None = None) -> None:
        super().__init__(reason)
        self.said = said or Said("", "")


class Silence(NoMove):
    """Nothing was answered in time."""

    def __init__(self, seconds: float, said: Said | None = None) -> None:
        count = f"{round(seconds, 3):g}"
        unit = "second" if count == "1" else "seconds"
        super().__init__(f"No answer within {count} {unit}.", said)


class Crash(NoMove):
    """Whoever should answer is no longer there."""


class Garbage(NoMove):
    """What was answered is not written as an answer is."""


class Sitter(Protocol):
    """Somebody who sits through one whole game, and then perhaps through another."""

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Sit down to a game. Raises PlayerError."""

    def choose(self, match: Match, seconds: float) -> Said:
        """Return a move for the player whose turn it is, within so many seconds.

        Raises NoMove, which counts as a try, or PlayerError, which stops the run.
        """

    def refused(self, raw: str, reason: str) -> None:
        """Hear that an answer was refused and why; the same turn is asked again."""

    def over(self, result: Result) -> None:
        """Hear how the game ended."""


class BuiltIn:
    """A computer of ours on a seat; its chance comes from the match, so games can be repeated."""

    def __init__(self, computer: Computer) -> None:
        self._computer = computer

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Need nothing: everything is in the match."""

    def choose(self, match: Match, seconds: float) -> Said:  # noqa: ARG002 - it is never slow
        """Return the computer's move."""
        text = self._computer.choose(match.game, match.state, match.random())
        return Said(text, text)

    def refused(self, raw: str, reason: str) -> None:
        """Never happens: our computers make legal moves."""

    def over(self, result: Result) -> None:
        """Need nothing."""


@dataclass(frozen=True)
class Try:
    """One answer in a turn: what was said, what it was read as, and why it was refused if it was.

    `move` is None where nothing could be read as a move; `refusal` is empty for the move made.
    """

    raw: str
    move: str | None
    refusal: str
    seconds: float
    tokens_in: int | None = None
    tokens_out: int | None = None
    aside: str = ""


@dataclass(frozen=True)
class Policy:
    """How many tries a player has in a turn before it forfeits, and how long each may take."""

    tries: int = 3
    seconds: float = 30.0

    def terms(self) -> Terms:
        """Return the terms of a game that nobody watches."""
        return Terms(attempts=self.tries, ply_limit=PLY_LIMIT, hints=False)


@dataclass(frozen=True)
class Played:
    """A whole game, and for each of its turns the tries that it took."""

    record: Record
    tries: tuple[tuple[Try, ...], ...]


def steady_clock() -> Clock:
    """Return a clock that starts at the computer's time and then never goes back."""
    offset = time.time() - time.monotonic()
    return lambda: offset + time.monotonic()


def play_unattended(
    setup: Setup, sitters: Mapping[Seat, Sitter], policy: Policy, clock: Clock
) -> Played:
    """Play a whole game that nobody watches; a set-up with `policy.terms()` is sure to end.

    Raises PlayerError; a player's failures are tries, and at worst lose it the game.
    """
    match = Match(setup)
    started, times, turns = timestamp(clock()), list[str](), list[tuple[Try, ...]]()
    for seat, sitter in sitters.items():
        sitter.begin(setup, seat)
    while match.result is None:
        tries = []
        for tried, events in attempts(match, sitters[match.mover], policy, clock):
            tries.append(tried)
            for event in events:
                match.apply(event)
                times.append(timestamp(clock()))
        turns.append(tuple(tries))
    for sitter in sitters.values():
        sitter.over(match.result)
    record = Record(setup, tuple(match.events), match.result, Times(started, tuple(times)))
    return Played(record, tuple(turns))


def attempts(
    match: Match, sitter: Sitter, policy: Policy, clock: Clock
) -> Iterator[tuple[Try, tuple[Event, ...]]]:
    """Ask for one turn, and yield each try with the events it brings, for the caller to apply.

    The last is the move, or a forfeit if no try was valid. Where the match has a time limit, that
    is the player's time for the whole turn, and running out of it loses. Raises PlayerError.
    """
    limit = match.setup.terms.time_limit
    deadline = None if limit is None else clock() + limit
    for number in range(1, policy.tries + 1):
        asked = clock()
        seconds = policy.seconds if deadline is None else max(0.0, deadline - asked)
        try:
            said, failure = sitter.choose(match, seconds), None
        except NoMove as raised:
            said, failure = raised.said, raised
        move, refusal = (None, str(failure)) if failure else judged(match, said.move)
        tried = Try(
            said.raw, move, refusal, clock() - asked, said.tokens_in, said.tokens_out, said.aside
        )
        events = _events(match, tried)
        if isinstance(failure, Silence) and deadline is not None:
            events = (Event(Act.TIME, match.mover),)
        elif number == policy.tries and refusal and not _attempts_end(match, events):
            events = (*events, _forfeit(match, policy.tries, refusal))
        yield tried, events
        if not refusal or match.result is not None:
            return
        sitter.refused(said.raw, refusal)


def judged(match: Match, text: str) -> tuple[str | None, str]:
    """Return the move that a text is, if it is one, and why it is refused, if it is."""
    try:
        objection = match.objection_to(text)
    except MoveSyntaxError as error:
        return None, str(error)
    return text, objection.reason if objection else ""


def _events(match: Match, tried: Try) -> tuple[Event, ...]:
    """Return what the rules say to a try, where it could be read as a move."""
    if tried.move is None:
        return ()
    return (Event(Act.REJECTED if tried.refusal else Act.MOVE, match.mover, tried.move),)


def _attempts_end(match: Match, events: tuple[Event, ...]) -> bool:
    """Return whether the match itself ends with this rejection: no attempts are left."""
    return match.tries + len(events) == match.setup.terms.attempts


def _forfeit(match: Match, tries: int, refusal: str) -> Event:
    count = "1 try" if tries == 1 else f"{tries} tries"
    reason = printable(f"No valid move in {count}. {refusal}")
    return Event(Act.FORFEIT, match.mover, reason[:LONGEST_REASON])
