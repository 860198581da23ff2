"""What the API can be asked, each operation said once: routes and OpenAPI are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from lastdigit.web.matches import Matches
from lastdigit.web.refusal import Reason
from lastdigit.web.visitors import Visitor


@dataclass(frozen=True)
class Ask:
    """A request that has been read: who asks, about what, and the body by its type."""

    matches: Matches
    visitor: Visitor
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    arrived: float
    """When, in seconds."""


Handler = Callable[[Ask], Awaitable[object]]


@dataclass(frozen=True)
class Operation:
    """One thing to ask: where, with what, and what the answer is."""

    method: str
    path: str
    about: str
    handler: Handler
    answer: Any
    body: Any = None
    status: int = 200
    makes_game: bool = False
    query: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.handler.__name__
