"""Play that nobody watches: one turn asked for, tries and all, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lastdigit.errors import MoveSyntaxError, printable
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import LONGEST_REASON, Act, Event, Record, Setup, Times
from lastdigit.players.seats import Fault, NoMove, Occupant, Reply, Silence
from lastdigit.players.settings import Settings
from lastdigit.system import Clock, timestamp


@dataclass(frozen=True)
class Try:
    """One answer in a turn: its text, what it was read as, and why it was refused if it was.

    `move` is None where nothing could be read as a move; `refusal` is empty for the move made.
    """

    raw: str
    move: str | None
    refusal: str
    seconds: float
    tokens_in: int | None = None
    tokens_out: int | None = None
    error_output: str = ""
    fault: Fault | None = None
    reasoning: str = ""
    finish: str = ""
    waited: float = 0.0
    """Those of the seconds in which the player was not even asked."""


@dataclass(frozen=True)
class GameLog:
    """A whole game, and for each of its turns the tries that it took."""

    record: Record
    turns: tuple[tuple[Try, ...], ...]


def play_game(
    setup: Setup, occupants: Mapping[Seat, Occupant], settings: Settings, clock: Clock
) -> GameLog:
    """Play a whole game that nobody watches; a set-up with `settings.terms()` is sure to end.

    Raises PlayerError; a player's failures are tries, and at worst lose it the game.
    """
    match = Match(setup)
    started, times, turns = timestamp(clock.wall()), list[str](), list[tuple[Try, ...]]()
    for seat, occupant in occupants.items():
        occupant.begin(setup, seat)
    while match.result is None:
        tries = []
        for step in ask_turn(match, occupants[match.mover], settings, clock.steady):
            if isinstance(step, Try):
                tries.append(step)
            else:
                times.append(timestamp(clock.wall()))
        turns.append(tuple(tries))
    for occupant in occupants.values():
        occupant.hear_result(match.result)
    record = Record(setup, tuple(match.events), match.result, Times(started, tuple(times)))
    return GameLog(record, tuple(turns))


def ask_turn(
    match: Match, occupant: Occupant, settings: Settings, steady: Callable[[], float]
) -> Iterator[Try | Event]:
    """Ask for one turn, and yield each try, then whatever has happened by it in the match.

    The last event is the move, or a forfeit if no try was valid. Where the match has a time limit,
    that is the player's time for the whole turn, and running out of it loses. Raises PlayerError.
    """
    limit = match.setup.terms.time_limit
    deadline = None if limit is None else steady() + limit
    for tries_left in reversed(range(settings.tries)):
        asked_at, failure = steady(), None
        seconds = settings.seconds if deadline is None else max(0.0, deadline - asked_at)
        try:
            reply = occupant.choose(match, seconds)
        except NoMove as no_move:
            reply, failure = no_move.reply, no_move
        seconds_taken = steady() - asked_at
        event, refusal = (None, str(failure)) if failure else _play(match, reply.move)
        yield Try(
            reply.raw,
            event.text if event else None,
            refusal,
            seconds_taken,
            reply.tokens_in,
            reply.tokens_out,
            reply.error_output,
            _fault(reply, failure, event, refusal),
            reply.reasoning,
            reply.finish,
            reply.waited,
        )
        if event is not None:
            yield event
        if not refusal or match.result is not None:
            return
        if isinstance(failure, Silence) and deadline is not None:
            yield match.apply(Event(Act.TIME, match.mover))
            return
        if tries_left:
            occupant.hear_refusal(reply.raw, refusal)
    yield match.apply(_forfeit(match, settings.tries, refusal))


def _fault(reply: Reply, failure: NoMove | None, event: Event | None, refusal: str) -> Fault | None:
    """Return what a try counts as, if it was no valid move."""
    if failure is not None:
        return failure.fault
    if not refusal:
        return None
    return reply.unread if event is None else Fault.ILLEGAL


def _play(match: Match, text: str) -> tuple[Event | None, str]:
    """Try a move: return what has happened, and why the move was refused, if it was.

    What cannot be read as a move has not happened.
    """
    try:
        event = match.play(text)
    except MoveSyntaxError as error:
        return None, str(error)
    return event, match.objection.reason if match.objection else ""


def _forfeit(match: Match, tries: int, refusal: str) -> Event:
    count = "1 try" if tries == 1 else f"{tries} tries"
    reason = printable(f"No valid move in {count}. {refusal}")
    return Event(Act.FORFEIT, match.mover, reason[:LONGEST_REASON])
