"""Running the server: an address bound, people told of it, stopped without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import signal
import socket
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial

import uvicorn

from lastdigit.analysis.prepare import prepare
from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.games import catalogue
from lastdigit.store import open_store
from lastdigit.web.app import application, site_of
from lastdigit.web.connections import Connection
from lastdigit.web.limits import Limits, Places
from lastdigit.web.logs import SparingHandler

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


def checked_url(text: str) -> str:
    """Return the address that people reach the server by; raises UsageError."""
    site = site_of(text.removesuffix("/"))
    if site is None:
        raise UsageError(f"{quoted(text)} is not an address such as https://play.example.org.")
    return str(site)


def serve(service: Service) -> None:
    """Serve until somebody stops it; raises StoreError, or LastDigitError for a port in use."""
    store = open_store(service.limits.store_seconds)
    store.begin_serving()
    bound = listening_socket(service.host, service.port)
    for game in catalogue().values():
        prepare(game())  # so that nobody waits for the first answer
    address = service.public_url or _address(service.host, bound.getsockname()[1])

    def ready() -> None:
        print(f"Last Digit is at {address}", flush=True)
        print("Ctrl-C stops it; every game is kept.", flush=True)
        if service.open_page:
            webbrowser.open(address)

    _allow_many_connections()
    logging.basicConfig(level=logging.WARNING, handlers=[SparingHandler()])
    limits, proxied = service.limits, service.public_url is not None
    places = None if proxied else Places(limits.connections_an_address)
    connection = partial(Connection, head_seconds=limits.head_seconds, places=places)
    config = uvicorn.Config(
        application(store, service.limits, service.public_url, service.host, ready),
        log_config=None,
        access_log=False,
        lifespan="on",
        http=connection,  # type: ignore[arg-type] # uvicorn only calls it
        h11_max_incomplete_event_size=limits.head_bytes,
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        ws_max_queue=1,
        server_header=False,
        # Who asks is told by a proxy only where there is one.
        proxy_headers=proxied,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    run_loop(_Server(config).serve(sockets=[bound]))


def run_loop(work: Coroutine[None, None, None]) -> None:
    """Run until this is done, by uvloop where it is installed: it takes less time for itself."""
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ModuleNotFoundError):
        import uvloop

        loop = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(work)


def _allow_many_connections() -> None:
    """Use all the connections that the system allows, and not the few that it gives at first."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Server(uvicorn.Server):
    """Stops quietly: uvicorn itself would die of the signal that it was stopped by."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def listening_socket(host: str, port: int) -> socket.socket:
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
            f"{host} port {port} cannot be used: {fault}. Try another with --port."
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
