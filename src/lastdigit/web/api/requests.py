"""HTTP requests and responses: parsing, rate limits, errors, and helpers for handlers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from lastdigit.errors import LastDigitError, RecordError, StoreError
from lastdigit.game.game import AnyGame
from lastdigit.web.api.visitors import Visitor, Visitors
from lastdigit.web.limits import ConcurrencyLimit, Limits, RateLimit
from lastdigit.web.live.classrooms import Classrooms
from lastdigit.web.live.invitations import hash_secret, new_secret
from lastdigit.web.live.jobs import Job
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

JSON = "application/json"
FULL = "This server can't start new games right now. Games in progress continue."
CLOSES_CONNECTION = (Reason.TOO_LARGE, Reason.BAD_FRAMING)
"""Errors after which the start of the next request on the connection is unknown."""
BODY = (Reason.MALFORMED, Reason.NOT_JSON, Reason.TOO_LARGE, Reason.TOO_MANY)
"""The errors that every operation with a request body can return."""
MAX_DIGITS = 9
log = logging.getLogger("lastdigit")


class Call(NamedTuple):
    """A parsed request, as handlers receive it."""

    registry: Registry
    rooms: Classrooms
    visitors: Visitors
    visitor: Visitor
    path: dict[str, str]
    query: dict[str, str]
    headers: Headers
    body: Any
    """The body as the type that the operation declares."""
    arrived: float
    """The time when the whole request had arrived, on the monotonic clock."""


Handler = Callable[[Call], Awaitable[object]]


@dataclass(frozen=True)
class Operation:
    """An operation of the HTTP API."""

    method: str
    path: str
    about: str
    """The summary in openapi.json, in the imperative."""
    handler: Handler
    response: Any
    """The type of the response, or its media type if it is not JSON."""
    body: Any = None
    status: int = 200
    makes_game: bool = False
    is_job: bool = False
    query: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()
    details: str = ""
    """The description in openapi.json, if the summary is not enough."""

    @property
    def name(self) -> str:
        """The operation's identifier in openapi.json."""
        return self.handler.__name__


class Dispatcher:
    """Reads requests, applies rate limits, calls handlers and turns errors into responses."""

    def __init__(self, registry: Registry, rooms: Classrooms, visitors: Visitors) -> None:
        self._registry = registry
        self._rooms = rooms
        self._visitors = visitors
        limits = registry.limits
        self._commands = RateLimit.per_second(
            limits.commands_a_second, limits.commands_at_once, limits.commands_an_address
        )
        self._reads = RateLimit.per_second(
            limits.reads_a_second, limits.reads_at_once, limits.reads_an_address
        )
        self._games = RateLimit.per_minute(limits.games_a_browser, limits.games_an_address)
        self._jobs = RateLimit.per_minute(limits.jobs_a_browser, limits.jobs_an_address)
        self._jobs_at_once = ConcurrencyLimit(limits.jobs_at_once)

    async def admit_read(self, connection: HTTPConnection) -> None:
        """Charge a read request. Raise Refusal if the request exceeds the limit."""
        try:
            visitor = await self._visitors.visitor(connection)
            self._reads.take(visitor.browser, visitor.address, self._registry.clock.steady())
        except LastDigitError as error:
            refusal = refusal_of(error)
            self._registry.counters.refusals[refusal.reason.word] += 1
            raise refusal from None

    def routes(self, operations: Iterable[Operation]) -> list[Route]:
        """Return one route for every path, with all its methods."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            paths.setdefault(operation.path, {})[operation.method] = operation
        return [self._route(path, methods) for path, methods in paths.items()]

    def _route(self, path: str, methods: dict[str, Operation]) -> Route:
        async def respond(request: Request) -> Response:
            operation = methods["GET" if request.method == "HEAD" else request.method]
            try:
                call = await self._read(operation, request)
                result = await self._handle(operation, call)
                if isinstance(result, Response):
                    return result
                return Response(msgspec.json.encode(result), operation.status, media_type=JSON)
            except asyncio.CancelledError:  # by uvicorn, because the shutdown took too long
                refusal = Refusal(
                    Reason.STOPPING, "The server is shutting down. Try again in a moment."
                )
            except Exception as error:
                refusal = refusal_of(error)
            self._registry.counters.refusals[refusal.reason.word] += 1
            return error_response(refusal)

        return Route(path, respond, methods=list(methods))

    async def _read(self, operation: Operation, request: Request) -> Call:
        registry, visitor = self._registry, await self._visitors.visitor(request)
        path = dict(request.path_params)
        query = dict(request.query_params) if request.scope["query_string"] else {}
        body = None
        if operation.body is not None:
            self._charge(operation, visitor, path.get("code", ""))
            body = await _read_body(request, operation.body, registry.limits)
        # A slow client's clock runs until the last byte of its command has arrived.
        arrived = registry.clock.steady()
        if _is_job(operation, body):
            self._admit_job(visitor, arrived, is_command=not operation.is_job)
        return Call(
            registry,
            self._rooms,
            self._visitors,
            visitor,
            path,
            query,
            request.headers,
            body,
            arrived,
        )

    def _charge(self, operation: Operation, visitor: Visitor, code: str) -> None:
        """Charge a request before its body is read. Raise Refusal if the request exceeds the limit.

        Jobs are charged later, because whether a command is a job depends on its body.
        """
        registry, now = self._registry, self._registry.clock.steady()
        if operation.makes_game:
            if registry.is_full:
                raise Refusal(Reason.FULL, FULL)
            self._games.take(visitor.browser, visitor.address, now)
        elif not operation.is_job:
            live = registry.in_memory.get(code)
            if live is not None and live.seats_of(visitor.holder):
                self._commands.take_for_browser(visitor.browser, now)
            else:
                self._commands.take(visitor.browser, visitor.address, now)

    def _admit_job(self, visitor: Visitor, now: float, *, is_command: bool) -> None:
        """Charge a job. If the job exceeds the limit, refund the command and raise Refusal."""
        try:
            self._registry.workers.admit_job()
            self._jobs_at_once.check(visitor.browser)
            self._jobs.take(visitor.browser, visitor.address, now)
        except Refusal:
            if is_command:
                self._commands.refund(visitor.browser, visitor.address, now)
            raise

    async def _handle(self, operation: Operation, call: Call) -> object:
        if not _is_job(operation, call.body):
            return await operation.handler(call)
        with self._jobs_at_once.hold(call.visitor.browser):  # one browser cannot fill the queue
            return await operation.handler(call)


def _is_job(operation: Operation, body: object) -> bool:
    return operation.is_job or isinstance(body, matches.AskHint)


async def _read_body(request: Request, kind: Any, limits: Limits) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal(Reason.NOT_JSON, f"The request body must be JSON. Send Content-Type: {JSON}.")
    raw, most = bytearray(), limits.body_bytes
    try:
        async with asyncio.timeout(limits.body_seconds):
            is_complete = False
            while not is_complete:
                message = await request.receive()
                if message["type"] == "http.disconnect":
                    raise Refusal(Reason.MALFORMED, "The request body did not arrive.")
                raw += message.get("body", b"")
                is_complete = not message.get("more_body", False)
                if len(raw) > most:
                    raise Refusal(
                        Reason.TOO_LARGE, f"The request body must not exceed {most} bytes."
                    )
        return msgspec.json.decode(raw, type=kind)
    except TimeoutError:
        raise Refusal(Reason.TOO_SLOW, "The request body did not arrive in time.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(Reason.MALFORMED, f"{str(error).rstrip('.')}.") from None


def refusal_of(error: Exception) -> Refusal:
    """Convert an error to the refusal that the client gets. Log unexpected errors."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecordError):
        return Refusal(Reason.OUTDATED, f"This game can't be continued here: {error}")
    if isinstance(error, StoreError):
        log.warning("%s", error)
        return Refusal(Reason.STORE, "The game can't be saved right now. Nothing has changed.")
    log.error("Unhandled error in a request", exc_info=error)
    return Refusal(
        Reason.BROKEN, "Something went wrong on the server. Reload to see the current position."
    )


def error_response(refusal: Refusal) -> Response:
    headers = {"Connection": "close"} if refusal.reason in CLOSES_CONNECTION else {}
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    body = matches.ErrorBody(error=refusal.reason.word, message=str(refusal))
    return Response(
        msgspec.json.encode(body), refusal.reason.status, headers=headers, media_type=JSON
    )


@dataclass(frozen=True)
class CachedJson:
    """A JSON response that never changes while the server is running."""

    body: bytes
    compressed: bytes
    etag: str

    def response(self, headers: Mapping[str, str]) -> Response:
        """Return the response to a request with these headers."""
        # Browsers may cache it, but must check whether it has changed.
        validators = {"ETag": self.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = headers.get("if-none-match", "")
        if self.etag in (f"W/{tag.strip().removeprefix('W/')}" for tag in known.split(",")):
            return Response(status_code=304, headers=validators)
        if "gzip" in headers.get("accept-encoding", ""):
            validators["Content-Encoding"] = "gzip"
            return Response(self.compressed, media_type=JSON, headers=validators)
        return Response(self.body, media_type=JSON, headers=validators)


@cache
def cached_json(build: Callable[..., object], *arguments: str) -> CachedJson:
    """Call a function, and cache its result as JSON."""
    body = msgspec.json.encode(build(*arguments))
    # A weak ETag, because the plain and compressed bodies share it.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    return CachedJson(body, gzip.compress(body, 9, mtime=0), etag)


def holder_of(call: Call) -> tuple[bytes, str | None]:
    """Return the visitor's holder, and a new signed secret if the visitor has none."""
    if call.visitor.holder is not None:
        return call.visitor.holder, None
    secret = new_secret()
    return hash_secret(secret), call.visitors.sign(secret)


async def job_response(call: Call, game: AnyGame, job: Job) -> Response:
    """Run a job for a game, and return its result as a response."""
    return Response(await run_job(call, game, job), media_type=JSON)


async def run_job(call: Call, game: AnyGame, job: Job) -> bytes:
    """Run a job for a game after solving the game. Return the result as JSON."""
    workers = call.registry.workers
    await workers.variants.wait_for(game)
    return await workers.analysis.run(job)


def turn_number(text: str) -> int:
    """Parse the number of a turn. Raise Refusal if the number is invalid."""
    number = whole_number(text)
    if number is None:
        raise Refusal(Reason.MALFORMED, "The turn must be a whole number.")
    return number


def whole_number(text: str) -> int | None:
    """Parse a whole number in a URL, or return None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None
