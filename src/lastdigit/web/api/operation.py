"""The description of one operation of the HTTP API: route, types, errors and summary."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from lastdigit.web.api.handlers import Call
from lastdigit.web.schemas.errors import Reason

Handler = Callable[[Call], Awaitable[object]]


@dataclass(frozen=True)
class Operation:
    """An operation of the HTTP API."""

    method: str
    path: str
    about: str
    """The summary in openapi.json, in the imperative."""
    handler: Handler
    answer: Any
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


BODY = (Reason.MALFORMED, Reason.NOT_JSON, Reason.TOO_LARGE, Reason.TOO_MANY)
