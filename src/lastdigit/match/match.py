"""Matches: functions that set up, resume and verify a match, and the class `Match`.

Every change to a match is an event, such as a move. A record lists the events, so that the match
can be replayed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lastdigit.errors import LastDigitError, MatchError, RecordError, quoted
from lastdigit.game.game import GAME_OVER, AnyGame, Objection, Seat
from lastdigit.match.record import (
    LEFT_UNFINISHED,
    LONGEST_REASON,
    RULEBOOK_TERMS,
    Act,
    End,
    Event,
    Hint,
    Player,
    Record,
    Result,
    Setup,
    Terms,
    option_values,
)

if TYPE_CHECKING:
    from random import Random


def starting_position(setup: Setup) -> str:
    """Return the starting position as text, given a match's options and seed."""
    game = setup.build_game()
    return game.format_state(game.start(setup.random("start"), setup.first))


def arrange(
    game: AnyGame,
    players: tuple[Player, Player],
    *,
    package: str,
    first: Seat,
    seed: int,
    terms: Terms = RULEBOOK_TERMS,
    round: int = 1,  # noqa: A002 - the rulebooks' word
) -> Setup:
    """Return the set-up of a match that begins at the start of the game.

    If the game has several starting positions, `seed` selects one. `package` is the version of the
    `lastdigit` package. Raise MissingExtra if the game needs an optional package that is not
    installed.
    """
    _check_solvable(game)
    setup = Setup(
        package,
        game.name,
        game.version,
        option_values(game),
        players,
        first,
        seed,
        "",
        terms,
        round,
    )
    return replace(setup, start=starting_position(setup))


def _check_solvable(game: AnyGame) -> None:
    from lastdigit.solver import check_solvable  # not needed to list or replay games

    check_solvable(game)


def arrange_again(
    setup: Setup,
    *,
    first: Seat,
    seed: int,
    round: int = 1,  # noqa: A002 - the rulebooks' word
) -> Setup:
    """Return the set-up of the next round or a rematch, with the same game, players and terms.

    The new match begins at the start of the game, even if the previous one did not.
    """
    following = replace(setup, first=first, seed=seed, round=round, chosen=False)
    return replace(following, start=starting_position(following))


def next_round(setup: Setup) -> Setup | None:
    """Return the next round's set-up, if any: the same seats, but the other player moves first."""
    if setup.round == setup.terms.rounds:
        return None
    return arrange_again(setup, first=setup.first.other, seed=setup.seed, round=setup.round + 1)


def arrange_from(
    game: AnyGame,
    position: str,
    players: tuple[Player, Player],
    *,
    package: str,
    seed: int,
    terms: Terms = RULEBOOK_TERMS,
) -> Setup:
    """Return the set-up of a match that starts from a position chosen by the players.

    `position` is the text of the position, and `package` is the version of the `lastdigit` package.
    Raise StateSyntaxError if the text is invalid, and MatchError if the game is over in that
    position. Raise MissingExtra if the game needs an optional package that is not installed.
    """
    _check_solvable(game)
    state = game.parse_state(position)
    if game.outcome(state) is not None:
        raise MatchError("The game is over in this position.")
    first: Seat = state.mover
    return Setup(
        package,
        game.name,
        game.version,
        option_values(game),
        players,
        first,
        seed,
        game.format_state(state),
        terms,
        chosen=True,
    )


def check_start(setup: Setup) -> None:
    """Raise RecordError if the starting position in the set-up of a match is not possible."""
    if not setup.chosen:
        if setup.start != starting_position(setup):
            raise RecordError(
                f'"start" is {quoted(setup.start)}, but the options and seed give '
                f"{quoted(starting_position(setup))}."
            )
        return
    game = setup.build_game()
    state = game.parse_state(setup.start)
    if setup.start != game.format_state(state):
        raise RecordError(f'"start" must be written {quoted(game.format_state(state))}.')
    if game.outcome(state) is not None:
        raise RecordError('"start" cannot be a position in which the game is over.')
    if state.mover is not setup.first:
        raise RecordError(
            f'"start" must be a position with {setup.first} to move, not {state.mover}.'
        )


PLY_LIMIT = 1_000
"""The number of moves after which a game without human players is stopped."""
REPETITIONS = 3
"""How many times a position must occur before the text mentions a draw by agreement."""


class Match:
    """The current state of one game between two players: position, events and result."""

    def __init__(self, setup: Setup, events: tuple[Event, ...] = ()) -> None:
        self.setup = setup
        self.game = setup.build_game()
        self.events: list[Event] = []
        self.moves: list[str] = []
        self.result: Result | None = None
        self.offer: Seat | None = None
        """The player who has offered a draw, if the offer is still open."""
        self.undo_request: Event | None = None
        """The undo request that the opponent has not answered yet, if there is one."""
        self.tries = 0
        self.objection: Objection | None = None
        """Why the last move was rejected, or None if the last event was not a rejected move."""
        self.occurrences: int
        """How many times the current position has occurred with the same player to move."""
        self._moves_made = 0  # including moves that were taken back
        self._start = self.game.parse_state(setup.start)
        self._rewind([])
        for event in events:
            self.apply(event)

    def random(self) -> Random:
        """Return the random generator for choosing the next move."""
        # Moves that were taken back count, so that an undo does not repeat random choices.
        return self.setup.random(f"move {self._moves_made}")

    def copy(self) -> Match:
        """Return a copy of the match. Changes to the copy do not affect the original."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)  # several times as fast as copy.copy
        other.events = self.events.copy()
        other.moves = self.moves.copy()
        other._occurrences = self._occurrences.copy()
        return other

    def record(self) -> Record:
        """Return the match so far as a `Record`, without event times."""
        return Record(self.setup, tuple(self.events), self.result or LEFT_UNFINISHED)

    def plies_back(self, seat: Seat, apart: bool = False) -> int:
        """Return the number of moves, 1 or 2, that an undo by this player takes back.

        An undo goes back to the player's own last turn. If two people share a screen, however, an
        undo takes back only the last move. `apart` is True if each person has their own screen.
        """
        alone = apart or not self.setup.players[seat.other.index].is_person
        return 2 if alone and self.mover is seat else 1

    @property
    def repeats(self) -> bool:
        """Whether any position in the match has occurred at least three times."""
        # The computer accepts a draw only then. If its reply depended on the current position, the
        # reply would reveal who is winning.
        return max(self._occurrences.values()) >= REPETITIONS

    def play(self, text: str) -> Event:
        """Try a move for the player to move, and return the event: a move or a rejected move.

        Raise MoveSyntaxError if the text is not a move, and MatchError if the match is over.
        """
        if self.result is not None:
            raise MatchError(GAME_OVER.reason)
        move = self.game.moves_by_text[text]
        # The game is not over, so there is no other objection.
        objection = self.game.rejection(self.state, move)
        event = Event(Act.MOVE if objection is None else Act.REJECTED, self.mover, text)
        self._try(event, move, objection)
        self.events.append(event)
        return event

    def apply(self, event: Event) -> Event:  # noqa: C901 - one case per act
        """Apply an event to the match, and return the event.

        Raise MatchError if the event is not possible now, and MoveSyntaxError if its text is not a
        move.
        """
        if self.result is not None:
            raise MatchError(GAME_OVER.reason)
        self.objection = None
        match event.act:
            case Act.MOVE | Act.REJECTED:
                self._replay_try(event)
            case Act.UNDO:
                self._undo(event)
            case Act.ASK:
                self._check_undo(event.plies)
                self.undo_request = event
            case Act.OFFER:
                self._check_turn(event)
                self.offer = event.seat
            case Act.ACCEPT:
                self._accept(event)
            case Act.DECLINE:
                self._decline(event)
            case Act.HINT:
                self._hint(event)
            case Act.RESIGN:
                self._lose(event.seat, End.RESIGNATION, f"{event.seat} resigns.")
            case Act.ABANDON:
                self._lose(event.seat, End.ABANDONED, f"{event.seat} left the game.")
            case Act.FORFEIT:
                self._forfeit(event)
            case Act.TIME:
                self._time_out(event)
        self.events.append(event)
        return event

    def _check_turn(self, event: Event) -> None:
        if event.seat is not self.mover:
            raise MatchError(f"It is not {event.seat}'s turn.")

    def _lose(self, loser: Seat, end: End, reason: str) -> None:
        self.result = Result(end, loser.other, reason)

    def _replay_try(self, event: Event) -> None:
        """Apply a recorded event that is a legal move or a rejected move.

        Raise MatchError if the rules contradict the record.
        """
        self._check_turn(event)
        move = self.game.parse_move(event.text)
        objection = self.game.objection(self.state, move)
        if event.act is Act.MOVE and objection is not None:
            raise MatchError(objection.reason)
        if event.act is Act.REJECTED and objection is None:
            raise MatchError(f"{event.text} is allowed.")
        self._try(event, move, objection)

    # Only the game knows the type of its moves.
    def _try(self, event: Event, move: Any, objection: Objection | None) -> None:
        self.objection = objection
        if objection is not None:
            self._reject(event)
            return
        self._advance(move, event.text)
        self._moves_made += 1
        self.tries = 0
        self.undo_request = None
        if self.offer is not event.seat:  # a move declines the other player's offer
            self.offer = None
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.result = Result(End.WIN, outcome.winner, outcome.reason)
        elif len(self.moves) == self.setup.terms.ply_limit:
            self.result = Result(End.UNFINISHED, None, f"Stopped after {len(self.moves)} turns.")

    def _reject(self, event: Event) -> None:
        self.tries += 1
        if self.tries == self.setup.terms.attempts:
            self._lose(event.seat, End.FORFEIT, "No attempts left.")

    def _forfeit(self, event: Event) -> None:
        self._check_turn(event)
        if not 0 < len(event.text) <= LONGEST_REASON or not event.text.isprintable():
            raise MatchError(f"A reason can have 1 to {LONGEST_REASON} visible characters.")
        self._lose(event.seat, End.FORFEIT, event.text)

    def _undo(self, event: Event) -> None:
        self._check_undo(event.plies)
        self._rewind(self.moves[: -event.plies])
        self.tries = 0
        self.offer = None
        self.undo_request = None

    def _check_undo(self, plies: int) -> None:
        if not 1 <= plies <= len(self.moves):
            raise MatchError("There is no move to take back.")

    def _accept(self, event: Event) -> None:
        if self.offer is not event.seat.other:
            raise MatchError("There is no draw offer to accept.")
        self.offer = None
        self.result = Result(End.DRAW, None, "Both players agreed to a draw.")

    def _decline(self, event: Event) -> None:
        if self.undo_request is not None and self.undo_request.seat is event.seat.other:
            self.undo_request = None
        elif self.offer is event.seat.other:
            self.offer = None
        else:
            raise MatchError("There is no draw offer to accept.")

    def _hint(self, event: Event) -> None:
        self._check_turn(event)
        if not self.setup.terms.hints:
            raise MatchError("This game is played without hints.")
        if event.text not in tuple(Hint):
            raise MatchError(f"There is no hint called {quoted(event.text)}.")

    def _time_out(self, event: Event) -> None:
        self._check_turn(event)
        if self.setup.terms.time_limit is None and self.setup.terms.clock is None:
            raise MatchError("There is no time limit.")
        self._lose(event.seat, End.TIME, "Time is up.")

    def _rewind(self, moves: list[str]) -> None:
        # Earlier states are not stored. With a long Digit Poison number, they would fill the
        # memory.
        self.moves = []
        self._occurrences: dict[Hashable, int] = {}
        self._set_state(self._start)
        for text in moves:
            self._advance(self.game.parse_move(text), text)

    def _advance(self, move: Any, text: str) -> None:
        self.moves.append(text)
        self._set_state(self.game.successor(self.state, move))

    # Only the game knows the type of its states.
    def _set_state(self, state: Any) -> None:
        """Set the current position, and count how many times it has occurred."""
        self.state = state
        self.mover: Seat = state.mover
        position = self.mover, self.game.key(state)
        self.occurrences = self._occurrences.get(position, 0) + 1
        self._occurrences[position] = self.occurrences


def resume(record: Record) -> Match:
    """Replay all events in a record, and return the match in its last position.

    Raise RecordError if the set-up or an event is invalid.
    """
    match = begin(record.setup)
    _apply_all(match, record)
    return match


def _apply_all(match: Match, record: Record) -> None:
    for number, event in enumerate(record.events, 1):
        try:
            match.apply(event)
        except LastDigitError as error:
            raise RecordError(f"event {number}: {error}") from None


def begin(setup: Setup) -> Match:
    """Return a new match with this set-up, before the first event.

    Raise RecordError if the set-up is invalid.
    """
    try:
        match = Match(setup)
    except LastDigitError as error:
        raise RecordError(f'"start" is invalid: {error}') from None
    if setup.version != match.game.version:
        raise RecordError(
            f"The game follows version {setup.version} of the rules of {match.game.title}, but "
            f"this package has version {match.game.version}."
        )
    check_start(setup)
    return match


def verify(record: Record) -> None:
    """Replay a record to check it. Raise RecordError at the first invalid event or result."""
    _, error = valid_part(record)
    if error is not None:
        raise error


def valid_part(record: Record) -> tuple[Record, RecordError | None]:
    """Return the part of a record before its first error, and that error.

    If there is no error, return the whole record and None. Raise RecordError if the set-up is
    invalid.
    """
    match = begin(record.setup)
    try:
        _apply_all(match, record)
        _check_result(match, record)
    except RecordError as error:
        return match.record(), error
    return record, None


def _check_result(match: Match, record: Record) -> None:
    derived = match.result or LEFT_UNFINISHED
    if derived != record.result:
        raise RecordError(
            f'"result" is {record.result.end}, {_winner_text(record.result)}, but the events lead '
            f"to {derived.end}, {_winner_text(derived)}."
        )


def _winner_text(result: Result) -> str:
    return f"{result.winner} wins" if result.winner else "no winner"
