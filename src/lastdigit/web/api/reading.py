"""From a request to an answer: the body read within its limits, refusals turned into answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from lastdigit.errors import RecordError, StoreError
from lastdigit.web.api.handlers import JSON, Call
from lastdigit.web.api.operation import Operation
from lastdigit.web.api.visitors import Visitors
from lastdigit.web.limits import MINUTE, Buckets, Limits
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.rooms import Rooms
from lastdigit.web.schema import answers, requests
from lastdigit.web.schema.refusals import Reason, Refusal

log = logging.getLogger("lastdigit")
FULL = "This server has no room for new games just now. Those that have begun go on."
HANGS_UP = (Reason.TOO_LARGE, Reason.BAD_FRAMING)
"""After these nobody can tell where the next request begins."""


class Reader:
    """Reads requests, counts them, and answers each."""

    def __init__(self, registry: Registry, rooms: Rooms, visitors: Visitors) -> None:
        self._registry = registry
        self._rooms = rooms
        self._visitors = visitors
        limits = registry.limits
        self._commands = Buckets(limits.commands_a_second, limits.commands_at_once)
        self._addresses = Buckets(limits.commands_an_address, limits.commands_an_address)
        self._games = Buckets(limits.games_a_minute / MINUTE, limits.games_a_minute)
        self._questions = Buckets(limits.questions_a_minute / MINUTE, limits.questions_a_minute)

    def routes(self, operations: Iterable[Operation]) -> list[Route]:
        """Return a route for every path; what is asked there in several ways has one too."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            paths.setdefault(operation.path, {})[operation.method] = operation
        return [self._route(path, methods) for path, methods in paths.items()]

    def _route(self, path: str, methods: dict[str, Operation]) -> Route:
        async def answer(request: Request) -> Response:
            operation = methods["GET" if request.method == "HEAD" else request.method]
            try:
                call = await self._read(operation, request)
                try:
                    found = await operation.handler(call)
                except Refusal as refusal:
                    if refusal.reason is Reason.UNKNOWN_MATCH:
                        self._questions.take(call.visitor.address, call.arrived)
                    raise
                if isinstance(found, Response):
                    return found
                return Response(msgspec.json.encode(found), operation.status, media_type=JSON)
            except asyncio.CancelledError:  # by uvicorn, which has waited for long enough
                against = Refusal(Reason.STOPPING, "The server is stopping. Ask again soon.")
            except Exception as error:
                against = refusal_of(error)
            self._registry.tally.refusals[against.reason.word] += 1
            return refused(against)

        return Route(path, answer, methods=list(methods))

    async def _read(self, operation: Operation, request: Request) -> Call:
        registry, asking = self._registry, await self._visitors.visitor(request)
        body = None
        if operation.body is not None:
            now = registry.clock.steady()
            # Anybody can get many secrets, so that what a browser may do is not the whole limit.
            self._addresses.take(asking.address, now)
            if asking.secret is not None:
                self._commands.take(asking.secret, now)
            if operation.makes_game and registry.full:
                raise Refusal(Reason.FULL, FULL)
            if operation.makes_game:
                self._games.take(asking.address, now)
            body = await _body(request, operation.body, registry.limits)
        # A command is given when its last byte has come: who sends slowly thinks on their own time.
        arrived = registry.clock.steady()
        if operation.is_question or isinstance(body, requests.AskHint):
            self._questions.take(asking.address, arrived)
            registry.workers.admit_question()
        path, query = dict(request.path_params), dict(request.query_params)
        if "code" in path and path["code"] not in registry.in_memory:
            # Whether there is such a match is a question as well, and counts if there is none.
            self._questions.check(asking.address, arrived)
        return Call(registry, self._rooms, self._visitors, asking, path, query, body, arrived)


async def _body(request: Request, kind: Any, limits: Limits) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal(Reason.NOT_JSON, f"A body is JSON; send Content-Type: {JSON}.")
    raw, most = bytearray(), limits.body_bytes
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for piece in request.stream():
                raw += piece
                if len(raw) > most:
                    raise Refusal(Reason.TOO_LARGE, f"A body has at most {most} bytes.")
        return msgspec.json.decode(raw, type=kind)
    except TimeoutError:
        raise Refusal(Reason.TOO_SLOW, "The body did not arrive in time.") from None
    except ClientDisconnect:
        raise Refusal(Reason.MALFORMED, "The body did not arrive.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(Reason.MALFORMED, f"{str(error).rstrip('.')}.") from None


def refusal_of(error: Exception) -> Refusal:
    """Return what somebody is told whose request met with an error."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecordError):
        return Refusal(Reason.OUTDATED, f"This game cannot be played on here: {error}")
    if isinstance(error, StoreError):
        log.warning("%s", error)
        return Refusal(Reason.STORE, "The game cannot be kept just now. Nothing has changed.")
    log.error("a request failed", exc_info=error)
    return Refusal(Reason.BROKEN, "Something went wrong here. Look how the game stands.")


def refused(refusal: Refusal) -> Response:
    """Return the answer to a request that was not done."""
    headers = {"Connection": "close"} if refusal.reason in HANGS_UP else {}
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    body = answers.RefusalBody(error=refusal.reason.word, message=str(refusal))
    return Response(
        msgspec.json.encode(body), refusal.reason.status, headers=headers, media_type=JSON
    )
