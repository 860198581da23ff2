"""Two boards whose levels rise."""

from __future__ import annotations

from tests.games.disguised import Reader, found


class DuelReader(Reader):
    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.counts = self.worths(r"\w+")
        self.top = int(found(r"No level is above (\d+)", self.rules))
        self.most = int(found(r"The reach of that \w+ is (\d+) less", self.rules))
        self.closed = found(r"It must not show (\S+)\.", self.rules)
        example, level = found(r"So (\S+ is the level \d+)", self.rules).split(" is the level ")
        assert self.level(example) == int(level)
        assert self.level(found(rf"above {self.top}, which is (\S+)\.", self.rules)) == self.top

    def level(self, board: str) -> int:
        shown = zip(self.apart(board), self.counts.values(), strict=True)
        return sum(self.values[sign] * worth for sign, worth in shown)

    def shown(self, level: int) -> str:
        base = len(self.values)
        return self.joint.join(self.signs[level // worth % base] for worth in self.counts.values())

    def own_and_other(self, position: str) -> tuple[str, str]:
        mover, *boards = position.split(" ")
        return (boards[0], boards[1]) if mover == self.players[0] else (boards[1], boards[0])

    def legal(self, position: str) -> set[str]:
        own, _ = self.own_and_other(position)
        if self.winner(position):
            return set()
        shown = zip(self.counts, self.apart(own), strict=True)
        return {name for name, sign in shown if sign != self.closed}

    def after(self, position: str, move: str) -> str:
        mover = position.split(" ")[0]
        own, other = self.own_and_other(position)
        signs = dict(zip(self.counts, self.apart(own), strict=True))
        reach = self.most - self.values[signs[move]]
        level = min(self.level(other) + reach, self.top)
        if level < self.top:
            signs[move] = self.signs[self.values[signs[move]] + 1]
        boards = {mover: self.joint.join(signs.values()), self.other(mover): self.shown(level)}
        return " ".join([self.other(mover), *(boards[player] for player in self.players)])

    def winner(self, position: str) -> str | None:
        _, *boards = position.split(" ")
        full = [
            player
            for player, board in zip(self.players, boards, strict=True)
            if self.level(board) == self.top
        ]
        return self.other(full[0]) if full else None


READER = DuelReader
