"""One thing that the API can be asked, and what many of them have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from lastdigit.web.api.handlers import Call
from lastdigit.web.schema.refusals import Reason

Handler = Callable[[Call], Awaitable[object]]


@dataclass(frozen=True)
class Operation:
    """One thing to ask: where, with what, and what the answer is."""

    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    """Its type, or the media type of what is no JSON."""
    body: Any = None
    status: int = 200
    makes_game: bool = False
    is_job: bool = False
    query: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.handler.__name__


BODY = (Reason.MALFORMED, Reason.NOT_JSON, Reason.TOO_LARGE, Reason.TOO_MANY)
