"""The rules of Digit Dilemma for the proof checker, written independently of `rules.py`."""

from re import fullmatch
from typing import Any

from lastdigit.solver.checker import Rules, need


class DigitDilemma(Rules):
    """The rules of Digit Dilemma: the first player to build a multiple of the divisor wins."""

    options = {"leading-zero": "true|false", "divisor": "[2-9]|[1-9][0-9]", "slots": "[2-4]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.divisor, self.zero_leads = options["divisor"], options["leading-zero"]
        middle = {2: [], 3: ["middle"], 4: ["second", "third"]}
        self.places = ["left", *middle[options["slots"]], "right"]

    def position(self, first: bool, one: str, two: str) -> tuple[str, str]:
        own, other = (one, two) if first else (two, one)
        placed = (own + other).replace("_", "")
        need(len(own) == len(other) == len(self.places) and len(set(placed)) == len(placed))
        need(own.count("_") - other.count("_") in (0, 1) and fullmatch("[0-9]*", placed))
        need(self.zero_leads or "0" not in (own[0], other[0]))
        need(self.rank(own)[0] or self.rank(other)[0])  # the first multiple ends the game
        return own, other

    def rank(self, board: str) -> tuple[int, int]:
        """Return a board's sort key (smaller wins): distance up to a multiple, then the number."""
        return (self.divisor, 0) if "_" in board else (-int(board) % self.divisor, int(board))

    def moves(self, position: tuple[str, str]) -> Any:
        own, other = position
        if "_" not in own or self.rank(other)[0] == 0:  # own board full: both are
            return "win" if self.rank(own) < self.rank(other) else "lose"
        return {
            f"{digit} {name}": (other, f"{own[:place]}{digit}{own[place + 1 :]}")
            for digit in sorted(set("0123456789") - set(own + other))
            for place, name in enumerate(self.places)
            if own[place] == "_" and (digit != "0" or place > 0 or self.zero_leads)
        }
