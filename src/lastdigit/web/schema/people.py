"""What the server keeps of one person, as the API gives it, and what it is asked with."""

from __future__ import annotations

from typing import Any

from lastdigit.web.schema.answers import Shape
from lastdigit.web.schema.requests import Body, Word


class Person(Shape):
    """How much is kept: answers to puzzles, and games at which one sits or sat.

    `own`: it is whoever sits at the server's own machine, with what was done in its terminal.
    """

    answers: int
    games: int
    own: bool


class KeptAnswer(Shape):
    """An answer to a puzzle; `day` is the day whose puzzle it was, if of any."""

    puzzle: str
    game: str
    grade: int
    answer: str
    right: bool
    day: int | None
    at: str


class Export(Shape):
    """All that is kept: answers to puzzles, and games as records (docs/records.md)."""

    exported: str
    answers: list[KeptAnswer]
    games: list[dict[str, Any]]


class OwnLink(Body):
    """What stands in the link that `lastdigit serve --mine` prints."""

    link: Word


class DeviceKey(Body):
    """The key that another device shows."""

    key: Word
