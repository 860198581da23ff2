"""Number Morph for the checker of proofs: written from the rulebook, apart from all other code."""

from math import isqrt
from re import fullmatch
from typing import Any

from lastdigit.proofs.checking import NUMERALS, Rules, need


class NumberMorph(Rules):
    """Change one digit of the prime to form one that is not used; whoever cannot loses."""

    options = {"log-start": "true|false", "digits": "[2-6]", "base": "[2-9]|1[0-6]"}

    def __init__(self, options: dict[str, Any]) -> None:
        self.start_is_used, self.digits, self.base = (options[name] for name in self.options)
        need((size := self.base**self.digits) <= 16**5, "there are too many digits in this base")
        self.names = ["hundreds", "tens", "units"] if self.digits == 3 else "123456"
        self.prime = bytearray(b"\0\0" + b"\1" * (size - 2))
        for by in range(2, isqrt(size) + 1):
            self.prime[by * by :: by] = bytes(len(range(by * by, size, by)))

    def position(self, first: bool, number: str, log: str) -> tuple[str, frozenset[str]]:
        used = frozenset([] if log == "-" else log.split(","))
        for text in {number} | used:
            need(fullmatch(f"(?!0)[{NUMERALS[: self.base]}]{{{self.digits}}}", text))
            need(self.prime[int(text, self.base)])
        need(number in used or (log == "-" and not self.start_is_used))
        return number, used

    def near(self, number: str, used: frozenset[str]) -> dict[str, str]:
        """Return the unused primes that a change of one digit forms, by the move."""
        self.spend(1)
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
        """Whoever is to move loses if the most pairs of neighbours leave the current prime out."""
        # The winner answers every prime by its partner: if all have one, that is all. If not, and
        # the loser could form one without, the primes from the current one to that, as they came,
        # would make a pair more. But none are more: without the barrier the rest falls into
        # islands, and in every odd one somebody is alone or has a partner in the barrier (Berge).
        if claim["value"] == "win":  # by this move, after which the other is to lose
            position = self.moves(position)[claim["move"]]
        number, used = position  # the current prime is "": as an unused start it may come again
        beside = {"": set(self.near(number, used).values())}
        waiting = list(beside[""])
        while waiting:
            if (prime := waiting.pop()) not in beside:
                beside[prime] = set(self.near(prime, used).values())
                waiting += beside[prime]
        for prime in beside[""]:
            beside[prime].add("")
        paired, barrier = set[str](), set(claim["barrier"].split())
        for pair in claim["pairs"].split():
            one, two = pair.split("-")
            fits = one and two in beside.get(one, ()) and two and not {one, two} & paired
            need(fits, f"{pair!r:.20} are not two unused primes side by side, paired once")
            paired |= {one, two}
        odd, rest, alone = 0, set(beside) - barrier, len(beside) - len(paired)
        while rest:
            size, island = 0, {rest.pop()}
            while island:
                fresh, size = beside[island.pop()] & rest, size + 1
                island |= fresh
                rest -= fresh
            odd += size % 2
        need(alone == odd - len(barrier), f"why {alone} are alone is not shown")
        return ("win" if claim["value"] == "win" else "lose"), None
