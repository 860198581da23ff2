"""One and two servers with their own PostgreSQL: moves, broadcasts, and the cost of a crash.

    python -m bench.servers [--seconds 5] [--kills 10]

PostgreSQL, both servers and all players share this machine. Ratios are computed by round.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from websockets.asyncio.client import connect

from bench.load import CLIENTS, NUMBER, REQUEST, ROUNDS, Measurements, closed_loop, ratio
from bench.reference import CONNECTIONS, bare_postgres
from bench.serving import UNLIMITED, Client, Server
from tests.postgres import MISSING, Cluster, programs

GAMES, RATE = 20, 100
"""The number of games, and of moves per second in total, while broadcasts are timed."""


async def move_rates(servers: list[Server], url: str, seconds: float) -> None:
    """Print the number of moves per second, compared with commits of the driver."""
    one, two, bare = [], [], []
    for _ in range(ROUNDS):
        bare.append(await asyncio.to_thread(bare_postgres, url, seconds))
        one.append(await closed_loop([servers[0].port], seconds))
        two.append(await closed_loop([server.port for server in servers], seconds))
    print(f"{CLIENTS} players in a closed loop, medians of {ROUNDS} rounds, taking turns:")
    print(f"one server {median(one):.0f} moves per second, two {median(two):.0f}, ", end="")
    print(f"bare one-row commits on {CONNECTIONS} connections {median(bare):.0f}")
    print(f"one server / bare commits {ratio(one, bare)}, two servers / one {ratio(two, one)}")


async def broadcasts(servers: list[Server], seconds: float) -> None:
    """Print the time from a move at one server to its arrival at the other."""
    measured = Measurements()

    async def game() -> None:
        player = await Client(servers[0].port).connect()
        code = (await player.join("/api/matches", {**REQUEST, "against": "here"}))["code"]
        sent: dict[int, float] = {}
        address = f"ws://127.0.0.1:{servers[1].port}/api/matches/{code}/news"
        async with connect(address, compression=None) as socket:

            async def listen() -> None:
                async for text in socket:
                    found = NUMBER.search(str(text))
                    if found and int(found[1]) in sent:
                        measured.times.append(time.perf_counter() - sent[int(found[1])])

            listening = asyncio.ensure_future(listen())
            until, number = time.perf_counter() + seconds, 0
            await asyncio.sleep(random.random() * GAMES / RATE)
            while (began := time.perf_counter()) < until:
                sent[number + 1] = began
                body = {"do": "move", "after": number, "move": "1"}
                status, _ = await player.post(f"/api/matches/{code}/commands", body)
                assert status == 200
                number, measured.moves = number + 1, measured.moves + 1
                await asyncio.sleep(max(0.0, began + GAMES / RATE - time.perf_counter()))
            await asyncio.sleep(0.5)
            listening.cancel()

    await asyncio.gather(*(game() for _ in range(GAMES)))
    print(
        f"broadcasts of {measured.moves} moves at {measured.moves / seconds:.0f} per second, "
        f"received from the other server: p50 {1000 * measured.quantile(0.5):.1f} ms, "
        f"p99 {1000 * measured.quantile(0.99):.1f} ms, {len(measured.times)} received"
    )


async def crashes(servers: list[Server], count: int) -> None:
    """Print how long a player waits after a crash until a move is saved at the other server."""
    waits = []
    player = await Client(servers[0].port).connect()
    code = (await player.join("/api/matches", {**REQUEST, "against": "here"}))["code"]
    for number in range(count):
        dies, stays = servers[number % 2], servers[1 - number % 2]
        dies.kill()
        began = time.perf_counter()
        other = await Client(stays.port).connect()
        other.secret = player.secret
        body = {"do": "move", "after": number, "move": "1"}
        while (await other.post(f"/api/matches/{code}/commands", body))[0] != 200:
            await asyncio.sleep(0.01)
        waits.append(time.perf_counter() - began)
        other.close()
        dies.start()
        await asyncio.sleep(1)
    print(f"{count} kills: the other server saves a move after ", end="")
    print(f"{1000 * median(waits):.0f} ms (median), at most {1000 * max(waits):.0f} ms")


async def measure(servers: list[Server], url: str, seconds: float, count: int) -> None:
    await move_rates(servers, url, seconds)
    await broadcasts(servers, 2 * seconds)
    await crashes(servers, count)
    print(f"memory: {', '.join(f'{server.megabytes():.0f} MB' for server in servers)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--kills", type=int, default=10)
    given = parser.parse_args()
    found = programs()
    if found is None:
        raise SystemExit(MISSING)
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"load average before: {load:.1f}, on {cores} cores", flush=True)
    cluster = Cluster(found, safe=True)
    with tempfile.TemporaryDirectory() as folder:
        url, servers = cluster.database(), []
        try:
            for name in ("one", "two"):
                servers.append(Server(Path(folder, name), *UNLIMITED, store=url))
            asyncio.run(measure(servers, url, given.seconds, given.kills))
        finally:
            for server in servers:
                server.stop()
            cluster.remove()


if __name__ == "__main__":
    main()
