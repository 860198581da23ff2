"""Positions in which somebody had a win or a draw and gave it away, as puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lastdigit.analysis.review import Review, ReviewedMove, review_game
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError
from lastdigit.match.record import End, Setup
from lastdigit.puzzles.puzzle import Puzzle, certify_met
from lastdigit.store import Store


class Played(NamedTuple):
    """A finished game of whoever sits at this machine, judged."""

    id: int
    own: Seat
    review: Review
    ended: str
    """When."""

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The person's moves that gave a win or a draw away."""
        return [move for move in self.review.moves if move.seat is self.own and not move.right]


class Mistake(NamedTuple):
    """A puzzle from one's own game."""

    puzzle: Puzzle
    game: int
    move: str
    """What was played."""
    at: str
    """When the game ended."""


def own_seat(setup: Setup) -> Seat | None:
    """Return where the one person at a table sits; nobody can say whose the moves of two are."""
    people = [seat for seat in Seat if setup.players[seat.index].is_person]
    return people[0] if len(people) == 1 else None


def played_games(store: Store) -> Iterator[Played]:
    """Yield the finished games that one person played at this machine, the oldest first.

    A game that cannot be read any more, or whose rules are gone, is left out.
    """
    for kept in reversed(store.games(store.count())):
        if kept.setup is None or kept.result is None or kept.result.end is End.UNFINISHED:
            continue
        own = own_seat(kept.setup)
        if own is None or store.code_of(kept.id) is not None:
            continue
        try:
            review = review_game(store.record(kept.id))
        except LastDigitError:
            continue
        yield Played(kept.id, own, review, kept.changed)


def mistakes_in(games: Iterator[Played]) -> Iterator[Mistake]:
    """Yield what games leave to be learned, the oldest first; a position once."""
    met: set[str] = set()
    for played in games:
        game = played.review.match.game
        for move in played.mistakes:
            puzzle = certify_met(game, game.parse_state(move.position))
            if puzzle is not None and puzzle.name not in met:
                met.add(puzzle.name)
                yield Mistake(puzzle, played.id, move.move, played.ended)
