"""The map of Number Morph: every prime on a circle, and the winner's pairs for a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import cos, pi, sin

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat
from lastdigit.game.map_shapes import GameMap, Place, Point, place, shape
from lastdigit.games.number_morph.insight import NumberMorphSolver
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State

SLOT, LONG, HIGH, EDGE, OUTSIDE = 13.4, 31, 12, 14, 34
MOST = 200
GAP = 1.6
"""The gap between two hundreds, in widths of a prime."""
NEAREST, DEEPEST = 0.14, 0.94
"""How far the line of a pair bends into the circle, for adjacent and for opposite primes."""
Pairs = frozenset[tuple[int, int]]


class MorphMap(GameMap[State, Change]):
    """Primes in order around a circle, with a line between the two primes of each pair."""

    game: NumberMorph

    def __init__(self, game: NumberMorph, chosen: State, before: State | None = None) -> None:
        self._insight = NumberMorphSolver(game)
        self._primes = self._insight.primes
        if len(self._primes) > MOST:
            raise UsageError(
                f"A map of Number Morph is drawn of up to {MOST} primes, and here are "
                f"{len(self._primes):,}."
            )
        super().__init__(game, chosen, before)
        self._steps = [prime // self._primes.span for prime in self._primes.all]
        slots = len(self._steps) + GAP * len(set(self._steps))
        self._turn = 2 * pi / slots
        self._radius = SLOT * slots / (2 * pi)
        self.width = self.height = 2 * (self._radius + LONG + OUTSIDE + EDGE)

    def follow(self, states: Sequence[State]) -> MorphMap:
        """Return the map of the last position, with the pairs that its move changed."""
        later = MorphMap(self.game, states[-1], states[-2] if len(states) > 1 else None)
        for state in states:  # each matching repairs the previous one, so that few pairs change
            later._insight.matching(state)
        return later

    @cached_property
    def _answers(self) -> tuple[int | None, Pairs]:
        return self._pairs(self.chosen)

    def _pairs(self, state: State) -> tuple[int | None, Pairs]:
        formed, partners = self._insight.pairs(state)
        return formed, frozenset((one, two) for one, two in partners.items() if one < two)

    def finding(self) -> str:
        formed, pairs = self._answers
        number = self._primes.text(self.chosen.number)
        if formed is None:
            answer = "1 pair answers" if len(pairs) == 1 else f"{len(pairs)} pairs answer"
            return f"From {number} the player to move loses: {answer} everything."
        text = self._primes.text(formed)
        return f"From {number} the player to move wins: form {text}, then answer by pairs."

    def notes(self) -> list[str]:
        notes = [
            "Two primes are joined if one digit makes one of them the other, and if they answer "
            "each other: whichever the loser forms, the winner forms its partner.",
        ]
        if self.before is not None:
            moved = len(self._answers[1] - self._pairs(self.before)[1])
            was = self._primes.text(self.before.number)
            notes.append(f"Against the pairs from {was}, {moved} are new: they shift along a path.")
        listed = ", ".join(
            f"{self._primes.text(one)}-{self._primes.text(two)}"
            for one, two in sorted(self._answers[1])
        )
        return [*notes, f"The pairs: {listed}."]

    def _angle(self, prime: int) -> float:
        """Return the angle of a prime, clockwise from the top."""
        place = self._primes.place[prime]
        hundred = len(set(self._steps[: place + 1]))
        return self._turn * (place + 0.5 + GAP * (hundred - 0.5))

    def _at(self, angle: float, radius: float) -> Point:
        middle = self.width / 2
        return Point(middle + radius * sin(angle), middle - radius * cos(angle))

    def shapes(self) -> Iterator[str]:
        formed, pairs = self._answers
        before = pairs if self.before is None else self._pairs(self.before)[1]
        yield from self._hundreds()
        gone = {pair for pair in before - pairs if self._are_free(pair)}
        kept = sorted(pairs & before) if before else sorted(pairs)
        for look, ones in (("pair", kept), ("pair gone", gone), ("pair shifted", pairs - before)):
            for one, two in sorted(ones):
                yield self._joined(one, two, look)
        partner = dict(pairs) | {two: one for one, two in pairs}
        for prime in self._primes.all:
            yield self._tile(prime, *self._said(prime, formed, partner.get(prime)))

    def _are_free(self, pair: tuple[int, int]) -> bool:
        return not any(self._is_used(prime) and prime != self.chosen.number for prime in pair)

    def _is_used(self, prime: int) -> bool:
        return bool(self.chosen.used[self._primes.place[prime]])

    def _said(self, prime: int, formed: int | None, partner: int | None) -> tuple[str, str]:
        """Return the CSS class of a prime and its description."""
        text = self._primes.text
        if prime == self.chosen.number:
            begins = "here it begins" if len(self.chosen.log) < len("12") else "here the game is"
            return "chosen", f"{text(prime)}: {begins}"
        if prime == formed:
            return "formed", f"{text(prime)}: form it, and everything else has a partner"
        if self._is_used(prime):
            return "spent", f"{text(prime)}: used"
        says = "without a partner" if partner is None else f"its partner is {text(partner)}"
        near = ", ".join(text(one) for one in self._near(prime))
        reached = f"; one digit makes it {near}" if near else ""
        return "alone" if partner is None else "paired", f"{text(prime)}: {says}{reached}"

    def _tile(self, prime: int, look: str, says: str) -> str:
        """Draw a prime along its radius, turned so that the text is never upside down."""
        angle = self._angle(prime)
        x, y = self._at(angle, self._radius + LONG / 2)
        degrees = angle * 180 / pi - 90
        if angle > pi:
            degrees += 180
        corner = {"x": x - LONG / 2, "y": y - HIGH / 2, "width": LONG, "height": HIGH, "rx": 4}
        drawn = [
            shape("rect", look=look, **corner),
            shape("text", self._primes.text(prime), look=f"caption ray on-{look}", x=x, y=y + 3.6),
        ]
        logged = (prime,) if self.game.log_start else ()
        start = self.game.format_state(self.game.after(Seat.ONE, prime, logged))
        turned = f"rotate({degrees:.1f} {x:.1f} {y:.1f})"
        near = " ".join(self._primes.text(one) for one in self._near(prime))
        named = {"data_name": self._primes.text(prime), "data_near": near}
        return place(drawn, Place(start, says), **named, transform=turned)

    def _near(self, prime: int) -> Iterator[int]:
        """Yield the unused primes that differ from a prime in one digit."""
        for spot in self._primes.beside[self._primes.place[prime]]:
            other = self._primes.all[spot]
            if not self._is_used(other):
                yield other

    def _hundreds(self) -> Iterator[str]:
        """Draw the label and the arc of each hundred outside the circle."""
        for step in sorted(set(self._steps)):
            primes = [
                one for one, of in zip(self._primes.all, self._steps, strict=True) if of == step
            ]
            angles = [self._angle(prime) for prime in (primes[0], primes[-1])]
            x, y = self._at(sum(angles) / 2, self._radius + LONG + OUTSIDE - 8)
            name = self._primes.text(step * self._primes.span)
            yield shape("text", name, look="axis", x=x, y=y + 5, text_anchor="middle")
            edge = self._radius + LONG + 6
            (x, y), (right, bottom) = (self._at(angle, edge) for angle in angles)
            arc = f"M{x:.1f} {y:.1f}A{edge:.1f} {edge:.1f} 0 0 1 {right:.1f} {bottom:.1f}"
            yield shape("path", look="way", d=arc)

    def _joined(self, one: int, two: int, look: str) -> str:
        """Draw a curve between two primes, which bends deeper the further apart they are."""
        angles = self._angle(one), self._angle(two)
        apart = abs(angles[0] - angles[1])
        apart = min(apart, 2 * pi - apart) / pi
        depth = NEAREST + (DEEPEST - NEAREST) * min(1, 1.9 * apart)
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
