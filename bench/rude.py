"""The duration of a player's moves beside a client that tries to overload the server.

Run `python -m bench.rude`; with names of clients, only those. Each client runs in its own process,
once at the player's address and once at another one. The player makes a move every fifth of a
second, and opens a new connection for every tenth move. A ratio is relative to the median of the
quiet moves just before. The run takes about fifteen minutes. It exits with 1 if a ratio is above
the limit or a move was refused.
"""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.rude_clients import CLIENTS
from bench.serving import Client, Server

MOVES = 60
LIMIT = 2.0
SECONDS_TO_BEGIN = 4
PAUSE = 0.2
SAME, OTHER = "127.0.0.1", "127.0.0.2"
ENDLESS = {"divisor": 10**9, "max-length": None}


class Player:
    """A player of an endless game, who measures each move."""

    def __init__(self, server: Server) -> None:
        self._caller = Client(server.port)
        self._number = 0
        self.refused = 0

    async def begin(self) -> None:
        """Load the page, and start a game."""
        await self._caller.connect()
        wish = {"game": "digit-poison", "options": ENDLESS, "against": "here", "first": 1}
        match = await self._caller.join("/api/matches", wish)
        self._path, self._number = f"/api/matches/{match['code']}/commands", match["number"]

    async def moves(self) -> list[float]:
        """Make moves, and return the milliseconds of each."""
        times = []
        for number in range(MOVES):
            if number % 10 == 0:
                self._caller.close()
                await self._caller.connect()
            began = time.perf_counter()
            body = {"do": "move", "after": self._number, "move": "7"}
            status, answer = await self._caller.post(self._path, body)
            times.append((time.perf_counter() - began) * 1_000)
            if status == 200:
                self._number = answer["match"]["number"]
            else:
                self.refused += 1
            await asyncio.sleep(PAUSE)
        return times


@contextmanager
def rude(name: str, server: Server, source: str) -> Iterator[None]:
    """Run a rude client for the `with` block."""
    command = [sys.executable, "-m", "bench.rude_clients", name, str(server.port), source]
    client = subprocess.Popen(command)
    try:
        time.sleep(SECONDS_TO_BEGIN)
        yield
        assert client.poll() is None, f"the client {name} has ended"
    finally:
        client.kill()
        client.wait()


class Row(NamedTuple):
    """The measurements beside a client, in milliseconds."""

    name: str
    address: str
    quiet: float
    beside: float
    longest: float
    refused: int
    megabytes: float

    @property
    def ratio(self) -> float:
        return self.beside / self.quiet

    def __str__(self) -> str:
        return (
            f"| {self.name} | {self.address} | {self.quiet:.1f} | {self.beside:.1f} "
            f"| {self.ratio:.2f} | {self.longest:.0f} | {self.refused} | {self.megabytes:.0f} |"
        )


async def measure(name: str, source: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            player = Player(server)
            await player.begin()
            quiet = await player.moves()
            with rude(name, server, source):
                beside = await player.moves()
            where = "same" if source == SAME else "another"
            return Row(
                *(name, where, median(quiet), median(beside), max(beside)),
                *(player.refused, server.megabytes()),
            )
        finally:
            server.stop()


def main() -> int:
    """Print the table, and return 1 if a value is above its limit."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(
        "| Client | Address | Before, ms | With client, ms | Ratio | Slowest, ms | Refused | MB |"
    )
    print("| --- | --- | --: | --: | --: | --: | --: | --: |", flush=True)
    failed = False
    for name in sys.argv[1:] or CLIENTS:
        for source in (SAME, OTHER):
            row = asyncio.run(measure(name, source))
            failed = failed or row.ratio > LIMIT or row.refused > 0
            print(row, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
