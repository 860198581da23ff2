"""The server: the cost of a move, of a shared database, and of many saved games.

Costs are processor time of the server, without that of its clients.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import resource
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.load import CLIENTS, REQUEST, closed_loop, free_port
from bench.reference import bare_postgres
from bench.serving import UNLIMITED, Client, Server
from bench.table import ROOT, Environment, Line, Lines, alternate, median_of
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.match.match import Match, arrange
from lastdigit.match.record import HUMAN, Player, result_data, setup_data
from lastdigit.puzzles.history import serialize_analysis
from lastdigit.storage import SqliteStore
from lastdigit.system import DAY, now, timestamp
from lastdigit.web.live.invitations import hash_secret
from tests.postgres import Cluster, programs

MOVES, PLY = 20, 200
"""The moves of each client in a round, and the ply at which a long match is measured."""
FEW, MANY, DIFFERENT = 1_000, 100_000, 50
"""The numbers of saved games, and how many of them differ."""
TURNS = 4
"""How many times long and new matches take turns in a round."""
SECONDS, IDLE_SECONDS, START_SECONDS = 3.0, 0.3, 0.05
IDLE_SHARE = 0.05
"""The share of a processor that an idle server may take."""
MICROSECONDS, MILLISECONDS, NANOSECONDS = 1e6, 1e3, 1e9
ROUNDS, FEW_ROUNDS = 9, 3
PYTHON = "Python: HTTP, the rules, the texts in the response"
SAVED_GAMES = "start-up, and the sums of each day"


class MovingClient:
    """A client that plays both sides of its own match, or sends the same requests to an echo."""

    def __init__(self, client: Client, path: str) -> None:
        self._client = client
        self._path = path
        self._number = 0

    @classmethod
    async def connect(cls, port: int, is_echo: bool = False) -> MovingClient:
        client = await Client(port).connect()
        if is_echo:
            return cls(client, "/echo")
        match = await client.join("/api/matches", {**REQUEST, "against": "here"})
        return cls(client, f"/api/matches/{match['code']}/commands")

    async def move(self, count: int) -> int:
        """Make some moves; return the length of the last response in bytes."""
        for _ in range(count):
            body = {"do": "move", "after": self._number, "move": "1", "reply": "new"}
            status, answer = await self._client.post(self._path, body)
            if status != 200:
                raise RuntimeError(f"A move was refused: {answer}")
            self._number += 1
        return len(json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode())

    def close(self) -> None:
        self._client.close()


def move(environment: Environment) -> Line:
    with ExitStack() as stack:
        server = stack.enter_context(_server(environment))
        length = asyncio.run(_cost([server.process.pid], [server.port]))[1]
        echo, port = stack.enter_context(_echo(environment, length))

        def cost(pid: int, port: int, *, is_echo: bool = False) -> float:
            return asyncio.run(_cost([pid], [port], is_echo=is_echo))[0]

        ours, theirs, ratio = alternate(
            partial(cost, server.process.pid, server.port),
            partial(cost, echo.pid, port, is_echo=True),
            ROUNDS,
        )
    return _line("a saved move", ours, "Starlette echo of the same size", theirs, ratio, 4, PYTHON)


def late_move(environment: Environment) -> Line:
    with _server(environment) as server:
        asyncio.run(_cost([server.process.pid], [server.port]))
        pid, port = server.process.pid, server.port
        pairs = [asyncio.run(_late_and_early(pid, port)) for _ in range(FEW_ROUNDS)]
    late, early, ratio = median_of(pairs)
    name = f"a saved move at ply {PLY}"
    return _line(
        name, late, "at ply 1", early, ratio, 1.1, "the board, which shows up to 60 digits"
    )


async def _late_and_early(pid: int, port: int) -> tuple[float, float]:
    """Return the processor seconds per move in long matches and in new ones, measured in turn.

    The same server with the same matches in memory and in its database plays both.
    """

    async def cost(clients: Sequence[MovingClient]) -> float:
        before = _processor_seconds(pid)
        await asyncio.gather(*(client.move(MOVES // 4) for client in clients))
        return (_processor_seconds(pid) - before) / (MOVES // 4 * CLIENTS)

    old = [await MovingClient.connect(port) for _ in range(CLIENTS)]
    await asyncio.gather(*(client.move(PLY - MOVES // 2) for client in old))
    early = late = 0.0
    for _ in range(TURNS):
        new = [await MovingClient.connect(port) for _ in range(CLIENTS)]
        early += await cost(new) / TURNS
        late += await cost(old) / TURNS
        for client in new:
            client.close()
    for client in old:
        client.close()
    return late, early


def postgres(environment: Environment) -> Line:
    line = Line(
        name="moves of one server on PostgreSQL",
        ours=None,
        unit="per s",
        peer="commits of one row on four connections",
        theirs=None,
        ratio=None,
        limit=0.5,
        at_least=True,
        bound_by="the processor, which the server, the database and the clients share",
    )
    if programs() is None:
        return line
    with _databases() as url, _server(environment, store=url) as server:

        def moves() -> float:
            return asyncio.run(closed_loop([server.port], SECONDS))

        moves()
        ours, theirs, ratio = alternate(moves, lambda: bare_postgres(url, SECONDS), ROUNDS)
    return replace(line, ours=ours, theirs=theirs, ratio=ratio)


def two_servers(environment: Environment) -> Line:
    line = _line(
        "a saved move with two servers on one database",
        None,
        "one server",
        None,
        None,
        1.2,
        "fewer moves in each commit",
    )
    if programs() is None:
        return line
    with ExitStack() as stack:
        url = stack.enter_context(_databases())
        servers = [
            stack.enter_context(_server(environment, name, store=url)) for name in ("one", "two")
        ]

        def cost(servers: Sequence[Server]) -> float:
            pids = [server.process.pid for server in servers]
            return asyncio.run(_cost(pids, [server.port for server in servers]))[0]

        cost(servers)
        ours, theirs, ratio = alternate(
            partial(cost, servers), partial(cost, servers[:1]), 2 * ROUNDS
        )
    return replace(line, ours=ours * MICROSECONDS, theirs=theirs * MICROSECONDS, ratio=ratio)


async def _cost(
    pids: Sequence[int], ports: Sequence[int], *, is_echo: bool = False
) -> tuple[float, int]:
    """Return the processor seconds per move of the servers, and the length of a response."""
    clients = [
        await MovingClient.connect(ports[number % len(ports)], is_echo) for number in range(CLIENTS)
    ]
    before = sum(map(_processor_seconds, pids))
    lengths = await asyncio.gather(*(client.move(MOVES) for client in clients))
    after = sum(map(_processor_seconds, pids))
    for client in clients:
        client.close()
    return (after - before) / (MOVES * CLIENTS), lengths[-1]


def stats(environment: Environment) -> Line:
    def cost(data: Path) -> float:
        command = [str(environment.python.with_name("lastdigit")), "stats", "--json"]
        variables = environment.variables() | {"XDG_DATA_HOME": str(data)}
        before = _children_seconds()
        subprocess.run(command, env=variables, stdout=subprocess.DEVNULL, check=True)
        return _children_seconds() - before

    return _compare_many(environment, "`lastdigit stats`", cost)


def owner_home(environment: Environment) -> Line:
    with ExitStack() as stack:
        homes: dict[Path, Callable[[], float]] = {}

        def cost(data: Path) -> float:
            if data not in homes:
                server = stack.enter_context(_server(environment, data=data))
                homes[data] = partial(_home_cost, server, asyncio.run(_own(server, data)))
                homes[data]()
            return homes[data]()

        return _compare_many(environment, "home page of the owner", cost)


async def _own(server: Server, data: Path) -> str:
    """Make a new browser one of the owner's; return its secret."""
    client = await Client(server.port).connect()
    await client.join("/api/matches", {"game": "digit-duel"})
    client.close()
    assert client.secret is not None
    with closing(sqlite3.connect(_file(data), isolation_level=None)) as connection:
        holder = hash_secret(client.secret.partition(".")[0])
        connection.execute("INSERT INTO owner VALUES (?)", (holder,))
    return client.secret


def _home_cost(server: Server, secret: str) -> float:
    """Return the processor seconds for a home page, with what continues after the response."""
    pid = server.process.pid
    before = _processor_seconds(pid)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/", headers={"Authorization": f"Bearer {secret}"})
    response = connection.getresponse()
    response.read()
    connection.close()
    if response.status != http.client.OK:
        raise RuntimeError(f"The home page has status {response.status}.")
    busy, seconds = True, _processor_seconds(pid)
    while busy:
        time.sleep(IDLE_SECONDS)
        busy = _processor_seconds(pid) - seconds > IDLE_SHARE * IDLE_SECONDS
        seconds = _processor_seconds(pid)
    return seconds - before


def _compare_many(environment: Environment, name: str, cost: Callable[[Path], float]) -> Line:
    """Compare the processor seconds with many saved games and with few."""
    many, few = (environment.scratch / str(count) for count in (MANY, FEW))
    for data, count in ((many, MANY), (few, FEW)):
        _save_games(data, count)
        cost(data)
    ours, theirs, ratio = alternate(partial(cost, many), partial(cost, few), FEW_ROUNDS)
    return Line(
        name=f"{name} with {MANY:,} saved games",
        ours=ours * MILLISECONDS,
        peer=f"with {FEW:,}",
        theirs=theirs * MILLISECONDS,
        ratio=ratio,
        limit=3,
        at_least=False,
        bound_by=SAVED_GAMES,
    )


def _save_games(data: Path, count: int) -> None:
    """Save finished games against the computer, without their moves, which are not read."""
    _file(data).parent.mkdir(parents=True)
    SqliteStore(_file(data), now).close()
    draw, games = random.Random(1), []
    for number in range(DIFFERENT):
        players = Player(HUMAN, "Ada"), Player("easy", "Computer")
        first = Seat(number % 2 + 1)
        match = Match(arrange(find("digit-duel"), players, package="1", first=first, seed=number))
        while match.result is None:
            match.play(str(draw.choice(match.game.legal_moves(match.state))))
        setup, result = json.dumps(setup_data(match.setup)), json.dumps(result_data(match.result))
        games.append((setup, result, serialize_analysis(match.record())))
    since = time.time() - 365 * DAY
    with closing(sqlite3.connect(_file(data))) as connection:
        for number in range(count):
            setup, result, finding = games[number % DIFFERENT]
            ended = timestamp(since + number * DAY / count)
            connection.execute(
                "INSERT INTO game VALUES (?, NULL, ?, ?, ?, ?)",
                (number + 1, setup, result, ended, ended),
            )
            connection.execute("INSERT INTO finding VALUES (?, ?)", (number + 1, finding))
        connection.commit()


def _file(data: Path) -> Path:
    return data / "lastdigit" / "games.sqlite3"


@contextmanager
def _server(
    environment: Environment, name: str = "server", *, store: str = "", data: Path | None = None
) -> Iterator[Server]:
    folder = data or environment.scratch / name
    server = Server(folder, *UNLIMITED, store=store, python=environment.python)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _echo(environment: Environment, length: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port = free_port()
    process = subprocess.Popen(
        [environment.python, "-m", "bench.reference", str(port), str(length)],
        cwd=ROOT,
        env=environment.variables(),
    )
    try:
        _wait_for(port)
        yield process, port
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    """Wait until a server accepts connections."""
    while True:
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
            try:
                connection.connect()
            except ConnectionRefusedError:
                time.sleep(START_SECONDS)
            else:
                return


@contextmanager
def _databases() -> Iterator[str]:
    """Run PostgreSQL, which waits for the disk at every commit; return the URL of a database."""
    found = programs()
    assert found is not None, "its lines say that it is not installed"
    cluster = Cluster(found, safe=True)
    try:
        yield cluster.database()
    finally:
        cluster.remove()


def _processor_seconds(pid: int) -> float:
    """Return the processor time of all threads of a process, to the nanosecond."""
    spent = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        spent += int((thread / "schedstat").read_text().split()[0])
    return spent / NANOSECONDS


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _line(
    name: str,
    ours: float | None,
    peer: str,
    theirs: float | None,
    ratio: float | None,
    limit: float,
    bound_by: str,
) -> Line:
    """Return a line with processor time per move."""
    return Line(
        name=name,
        ours=None if ours is None else ours * MICROSECONDS,
        unit="µs",
        peer=peer,
        theirs=None if theirs is None else theirs * MICROSECONDS,
        ratio=ratio,
        limit=limit,
        at_least=False,
        bound_by=bound_by,
    )


LINES: Lines = {
    "move": move,
    "late-move": late_move,
    "postgres": postgres,
    "two-servers": two_servers,
    "stats": stats,
    "owner-home": owner_home,
}
