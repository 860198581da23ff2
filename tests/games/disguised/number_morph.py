"""One thing whose parts are turned, and a list of what it has shown."""

from __future__ import annotations

from tests.games.disguised import Reader, found, is_solid


class MorphReader(Reader):
    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.counts = self.worths(r"\w+")
        self.barred = found(r"The \w+ (\w+ must not show \S+)\.", self.rules).split(
            " must not show "
        )
        self.nothing = found(r"or the word (\w+) if the list is empty", self.rules)
        example, weight = found(r"So (\S+ weighs \d+)", self.rules).split(" weighs ")
        assert self.weight(self.apart(example)) == int(weight)

    def weight(self, signs: list[str]) -> int:
        shown = zip(signs, self.counts.values(), strict=True)
        return sum(self.values[sign] * worth for sign, worth in shown)

    def turned(self, position: str, move: str) -> list[str]:
        place, sign = move.split(" ")
        signs = self.apart(position.split(" ")[1])
        signs[list(self.counts).index(place)] = sign
        return signs

    def keeps_the_rules(self, position: str, move: str) -> bool:
        _, shown, listed = position.split(" ")
        signs = self.turned(position, move)
        text = self.joint.join(signs)
        return (
            text != shown
            and move.split(" ") != self.barred
            and is_solid(self.weight(signs))
            and text not in listed.split(",")
        )

    def legal(self, position: str) -> set[str]:
        every = {f"{place} {sign}" for place in self.counts for sign in self.values}
        return {move for move in every if self.keeps_the_rules(position, move)}

    def after(self, position: str, move: str) -> str:
        mover, _, listed = position.split(" ")
        shown = self.joint.join(self.turned(position, move))
        grown = shown if listed == self.nothing else f"{listed},{shown}"
        return f"{self.other(mover)} {shown} {grown}"

    def winner(self, position: str) -> str | None:
        return None if self.legal(position) else self.other(position.split(" ")[0])


READER = MorphReader
