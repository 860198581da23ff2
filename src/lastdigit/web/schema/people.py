"""Types of the HTTP API for the data that the server has saved about a person."""

from __future__ import annotations

from typing import Any

from lastdigit.web.schema.answers import Shape
from lastdigit.web.schema.requests import Body, Word


class Person(Shape):
    """The amount of data that the server has saved about the requester.

    - `answers`: Number of answers to puzzles.
    - `games`: Number of games played or in progress.
    - `own`: Whether the requester is the user of the computer that runs the server. The data then
      includes games played in its terminal.
    """

    answers: int
    games: int
    own: bool


class KeptAnswer(Shape):
    """A saved answer to a puzzle.

    - `puzzle`: Identifier of the puzzle.
    - `game`: Identifier of the game.
    - `grade`: Difficulty of the puzzle, from 1 (easiest) to 5.
    - `answer`: The answer.
    - `right`: Whether the answer is right.
    - `day`: Number of the day, if it was a daily puzzle. Day 1 is 5 January 2026. Null for other
      puzzles.
    - `at`: Time of the answer, in ISO 8601.
    """

    puzzle: str
    game: str
    grade: int
    answer: str
    right: bool
    day: int | None
    at: str


class Export(Shape):
    """All data that the server has saved about the requester.

    - `exported`: Time of the export, in ISO 8601.
    - `answers`: Answers to puzzles, oldest first.
    - `games`: Records of the games, in the format of docs/records.md.
    """

    exported: str
    answers: list[KeptAnswer]
    games: list[dict[str, Any]]


class OwnLink(Body):
    """A request to be recognized as the user of the computer that runs the server.

    - `link`: The secret part of the link that `lastdigit serve --mine` prints.
    """

    link: Word


class DeviceKey(Body):
    """A one-time key from another device of the same person.

    - `key`: The key that the other device shows.
    """

    key: Word
