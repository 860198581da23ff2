"""The rules of Digit Poison for the proof checker, written independently of `rules.py`."""

from typing import Any

from lastdigit.solver.checker import NUMERALS, Rules, need


class DigitPoison(Rules):
    """The rules of Digit Poison: do not make the number divisible or reach its maximum length."""

    number = "([1-9][0-9]{,8}|10{9})"  # 1 to 1,000,000,000
    options = {"divisors": rf"\[{number}(, {number}){{,19}}\]", "base": "[2-9]|1[0-6]"}
    options |= {"max-length": "null|[1-9][0-9]{,4}|100000", "uses": "null|[1-9]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.divisors, self.base, self.longest, self.uses = (options[n] for n in self.options)

    def position(self, first: bool, digits: str) -> Any:
        number: Any = (0,) * len(self.divisors), 0, ""
        for numeral in "" if digits == "-" else digits:
            need(not number[1] or (0 not in number[0] and number[1] != self.longest))  # not over
            number = self.append(number, numeral)
        need(digits and set(digits) <= {"-", *NUMERALS[: self.base]})
        need(all(number[2].count(numeral) <= self.uses for numeral in number[2]))
        return number

    def append(self, number: Any, numeral: str) -> Any:
        """Return a number with one more digit. A number is a tuple (remainders, length, digits)."""
        remainders, length, digits = number
        self.spend(len(remainders) + len(digits))
        made = (rest * self.base + NUMERALS.index(numeral) for rest in remainders)
        remainders = tuple(whole % by for whole, by in zip(made, self.divisors, strict=True))
        digits = "".join(sorted(digits + numeral)) if self.uses else ""
        return remainders, length + 1 if self.longest else 1, digits

    def moves(self, number: Any) -> Any:
        remainders, length, digits = number
        if length and (0 in remainders or length == self.longest):
            return "win"  # the player who appended the last digit has lost
        left = [n for n in NUMERALS[: self.base] if not self.uses or digits.count(n) < self.uses]
        return {numeral: self.append(number, numeral) for numeral in left} or "lose"

    def by_parity(self, number: Any, _claim: Any) -> tuple[str, int | None]:
        """Solve by the parity of digits left. Return ("win" or "lose", plies) or ("draw", None)."""
        alone = not self.uses and not self.divisors[1:] and self.divisors != [1]
        need(alone and self.moves(number) != "win", "parity needs one divisor above 1")
        left = self.longest and self.longest - number[1]
        return ("draw", None) if left is None else ("lose" if left % 2 else "win", left)
