"""Number Morph for the checker of proofs: written from the rulebook, apart from all other code."""

from math import isqrt
from typing import Any

from lastdigit.proofs.checking import NUMERALS, Rules, need


class NumberMorph(Rules):
    """Change one digit of the prime to form one that is not used; whoever cannot loses."""

    options = {"log-start": (True, False), "digits": range(2, 7), "base": range(2, 17)}

    def __init__(self, options: dict[str, Any]) -> None:
        self.digits, self.base = options["digits"], options["base"]
        need((size := self.base**self.digits) <= 16**5, "there are too many digits in this base")
        self.names = ["hundreds", "tens", "units"] if self.digits == 3 else "123456"
        self.prime = bytearray(b"\0\0" + b"\1" * (size - 2))
        for by in range(2, isqrt(size) + 1):
            self.prime[by * by :: by] = bytes(len(range(by * by, size, by)))

    def near(self, number: str) -> dict[str, str]:
        """Return the primes that a change of one digit forms, by the move."""
        self.spend(1)
        return {
            f"{self.names[place]} {digit}": formed
            for place in range(self.digits)
            for digit in NUMERALS[: self.base]
            if (formed := f"{number[:place]}{digit}{number[place + 1 :]}") != number
            if formed[0] != "0" and self.prime[int(formed, self.base)]
        }

    def position(self, first: bool, number: str, log: str) -> tuple[str, frozenset[str]]:
        """Return the prime and the unused ones in reach: those after a +, or all but the log."""
        named, found, waiting = set(log.strip("+-").split(",")) - {""}, set[str](), [number]
        for text in (number, *named):
            need(len(text) == self.digits and text.isalnum() and text[0] != "0", "")
            need(self.prime[int(text, self.base)], "")
        while waiting and log[0] != "+":
            fresh = set(self.near(waiting.pop()).values()) - found - named
            found |= fresh
            waiting += fresh
        return number, frozenset(named if log[0] == "+" else found)

    def moves(self, position: tuple[str, frozenset[str]]) -> Any:
        number, left = position
        formed = {move: prime for move, prime in self.near(number).items() if prime in left}
        return {move: (prime, left - {prime}) for move, prime in formed.items()} or False

    def by_pairs(self, position: Any, claim: dict[str, Any]) -> tuple[str, None]:
        """Whoever is to move loses if the most pairs of neighbours miss the current prime."""
        # The winner answers by the partner. Could the loser ever form a prime that has none, then
        # the primes from the current one to that, as they came, would make one pair more. And none
        # are more than these: without the barrier the rest falls into islands, and in every odd one
        # somebody is alone or has a partner in the barrier (Berge).
        if claim["value"] == "win":  # by this move, after which the other is to lose
            position = self.moves(position)[claim["move"]]
        number, left = position  # the current prime is "": unused, it may be formed as well
        beside = {prime: left.intersection(self.near(prime).values()) for prime in left}
        beside[""] = left.intersection(self.near(number).values())
        beside |= {prime: beside[prime] | {""} for prime in beside[""]}
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
        need(alone == odd - len(barrier) and barrier <= left, f"why {alone} are alone is not shown")
        return ("win" if claim["value"] == "win" else "lose"), None
