"""Reference values for the server: commits with the same driver, and an echo with the same stack.

    python -m bench.reference ECHO_PORT [BYTES]

answers every POST with as many bytes as the response to a move, and saves nothing.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lastdigit.web.limits import Limits
from lastdigit.web.protocols import http_protocol
from lastdigit.web.server import listening_socket, run_loop

ANSWER_BYTES = 2_500
"""About the length of the response to a move in Digit Poison."""
BODY = '{"act": "move", "seat": 1, "text": "7"}'
AT = "2026-01-01T00:00:00.000Z"
CONNECTIONS = 4


def bare_sqlite(seconds: float) -> float:
    """Return the number of one-row transactions per second with sqlite3 on this disk."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder, "bare.sqlite3"), isolation_level=None)
        for statement in (
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "CREATE TABLE event (game INTEGER, number INTEGER, body TEXT, at TEXT, "
            "PRIMARY KEY (game, number)) WITHOUT ROWID",
        ):
            connection.execute(statement)
        count, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO event VALUES (1, ?, ?, ?)", (count, BODY, AT))
            connection.execute("COMMIT")
            count += 1
        connection.close()
    return count / seconds


def bare_postgres(url: str, seconds: float) -> float:
    """Return the number of one-row transactions per second with psycopg on four connections."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS bare")
        connection.execute("CREATE TABLE bare (game int, number int, body text, at text)")
    counts, until = [0] * CONNECTIONS, time.perf_counter() + seconds

    def commit(place: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while time.perf_counter() < until:
                connection.execute(
                    "INSERT INTO bare VALUES (%s, %s, %s, %s)", (place, counts[place], BODY, AT)
                )
                counts[place] += 1

    threads = [threading.Thread(target=commit, args=(place,)) for place in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE bare")
    return sum(counts) / seconds


def main() -> None:
    length = int(sys.argv[2]) if len(sys.argv) > 2 else ANSWER_BYTES

    async def echo(request: Request) -> Response:
        """Read a body as the server does, and send a response as long as that to a move."""
        body: dict[str, Any] = msgspec.json.decode(await request.body())
        answer = {"accepted": True, "match": {"number": body["after"] + 1, "pad": "x" * length}}
        return Response(msgspec.json.encode(answer), media_type="application/json")

    config = uvicorn.Config(
        Starlette(routes=[Route("/{path:path}", echo, methods=["POST"])]),
        log_config=None,
        access_log=False,
        http=http_protocol(Limits(), None),  # type: ignore[arg-type] # uvicorn only calls it
    )
    run_loop(
        uvicorn.Server(config).serve(sockets=[listening_socket("127.0.0.1", int(sys.argv[1]))])
    )


if __name__ == "__main__":
    main()
