"""Play that nobody watches: one turn asked for, tries and all, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lastdigit.core.values import Seat
from lastdigit.errors import MoveSyntaxError, printable
from lastdigit.match.match import Match
from lastdigit.match.record import LONGEST_REASON, Act, Event, Record, Setup, Times
from lastdigit.players.seats import NoMove, Occupant, Silence
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
        for one, events in ask_turn(match, occupants[match.mover], settings, clock.steady):
            tries.append(one)
            for event in events:
                match.apply(event)
                times.append(timestamp(clock.wall()))
        turns.append(tuple(tries))
    for occupant in occupants.values():
        occupant.hear_result(match.result)
    record = Record(setup, tuple(match.events), match.result, Times(started, tuple(times)))
    return GameLog(record, tuple(turns))


def ask_turn(
    match: Match, occupant: Occupant, settings: Settings, steady: Callable[[], float]
) -> Iterator[tuple[Try, tuple[Event, ...]]]:
    """Ask for one turn, and yield each try with the events it brings, for the caller to apply.

    The last is the move, or a forfeit if no try was valid. Where the match has a time limit, that
    is the player's time for the whole turn, and running out of it loses. Raises PlayerError.
    """
    limit = match.setup.terms.time_limit
    deadline = None if limit is None else steady() + limit
    for number in range(1, settings.tries + 1):
        asked_at = steady()
        seconds = settings.seconds if deadline is None else max(0.0, deadline - asked_at)
        try:
            reply, failure = occupant.choose(match, seconds), None
        except NoMove as raised:
            reply, failure = raised.reply, raised
        move, refusal = (None, str(failure)) if failure else _read(match, reply.move)
        one = Try(
            reply.raw,
            move,
            refusal,
            steady() - asked_at,
            reply.tokens_in,
            reply.tokens_out,
            reply.error_output,
        )
        events = _events(match, one)
        if isinstance(failure, Silence) and deadline is not None:
            events = (Event(Act.TIME, match.mover),)
        elif number == settings.tries and refusal and not _attempts_end(match, events):
            events = (*events, _forfeit(match, settings.tries, refusal))
        yield one, events
        if not refusal or match.result is not None:
            return
        occupant.hear_refusal(reply.raw, refusal)


def _read(match: Match, text: str) -> tuple[str | None, str]:
    """Return the move that a text is, if it is one, and why it is refused, if it is."""
    try:
        objection = match.objection_to(text)
    except MoveSyntaxError as error:
        return None, str(error)
    return text, objection.reason if objection else ""


def _events(match: Match, one: Try) -> tuple[Event, ...]:
    """Return what the rules say to a try, where it could be read as a move."""
    if one.move is None:
        return ()
    return (Event(Act.REJECTED if one.refusal else Act.MOVE, match.mover, one.move),)


def _attempts_end(match: Match, events: tuple[Event, ...]) -> bool:
    """Return whether the match itself ends with this rejection: no attempts are left."""
    return match.tries + len(events) == match.setup.terms.attempts


def _forfeit(match: Match, tries: int, refusal: str) -> Event:
    count = "1 try" if tries == 1 else f"{tries} tries"
    reason = printable(f"No valid move in {count}. {refusal}")
    return Event(Act.FORFEIT, match.mover, reason[:LONGEST_REASON])
