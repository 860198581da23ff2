"""One chain that grows, and its tally."""

from __future__ import annotations

import re

from tests.games.disguised import Reader, found


class PoisonReader(Reader):
    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.end = found(r"at the (left|right) end", self.rules)
        self.way = found(r"which is from (left|right) to", self.rules)
        self.factor = int(found(r"multiply the tally by (\d+)", self.rules))
        divisors = found(r"can be divided by ([\d, or]+) without", self.rules)
        self.divisors = list(map(int, re.findall(r"\d+", divisors)))
        longest = re.search(r"If the number of \w+ in the \w+ is now (\d+), the game", self.rules)
        self.longest = int(longest[1]) if longest else None
        uses = re.search(r"may be added at most (?:(once)|(\d+) times) in a game", self.rules)
        self.uses = None if uses is None else 1 if uses[1] else int(uses[2])
        assert ("all kinds are used up" in self.rules) == (self.uses is not None)
        self.nothing = found(r"as the word (\w+) while there is no", self.rules)
        example, tally = found(r"So (\S+ has the tally \d+)", self.rules).split(" has the tally ")
        assert self.tally(self.apart(example)) == int(tally)

    def chain(self, position: str) -> list[str]:
        text = position.split(" ")[1]
        return [] if text == self.nothing else self.apart(text)

    def tally(self, chain: list[str]) -> int:
        tally = 0
        for sign in chain if self.way == "left" else reversed(chain):
            tally = tally * self.factor + self.values[sign]
        return tally

    def legal(self, position: str) -> set[str]:
        chain = self.chain(position)
        if self.winner(position):
            return set()
        return {sign for sign in self.values if self.uses is None or chain.count(sign) < self.uses}

    def after(self, position: str, move: str) -> str:
        chain = self.chain(position)
        grown = [move, *chain] if self.end == "left" else [*chain, move]
        return f"{self.other(position.split(' ')[0])} {self.joint.join(grown)}"

    def winner(self, position: str) -> str | None:
        chain, next_one = self.chain(position), position.split(" ")[0]
        if not chain:
            return None
        tally = self.tally(chain)
        if any(tally % divisor == 0 for divisor in self.divisors) or len(chain) == self.longest:
            return next_one
        if self.uses and all(chain.count(sign) == self.uses for sign in self.values):
            return self.other(next_one)
        return None


READER = PoisonReader
