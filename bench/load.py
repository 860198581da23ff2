"""Many live games at once: the latency of a move for all clients, and the server's throughput.

    python bench/load.py [--games 250] [--seconds 30]

Every game has two players and two spectators, each with a socket, all in this process on the same
machine as the server. The latency is the time from sending a move to having read its broadcast.
Before that, one player sends requests one after another over one connection, and then many do (a
closed loop), compared with one-row commits of the same driver and an echo server of the same stack.
The ratios within one run are what counts.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from websockets.asyncio.client import ClientConnection, connect

from bench.reference import bare_sqlite
from bench.serving import UNLIMITED, Client, Server

REQUEST = {
    "game": "digit-poison",
    "against": "link",
    "first": 1,
    # A divisor that no number reaches and no length limit: the game never ends.
    "options": {"divisor": 1_000_000_000, "max-length": None},
}
SPECTATORS = 2
INTERVAL = 2.0
GOAL = 0.250
STEP_SECONDS = 8
OTHER_CLIENTS = 8
BACK_TO_BACK = 200
CLIENTS = 32
ROUNDS = 3
NUMBER = re.compile(r'"number":(\d+),')


@dataclass
class Measurements:
    """The measurements of one run."""

    times: list[float] = field(default_factory=list)
    moves: int = 0
    errors: int = 0

    def quantile(self, share: float) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class LiveGame:
    """A game with two players who take turns, and its listeners."""

    def __init__(self, code: str, players: list[Client], number: int) -> None:
        self.code = code
        self.players = players
        self.number = number
        self.sent: dict[int, float] = {}
        self.measured = Measurements()

    async def listen(self, socket: ClientConnection) -> None:
        """Record when each move arrives."""
        seen = 0
        async for text in socket:
            found = NUMBER.search(str(text))
            number = int(found[1]) if found else 0
            if number > seen and number in self.sent:
                self.measured.times.append(time.perf_counter() - self.sent[number])
            seen = max(seen, number)

    async def play(self, every: float, until: float) -> None:
        """Make a move every `every` seconds."""
        await asyncio.sleep(random.random() * every)
        while (began := time.perf_counter()) < until:
            player = self.players[self.number % 2]
            body = {"do": "move", "after": self.number, "move": str(random.randint(1, 9))}
            self.sent[self.number + 1] = began
            status, answer = await player.post(f"/api/matches/{self.code}/commands", body)
            if status == 200:
                self.number = answer["match"]["number"]
                self.measured.moves += 1
            else:
                self.measured.errors += 1
            await asyncio.sleep(max(0.0, began + every - time.perf_counter()))


async def start_game(port: int) -> tuple[LiveGame, list[ClientConnection]]:
    """Return a game with its players seated and its listeners connected."""
    players = [await Client(port).connect() for _ in range(2)]
    match = await players[0].join("/api/matches", REQUEST)
    code = match["code"]
    await players[1].join(f"/api/matches/{code}/seat", {"name": "Ben"})
    secrets = [*(player.secret for player in players), *[None] * SPECTATORS]
    sockets = [
        await connect(
            f"ws://127.0.0.1:{port}/api/matches/{code}/news",
            additional_headers={"Authorization": f"Bearer {secret}"} if secret else {},
            compression=None,
        )
        for secret in secrets
    ]
    return LiveGame(code, players, 0), sockets


async def run(games: list[LiveGame], every: float, seconds: float) -> Measurements:
    """Play all games for a while, and return the measurements."""
    for game in games:
        game.measured = Measurements()
        game.sent.clear()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(game.play(every, until) for game in games))
    await asyncio.sleep(1)
    together = Measurements()
    for game in games:
        together.times += game.measured.times
        together.moves += game.measured.moves
        together.errors += game.measured.errors
    return together


def table_row(rate: float, measured: Measurements, listeners: int, seconds: float) -> str:
    """Return a row of the table."""
    heard = len(measured.times) / max(1, measured.moves * listeners)
    return (
        f"| {rate:.0f} | {measured.moves / seconds:.0f} | {1000 * measured.quantile(0.5):.0f} "
        f"| {1000 * measured.quantile(0.99):.0f} | {measured.errors} | {heard:.1%} |"
    )


async def back_to_back(port: int) -> str:
    """Return the response times of requests sent one after another."""
    caller = await Client(port).connect()
    match = await caller.join("/api/matches", {**REQUEST, "against": "here"})
    path, looks, moves = f"/api/matches/{match['code']}", Measurements(), Measurements()
    for number in range(BACK_TO_BACK):
        began = time.perf_counter()
        await caller.get(path)
        looked = time.perf_counter()
        status, _ = await caller.post(
            f"{path}/commands", {"do": "move", "after": number, "move": "1"}
        )
        assert status == 200
        looks.times.append(looked - began)
        moves.times.append(time.perf_counter() - looked)
    caller.close()
    return (
        f"{1000 * looks.quantile(0.5):.1f} ms and {1000 * moves.quantile(0.5):.1f} ms (p50), "
        f"{1000 * looks.quantile(0.99):.1f} ms and {1000 * moves.quantile(0.99):.1f} ms (p99)"
    )


async def closed_loop(ports: Sequence[int], seconds: float, play: bool = True) -> float:
    """Return the responses per second if many clients each send one request after another.

    Without `play`, the clients send requests to an echo server, which has no matches.
    """
    until, made = 0.0, 0

    async def send_requests(port: int) -> None:
        nonlocal made
        caller = await Client(port).connect()
        path = "/echo"
        if play:
            match = await caller.join("/api/matches", {**REQUEST, "against": "here"})
            path = f"/api/matches/{match['code']}/commands"
        number = 0
        await gate.wait()
        while time.perf_counter() < until:
            body = {"do": "move", "after": number, "move": "1", "reply": "new"}
            status, _ = await caller.post(path, body)
            assert status == 200
            number, made = number + 1, made + 1
        caller.close()

    gate = asyncio.Event()
    callers = [
        asyncio.ensure_future(send_requests(ports[one % len(ports)])) for one in range(CLIENTS)
    ]
    await asyncio.sleep(1)
    until = time.perf_counter() + seconds
    gate.set()
    await asyncio.gather(*callers)
    return made / seconds


async def compare_closed_loop(server: Server) -> None:
    """Print the closed loop compared with commits and the echo server, in alternation."""
    ours, bare, echoed = [], [], []
    port = free_port()
    echo = subprocess.Popen([sys.executable, "-m", "bench.reference", str(port)])
    try:
        for _ in range(ROUNDS):
            bare.append(await asyncio.to_thread(bare_sqlite, STEP_SECONDS / 2))
            ours.append(await closed_loop([server.port], STEP_SECONDS / 2))
            echoed.append(await closed_loop([port], STEP_SECONDS / 2, play=False))
    finally:
        echo.terminate()
        echo.wait()
    print(f"{CLIENTS} players in a closed loop, medians of {ROUNDS} rounds, taking turns:")
    print(f"moves per second {median(ours):.0f}, bare one-row commits {median(bare):.0f}, ", end="")
    print(f"responses of an echo server {median(echoed):.0f}")
    print(f"moves / bare commits {ratio(ours, bare)}, moves / echo responses {ratio(ours, echoed)}")


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Return a ratio per round: its median, minimum and maximum."""
    ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


async def request_analyses(port: int) -> None:
    """Request one analysis after another."""
    caller = await Client(port).connect()
    while True:
        status, _ = await caller.post("/api/games/number-morph/analysis", {})
        assert status == 200


async def response_times_under_load(port: int) -> str:
    """Return the response times while other clients request analyses."""
    strangers = [asyncio.ensure_future(request_analyses(port)) for _ in range(OTHER_CLIENTS)]
    await asyncio.sleep(1)
    try:
        return await back_to_back(port)
    finally:
        for stranger in strangers:
            stranger.cancel()


async def measure(server: Server, count: int, seconds: float) -> None:
    print(f"{BACK_TO_BACK} reads and moves, one after the other:")
    print(f"alone {await back_to_back(server.port)}", flush=True)
    print(
        f"with {OTHER_CLIENTS} clients that request analyses "
        f"{await response_times_under_load(server.port)}",
        flush=True,
    )
    await compare_closed_loop(server)
    made = [await start_game(server.port) for _ in range(count)]
    games = [game for game, _ in made]
    listening = [
        asyncio.ensure_future(game.listen(socket)) for game, sockets in made for socket in sockets
    ]
    listeners = 2 + SPECTATORS
    print(f"{count} games, {2 * count} players, {SPECTATORS * count} spectators")
    print("| Target, moves/s | Actual | p50, ms | p99, ms | Errors | Received |")
    print("| --: | --: | --: | --: | --: | --: |")
    rate = count / INTERVAL
    measured = await run(games, INTERVAL, seconds)
    print(table_row(rate, measured, listeners, seconds), flush=True)
    print(f"memory of the server so far: {server.megabytes():.0f} MB", flush=True)
    held = rate
    while not measured.errors and measured.quantile(0.99) < GOAL:
        if measured.moves < 0.9 * rate * min(seconds, STEP_SECONDS):
            break
        held, rate = rate, rate * 1.5
        measured = await run(games, count / rate, STEP_SECONDS)
        print(table_row(rate, measured, listeners, STEP_SECONDS), flush=True)
    print(f"highest rate held (p99 under {1000 * GOAL:.0f} ms, no error): {held:.0f} moves/s")
    print(f"memory of the server at the end: {server.megabytes():.0f} MB")
    for task in listening:
        task.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=30)
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *UNLIMITED)
        try:
            asyncio.run(measure(server, given.games, given.seconds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
