"""Mistakes in the player's finished games, found by the solver."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from lastdigit.analysis.critical import with_default_start
from lastdigit.analysis.review import Review, review_game
from lastdigit.errors import LastDigitError, StoreError
from lastdigit.game.game import AnyGame, Seat, Value
from lastdigit.match.record import Act, Record
from lastdigit.puzzles.puzzle import certify_position
from lastdigit.storage import Attempt, Finished, Store

VERSION = 1
"""The format version of saved analyses. After a change, every game is analysed again."""
HELP = (Act.HINT, Act.UNDO)


class Decision(NamedTuple):
    """A player's move in a position where some legal moves were right and some were mistakes."""

    turn: int
    seat: Seat
    before: Value
    right: bool
    choices: int
    """The number of legal moves."""
    helped: bool
    """Whether the player used a hint or took a move back in this turn."""


class Slip(NamedTuple):
    """A mistake by either player in a game, and the puzzle that asks for the right move."""

    seat: Seat
    move: str
    puzzle: str
    """The name of the puzzle."""


class GameAnalysis(NamedTuple):
    """The solver's analysis of a finished game, with both players' mistakes."""

    game: str
    players: tuple[str, str]
    """The kinds of the two players, such as "human" and "easy"."""
    winner: Seat | None
    ahead: Seat | None
    """The player with a winning strategy at the start, if any."""
    turns: int
    helped: tuple[Seat, ...]
    """The players who used a hint or took a move back."""
    decisions: tuple[Decision, ...]
    slips: tuple[Slip, ...]


def analyze_record(record: Record) -> GameAnalysis:
    """Analyse a finished game. Raise LastDigitError if the game breaks the rules."""
    review = review_game(record)
    one, two = record.setup.players
    helped = {seat: _helped_turns(record, seat) for seat in Seat}
    return GameAnalysis(
        record.setup.game,
        (one.kind, two.kind),
        record.result.winner,
        review.course[0],
        len(review.moves),
        tuple(
            seat
            for seat in Seat
            if any(event.act in HELP and event.seat is seat for event in record.events)
        ),
        tuple(
            Decision(
                move.turn,
                move.seat,
                move.before,
                move.right,
                move.choices,
                move.turn in helped[move.seat],
            )
            for move in review.moves
            if move.critical
        ),
        tuple(_slips(review)),
    )


def _helped_turns(record: Record, own: Seat) -> set[int]:
    """Return the turns in which a player used a hint or took a move back. Turns count from 1."""
    turns, helped = 0, set()
    for event in record.events:
        if event.act is Act.MOVE:
            turns += 1
        elif event.act is Act.UNDO:
            helped |= set(range(turns - event.plies + 1, turns + 1))
            turns -= event.plies
        elif event.act is Act.HINT and event.seat is own:
            helped.add(turns + 1)
    return helped


def _slips(review: Review) -> Iterator[Slip]:
    # Options that only affect the start of a game do not belong in the puzzle's name.
    game = with_default_start(review.match.game)
    for move in review.moves:
        if not move.right:
            puzzle = certify_position(game, game.parse_state(move.position))
            if puzzle is not None:
                yield Slip(move.seat, move.move, puzzle.name)


def serialize_analysis(record: Record) -> str:
    """Analyse a finished game, and return the analysis as JSON.

    The JSON contains null instead of an analysis if the game breaks the rules.
    """
    try:
        analysis = analyze_record(record)
    except LastDigitError:
        return f"[{VERSION},null]"
    return json.dumps([VERSION, analysis], separators=(",", ":"), default=_seat_number)


def _seat_number(seat: Seat) -> int:
    return seat.number


def is_current(text: str | None) -> bool:
    """Return whether a saved analysis exists and is in the current format."""
    return text is not None and text.startswith(f"[{VERSION},")


def parse_analysis(text: str) -> GameAnalysis | None:
    """Parse a saved analysis of a game. Return None if the game breaks the rules."""
    _, data = json.loads(text)
    return None if data is None else _build_analysis(*data)


def _build_analysis(
    game: str,
    players: list[str],
    winner: int | None,
    ahead: int | None,
    turns: int,
    helped: list[int],
    decisions: list[tuple[int, int, str, bool, int, bool]],
    slips: list[tuple[int, str, str]],
) -> GameAnalysis:
    return GameAnalysis(
        game,
        (players[0], players[1]),
        _seat(winner),
        _seat(ahead),
        turns,
        tuple(map(Seat, helped)),
        tuple(
            Decision(turn, Seat(seat), Value(before), right, choices, was_helped)
            for turn, seat, before, right, choices, was_helped in decisions
        ),
        tuple(Slip(Seat(seat), move, puzzle) for seat, move, puzzle in slips),
    )


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)


class PlayedGame(NamedTuple):
    """One of the user's finished games, with the user's seat (player 1 or 2) and an analysis."""

    id: int
    seat: Seat
    ended: str
    """The time at which the game ended, in ISO format."""
    analysis: GameAnalysis

    @property
    def game(self) -> str:
        return self.analysis.game

    @property
    def won(self) -> bool:
        return self.analysis.winner is self.seat

    @property
    def helped(self) -> bool:
        return self.seat in self.analysis.helped

    @property
    def decisions(self) -> list[Decision]:
        """The player's moves where some legal moves were mistakes, except moves made with help."""
        return [one for one in self.analysis.decisions if one.seat is self.seat and not one.helped]

    @property
    def slips(self) -> list[Slip]:
        return [one for one in self.analysis.slips if one.seat is self.seat]


class Mistake(NamedTuple):
    """A mistake by the user in a saved game, and the puzzle that asks for the right move."""

    puzzle: str
    """The name of the puzzle."""
    game: int
    """The number of the saved game."""
    move: str
    """The move that was played."""
    at: str
    """The time at which the game ended, in ISO format."""


def mistakes_in(games: Iterable[PlayedGame]) -> Iterator[Mistake]:
    """Yield the player's mistakes in these games, but only one mistake per position."""
    seen: set[str] = set()
    for played in games:
        for slip in played.slips:
            if slip.puzzle not in seen:
                seen.add(slip.puzzle)
                yield Mistake(slip.puzzle, played.id, slip.move, played.ended)


def open_mistakes(attempts: Iterable[Attempt], mistakes: Iterable[Mistake]) -> list[Mistake]:
    """Return the mistakes that the player has not put right, least recently tried first.

    A right answer to the mistake's puzzle puts the mistake right, until a later answer is wrong.
    """
    last = {
        attempt.puzzle: (number, attempt.right) for number, attempt in enumerate(attempts, start=1)
    }
    untried = (0, False)
    found = [one for one in mistakes if not last.get(one.puzzle, untried)[1]]
    return sorted(found, key=lambda one: last.get(one.puzzle, untried)[0])


def parse_played_games(games: Iterable[Finished]) -> Iterator[PlayedGame]:
    """Parse the saved analyses of finished games. Skip games without a usable analysis."""
    for game in games:
        if game.analysis is not None and is_current(game.analysis):
            found = parse_analysis(game.analysis)
            if found is not None:
                yield PlayedGame(game.id, game.seat, game.ended, found)


def played_games(store: Store, kinds: Iterable[type[AnyGame]]) -> Iterator[PlayedGame]:
    """Yield the user's finished games from the store, oldest first, each with its analysis.

    `kinds` are the games to include. A missing analysis is computed and saved.
    """
    names = {kind.name for kind in kinds}
    for game in store.finished(""):
        if game.game in names:
            yield from parse_played_games([with_analysis(store, game)])


def with_analysis(store: Store, game: Finished) -> Finished:
    """Return a finished game with its analysis, which is computed and saved if it is missing."""
    if is_current(game.analysis):
        return game
    try:
        found = serialize_analysis(store.record(game.id))
    except LastDigitError:  # the record is unreadable
        return game
    with suppress(StoreError):  # the store is busy: the analysis is saved next time
        store.save_analysis(game.id, found)
    return game._replace(analysis=found)
