"""The colours, logo and map for Number Morph.

The map is a picture of the winner's strategy: all primes on a circle, with a line from each prime
to the winner's reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import cos, pi, sin

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat
from lastdigit.game.map_shapes import GameMap, Place, Point, place, shape
from lastdigit.game.text import plural
from lastdigit.game.theme import ON_INK, Shades, Theme
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.variants import NumberMorph

THEME = Theme(
    fill=Shades("#5599f3", "#6aa6f7"),
    on=ON_INK,
    deep=Shades("#0050a2", "#a4cdff"),
    wash=Shades("#e8f3ff", "#162232"),
    edge=Shades("#2f6fc4", "#4b82cf"),
    mark=(  # bar, disc, bar: one of three differs
        '<rect x="4" y="8" width="14" height="48" rx="7"/><circle cx="32" cy="32" '
        'r="10.5"/><rect x="46" y="8" width="14" height="48" rx="7"/>'
    ),
)

MAX_PRIMES = 200
"""The maximum number of primes on a map."""
SLOT = 13.4
"""The arc length for each prime on the circle."""
TILE_WIDTH, TILE_HEIGHT = 31, 12
LABEL_SPACE, MARGIN = 34, 14
"""The space outside the primes for the labels of the hundreds, and the margin of the map."""
GAP = 1.6
"""The gap between two hundreds on the circle, as a multiple of SLOT."""
LEAST_BEND, MAX_BEND = 0.14, 0.94
"""How far curves between two primes bend inwards: the values for adjacent and opposite primes."""
Pairs = frozenset[tuple[int, int]]


class MorphMap(GameMap[State, Change]):
    """A picture of the winner's strategy: all primes on a circle, joined in pairs by curves.

    The winner replies to each prime with the other prime of its pair.
    """

    game: NumberMorph

    def __init__(self, game: NumberMorph, chosen: State, before: State | None = None) -> None:
        # Many callers load the theme without the map, and do not need the solver.
        from lastdigit.games.number_morph.solver import NumberMorphSolver

        self._solver = NumberMorphSolver(game)
        self._primes = self._solver.primes
        if len(self._primes) > MAX_PRIMES:
            raise UsageError(
                f"A map of Number Morph can show up to {MAX_PRIMES} primes, but this game has "
                f"{len(self._primes):,}."
            )
        super().__init__(game, chosen, before)
        self._hundreds = [prime // self._primes.span for prime in self._primes.all]
        slots = len(self._hundreds) + GAP * len(set(self._hundreds))
        self._slot_angle = 2 * pi / slots
        self._radius = SLOT * slots / (2 * pi)
        self.width = self.height = 2 * (self._radius + TILE_WIDTH + LABEL_SPACE + MARGIN)

    def follow(self, states: Sequence[State]) -> MorphMap:
        """Return a map of the last position in `states` that marks what the last move changed."""
        later = MorphMap(self.game, states[-1], states[-2] if len(states) > 1 else None)
        for state in states:  # each matching repairs the previous one, so that few pairs change
            later._solver.matching(state)
        return later

    @cached_property
    def _strategy(self) -> tuple[int | None, Pairs]:
        return self._pairs(self.chosen)

    def _pairs(self, state: State) -> tuple[int | None, Pairs]:
        formed, partners = self._solver.pairs(state)
        return formed, frozenset((one, two) for one, two in partners.items() if one < two)

    def finding(self) -> str:
        formed, _ = self._strategy
        number = self._primes.text(self.chosen.number)
        who = (
            f"Starting from {number}, the first player"
            if self._is_start
            else f"From {number}, the player to move"
        )
        if formed is None:
            return (
                f"{who} loses. The map shows the primes in pairs: "
                "the player who always answers with the partner wins."
            )
        text = self._primes.text(formed)
        return f"{who} wins: form {text}, then always answer with the partner."

    @property
    def _is_start(self) -> bool:
        return len(self.chosen.log) < 2

    def notes(self) -> list[str]:
        notes = [
            "A line joins the two primes in a pair, which differ in one digit. When the loser "
            "forms one of them, the winner forms the other.",
        ]
        if self.before is not None:
            moved = len(self._strategy[1] - self._pairs(self.before)[1])
            was = self._primes.text(self.before.number)
            notes.append(f"Compared with {was}, {plural(moved, 'pair')} changed.")
        listed = ", ".join(
            f"{self._primes.text(one)}-{self._primes.text(two)}"
            for one, two in sorted(self._strategy[1])
        )
        return [*notes, f"The pairs: {listed}."]

    def _angle(self, prime: int) -> float:
        """Return the angle of a prime on the circular map, in radians clockwise from the top."""
        index = self._primes.index[prime]
        hundred = len(set(self._hundreds[: index + 1]))
        return self._slot_angle * (index + 0.5 + GAP * (hundred - 0.5))

    def _at(self, angle: float, radius: float) -> Point:
        middle = self.width / 2
        return Point(middle + radius * sin(angle), middle - radius * cos(angle))

    def shapes(self) -> Iterator[str]:
        formed, pairs = self._strategy
        before = pairs if self.before is None else self._pairs(self.before)[1]
        yield from self._hundred_labels()
        gone = {pair for pair in before - pairs if self._are_free(pair)}
        same = pairs & before if before else pairs
        for look, ones in (("pair", same), ("pair gone", gone), ("pair shifted", pairs - before)):
            for one, two in sorted(ones):
                yield self._pair_line(one, two, look)
        partner = dict(pairs) | {two: one for one, two in pairs}
        for prime in self._primes.all:
            yield self._tile(prime, *self._describe(prime, formed, partner.get(prime)))

    def _are_free(self, pair: tuple[int, int]) -> bool:
        return not any(self._is_used(prime) and prime != self.chosen.number for prime in pair)

    def _is_used(self, prime: int) -> bool:
        return bool(self.chosen.used[self._primes.index[prime]])

    def _describe(
        self, prime: int, winning_prime: int | None, partner: int | None
    ) -> tuple[str, str]:
        """Return the CSS class of a prime in a picture of the game, and its tooltip.

        The tooltip says whether the prime is used, is the winning move or has a partner.
        """
        text = self._primes.text
        if prime == self.chosen.number:
            return "chosen", f"{text(prime)}: the {'start' if self._is_start else 'current number'}"
        if prime == winning_prime:
            return "formed", f"{text(prime)}: the winning move"
        if self._is_used(prime):
            return "spent", f"{text(prime)}: used"
        paired = "no partner" if partner is None else f"its partner is {text(partner)}"
        near = ", ".join(text(one) for one in self._unused_neighbours(prime))
        formable = f"; one digit away: {near}" if near else ""
        return "alone" if partner is None else "paired", f"{text(prime)}: {paired}{formable}"

    def _tile(self, prime: int, look: str, description: str) -> str:
        """Return the SVG of one prime on the map, which arranges all primes in a circle.

        `look` is the CSS class of the prime, and `description` is a sentence about it.
        """
        # The text is never upside down.
        angle = self._angle(prime)
        x, y = self._at(angle, self._radius + TILE_WIDTH / 2)
        degrees = angle * 180 / pi - 90
        if angle > pi:
            degrees += 180
        corner = {"x": x - TILE_WIDTH / 2, "y": y - TILE_HEIGHT / 2}
        size = {"width": TILE_WIDTH, "height": TILE_HEIGHT}
        drawn = [
            shape("rect", look=look, **corner, **size, rx=4),
            shape("text", self._primes.text(prime), look=f"caption ray on-{look}", x=x, y=y + 3.6),
        ]
        logged = (prime,) if self.game.log_start else ()
        start = self.game.format_state(self.game.position(Seat.ONE, prime, logged))
        turned = f"rotate({degrees:.1f} {x:.1f} {y:.1f})"
        near = " ".join(self._primes.text(one) for one in self._unused_neighbours(prime))
        named = {"data_name": self._primes.text(prime), "data_near": near}
        return place(drawn, Place(start, description), **named, transform=turned)

    def _unused_neighbours(self, prime: int) -> Iterator[int]:
        """Yield the unused primes that differ from a prime in one digit."""
        for other in self._primes.neighbours[prime].values():
            if not self._is_used(other):
                yield other

    def _hundred_labels(self) -> Iterator[str]:
        """Yield SVG labels for the hundreds, such as 100 to 199, around the circle of primes."""
        # In other bases, a hundred is `Primes.span` numbers.
        for hundred in sorted(set(self._hundreds)):
            pairs = zip(self._primes.all, self._hundreds, strict=True)
            primes = [prime for prime, of in pairs if of == hundred]
            angles = [self._angle(prime) for prime in (primes[0], primes[-1])]
            x, y = self._at(sum(angles) / 2, self._radius + TILE_WIDTH + LABEL_SPACE - 8)
            name = self._primes.text(hundred * self._primes.span)
            yield shape("text", name, look="axis", x=x, y=y + 5, text_anchor="middle")
            edge = self._radius + TILE_WIDTH + 6
            (x, y), (right, bottom) = (self._at(angle, edge) for angle in angles)
            arc = f"M{x:.1f} {y:.1f}A{edge:.1f} {edge:.1f} 0 0 1 {right:.1f} {bottom:.1f}"
            yield shape("path", look="way", d=arc)

    def _pair_line(self, one: int, two: int, look: str) -> str:
        """Return the SVG curve between two primes, which bends more if the primes are far apart."""
        angles = self._angle(one), self._angle(two)
        apart = abs(angles[0] - angles[1])
        apart = min(apart, 2 * pi - apart) / pi
        depth = LEAST_BEND + (MAX_BEND - LEAST_BEND) * min(1, 1.9 * apart)
        (x, y), (right, bottom) = (self._at(angle, self._radius - 1) for angle in angles)
        (in_x, in_y), (out_x, out_y) = (
            self._at(angle, self._radius * (1 - depth)) for angle in angles
        )
        way = f"M{x:.1f} {y:.1f}C{in_x:.1f} {in_y:.1f} {out_x:.1f} {out_y:.1f}"
        ends = f"{self._primes.text(one)} {self._primes.text(two)}"
        return shape("path", look=look, data_ends=ends, d=f"{way} {right:.1f} {bottom:.1f}")

    def where(self, state: State) -> Point | None:
        return self._at(self._angle(state.number), self._radius - 4)

    def is_choice(self) -> bool:
        return True
