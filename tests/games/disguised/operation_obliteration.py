"""What is taken of so many, and orders that change it."""

from __future__ import annotations

import re

from tests.games.disguised import Reader, found, is_solid


class ObliterationReader(Reader):
    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.counts = self.worths("place")
        self.limit = int(found(r"A \w+ has (\d+) ", self.rules))
        self.none = found(r"or the word (\w+) for a player who", self.rules)
        self.orders = found(r"gives one of these orders: ([^.]+)\.", self.rules).split(", ")
        self.meanings = {
            order: found(
                rf"\d\. {order}: (.+?\. (?:Only where|Allowed only if) .+?)\. \d", self.rules
            )
            for order in self.orders
        }
        example = re.search(
            r"So (\S+) means that (\d+) \w+ are taken and (\d+) are free", self.rules
        )
        assert example
        assert self.free(example[1]) == int(example[3]) == self.limit - int(example[2])

    def free(self, text: str) -> int:
        shown = zip(self.apart(text), self.counts.values(), strict=True)
        return self.limit - sum(self.values[sign] * worth for sign, worth in shown)

    def then_free(self, free: int, order: str) -> int | None:
        """Return the free count after an order, or None if the order does not apply."""
        does, where = re.split(r"\. (?:Only where|Allowed only if) ", self.meanings[order])
        one_in = re.search(r"only one in (\d+) (?:of the free \w+ )?stays", does)
        if one_in:
            assert where.startswith(f"{one_in[1]} divides")
            return None if free % int(one_in[1]) else free // int(one_in[1])
        if does.startswith("three times"):
            assert where.endswith("is odd")
            return 3 * free + 1 if free % 2 else None
        assert where.endswith("is solid")
        more = does.startswith("one more")
        assert more or " fewer " in does
        return (free + 1 if more else free - 1) if is_solid(free) else None

    def lasts(self, position: str) -> dict[str, str]:
        return dict(zip(self.players, position.split(" ")[2:], strict=True))

    def legal(self, position: str) -> set[str]:
        mover, taken, *_ = position.split(" ")
        results = {order: self.then_free(self.free(taken), order) for order in self.orders}
        return {
            order
            for order, free in results.items()
            if free is not None and 1 <= free <= self.limit and order != self.lasts(position)[mover]
        }

    def after(self, position: str, move: str) -> str:
        mover, taken, *_ = position.split(" ")
        free = self.then_free(self.free(taken), move)
        assert free is not None
        base = len(self.values)
        shown = (self.signs[(self.limit - free) // worth % base] for worth in self.counts.values())
        lasts = self.lasts(position) | {mover: move}
        return " ".join([self.other(mover), self.joint.join(shown), *lasts.values()])

    def winner(self, position: str) -> str | None:
        return None if self.legal(position) else self.other(position.split(" ")[0])


READER = ObliterationReader
