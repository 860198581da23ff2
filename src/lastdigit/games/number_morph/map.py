"""The map of Number Morph: every prime, and the pairs that answer the chosen start."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lastdigit.core.values import Seat
from lastdigit.errors import UsageError
from lastdigit.games.number_morph.insight import NumberMorphInsight
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import NumberMorph, State
from lastdigit.solving.maps import GameMap, Place, Point, place, shape

ACROSS, DOWN, LEFT, TOP, WIDE, HIGH, BEND = 31, 66, 30, 40, 29, 22, 12
MOST = 200
Pairs = frozenset[tuple[int, int]]


class MorphMap(GameMap[State, Change]):
    """Primes in rows by what they begin with; a line joins what answers each other."""

    game: NumberMorph

    def __init__(self, game: NumberMorph, chosen: State, before: State | None = None) -> None:
        self._insight = NumberMorphInsight(game)
        self._primes = self._insight.primes
        if len(self._primes) > MOST:
            raise UsageError(
                f"A map of Number Morph is drawn of up to {MOST} primes, and here are "
                f"{len(self._primes):,}."
            )
        super().__init__(game, chosen, before)
        spots = [self._primes.spot(prime) for prime in self._primes.all]
        self.width = 2 * LEFT + ACROSS * max(column for column, _ in spots) + WIDE
        self.height = 2 * TOP + DOWN * max(row for _, row in spots)

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
            return f"From {number} the player to move loses: {len(pairs)} pairs answer everything."
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

    def _spot(self, prime: int) -> Point:
        column, row = self._primes.spot(prime)
        return Point(LEFT + WIDE / 2 + ACROSS * column, TOP + DOWN * row)

    def shapes(self) -> Iterator[str]:
        formed, pairs = self._answers
        before = pairs if self.before is None else self._pairs(self.before)[1]
        for one, two in sorted(before - pairs):
            yield self._joined(one, two, "pair gone")
        for one, two in sorted(pairs):
            yield self._joined(one, two, "pair" if (one, two) in before else "pair shifted")
        text, partner = self._primes.text, dict(pairs) | {two: one for one, two in pairs}
        unused = dict(zip(self._primes.all, self.chosen.used, strict=True))
        for prime in self._primes.all:
            x, y = self._spot(prime)
            look, says = "paired", f"{text(prime)}"
            if prime in partner:
                says += f": its partner is {text(partner[prime])}"
            elif prime == self.chosen.number:
                look, says = "chosen", f"{says}: here it begins"
            elif prime == formed:
                look, says = "formed", f"{says}: form it, and everything else has a partner"
            elif unused[prime]:
                look, says = "used", f"{says}: used"
            else:
                look, says = "alone", f"{says}: without a partner"
            corner = {"x": x - WIDE / 2, "y": y - HIGH / 2, "width": WIDE, "height": HIGH, "rx": 6}
            drawn = [
                shape("rect", look=look, **corner),
                shape("text", text(prime), look=f"tile on-{look}", x=x, y=y + 4),
            ]
            logged = (prime,) if self.game.log_start else ()
            start = self.game.after(Seat.ONE, prime, logged)
            yield place(drawn, Place(self.game.format_state(start), says))

    def _joined(self, one: int, two: int, look: str) -> str:
        (left, top), (right, bottom) = self._spot(one), self._spot(two)
        x, y = (left + right) / 2, (top + bottom) / 2
        if top == bottom:
            y -= 2 * BEND + abs(left - right) / 24
        else:
            x += 2 * BEND
        return shape("path", look=look, d=f"M{left:g} {top:g}Q{x:g} {y:g} {right:g} {bottom:g}")

    def where(self, state: State) -> Point | None:
        return self._spot(state.number)

    def is_choice(self) -> bool:
        return True


MAP = MorphMap
