"""Running the server: sockets, uvicorn configuration and graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from lastdigit.analysis.prepare import prepare
from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.games import catalogue
from lastdigit.storage import open_store
from lastdigit.web.app import HostGuard, Lifecycle, application, parse_origin
from lastdigit.web.limits import Limits
from lastdigit.web.logs import RateLimitedHandler
from lastdigit.web.monitoring import AccessLog, LogWriter, Metrics, MetricsApp, RequestTimer
from lastdigit.web.protocols import (
    MAX_CONTROL_FRAME,
    AddressLimit,
    http_protocol,
    websocket_protocol,
)

SHUTDOWN_SECONDS = 3
GARBAGE_THRESHOLD = 10_000
"""The number of new objects after which to search for garbage. A move creates a thousand, of which
almost all are freed without a search."""
BACKLOG = 512
ANY_ADDRESS = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Service:
    """The settings of a server."""

    host: str
    port: int
    public_url: str | None
    limits: Limits
    open_page: bool
    metrics: tuple[str, int] | None = None
    """The host and port for metrics."""
    access_log: bool = False
    store: str | None = None
    """The store, or None for the default."""
    mine: bool = False
    """Whether to print a link that assigns a browser to the user of this machine."""


def checked_url(text: str) -> str:
    """Return the public URL of a server as browsers write it. May raise UsageError."""
    origin = parse_origin(text.removesuffix("/"))
    if origin is None:
        raise UsageError(f"{quoted(text)} is not an address such as https://play.example.org.")
    return str(origin)


def serve(service: Service) -> None:
    """Run the server until it receives a signal.

    Raise StoreError, or LastDigitError if a port cannot be used.
    """
    store = open_store(service.store, service.limits.store_seconds)
    store.begin_serving()
    bound = listening_socket(service.host, service.port)
    metrics_socket = service.metrics and listening_socket(*service.metrics, option="--metrics-port")
    for game in catalogue().values():
        prepare(game())  # so that the first analysis is fast
    address = service.public_url or _url(service.host, bound.getsockname()[1])
    # Browsers do not send the part after #, so no log contains it. The page's script sends it.
    own_link = secrets.token_urlsafe(32) if service.mine else None
    first_page = address if own_link is None else f"{address}/own#{own_link}"

    def ready() -> None:
        gc.collect()
        gc.freeze()  # what has been imported stays, so never search it for garbage
        gc.set_threshold(GARBAGE_THRESHOLD)
        print(f"Last Digit is at {address}", flush=True)
        print("Press Ctrl-C to stop. All games are saved.", flush=True)
        if metrics_socket:
            url = _url(*metrics_socket.getsockname()[:2])
            print(f"Metrics are at {url}/metrics", flush=True)
        if own_link is not None:
            print(f"To sign in as the owner, open this link once: {first_page}", flush=True)
        if service.open_page:
            webbrowser.open(first_page)

    _allow_many_connections()
    logging.basicConfig(level=logging.WARNING, handlers=[RateLimitedHandler()])
    lifecycle = Lifecycle()
    app = application(
        store,
        service.limits,
        service.public_url,
        service.host,
        ready,
        lifecycle=lifecycle,
        own_link=own_link,
        ahead=service.limits.puzzles_ahead_seconds,
    )
    metrics = Metrics(lifecycle)
    if metrics_socket:
        app = RequestTimer(app, metrics.request_seconds)
    log_writer = LogWriter(sys.stdout) if service.access_log else None
    if log_writer is not None:
        app = AccessLog(app, log_writer.put, time.time)
    limits, is_proxied = service.limits, service.public_url is not None
    addresses = None if is_proxied else AddressLimit(limits.connections_an_address)
    # Headers with the client's address are trusted only if there is a proxy.
    main = _config(app, limits, addresses, lifespan="on", proxy_headers=is_proxied)
    metrics_host = service.metrics[0] if service.metrics else service.host
    guarded = HostGuard(
        MetricsApp(metrics), service.public_url, metrics_host, secure=False, delay=0
    )
    metrics_config = _config(guarded, limits, None, lifespan="off", proxy_headers=False)
    server = _Server(main, lifecycle, limits.drain_seconds)
    run_loop(_run(server, bound, metrics_config, metrics_socket))
    if log_writer is not None:
        log_writer.close()


def _config(
    app: ASGIApp,
    limits: Limits,
    addresses: AddressLimit | None,
    *,
    lifespan: Literal["on", "off"],
    proxy_headers: bool,
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan=lifespan,
        http=http_protocol(limits, addresses),  # type: ignore[arg-type] # uvicorn only calls it
        h11_max_incomplete_event_size=limits.head_bytes,
        ws=websocket_protocol(limits),  # type: ignore[arg-type] # likewise
        ws_max_size=MAX_CONTROL_FRAME,
        ws_max_queue=1,
        server_header=False,
        proxy_headers=proxy_headers,
        timeout_keep_alive=limits.head_seconds,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def run_loop(main: Coroutine[None, None, None]) -> None:
    """Run a coroutine, with uvloop if it is installed, because that is faster."""
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ModuleNotFoundError):
        import uvloop

        loop = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(main)


async def _run(
    server: _Server,
    bound: socket.socket,
    metrics_config: uvicorn.Config,
    metrics_socket: socket.socket | None,
) -> None:
    """Run the server and, until it stops, the metrics server."""
    if metrics_socket is None:
        await server.serve(sockets=[bound])
        return
    metrics_server = _MetricsServer(metrics_config)
    serving = asyncio.ensure_future(metrics_server.serve(sockets=[metrics_socket]))
    await server.serve(sockets=[bound])
    metrics_server.should_exit = True
    await serving


def _allow_many_connections() -> None:
    """Raise the limit on open files, and thus on connections, as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _MetricsServer(uvicorn.Server):
    """The metrics server. The metrics server ignores signals, because the main server stops it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Server(uvicorn.Server):
    """Exits normally after a signal, which uvicorn would raise again.

    After SIGTERM, the server first reports for a few seconds that it is not ready. Ctrl-C skips
    that.
    """

    def __init__(self, config: uvicorn.Config, lifecycle: Lifecycle, drain_seconds: float) -> None:
        super().__init__(config)
        self._lifecycle = lifecycle
        self._drain_seconds = drain_seconds
        self._hurry = asyncio.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown. A second Ctrl-C does not wait for requests in progress."""
        self._lifecycle.is_stopping = True
        if sig == signal.SIGINT and not self._hurry.is_set():
            self._hurry.set()
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lifecycle.drain(self._drain_seconds, self._hurry)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def listening_socket(host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a socket that accepts connections. May raise LastDigitError."""
    try:
        # asyncio sets TCP_NODELAY, which sends responses at once, only if the protocol is TCP.
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError as error:
        fault = (error.strerror or str(error)).lower()
        raise LastDigitError(
            f"Cannot use port {port} on {host}: {fault}. Choose another port with {option}."
        ) from None
    return bound


def _url(host: str, port: int) -> str:
    """Return the URL that users type, with an address of this machine."""
    name = _own_address() if host in ANY_ADDRESS else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but selects the network interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
