"""Two boards, ten things to put there, and their gaps."""

from __future__ import annotations

import re

from tests.games.disguised import Reader, found


class DilemmaReader(Reader):
    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self.counts = self.worths("place")
        self.top = int(found(r"Its gap is (\d+) less that sum", self.rules))
        self.divisor = int(found(r"gap can be divided by (\d+) without", self.rules))
        self.empty = found(r"with (\S) for an empty one", self.rules)
        barred = re.search(r"(\S+) may not be put on (\w+)\.", self.rules)
        self.barred = f"{barred[2]} {barred[1]}" if barred else ""
        example, gap = found(r"So (\S+ has the sum \d+ and the gap \d+)", self.rules).split(
            " has the "
        )
        assert gap == f"sum {self.top - self.gap(example)} and the gap {self.gap(example)}"

    def boards(self, position: str) -> dict[str, list[str]]:
        _, *boards = position.split(" ")
        return dict(zip(self.players, map(self.apart, boards), strict=True))

    def gap(self, board: str) -> int:
        shown = zip(self.apart(board), self.counts.values(), strict=True)
        return self.top - sum(self.values[sign] * worth for sign, worth in shown)

    def legal(self, position: str) -> set[str]:
        if self.winner(position):
            return set()
        boards = self.boards(position)
        placed = [sign for board in boards.values() for sign in board]
        own = zip(self.counts, boards[position.split(" ")[0]], strict=True)
        free = [place for place, sign in own if sign == self.empty]
        every = {f"{place} {sign}" for place in free for sign in self.values if sign not in placed}
        return every - {self.barred}

    def after(self, position: str, move: str) -> str:
        mover, boards = position.split(" ")[0], self.boards(position)
        place, sign = move.split(" ")
        boards[mover][list(self.counts).index(place)] = sign
        return " ".join([self.other(mover), *map(self.joint.join, boards.values())])

    def winner(self, position: str) -> str | None:
        boards = self.boards(position)
        full = {
            player: self.gap(self.joint.join(board))
            for player, board in boards.items()
            if self.empty not in board
        }
        for player, gap in full.items():
            if gap % self.divisor == 0:
                return player
        if len(full) < len(boards):
            return None
        return min(
            full, key=lambda player: (self.divisor - full[player] % self.divisor, full[player])
        )


READER = DilemmaReader
