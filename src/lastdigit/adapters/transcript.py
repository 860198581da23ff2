"""The dialogue of an environment's game, piece by piece, as a terminal would show it."""

from __future__ import annotations

from collections.abc import Hashable

from lastdigit import __version__
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.match.match import PLY_LIMIT, Match
from lastdigit.match.narration import Narrator
from lastdigit.match.record import Player, Terms
from lastdigit.match.setup import arrange_from

PLAYERS = (Player("agent", str(Seat.ONE)), Player("agent", str(Seat.TWO)))


class Transcript:
    """Follows a game move by move; `piece` is what has been added since `turn_page`."""

    def __init__(self, game: AnyGame, start: State) -> None:
        terms = Terms(ply_limit=PLY_LIMIT)
        setup = arrange_from(
            game, game.format_state(start), PLAYERS, package=__version__, seed=0, terms=terms
        )
        self._match = Match(setup)
        self._narrator = Narrator(self._match)
        self.piece = self._narrator.welcome() + self._narrator.opening()

    def turn_page(self) -> None:
        """Begin a new piece."""
        self.piece = ""

    def add_try(self, move: Hashable) -> None:
        """Add a move, or that it was refused."""
        before, text = self._match.state, self._match.game.format_move(move)
        event = self._match.play(text)
        self.piece += self._narrator.answers_text(text, before)
        self.piece += self._narrator.event_text(event, before)
        if self._match.result is None and self._match.state is not before:
            self.piece += self._narrator.opening()

    def add_sentence(self, sentence: str) -> None:
        """Add something that is not a move."""
        self.piece += f"{sentence}\n"
