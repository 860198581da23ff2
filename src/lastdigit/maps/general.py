"""The map of any game: all that can follow, in layers from the start on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property

from lastdigit.errors import UsageError
from lastdigit.game.game import M, S, Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Place, Point, place, shape
from lastdigit.solver import solver_for

ACROSS, DOWN, EDGE, RADIUS, NARROWEST = 44, 74, 44, 14, 520
MOST = 400


class GeneralMap(GameMap[S, M]):
    """A layer is how many moves it takes to get there; a line is a move."""

    @cached_property
    def _layers(self) -> list[dict[Hashable, S]]:
        game = self.game
        met = {game.key(self.chosen)}
        layers = [{game.key(self.chosen): self.chosen}]
        while layers[-1]:
            later: dict[Hashable, S] = {}
            for state in layers[-1].values():
                for after in self._after(state):
                    if game.key(after) not in met:
                        met.add(game.key(after))
                        later[game.key(after)] = after
            if len(met) > MOST:
                raise UsageError(
                    f"More than {MOST} positions can follow: too many to be told apart on a map."
                )
            layers.append(later)
        return layers[:-1]

    def _after(self, state: S) -> Iterator[S]:
        if self.game.outcome(state) is None:
            for move in self.game.legal_moves(state):
                yield self.game.successor(state, move)

    @property
    def width(self) -> float:  # type: ignore[override] # known once the layers are
        """As wide as the widest layer."""
        return 2 * EDGE + max(NARROWEST, ACROSS * max(map(len, self._layers)))

    @property
    def height(self) -> float:  # type: ignore[override] # likewise
        """A row for each layer."""
        return 2 * EDGE + DOWN * (len(self._layers) - 1)

    def finding(self) -> str:
        """Return who wins."""
        value = solver_for(self.game).solution(self.chosen).value
        said = {
            Value.WIN: "The player to move wins",
            Value.LOSE: "The player to move loses",
            Value.DRAW: "Nobody can force a win",
        }
        count = sum(map(len, self._layers))
        return f"{said[value]}: all {count} positions that can follow."

    def notes(self) -> list[str]:
        """Return how it is read."""
        return [
            "Each row is one move further from the start. In a filled place the player to move "
            "wins, in a hatched one the player to move loses."
        ]

    @cached_property
    def _spots(self) -> dict[Hashable, Point]:
        return {
            key: Point(self.width * (number + 0.5) / len(layer), EDGE + DOWN * depth)
            for depth, layer in enumerate(self._layers)
            for number, key in enumerate(layer)
        }

    def shapes(self) -> Iterator[str]:
        """Draw moves, then positions over them."""
        spots, key = self._spots, self.game.key
        for layer in self._layers:
            for state in layer.values():
                one = spots[key(state)]
                for after in self._after(state):
                    two = spots[key(after)]
                    half = (one.y + two.y) / 2
                    way = f"M{one.x:.0f} {one.y:.0f}C{one.x:.0f} {half:.0f} "
                    way += f"{two.x:.0f} {half:.0f} {two.x:.0f} {two.y:.0f}"
                    yield shape("path", look="way", d=way)
        insight = solver_for(self.game)
        for layer in self._layers:
            for state in layer.values():
                x, y = spots[key(state)]
                value, text = insight.solution(state).value, self.game.format_state(state)
                drawn = [
                    shape("circle", look=value, cx=x, cy=y, r=RADIUS),
                    shape("text", SIGNS[value], look=f"caption on-{value}", x=x, y=y + 5),
                ]
                yield place(drawn, Place(text, f"{text}: the player to move has a {value}"))

    def where(self, state: S) -> Point | None:
        """Return where a position stands."""
        return self._spots.get(self.game.key(state))
