"""The rules of Operation Obliteration for the proof checker, independent of `rules.py`."""

from math import isqrt
from re import fullmatch
from typing import Any

from lastdigit.solver.checker import Rules, need


class OperationObliteration(Rules):
    """The rules of Operation Obliteration: a player without a legal operation loses."""

    options = {"limit": "[1-9][0-9]{1,5}|1000000", "divisors": r"\[2(, 3(, 5(, 7)?)?)?\]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.limit, divisors = options["limit"], options["divisors"]
        self.divisions = {f"divide-{by}": by for by in divisors} if divisors[1:] else {"divide": 2}

    def position(self, first: bool, number: str, one: str, two: str) -> tuple[int, str, str]:
        need(fullmatch("[1-9][0-9]{,6}", number) and int(number) <= self.limit)
        need({one, two} <= {"-", "add", "subtract", "multiply", *self.divisions})
        return (int(number), one, two) if first else (int(number), two, one)

    def moves(self, position: tuple[int, str, str]) -> Any:
        number, own_last, other_last = position
        self.spend(isqrt(number) // 20)  # the cost of the primality test
        formed = {name: number // by for name, by in self.divisions.items() if number % by == 0}
        if number % 2 == 1:
            formed["multiply"] = 3 * number + 1
        if number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1)):
            formed |= {"add": number + 1, "subtract": number - 1}
        legal = {name for name in formed if name != own_last and 1 <= formed[name] <= self.limit}
        return {name: (formed[name], other_last, name) for name in sorted(legal)} or "lose"
