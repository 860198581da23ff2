"""The ASGI application: routes, health checks, regular cleanup, and middleware."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from socket import gethostname
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastdigit.errors import LastDigitError
from lastdigit.storage import Store
from lastdigit.system import DAY, Clock, timestamp
from lastdigit.web import pages
from lastdigit.web.api.openapi import document
from lastdigit.web.api.requests import Dispatcher, cached_json, error_response
from lastdigit.web.api.routes import OPERATIONS
from lastdigit.web.api.sockets import Sockets
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.assets import FOLDER, SCRIPT, STYLE
from lastdigit.web.limits import HELD_BACK, Limits
from lastdigit.web.live.classrooms import Classrooms
from lastdigit.web.live.match import SECOND
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas.errors import Reason, Refusal

TOO_MANY_REQUESTS = 429
DEFAULT_PORTS = {"http": 80, "https": 443}
MACHINE_CLOCK = Clock()
MIN_COMPRESSED_BYTES, COMPRESSION_LEVEL = 600, 5
"""Responses of at least this size are compressed, which takes a fraction of a millisecond."""
POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
CHECKED_HEADERS = (b"host", b"origin", b"content-length", b"transfer-encoding")
CHECKED_ORIGINS = 256
"""The number of Host and Origin headers whose check is cached."""
PARAMETER = "{}"
"""The segment of a route's path that stands for any word."""
NOT_IN_A_HOST = re.compile(r"[@/?#\\\s]")
HSTS = {"Strict-Transport-Security": "max-age=31536000"}
HEALTH, READY = "/healthz", "/readyz"
PROBES = (HEALTH, READY)
"""Paths that accept any Host header: a load balancer may know the server only by its address."""
STORE_SECONDS, LOCK_CHECK_SECONDS = 1, 0.05
HOUR, MEGABYTE = 3_600, 1_000_000
CLEANUP_SECONDS = 600
log = logging.getLogger("lastdigit")


def application(
    store: Store,
    limits: Limits,
    public_url: str | None = None,
    host: str = "localhost",
    ready: Callable[[], None] = lambda: None,
    clock: Clock | None = None,
    lifecycle: Lifecycle | None = None,
    own_link: str | None = None,
    alone: bool = False,
    ahead: int = 0,
) -> ASGIApp:
    """Return the ASGI application for a store.

    `ready` is called when the application can handle requests. `lifecycle` gives access to the
    running application, for metrics and for a graceful shutdown. `own_link` is the one-time token
    that assigns a browser to the user of this machine. `alone` is true for the static site, where
    no other player can join. Each day's puzzles are generated `ahead` seconds before the day
    begins, or at the first request if that is 0.
    """
    secure = public_url is not None and public_url.startswith("https:")
    life = lifecycle or Lifecycle()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        shared = MACHINE_CLOCK if store.cluster is None else store.cluster.clock
        registry = Registry(store, limits, clock or shared)
        if own_link is not None:
            registry.people.link.set_token(own_link)
        visitors = Visitors(registry, secure)
        rooms = Classrooms(registry)
        dispatcher = Dispatcher(registry, rooms, visitors)
        sockets = Sockets(registry, rooms, visitors)
        throttle.admit_read = dispatcher.admit_read
        operations = dispatcher.routes(OPERATIONS)
        direct.add(operations)
        app.router.routes[:0] = [
            *operations,
            WebSocketRoute("/api/matches/{code}/news", sockets.follow_match),
            WebSocketRoute("/api/rooms/{room}/news", sockets.follow_classroom),
            WebSocketRoute("/api/presence", sockets.be_present),
            *life.routes(),
            *pages.routes(registry, visitors, alone=alone),
        ]
        await registry.connect()
        life.start(registry, rooms, sockets)
        registry.spawn(life.clean_up_regularly())
        if ahead:
            registry.spawn(registry.puzzles.generate_ahead(ahead))
        ready()
        yield
        await registry.close()

    async def openapi(request: Request) -> Response:
        return cached_json(document).response(request.headers)

    async def http_error(request: Request, error: Exception) -> Response:
        try:
            if request.method == "POST" and throttle.admit_read is not None:
                await throttle.admit_read(request)  # no handler has charged the request
        except Refusal as refusal:
            return error_response(refusal)
        return _http_error(request, error)

    app = Starlette(
        routes=[Route("/api/openapi.json", openapi)],
        lifespan=lifespan,
        exception_handlers={HTTPException: http_error},
    )
    app.state.alone = alone
    direct = DirectRoutes(app)
    delay = limits.refusal_milliseconds / SECOND
    throttle = Throttle(Compression(direct), delay)
    return HostGuard(throttle, public_url, host, secure=secure, delay=delay)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = error_response(
            Refusal(Reason.WRONG_METHOD, "This address does not support that HTTP method.")
        )
        response.headers.update(error.headers or {})  # Allow
        return response
    if request.url.path.startswith(("/api/", "/static/")) or request.method != "GET":
        return error_response(Refusal(Reason.UNKNOWN_PAGE, "There is no such page."))
    return pages.missing(request, error.status_code)


class Lifecycle:
    """The lifecycle of a server: health checks, regular cleanup and draining at shutdown."""

    def __init__(self) -> None:
        self.is_stopping = False
        self.parts: tuple[Registry, Classrooms, Sockets] | None = None
        """The parts of the application, which are set when it starts."""
        self._probe: asyncio.Task[str] | None = None

    def start(self, registry: Registry, rooms: Classrooms, sockets: Sockets) -> None:
        self.parts = registry, rooms, sockets

    async def problem(self) -> str:
        """Return why a load balancer should not send requests to this server, or ""."""
        if self.is_stopping:
            return "stopping"
        if self.parts is None:
            return "starting"
        registry, *_ = self.parts
        if self._probe is None or self._probe.done():  # simultaneous requests share one probe
            self._probe = asyncio.ensure_future(_store_problem(registry))
        return await asyncio.shield(self._probe)

    def routes(self) -> list[Route]:
        """Return the routes for the health checks."""

        async def health(_: Request) -> Response:
            return _probe_response("")

        async def ready(_: Request) -> Response:
            return _probe_response(await self.problem())

        return [Route(HEALTH, health, methods=["GET"]), Route(READY, ready, methods=["GET"])]

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Report for a few seconds that the server is not ready, then close all WebSockets.

        During these seconds, load balancers notice the change and start to send reconnecting
        clients to another server. `hurry` ends the wait.
        """
        self.is_stopping = True
        if seconds and not hurry.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), seconds)
        if self.parts is not None:
            *_, sockets = self.parts
            await sockets.close_all()

    async def clean_up_regularly(self) -> None:
        while True:
            try:
                await self.clean_up()
            except LastDigitError as error:
                log.warning("%s", error)
            await asyncio.sleep(CLEANUP_SECONDS)

    async def clean_up(self) -> None:
        """Delete abandoned games and classrooms, and check the size of the store.

        May raise StoreError.
        """
        assert self.parts is not None, "the application has started"
        registry, rooms, _ = self.parts
        limits, store, wall = registry.limits, registry.store, registry.clock.wall()
        hours = limits.invitation_hours

        def ago(days: int) -> str | None:
            return timestamp(wall - days * DAY) if days else None

        expired = await registry.workers.write(
            store.expire,
            timestamp(wall - hours * HOUR if hours else 0),
            ago(limits.unfinished_days),
            ago(limits.room_days),
        )
        for code in (*expired.invitations, *expired.unfinished):
            registry.in_memory.pop(code, None)
        for code in expired.rooms:
            rooms.evict(code)
        if limits.store_megabytes:
            size = await registry.workers.read(store.size)
            registry.is_full = size > limits.store_megabytes * MEGABYTE
            if registry.is_full:
                log.warning("The saved games take up %s bytes. No new games can be started.", size)


async def _store_problem(registry: Registry) -> str:
    store = registry.store
    try:
        async with asyncio.timeout(STORE_SECONDS):
            while await asyncio.to_thread(store.is_locked):  # a short lock is normal
                await asyncio.sleep(LOCK_CHECK_SECONDS)
            await registry.workers.read(store.is_unsigned, b"")
    except (LastDigitError, TimeoutError):
        return "the store does not respond"
    return ""


def _probe_response(problem: str) -> Response:
    return PlainTextResponse(
        f"{problem or 'ok'}\n", 503 if problem else 200, {"Cache-Control": "no-store"}
    )


class DirectRoutes:
    """ASGI middleware that calls the endpoint of an API operation without Starlette's routing.

    Starlette tries one route after another, and wraps each endpoint in error handlers, which the
    API does not need. Starlette handles all other requests, such as those with an unknown path or
    method.
    """

    def __init__(self, app: Starlette) -> None:
        self._app = app
        self._root = RouteNode()

    def add(self, routes: Iterable[Route]) -> None:
        for route in routes:
            node = self._root
            for segment in route.path.split("/"):
                word = PARAMETER if segment.startswith("{") else segment
                node = node.children.setdefault(word, RouteNode())
            node.routes.update(dict.fromkeys(route.methods or (), route))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route, values = self._find(scope)
        if route is None:
            await self._app(scope, receive, send)
            return
        scope["app"], scope["endpoint"] = self._app, route.endpoint
        scope["path_params"] = dict(zip(route.param_convertors, values, strict=True))
        response = await route.endpoint(Request(scope, receive))
        await response(scope, receive, send)

    def _find(self, scope: Scope) -> tuple[Route | None, list[str]]:
        """Return the route for a request, if any, and the values of its parameters."""
        values: list[str] = []
        if scope["type"] != "http":
            return None, values
        node = self._root
        for segment in scope["path"].split("/"):
            child = node.children.get(segment)
            if child is None:
                child = node.children.get(PARAMETER)
                if child is None or not segment:
                    return None, values
                values.append(segment)
            node = child
        return node.routes.get(scope["method"]), values


@dataclass(frozen=True)
class RouteNode:
    """The routes whose paths begin with the same segments."""

    children: dict[str, RouteNode] = field(default_factory=dict)
    routes: dict[str, Route] = field(default_factory=dict)
    """The routes that end here, by method."""


class Compression:
    """ASGI middleware that compresses responses if the client accepts that."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(
            app, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=COMPRESSION_LEVEL
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Responses to POST requests are not cached, so they need no Vary header.
        is_plain = scope.get("method") == "POST" and not any(
            name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"]
        )
        await (self._app if is_plain else self._compressing)(scope, receive, send)


class Throttle:
    """ASGI middleware that limits the read requests of each browser and delays 429 responses.

    The connection is blocked during the delay, so a client that ignores refusals cannot keep the
    server busy.
    """

    admit_read: Callable[[HTTPConnection], Awaitable[None]] | None = None

    def __init__(self, app: ASGIApp, delay: float) -> None:
        self._app = app
        self._delay = delay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_socket = scope["type"] == "websocket"
        if scope["type"] == "lifespan" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return

        async def delay_refusal(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == TOO_MANY_REQUESTS:
                await _hold_back(scope, self._delay)
            await send(message)

        try:
            # The dispatcher charges POST requests, because their costs differ.
            if self.admit_read is not None and (is_socket or scope["method"] != "POST"):
                await self.admit_read(HTTPConnection(scope))
        except Refusal as refusal:
            if not is_socket:
                await error_response(refusal)(scope, receive, delay_refusal)
                return
            await _hold_back(scope, self._delay)
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": str(refusal)})
        else:
            await self._app(scope, receive, delay_refusal)


async def _hold_back(scope: Scope, seconds: float) -> None:
    """Wait before a refusal. During the wait, a new connection may replace this one."""
    scope[HELD_BACK] = True
    with suppress(asyncio.CancelledError):  # the server is stopping: respond at once
        await asyncio.sleep(seconds)


class HostGuard:
    """ASGI middleware that accepts only this server as Host and, from browsers, as Origin.

    Pages on other websites must not send requests with our visitors' cookies. Such pages must not
    read responses either, through a domain name that points to this machine (DNS rebinding). This
    check is the only protection for WebSockets.
    """

    def __init__(
        self, app: ASGIApp, public_url: str | None, host: str, *, secure: bool, delay: float
    ) -> None:
        """`secure` is true if the server can be reached only over TLS.

        Refusals are delayed by `delay` seconds, like those of `Throttle`.
        """
        self._app = app
        self._delay = delay
        headers = HEADERS | (HSTS if secure else {})
        self._headers, self._api_headers = (
            [
                (name.lower().encode(), value.encode())
                for name, value in (headers | {"Cache-Control": cache}).items()
            ]
            # Files whose names contain a hash of their content set their own header.
            for cache in ("no-cache", "no-store")
        )
        self._objection_to = lru_cache(CHECKED_ORIGINS)(self._check)
        self._public = None if public_url is None else parse_origin(public_url)
        own = gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", host.lower()}
        if self._public is not None:
            self._names.add(self._public.name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        objection = self._objection(scope)
        if objection is None:
            await self._app(scope, receive, self._with_headers(scope, send))
            return
        await _hold_back(scope, self._delay)
        if scope["type"] == "http":
            await error_response(objection)(scope, receive, self._with_headers(scope, send))
        elif objection.reason is Reason.MALFORMED:
            await receive()
            await send({"type": "websocket.http.response.start", "status": 400, "headers": []})
            body = str(objection).encode()
            await send({"type": "websocket.http.response.body", "body": body})
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(objection)})

    def _objection(self, scope: Scope) -> Refusal | None:
        checked: dict[bytes, tuple[str, ...]] = {}
        for name, value in scope["headers"]:
            if name in CHECKED_HEADERS:
                checked[name] = (*checked.get(name, ()), value.decode("latin-1"))
        if b"content-length" in checked and b"transfer-encoding" in checked:
            # A proxy might use the other header, and treat the rest as another client's request.
            return Refusal(
                Reason.BAD_FRAMING,
                "A request must not have both Content-Length and Transfer-Encoding.",
            )
        is_probe = scope["path"] in PROBES
        return self._objection_to(
            checked.get(b"host", ()), *checked.get(b"origin", ())[:1], is_probe=is_probe
        )

    def _check(
        self, hosts: tuple[str, ...], origin: str | None = None, *, is_probe: bool
    ) -> Refusal | None:
        # A proxy or cache might use the other header, or another part of the name.
        if len(hosts) > 1 or any(NOT_IN_A_HOST.search(host) for host in hosts):
            return Refusal(
                Reason.MALFORMED, "Send exactly one Host header: a name and an optional port."
            )
        if is_probe:
            return None
        host = hosts[0] if hosts else ""
        if not self._is_own_host(host):
            return Refusal(Reason.WRONG_HOST, "The Host header is not a name of this server.")
        if origin is None or self._is_own_origin(parse_origin(origin), host):
            return None
        return Refusal(Reason.WRONG_ORIGIN, "Pages of other websites can't do that.")

    def _is_own_origin(self, origin: Origin | None, host: str) -> bool:
        public = self._public
        if origin is None or origin == public:
            return origin is not None
        if public is not None and parse_origin(f"{public.scheme}://{host}") == public:
            return False
        # The request bypassed the proxy, or there is none: it came over plain HTTP.
        return origin == parse_origin(f"http://{host}")

    def _is_own_host(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in self._names:
                return True
            ip_address(name)  # an IP address is safe from DNS rebinding
        except ValueError:
            return False
        return True

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = self._api_headers if scope["path"].startswith("/api/") else self._headers
                headers = list(message.get("headers", ()))
                given = dict(headers)  # a worksheet has its own policy
                if _is_page_part(scope["path"], given):
                    given.setdefault(POLICY.lower().encode(), b"")
                headers += [header for header in own if header[0] not in given]
                message = {**message, "headers": headers}
            await send(message)

        return send_with_headers


def _is_page_part(path: str, headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a response is a script or style sheet of a page.

    Such a response needs no policy: only documents and workers obey one. A first visit loads many
    scripts.
    """
    kind = headers.get(b"content-type", b"").partition(b";")[0].decode("latin-1")
    return path.startswith(FOLDER) and kind in (SCRIPT, STYLE)


class Origin(NamedTuple):
    """The origin of a page. Browsers compare origins by these three parts."""

    scheme: str
    name: str
    port: int

    def __str__(self) -> str:
        """Return the origin as browsers write it, without the default port."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        is_default = self.port == DEFAULT_PORTS[self.scheme]
        return f"{self.scheme}://{name}" + ("" if is_default else f":{self.port}")


def parse_origin(url: str) -> Origin | None:
    """Parse an origin. Return None if the URL contains anything else.

    >>> parse_origin("https://Play.Example.org")
    Origin(scheme='https', name='play.example.org', port=443)
    >>> str(parse_origin("https://Play.Example.org:443"))
    'https://play.example.org'
    """
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    is_bare = f"{parts.scheme}://{parts.netloc}" == url and "@" not in parts.netloc
    return Origin(parts.scheme, parts.hostname, port) if is_bare and parts.hostname else None
