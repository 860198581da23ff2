"""The rules of Digit Duel for the proof checker, written independently of `rules.py`."""

from re import fullmatch
from typing import Any

from lastdigit.solver.checker import NUMERALS, Rules, need


class DigitDuel(Rules):
    """The rules of Digit Duel: players subtract their digits from each other's number."""

    options = {"digits": "[1-6]", "base": "[2-9]|1[0-6]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.digits, self.base = options["digits"], options["base"]
        places = ["hundreds", "tens", "ones"] if self.digits == 3 else "123456"[: self.digits]
        self.costs = {p: self.base ** (self.digits - n) for n, p in enumerate(places, 1)}
        self.worth: list[list[int]] = []

    def position(self, first: bool, one: str, two: str) -> tuple[int, int]:
        need(fullmatch(f"[{NUMERALS[: self.base]}]{{{2 * self.digits}}}", one + two))
        need(len(one) == self.digits and {*one, *two} != {"0"})
        own, other = (one, two) if first else (two, one)
        return int(own, self.base), int(other, self.base)

    def moves(self, position: tuple[int, int]) -> Any:
        own, other = position
        if own == 0 or other == 0:
            return "win" if other == 0 else "lose"
        found = {}
        for place, cost in self.costs.items():
            if digit := own // cost % self.base:  # reaching zero ends it before the digit drops
                found[place] = (other - digit, own - cost) if digit < other else (0, own)
        return found

    def by_counting(self, position: tuple[int, int], _claim: Any) -> tuple[str, int]:
        """Solve a position by working backwards, and return its value and the plies to the end."""
        size, end = max(position) + 1, 10**6  # a win in 3 plies has end - 3, a loss 3 - end
        if size > len(self.worth):
            self.spend(3 * size * size)
            self.worth = [[-end] * size, *([end] + [0] * (size - 1) for _ in range(size - 1))]
            for both in range(2, 2 * size - 1):
                for own in range(max(1, both - size + 1), min(both, size)):
                    best = max(-self.worth[a][b] for a, b in self.moves((own, both - own)).values())
                    self.worth[own][both - own] = best - 1 if best > 0 else best + 1
        score = self.worth[position[0]][position[1]]
        return "win" if score > 0 else "lose", end - abs(score)
