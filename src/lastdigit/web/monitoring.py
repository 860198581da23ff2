"""The access log, and metrics in Prometheus's format."""

from __future__ import annotations

import json
import os
import queue
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import TextIO

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastdigit.system import timestamp
from lastdigit.web.app import Upkeep
from lastdigit.web.live.broadcast import Counters

METRICS = "/metrics"
MOST_WAITING = 10_000
LONGEST_PATH = 200
SHOWN = 4
CODE = re.compile(r"(?<![\w.-])[\w-]{17,}(?![\w.-])")
"""What may be a code of a match or a secret, wherever in a path it stands; names are shorter."""
CODED = re.compile(r"(?<=/)(match|review|watch|matches|class|room|rooms)/([^/]+)")
"""What stands after these words is a code, however short."""
NETWORK = {4: 24, 6: 48}
"""So much of an address is told: whose network it is, and not who."""
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, the upper bounds of a histogram's buckets."""
OF_THIS_PROCESS = Path("/proc/self/statm")


def shown_path(path: str) -> str:
    """Return a path as it may be written down.

    >>> shown_path("/api/matches/3f786850e387550fdab836ed7e6dc881/commands")
    '/api/matches/3f78.../commands'
    >>> shown_path("/analysis/operation-obliteration")
    '/analysis/operation-obliteration'
    """
    path = CODED.sub(lambda found: f"{found[1]}/{_cut(found[2])}", path[:LONGEST_PATH])
    return CODE.sub(lambda found: _named_or_cut(found[0]), path)


def _named_or_cut(word: str) -> str:
    # The names of games are words of small letters; a code of that length has a digit.
    return _cut(word) if re.search(r"[^a-z-]", word) else word


def _cut(code: str) -> str:
    return code if len(code) <= SHOWN else f"{code[:SHOWN]}..."


def shown_address(address: str) -> str:
    """Return the network that an address is in.

    >>> shown_address("192.0.2.77"), shown_address("2001:db8:1:2::3"), shown_address("unix")
    ('192.0.2.0', '2001:db8:1::', '')
    """
    try:
        number = ip_network(address)
        return str(number.supernet(new_prefix=NETWORK[number.version]).network_address)
    except ValueError:
        return ""


class Lines:
    """Writes lines in a thread of its own: nobody waits for whoever reads the log.

    While too many wait, more are not written, and the next says how many.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="access log", daemon=True)
        self._thread.start()

    def put(self, data: dict[str, object]) -> None:
        """Write a line soon."""
        lost = {"lost": self._lost} if self._lost else {}
        try:
            self._waiting.put_nowait(json.dumps({**data, **lost}))
            self._lost = 0
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Write what waits, unless nobody reads it."""
        try:
            self._waiting.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(timeout=1)

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            try:
                self._out.write(f"{line}\n")
                self._out.flush()
            except (OSError, ValueError):  # whoever read it has gone
                return


class AccessLog:
    """Tells of every request and every socket when it is over."""

    def __init__(
        self, app: ASGIApp, put: Callable[[dict[str, object]], None], clock: Callable[[], float]
    ) -> None:
        """Stand before an application; `clock` is the one on the wall."""
        self._app = app
        self._put = put
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request be answered, and tell of it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status, sent = 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403  # it was never open
            sent += len(message.get("body") or message.get("text") or b"")
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            client = scope.get("client")
            self._put(
                {
                    "at": timestamp(self._clock()),
                    "method": scope.get("method", "SOCKET"),
                    "path": shown_path(scope["path"]),
                    "status": status,
                    "milliseconds": round((time.perf_counter() - began) * 1_000, 1),
                    "bytes": sent,
                    "network": shown_address(client[0]) if client else "",
                }
            )


def metrics(upkeep: Upkeep) -> str:
    """Return the numbers; there are none before the start."""
    if upkeep.inside is None:
        return ""
    registry, _, sockets = upkeep.inside
    gauges: dict[str, tuple[str, float]] = {
        "sockets": ("Sockets that are open.", len(sockets.open)),
        "matches": ("Matches held in memory.", len(registry.in_memory)),
        "ready": ("1, and 0 from the signal to stop on.", float(not upkeep.stopping)),
    }
    return metrics_text(registry.counters, gauges)


def metrics_text(tally: Counters, gauges: dict[str, tuple[str, float]]) -> str:
    """Return everything that is counted; `gauges` are numbers as they are now, with their help."""
    lines = [
        *_metric("moves_total", "counter", "Moves kept, of people and of computers.", tally.moves),
        *_head("refusals_total", "counter", "Requests that were refused, by reason."),
        *(
            f'lastdigit_refusals_total{{reason="{reason}"}} {count}'
            for reason, count in sorted(tally.refusals.items())
        ),
        *_histogram(
            "append_seconds", "Seconds until an event was on the disk, waiting included.",
            tally.appends,
        ),
        *_histogram(
            "notify_lag_seconds", "Seconds until the news of another server came here.",
            tally.notify_lags,
        ),
    ]  # fmt: skip
    for name, (about, value) in gauges.items():
        lines += _metric(name, "gauge", about, value)
    lines += _memory()
    return "\n".join(lines) + "\n"


def _head(name: str, kind: str, about: str) -> Iterable[str]:
    return f"# HELP lastdigit_{name} {about}", f"# TYPE lastdigit_{name} {kind}"


def _metric(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, about)
    yield f"lastdigit_{name} {value:.15g}"


def _histogram(name: str, about: str, seconds: Counter[float]) -> Iterator[str]:
    yield from _head(name, "histogram", about)
    took = dict(seconds)
    for bound in BOUNDS:
        count = sum(often for one, often in took.items() if one <= bound)
        yield f'lastdigit_{name}_bucket{{le="{bound:g}"}} {count}'
    count = sum(took.values())
    yield f'lastdigit_{name}_bucket{{le="+Inf"}} {count}'
    yield f"lastdigit_{name}_sum {sum(one * often for one, often in took.items()):.15g}"
    yield f"lastdigit_{name}_count {count}"


def _memory() -> Iterator[str]:
    """Yield what every process is asked for, by the name that everybody uses."""
    try:
        pages = int(OF_THIS_PROCESS.read_text().split()[1])
    except OSError:  # not on Linux
        return
    yield "# HELP process_resident_memory_bytes Memory in use."
    yield "# TYPE process_resident_memory_bytes gauge"
    yield f"process_resident_memory_bytes {pages * os.sysconf('SC_PAGE_SIZE')}"


class Numbers:
    """An application that tells the numbers, and nothing else."""

    def __init__(self, upkeep: Upkeep) -> None:
        self._upkeep = upkeep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        assert scope["type"] in ("http", "websocket")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["path"] == METRICS:
            answer = Response(metrics(self._upkeep), media_type=MEDIA_TYPE)
        else:
            answer = PlainTextResponse(f"The numbers are at {METRICS}.\n", 404)
        await answer(scope, receive, send)
