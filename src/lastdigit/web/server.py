"""Running the server: an address bound, people told of it, stopped without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
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
from lastdigit.web.app import Guard, Upkeep, application, site_of
from lastdigit.web.limits import Limits
from lastdigit.web.logs import SparingHandler
from lastdigit.web.monitoring import AccessLog, LogWriter, Metrics, MetricsApp, RequestTimer
from lastdigit.web.protocols import (
    MAX_CONTROL_FRAME,
    AddressLimit,
    http_protocol,
    websocket_protocol,
)

SECONDS_TO_FINISH = 3
WAITING = 512
EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Service:
    """Where to serve, and how much."""

    host: str
    port: int
    public_url: str | None
    limits: Limits
    open_page: bool
    metrics: tuple[str, int] | None = None
    """Where the numbers are told, and nothing else."""
    access_log: bool = False
    store: str | None = None
    """Where games are kept, if not where they usually are."""
    mine: bool = False
    """Whether one browser may become that of whoever sits at this machine."""


def checked_url(text: str) -> str:
    """Return the address that people reach the server by; raises UsageError."""
    site = site_of(text.removesuffix("/"))
    if site is None:
        raise UsageError(f"{quoted(text)} is not an address such as https://play.example.org.")
    return str(site)


def serve(service: Service) -> None:
    """Serve until somebody stops it; raises StoreError, or LastDigitError for a port in use."""
    store = open_store(service.store, service.limits.store_seconds)
    store.begin_serving()
    bound = listening_socket(service.host, service.port)
    told = service.metrics and listening_socket(*service.metrics, option="--metrics-port")
    for game in catalogue().values():
        prepare(game())  # so that nobody waits for the first answer
    address = service.public_url or _address(service.host, bound.getsockname()[1])
    # What stands behind # is sent to no server, and so is in no log; the page gives it on.
    own_link = secrets.token_urlsafe(32) if service.mine else None
    first = address if own_link is None else f"{address}/own#{own_link}"

    def ready() -> None:
        print(f"Last Digit is at {address}", flush=True)
        print("Ctrl-C stops it; every game is kept.", flush=True)
        if told:
            print(f"Its numbers are at {_address(*told.getsockname()[:2])}/metrics", flush=True)
        if own_link is not None:
            print(f"Your own browser, once: {first}", flush=True)
        if service.open_page:
            webbrowser.open(first)

    _allow_many_connections()
    logging.basicConfig(level=logging.WARNING, handlers=[SparingHandler()])
    upkeep = Upkeep()
    app = application(
        store,
        service.limits,
        service.public_url,
        service.host,
        ready,
        upkeep=upkeep,
        own_link=own_link,
        ahead=service.limits.puzzles_ahead_seconds,
    )
    metrics = Metrics(upkeep)
    if told:
        app = RequestTimer(app, metrics.request_seconds)
    lines = LogWriter(sys.stdout) if service.access_log else None
    if lines is not None:
        app = AccessLog(app, lines.put, time.time)
    limits, proxied = service.limits, service.public_url is not None
    addresses = None if proxied else AddressLimit(limits.connections_an_address)
    # Who asks is told by a proxy only where there is one.
    main = _config(app, limits, addresses, lifespan="on", proxy_headers=proxied)
    metrics_host = service.metrics[0] if service.metrics else service.host
    guarded = Guard(MetricsApp(metrics), service.public_url, metrics_host, secure=False, seconds=0)
    numbers = _config(guarded, limits, None, lifespan="off", proxy_headers=False)
    run_loop(_run(_Server(main, upkeep, limits.drain_seconds), bound, numbers, told))
    if lines is not None:
        lines.close()


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
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )


def run_loop(work: Coroutine[None, None, None]) -> None:
    """Run until this is done, by uvloop where it is installed: it takes less time for itself."""
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ModuleNotFoundError):
        import uvloop

        loop = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(work)


async def _run(
    server: _Server, bound: socket.socket, numbers: uvicorn.Config, told: socket.socket | None
) -> None:
    """Serve until the end; the numbers are told for just as long."""
    if told is None:
        await server.serve(sockets=[bound])
        return
    teller = _Teller(numbers)
    telling = asyncio.ensure_future(teller.serve(sockets=[told]))
    await server.serve(sockets=[bound])
    teller.should_exit = True
    await telling


def _allow_many_connections() -> None:
    """Raise the limit on open files, and so on connections, as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Teller(uvicorn.Server):
    """Is stopped by whoever started it, and by no signal."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Server(uvicorn.Server):
    """Stops quietly: uvicorn itself would die of the signal that it was stopped by.

    At SIGTERM it is not ready for some seconds first; whoever types Ctrl-C does not wait.
    """

    def __init__(self, config: uvicorn.Config, upkeep: Upkeep, drain_seconds: float) -> None:
        super().__init__(config)
        self._upkeep = upkeep
        self._drain_seconds = drain_seconds
        self._hurry = asyncio.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; at Ctrl-C in a hurry, at the second one whatever is left undone."""
        self._upkeep.stopping = True
        if sig == signal.SIGINT and not self._hurry.is_set():
            self._hurry.set()
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let go of everybody who listens, then finish what was asked."""
        await self._upkeep.drain(self._drain_seconds, self._hurry)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def listening_socket(host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a socket that takes connections; raises LastDigitError."""
    try:
        # asyncio sends answers at once (TCP_NODELAY) only where the protocol is said to be TCP.
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(where)
        bound.listen(WAITING)
    except OSError as error:
        fault = (error.strerror or str(error)).lower()
        raise LastDigitError(
            f"{host} port {port} cannot be used: {fault}. Try another with {option}."
        ) from None
    return bound


def _address(host: str, port: int) -> str:
    """Return the address that people type: of this machine, where it listens everywhere."""
    name = _own_address() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; it only chooses a way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
