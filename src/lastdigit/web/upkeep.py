"""What operators ask of a server: is it alive, is it ready, what are its numbers; and its end."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lastdigit.errors import LastDigitError
from lastdigit.system import DAY, timestamp
from lastdigit.web.api.sockets import Sockets
from lastdigit.web.live.classrooms import Rooms
from lastdigit.web.live.registry import Registry
from lastdigit.web.metrics import MEDIA_TYPE, metrics_text

HEALTH, READY, METRICS = "/healthz", "/readyz", "/metrics"
PROBES = (HEALTH, READY)
"""These may be asked by any name: whoever sends people here may know no other."""
STORE_SECONDS, BETWEEN_PROBES = 1, 0.05
HOUR, MEGABYTE = 3_600, 1_000_000
BETWEEN_TIDYINGS = 600
log = logging.getLogger("lastdigit")


class Upkeep:
    """Knows how a server is: not started, ready, or about to stop."""

    def __init__(self) -> None:
        self.stopping = False
        self._inside: tuple[Registry, Rooms, Sockets] | None = None
        self._probe: asyncio.Task[str] | None = None

    def open(self, registry: Registry, rooms: Rooms, sockets: Sockets) -> None:
        """Hear that the application can be asked."""
        self._inside = registry, rooms, sockets

    async def trouble(self) -> str:
        """Return why nobody should be sent here, or nothing."""
        if self.stopping:
            return "stopping"
        if self._inside is None:
            return "starting"
        registry, *_ = self._inside
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
        if self._inside is not None:
            *_, sockets = self._inside
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
        assert self._inside is not None, "it has been opened"
        registry, rooms, _ = self._inside
        limits, store, wall = registry.limits, registry.store, registry.clock.wall()
        hours = limits.invitation_hours

        def ago(days: int) -> str | None:
            return timestamp(wall - days * DAY) if days else None

        gone = await registry.workers.keep(
            store.expire,
            timestamp(wall - hours * HOUR if hours else 0),
            ago(limits.unfinished_days),
            ago(limits.room_days),
        )
        for code in (*gone.invitations, *gone.unfinished):
            registry.in_memory.pop(code, None)
        for code in gone.rooms:
            rooms.let_go(code)
        if limits.store_megabytes:
            size = await registry.workers.fetch(store.size)
            registry.full = size > limits.store_megabytes * MEGABYTE
            if registry.full:
                log.warning("The kept games take %s bytes: no new ones are begun.", size)

    def metrics(self) -> str:
        """Return the numbers; there are none before the start."""
        if self._inside is None:
            return ""
        registry, _, sockets = self._inside
        gauges: dict[str, tuple[str, float]] = {
            "sockets": ("Sockets that are open.", len(sockets.open)),
            "matches": ("Matches held in memory.", len(registry.in_memory)),
            "ready": ("1, and 0 from the signal to stop on.", float(not self.stopping)),
        }
        return metrics_text(registry.tally, gauges)


async def _trouble_of(registry: Registry) -> str:
    """Return what is wrong with the store, or nothing; a lock counts after a second."""
    store = registry.store
    try:
        async with asyncio.timeout(STORE_SECONDS):
            while await asyncio.to_thread(store.is_locked):
                await asyncio.sleep(BETWEEN_PROBES)
            await registry.workers.fetch(store.is_unsigned, b"")
    except (LastDigitError, TimeoutError):
        return "the store does not answer"
    return ""


def _said(trouble: str) -> Response:
    return PlainTextResponse(
        f"{trouble or 'ok'}\n", 503 if trouble else 200, {"Cache-Control": "no-store"}
    )


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
            answer = Response(self._upkeep.metrics(), media_type=MEDIA_TYPE)
        else:
            answer = PlainTextResponse(f"The numbers are at {METRICS}.\n", 404)
        await answer(scope, receive, send)
