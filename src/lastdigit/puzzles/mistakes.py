"""Positions in which somebody had a win or a draw and gave it away, as puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lastdigit.analysis.review import Review, ReviewedMove, review_game
from lastdigit.arena.positions import without_beginning
from lastdigit.core.game import AnyGame
from lastdigit.errors import LastDigitError
from lastdigit.puzzles.own_games import OwnGame, own_games
from lastdigit.puzzles.puzzle import Puzzle, certify_met
from lastdigit.store import Store


class Played(NamedTuple):
    """A finished game, judged."""

    game: OwnGame
    review: Review

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The person's moves that gave a win or a draw away."""
        own = self.game.own
        return [move for move in self.review.moves if move.seat is own and not move.right]


class Mistake(NamedTuple):
    """A puzzle from one's own game."""

    puzzle: Puzzle
    game: int
    move: str
    """What was played."""
    at: str
    """When the game ended."""


def played_games(store: Store, kinds: Iterable[type[AnyGame]]) -> Iterator[Played]:
    """Yield the finished games of some kinds that one person played here, judged, oldest first.

    A game that does not follow from the rules any more is left out.
    """
    for game in own_games(store, kinds):
        try:
            yield Played(game, review_game(game.record))
        except LastDigitError:
            continue


def mistakes_in(games: Iterable[Played]) -> Iterator[Mistake]:
    """Yield what games leave to be learned, the oldest first; a position once."""
    met: set[str] = set()
    for played in games:
        game = without_beginning(played.review.match.game)  # how it began is over
        for move in played.mistakes:
            puzzle = certify_met(game, game.parse_state(move.position))
            if puzzle is not None and puzzle.name not in met:
                met.add(puzzle.name)
                yield Mistake(puzzle, played.game.id, move.move, played.game.ended)
