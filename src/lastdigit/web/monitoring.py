"""Monitoring: an access log in JSON, and metrics for Prometheus.

docs/operating.md describes the metrics. Only the server imports this module, because the static
site does not need it.
"""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from ipaddress import ip_network
from typing import TextIO

from prometheus_client import (
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastdigit.system import timestamp
from lastdigit.web.app import Lifecycle

MAX_WAITING_LINES = 10_000
MAX_PATH_LENGTH = 200
CODE_PREFIX = 4
"""How many characters of a code the log contains."""
LONG_WORD = re.compile(r"(?<![\w.-])[\w-]{17,}(?![\w.-])")
"""A part of a path that may be a code or a secret. Other parts of paths are shorter."""
AFTER_KEYWORD = re.compile(r"(?<=/)(match|review|watch|matches|class|room|rooms)/([^/]+)")
"""The part of a path that is always a code, even if it is short."""
NETWORK_BITS = {4: 24, 6: 48}
"""The part of an address that is logged, by IP version: the network without the device."""

METRICS_PATH = "/metrics"
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of a histogram's buckets, in seconds."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER = "other"
"""The label for unknown methods and paths, so that clients cannot create labels."""


def shorten_path(path: str) -> str:
    """Return a path for the log, with only the first characters of codes and secrets.

    >>> shorten_path("/api/matches/3f786850e387550fdab836ed7e6dc881/commands")
    '/api/matches/3f78.../commands'
    >>> shorten_path("/analysis/operation-obliteration")
    '/analysis/operation-obliteration'
    """
    path = AFTER_KEYWORD.sub(
        lambda found: f"{found[1]}/{_shorten(found[2])}", path[:MAX_PATH_LENGTH]
    )
    return LONG_WORD.sub(lambda found: _shorten_code(found[0]), path)


def _shorten_code(word: str) -> str:
    # The identifiers of games are lowercase words. A code of that length contains a digit.
    return _shorten(word) if re.search(r"[^a-z-]", word) else word


def _shorten(code: str) -> str:
    return code if len(code) <= CODE_PREFIX else f"{code[:CODE_PREFIX]}..."


def network_address(address: str) -> str:
    """Return the network of an IP address, or nothing for other addresses.

    >>> network_address("192.0.2.77"), network_address("2001:db8:1:2::3"), network_address("unix")
    ('192.0.2.0', '2001:db8:1::', '')
    """
    try:
        network = ip_network(address)
        return str(network.supernet(new_prefix=NETWORK_BITS[network.version]).network_address)
    except ValueError:
        return ""


class LogWriter:
    """Writes lines of JSON in its own thread, so that a slow reader does not delay requests.

    If too many lines are waiting, new ones are dropped, and the next line contains their number.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waiting: queue.Queue[str | None] = queue.Queue(MAX_WAITING_LINES)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="access log", daemon=True)
        self._thread.start()

    def put(self, data: dict[str, object]) -> None:
        lost = {"lost": self._lost} if self._lost else {}
        try:
            self._waiting.put_nowait(json.dumps({**data, **lost}))
            self._lost = 0
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Write the lines that are waiting, unless the reader has stopped reading."""
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
            except (OSError, ValueError):  # the reader has closed the pipe
                return


class AccessLog:
    """ASGI middleware that logs every request and every WebSocket when it ends."""

    def __init__(
        self, app: ASGIApp, put: Callable[[dict[str, object]], None], clock: Callable[[], float]
    ) -> None:
        """`clock` returns Unix time."""
        self._app = app
        self._put = put
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status, size = 0, 0

        async def observe(message: Message) -> None:
            nonlocal status, size
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403  # refused before it was accepted
            size += len(message.get("body") or message.get("text") or b"")
            await send(message)

        try:
            await self._app(scope, receive, observe)
        finally:
            client = scope.get("client")
            self._put(
                {
                    "at": timestamp(self._clock()),
                    "method": scope.get("method", "SOCKET"),
                    "path": shorten_path(scope["path"]),
                    "status": status,
                    "milliseconds": round((time.perf_counter() - start) * 1_000, 1),
                    "bytes": size,
                    "network": network_address(client[0]) if client else "",
                }
            )


class Metrics:
    """The metrics of one server, in its own registry."""

    def __init__(self, lifecycle: Lifecycle) -> None:
        # Otherwise, every histogram would have an additional metric for its creation time.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._registry.register(ServerCollector(lifecycle))
        self.request_seconds = Histogram(
            "lastdigit_request_seconds",
            "Seconds until the response to a request was sent.",
            ("method", "route", "status"),
            buckets=BUCKETS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)


class ServerCollector(Collector):
    """Reads the counters of a running server. Before the server starts, there are no counters."""

    def __init__(self, lifecycle: Lifecycle) -> None:
        self._lifecycle = lifecycle

    def collect(self) -> Iterator[Metric]:
        if self._lifecycle.parts is None:
            return
        registry, _, sockets = self._lifecycle.parts
        counters = registry.counters
        yield CounterMetricFamily(
            "lastdigit_moves", "Saved moves of people and computers.", value=counters.moves
        )
        refusals = CounterMetricFamily(
            "lastdigit_refusals", "Refused requests, by error code.", labels=["reason"]
        )
        for reason, count in sorted(counters.refusals.items()):
            refusals.add_metric([reason], count)
        yield refusals
        yield _histogram(
            "lastdigit_append_seconds",
            "Seconds until an event was saved, including the time in the queue.",
            {(): counters.appends},
        )
        yield _histogram(
            "lastdigit_notify_lag_seconds",
            "Seconds until a notification from another server arrived.",
            {(): counters.notify_lags},
        )
        workers = registry.workers
        yield _histogram(
            "lastdigit_store_seconds",
            "Seconds that the store took to read or write, including the time in the queue.",
            {("read",): workers.read.durations, ("write",): workers.write.durations},
            ("operation",),
        )
        jobs = GaugeMetricFamily(
            "lastdigit_jobs", "Jobs in a queue, by state.", labels=["queue", "state"]
        )
        jobs_done = CounterMetricFamily("lastdigit_jobs_done", "Finished jobs.", labels=["queue"])
        for name, one in (("analysis", workers.analysis), ("puzzles", workers.puzzles)):
            running = min(1, one.length)  # each queue has one worker process
            jobs.add_metric([name, "waiting"], one.length - running)
            jobs.add_metric([name, "running"], running)
            jobs_done.add_metric([name], one.done)
        yield jobs
        yield jobs_done
        yield GaugeMetricFamily("lastdigit_sockets", "Open WebSockets.", len(sockets.open))
        yield GaugeMetricFamily("lastdigit_matches", "Matches in memory.", len(registry.in_memory))
        yield GaugeMetricFamily(
            "lastdigit_ready",
            "1, or 0 while the server is shutting down.",
            float(not self._lifecycle.is_stopping),
        )


def _histogram(
    name: str,
    about: str,
    durations: Mapping[tuple[str, ...], Counter[float]],
    labels: tuple[str, ...] = (),
) -> HistogramMetricFamily:
    """Build a histogram from counted durations in seconds."""
    family = HistogramMetricFamily(name, about, labels=labels)
    for values, seconds in durations.items():
        counts = dict(seconds)  # a copy, because other threads may add values
        buckets = [
            (f"{bound:g}", sum(often for one, often in counts.items() if one <= bound))
            for bound in BUCKETS
        ]
        buckets.append(("+Inf", sum(counts.values())))
        family.add_metric(
            values, buckets, sum_value=sum(one * often for one, often in counts.items())
        )
    return family


class RequestTimer:
    """ASGI middleware that measures requests by method, route and status."""

    def __init__(self, app: ASGIApp, seconds: Histogram) -> None:
        self._app = app
        self._seconds = seconds
        self._paths: dict[Hashable, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 0

        async def observe(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, observe)
        finally:
            method = scope["method"] if scope["method"] in METHODS else OTHER
            labels = method, self._route(scope), str(status or 500)
            self._seconds.labels(*labels).observe(time.perf_counter() - start)

    def _route(self, scope: Scope) -> str:
        """Return the route of a request as a template, such as `/api/matches/{code}`."""
        endpoint = scope.get("endpoint")
        if endpoint is None:  # no route, or refused before routing
            return OTHER
        if endpoint not in self._paths:
            app: Starlette = scope["app"]
            self._paths |= {
                getattr(route, "endpoint", None): getattr(route, "path", OTHER)
                for route in app.routes
            }
        return self._paths.get(endpoint, OTHER)


class MetricsApp:
    """An ASGI application that serves only the metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] in ("http", "websocket")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["path"] == METRICS_PATH:
            response = Response(self._metrics.text(), media_type=MEDIA_TYPE)
        else:
            response = PlainTextResponse(f"The metrics are at {METRICS_PATH}.\n", 404)
        await response(scope, receive, send)
