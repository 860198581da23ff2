"""Digit Poison for the checker of proofs: written from the rulebook, apart from all other code."""

from typing import Any

from lastdigit.proofs.checking import NUMERALS, Rules, need


class DigitPoison(Rules):
    """Add a digit to the number; whoever makes it divisible, or as long as it may be, loses."""

    options: dict[str, Any] = {
        "divisor": range(1, 10**9 + 1),
        "max-length": (None, *range(1, 100_001)),
    }
    options |= {"divisors": None, "uses": (None, *range(1, 10)), "base": range(2, 17)}

    def __init__(self, options: dict[str, Any]) -> None:
        self.longest, self.uses, self.base = options["max-length"], options["uses"], options["base"]
        self.divisors = options["divisors"] or [options["divisor"]]
        for by in self.divisors:
            need(by in range(1, 10**9 + 1) and self.divisors[20:] == [], "divisors are 20 at most")

    def position(self, first: bool, digits: str) -> Any:
        number: Any = (0,) * len(self.divisors), 0, (0,) * self.base
        for numeral in digits.removeprefix("-"):
            number = self.added(number, NUMERALS[: self.base].index(numeral))
        need(number[1] <= (self.longest or 1) and max(number[2]) <= (self.uses or 0), "")
        return number

    def added(self, number: Any, digit: int) -> Any:
        """Return the remainders, the length (1 if there is no maximum) and the uses of digits."""
        remainders, length, used = number
        made = (rest * self.base + digit for rest in remainders)
        remainders = tuple(whole % by for whole, by in zip(made, self.divisors, strict=True))
        uses = (count + (self.uses is not None and n == digit) for n, count in enumerate(used))
        return remainders, length + 1 if self.longest else 1, tuple(uses)

    def moves(self, number: Any) -> Any:
        remainders, length, used = number
        if length and (0 in remainders or length == self.longest):
            return True  # whoever added the last digit has lost
        left = [digit for digit in range(self.base) if not self.uses or used[digit] < self.uses]
        return {NUMERALS[digit]: self.added(number, digit) for digit in left} or False

    def by_parity(self, number: Any, claim: Any) -> tuple[str, int | None]:
        """Nobody must lose but who adds the last digit: a safe one is always there."""
        # For 0 and 1 make neighbours, and a divisor above 1 divides one of them at most.
        fits = not self.uses and not self.divisors[1:] and self.divisors != [1]
        need(fits and self.moves(number) is not True, "parity needs one divisor above 1")
        left = self.longest and self.longest - number[1]
        return ("draw", None) if left is None else ("lose" if left % 2 else "win", left)
