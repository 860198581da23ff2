"""Kill the server repeatedly during games, and check that nothing is lost.

    python bench/crash.py [--kills 200] [--games 8]

After each SIGKILL, the database is checked, the server is restarted, and every game is compared
with the acknowledged moves. The exit code is 1 if anything is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.serving import UNLIMITED, Client, Json, Server

REQUEST = {
    "game": "digit-poison",
    "against": "here",
    "options": {"divisor": 1_000_000_000, "max-length": None},
}


class Game:
    """A game with one player, who remembers every acknowledged move."""

    def __init__(self, secret: str, code: str) -> None:
        self.secret = secret
        self.code = code
        self.acknowledged: list[str] = []
        self.unanswered: str | None = None

    async def play(self, port: int) -> None:
        """Make moves as fast as possible until the server dies."""
        try:
            caller = await Client(port).connect()
            caller.secret = self.secret
            while True:
                self.unanswered = str(random.randint(1, 9))
                body = {"do": "move", "after": len(self.acknowledged), "move": self.unanswered}
                status, answer = await caller.post(f"/api/matches/{self.code}/commands", body)
                if status != 200:
                    raise AssertionError(f"a move was refused: {answer}")
                self.acknowledged.append(self.unanswered)
        except (OSError, asyncio.IncompleteReadError):
            return

    def missing(self, match: Json) -> bool:
        """Return whether an acknowledged move is missing. Unacknowledged moves may be present."""
        position = str(match["position"]["position"]).split()[1].replace("-", "")
        expected = "".join(self.acknowledged)
        if position == expected + (self.unanswered or "") and self.unanswered:
            self.acknowledged.append(self.unanswered)
            return False
        return position != expected


async def start_games(port: int, count: int) -> list[Game]:
    """Start new games."""
    games = []
    for _ in range(count):
        caller = await Client(port).connect()
        match = await caller.join("/api/matches", REQUEST)
        games.append(Game(str(caller.secret), match["code"]))
        caller.close()
    return games


async def play_until_killed(server: Server, games: list[Game]) -> None:
    """Play all games, and kill the server meanwhile."""
    players = [asyncio.ensure_future(game.play(server.port)) for game in games]
    await asyncio.sleep(0.05 + 0.3 * random.random())
    server.kill()
    await asyncio.gather(*players)


async def count_losses(server: Server, games: list[Game]) -> int:
    """Return the number of games that lack an acknowledged move."""
    caller = await Client(server.port).connect()
    gone = 0
    for game in games:
        _, match = await caller.get(f"/api/matches/{game.code}")
        gone += game.missing(match)
    caller.close()
    return gone


def is_intact(data: Path) -> bool:
    """Return whether the database passes its integrity check."""
    connection = sqlite3.connect(data / "lastdigit" / "games.sqlite3")
    found = connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()
    return found == [("ok",)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=8)
    given = parser.parse_args()
    losses, unsound, moves = 0, 0, 0
    answering = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        server = Server(data, *UNLIMITED)
        games: list[Game] = []
        for kill in range(given.kills):
            if kill % 20 == 0:  # start new games, so that they do not get too long
                moves += sum(len(game.acknowledged) for game in games)
                games = asyncio.run(start_games(server.port, given.games))
            asyncio.run(play_until_killed(server, games))
            unsound += not is_intact(data)
            before = time.perf_counter()
            server.start()
            losses += asyncio.run(count_losses(server, games))
            answering.append(time.perf_counter() - before)
        server.stop()
    moves += sum(len(game.acknowledged) for game in games)
    print(f"{given.kills} kills, {moves} acknowledged moves, {losses} games with a loss,")
    print(f"{unsound} failed integrity checks; answering again after a median of")
    print(f"{median(answering):.2f} s, at most {max(answering):.2f} s")
    return 1 if losses or unsound else 0


if __name__ == "__main__":
    sys.exit(main())
