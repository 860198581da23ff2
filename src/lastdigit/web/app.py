"""The ASGI application: routes, middleware, health checks and regular cleanup."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from socket import gethostname
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
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
from lastdigit.web.api.requests import Reader, constant, refused
from lastdigit.web.api.routes import OPERATIONS
from lastdigit.web.api.sockets import Sockets
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.limits import HELD_BACK, Limits
from lastdigit.web.live.classrooms import Classrooms
from lastdigit.web.live.match import SECOND
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas.errors import Reason, Refusal

TOO_MANY_REQUESTS = 429
USUAL_PORTS = {"http": 80, "https": 443}
MACHINE_CLOCK = Clock()
WORTH_PACKING, PACKING = 600, 5
"""Answers of so many bytes are packed, so thoroughly: a fraction of a millisecond each."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NOT_IN_A_HOST = re.compile(r"[@/?#\\\s]")
ONLY_BY_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""For a year browsers come to this name by https alone, however a link is written."""
HEALTH, READY = "/healthz", "/readyz"
PROBES = (HEALTH, READY)
"""These may be asked by any name: whoever sends people here may know no other."""
STORE_SECONDS, BETWEEN_PROBES = 1, 0.05
HOUR, MEGABYTE = 3_600, 1_000_000
BETWEEN_TIDYINGS = 600
log = logging.getLogger("lastdigit")


def application(
    store: Store,
    limits: Limits,
    public_url: str | None = None,
    host: str = "localhost",
    ready: Callable[[], None] = lambda: None,
    clock: Clock | None = None,
    upkeep: Upkeep | None = None,
    own_link: str | None = None,
    alone: bool = False,
    ahead: int = 0,
) -> ASGIApp:
    """Return the application over a store; `ready` is called when it can be asked.

    `own_link` are the words by which one browser becomes that of whoever sits at this machine.
    `upkeep` is told of it, where somebody will want to know its numbers, or to end it.
    `alone` says that nobody else can ever come, so that nothing is offered for which they must.
    Puzzles of a day are made so many seconds `ahead` of it; 0 is when somebody asks for them.
    """
    secure = public_url is not None and public_url.startswith("https:")
    kept_up = upkeep or Upkeep()

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        shared = MACHINE_CLOCK if store.cluster is None else store.cluster.clock
        registry = Registry(store, limits, clock or shared)
        if own_link is not None:
            registry.people.link.set_token(own_link)
        visitors = Visitors(registry, secure)
        rooms = Classrooms(registry)
        reader, sockets = Reader(registry, rooms, visitors), Sockets(registry, rooms, visitors)
        throttle.admit_read = reader.admit_read
        app.router.routes[:0] = [
            *reader.routes(OPERATIONS),
            WebSocketRoute("/api/matches/{code}/news", sockets.carry_news),
            WebSocketRoute("/api/rooms/{room}/news", sockets.carry_room),
            WebSocketRoute("/api/presence", sockets.be_present),
            *kept_up.routes(),
            *pages.routes(registry, visitors, alone=alone),
        ]
        await registry.connect()
        kept_up.open(registry, rooms, sockets)
        registry.spawn(kept_up.keep_small())
        if ahead:
            registry.spawn(registry.puzzles.generate_ahead(ahead))
        ready()
        yield
        await registry.close()

    async def openapi(request: Request) -> Response:
        return constant(document).response(request.headers)

    async def missing(request: Request, error: Exception) -> Response:
        try:
            if request.method == "POST" and throttle.admit_read is not None:
                await throttle.admit_read(request)  # no handler has charged it
        except Refusal as refusal:
            return refused(refusal)
        return _missing(request, error)

    app = Starlette(
        routes=[Route("/api/openapi.json", openapi)],
        lifespan=running,
        exception_handlers={HTTPException: missing},
    )
    app.state.alone = alone
    packing = GZipMiddleware(app, minimum_size=WORTH_PACKING, compresslevel=PACKING)
    throttle = Throttle(packing, limits.refusal_milliseconds / SECOND)
    return Guard(
        throttle, public_url, host, secure=secure, seconds=limits.refusal_milliseconds / SECOND
    )


def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answer = refused(Refusal(Reason.WRONG_METHOD, "This is asked in another way."))
        answer.headers.update(error.headers or {})  # Allow: in which way it is
        return answer
    if request.url.path.startswith(("/api/", "/static/")) or request.method != "GET":
        return refused(Refusal(Reason.UNKNOWN_PAGE, "There is nothing here."))
    return pages.missing(request, error.status_code)


class Throttle:
    """Limits how much each browser reads, and holds back every response with status 429.

    The connection waits with the response, so a client that ignores refusals cannot keep the
    server busy with them.
    """

    admit_read: Callable[[HTTPConnection], Awaitable[None]] | None = None

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        """Stand before an application; refusals take this many seconds."""
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        is_socket = scope["type"] == "websocket"
        if scope["type"] == "lifespan" or scope["path"] in PROBES:
            await self._app(scope, receive, send)
            return

        async def hold_back(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == TOO_MANY_REQUESTS:
                await _hold_back(scope, self._seconds)
            await send(message)

        try:
            # A handler charges what is posted to it, by what it is.
            if self.admit_read is not None and (is_socket or scope["method"] != "POST"):
                await self.admit_read(HTTPConnection(scope))
        except Refusal as refusal:
            if not is_socket:
                await refused(refusal)(scope, receive, hold_back)
                return
            await _hold_back(scope, self._seconds)
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": str(refusal)})
        else:
            await self._app(scope, receive, hold_back)


async def _hold_back(scope: Scope, seconds: float) -> None:
    """Wait before a refusal; meanwhile the connection can be closed for another one."""
    scope[HELD_BACK] = True
    with suppress(asyncio.CancelledError):  # the server stops, and this can be answered at once
        await asyncio.sleep(seconds)


class Guard:
    """Lets in only what names this server as Host and, from a browser, as Origin.

    A page of somebody else's must neither play with our visitors' cookies nor, by a name that it
    has turned to this machine, read what is here; sockets have no other protection.
    """

    def __init__(
        self,
        app: ASGIApp,
        public_url: str | None,
        host: str,
        *,
        secure: bool,
        seconds: float,
    ) -> None:
        """Guard an application; `secure` says whether it is reached by TLS alone.

        Refusals are held back for some seconds, as those of `Throttle` are.
        """
        self._app = app
        self._seconds = seconds
        self._headers = HEADERS | (ONLY_BY_TLS if secure else {})
        self._public = None if public_url is None else site_of(public_url)
        own = gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", host.lower()}
        if self._public is not None:
            self._names.add(self._public.name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        objection = self._objection(scope["path"], Headers(scope=scope))
        if objection is None:
            await self._app(scope, receive, self._with_headers(scope, send))
            return
        await _hold_back(scope, self._seconds)
        if scope["type"] == "http":
            await refused(objection)(scope, receive, self._with_headers(scope, send))
        elif objection.reason is Reason.MALFORMED:
            await receive()
            await send({"type": "websocket.http.response.start", "status": 400, "headers": []})
            body = str(objection).encode()
            await send({"type": "websocket.http.response.body", "body": body})
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(objection)})

    def _objection(self, path: str, headers: Headers) -> Refusal | None:
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy might believe the other one, and take the rest for somebody else's request.
            return Refusal(Reason.BAD_FRAMING, "A body has a length or comes in chunks, not both.")
        hosts, origin = headers.getlist("host"), headers.get("origin")
        # A proxy or a cache may read the other one of two names, or another part of this one.
        if len(hosts) > 1 or any(NOT_IN_A_HOST.search(host) for host in hosts):
            return Refusal(Reason.MALFORMED, "Send one Host header: a name, and perhaps a port.")
        if path in PROBES:
            return None
        host = hosts[0] if hosts else ""
        if not self._is_ours(host):
            return Refusal(Reason.WRONG_HOST, "This server does not go by that name.")
        if origin is None or self._is_our_page(site_of(origin), host):
            return None
        return Refusal(Reason.WRONG_ORIGIN, "Another site's page may not do that.")

    def _is_our_page(self, site: Site | None, host: str) -> bool:
        public = self._public
        if site is None or site == public:
            return site is not None
        if public is not None and site_of(f"{public.scheme}://{host}") == public:
            return False
        # Without a proxy, or past it, this server itself was asked, and it speaks plain HTTP.
        return site == site_of(f"http://{host}")

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in self._names:
                return True
            ip_address(name)  # a number is nobody's to turn to another machine
        except ValueError:
            return False
        return True

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)  # a sheet to print has a policy of its own
                # What is here may be newer tomorrow, and what happens in a match at any moment;
                # only what is named by its content says that it stays.
                api = scope["path"].startswith("/api/")
                headers.setdefault("Cache-Control", "no-store" if api else "no-cache")
            await send(message)

        return sent


class Site(NamedTuple):
    """Whose a page is, as browsers tell sites apart."""

    scheme: str
    name: str
    port: int

    def __str__(self) -> str:
        """Return its address as browsers write it: the usual port is not said."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        usual = self.port == USUAL_PORTS[self.scheme]
        return f"{self.scheme}://{name}" + ("" if usual else f":{self.port}")


def site_of(address: str) -> Site | None:
    """Return the site that an address names, or None if it is not just that.

    >>> site_of("https://Play.Example.org")
    Site(scheme='https', name='play.example.org', port=443)
    >>> str(site_of("https://Play.Example.org:443"))
    'https://play.example.org'
    """
    try:
        parts = urlsplit(address)
        port = parts.port or USUAL_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    bare = f"{parts.scheme}://{parts.netloc}" == address and "@" not in parts.netloc
    return Site(parts.scheme, parts.hostname, port) if bare and parts.hostname else None


class Upkeep:
    """Knows how a server is: not started, ready, or about to stop."""

    def __init__(self) -> None:
        self.stopping = False
        self.inside: tuple[Registry, Classrooms, Sockets] | None = None
        self._probe: asyncio.Task[str] | None = None

    def open(self, registry: Registry, rooms: Classrooms, sockets: Sockets) -> None:
        """Hear that the application can be asked."""
        self.inside = registry, rooms, sockets

    async def trouble(self) -> str:
        """Return why nobody should be sent here, or nothing."""
        if self.stopping:
            return "stopping"
        if self.inside is None:
            return "starting"
        registry, *_ = self.inside
        if self._probe is None or self._probe.done():  # many may ask at once, and one finds out
            self._probe = asyncio.ensure_future(_trouble_of(registry))
        return await asyncio.shield(self._probe)

    def routes(self) -> list[Route]:
        """Return where it is asked whether the server is alive, and whether it is ready."""

        async def alive(_: Request) -> Response:
            return _said("")

        async def ready(_: Request) -> Response:
            return _said(await self.trouble())

        return [Route(HEALTH, alive, methods=["GET"]), Route(READY, ready, methods=["GET"])]

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Be not ready for so long, or until somebody is in a hurry; then close all sockets.

        Whoever sends people here has seen it by then, and sends them elsewhere when they come back.
        """
        self.stopping = True
        if seconds and not hurry.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), seconds)
        if self.inside is not None:
            *_, sockets = self.inside
            await sockets.close_all()

    async def keep_small(self) -> None:
        """Delete what nobody comes back for, and see whether there is room, again and again."""
        while True:
            try:
                await self.tidy()
            except LastDigitError as error:
                log.warning("%s", error)
            await asyncio.sleep(BETWEEN_TIDYINGS)

    async def tidy(self) -> None:
        """Do so once; raises StoreError."""
        assert self.inside is not None, "it has been opened"
        registry, rooms, _ = self.inside
        limits, store, wall = registry.limits, registry.store, registry.clock.wall()
        hours = limits.invitation_hours

        def ago(days: int) -> str | None:
            return timestamp(wall - days * DAY) if days else None

        gone = await registry.workers.write(
            store.expire,
            timestamp(wall - hours * HOUR if hours else 0),
            ago(limits.unfinished_days),
            ago(limits.room_days),
        )
        for code in (*gone.invitations, *gone.unfinished):
            registry.in_memory.pop(code, None)
        for code in gone.rooms:
            rooms.evict(code)
        if limits.store_megabytes:
            size = await registry.workers.read(store.size)
            registry.is_full = size > limits.store_megabytes * MEGABYTE
            if registry.is_full:
                log.warning("The kept games take %s bytes: no new ones are begun.", size)


async def _trouble_of(registry: Registry) -> str:
    """Return what is wrong with the store, or nothing; a lock counts after a second."""
    store = registry.store
    try:
        async with asyncio.timeout(STORE_SECONDS):
            while await asyncio.to_thread(store.is_locked):
                await asyncio.sleep(BETWEEN_PROBES)
            await registry.workers.read(store.is_unsigned, b"")
    except (LastDigitError, TimeoutError):
        return "the store does not answer"
    return ""


def _said(trouble: str) -> Response:
    return PlainTextResponse(
        f"{trouble or 'ok'}\n", 503 if trouble else 200, {"Cache-Control": "no-store"}
    )
