"""Questions that a map answers."""

from __future__ import annotations

from functools import lru_cache

from lastdigit.errors import StateSyntaxError, UsageError
from lastdigit.game.game import Seat
from lastdigit.maps.maps import MapData, Walk, map_data, map_of
from lastdigit.match.match import resume
from lastdigit.match.record import from_line
from lastdigit.web.live.questions import Question
from lastdigit.web.live.setup import build_game
from lastdigit.web.schemas.errors import Reason, Refusal

READY = 8
"""So many maps are held ready: one of a million points takes a second or two."""


class MapQuestion(Question):
    """A whole game; what was chosen `before` shows what has changed since."""

    game: str
    position: str | None
    before: str | None

    def answer(self) -> MapData:
        """Return the map; raises Refusal."""
        return _drawn(self.game, self.position, self.before)


@lru_cache(READY)
def _drawn(name: str, position: str | None, before: str | None) -> MapData:
    game = build_game(name, {})
    try:
        chosen, earlier = (
            None if text is None else game.parse_state(text) for text in (position, before)
        )
    except StateSyntaxError as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None
    try:
        return map_data(map_of(game, chosen, earlier))
    except UsageError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


class WalkQuestion(Question):
    """Where a match went."""

    record: str
    """Its line."""
    you: int
    """The seat whose way it is."""
    turn: int | None
    """After how many turns; None is the end."""

    def answer(self) -> MapData:
        """Return the map with the way on it; raises Refusal."""
        match = resume(from_line(self.record))
        game = match.game
        states = [game.parse_state(match.setup.start)]
        for text in match.moves:
            states.append(game.play(states[-1], text))
        try:
            walk = Walk(states, Seat(self.you), self.turn)
            return map_data(map_of(game, states[0]), walk)
        except UsageError as error:
            raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None
