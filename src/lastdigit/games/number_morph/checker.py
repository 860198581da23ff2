"""The rules of Number Morph for the proof checker, written independently of `rules.py`."""

from math import isqrt
from re import fullmatch
from typing import Any

from lastdigit.solver.checker import NUMERALS, Rules, need


class NumberMorph(Rules):
    """The rules of Number Morph: change one digit to form an unused prime, or lose."""

    options = {"log-start": "true|false", "digits": "[2-6]", "base": "[2-9]|1[0-6]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.start_is_used, self.digits, self.base = (options[name] for name in self.options)
        need((size := self.base**self.digits) <= 16**5, "there are too many digits in this base")
        self.names = ["hundreds", "tens", "units"] if self.digits == 3 else "123456"
        self.prime = bytearray(b"\0\0" + b"\1" * (size - 2))
        for by in range(2, isqrt(size) + 1):
            self.prime[by * by :: by] = bytes(len(range(by * by, size, by)))

    def position(self, first: bool, number: str, log: str) -> tuple[str, frozenset[str]]:
        used = frozenset(logged := [] if log == "-" else log.split(","))
        need(len(used) == len(logged))
        for text in {number} | used:
            need(fullmatch(f"(?!0)[{NUMERALS[: self.base]}]{{{self.digits}}}", text))
            need(self.prime[int(text, self.base)])
        need(number in used or (log == "-" and not self.start_is_used))
        return number, used

    def near(self, number: str, used: frozenset[str]) -> dict[str, str]:
        """Return the unused primes one digit away from `number`, keyed by move such as "tens 7"."""
        self.spend(self.digits * self.base)
        return {
            f"{self.names[place]} {digit}": formed
            for place in range(self.digits)
            for digit in NUMERALS[: self.base]
            if (formed := f"{number[:place]}{digit}{number[place + 1 :]}") != number
            if formed not in used and formed[0] != "0" and self.prime[int(formed, self.base)]
        }

    def moves(self, position: tuple[str, frozenset[str]]) -> Any:
        number, used = position
        formed = self.near(number, used)
        self.spend(len(formed) * len(used))
        return {move: (prime, used | {prime}) for move, prime in formed.items()} or "lose"

    def by_pairs(self, position: Any, claim: dict[str, Any]) -> tuple[str, None]:
        """Check a proof that pairs primes. Return "win" or "lose", and None: no plies are known."""
        # The winner answers each prime with its partner. If the loser could form an unmatched
        # prime, all primes since the current one would be an augmenting path to a larger matching.
        # The barrier proves that there is none: without it, each odd component has a prime that is
        # unmatched or matched into the barrier, so at least odd - barrier are unmatched (Berge).
        if claim["value"] == "win":  # after the winning move the opponent must lose
            position = self.moves(position)[claim["move"]]
        number, used = position  # named "" below, because an unlogged start can be formed again
        beside = {"": set(self.near(number, used).values())}
        waiting = list(beside[""])
        while waiting:  # finds all reachable primes
            if (prime := waiting.pop()) not in beside:
                beside[prime] = set(self.near(prime, used).values())
                waiting += beside[prime]
        for prime in beside[""]:
            beside[prime].add("")
        paired, barrier = set[str](), set(claim["barrier"].split())
        for pair in claim["pairs"].split():
            one, _, two = pair.partition("-")
            fits = one and two and two in beside.get(one, ()) and not {one, two} & paired
            need(fits, f"{pair!r:.20} is not a new pair of unused primes that differ in one digit")
            paired |= {one, two}
        alone, odd, rest = len(beside) - len(paired), 0, set(beside) - barrier
        while rest:
            island = [rest.pop()]
            for prime in island:  # grows during the loop
                fresh = beside[prime] & rest
                island += fresh
                rest -= fresh
            odd += len(island) % 2
        need(alone == odd - len(barrier), f"{alone} are alone, not {odd - len(barrier)}")
        return ("win" if claim["value"] == "win" else "lose"), None
