"""Exact values as the API answers them, in the names of the GamesCrafters' UWAPI."""

from __future__ import annotations

from typing import Literal

import msgspec

from lastdigit.web.said import SeatNumber

ValueWord = Literal["win", "lose", "draw"]


class Told(msgspec.Struct, kw_only=True, rename="camel"):
    """Part of an answer."""


class JudgedMove(Told):
    """A move with what it is worth to the player who makes it (names as in the UWAPI)."""

    move: str
    move_value: ValueWord
    position: str
    position_value: ValueWord
    remoteness: int | None
    delta_remoteness: int | None


class Advice(Told):
    """What a hint says: judged moves and the reason, or only which moves are allowed."""

    kind: Literal["hint", "values", "moves"]
    moves: list[JudgedMove]
    allowed: list[str]
    why: str


class ReviewedMove(Told):
    """One move of a game, judged."""

    turn: int
    seat: SeatNumber
    position: str
    move: str
    value_before: ValueWord
    move_value: ValueWord
    verdict: str
    critical: bool
    right: bool
    best: list[str]
    slower: int | None


class Accuracy(Told):
    """At how many critical positions a player was right, and how many there were."""

    right: int
    critical: int


class Review(Told):
    """A whole game judged; `course` says who was winning after each turn, the start first."""

    game: str
    players: tuple[str, str]
    result: dict[str, str | int | None]
    course: list[SeatNumber | None]
    moves: list[ReviewedMove]
    turning_point: int | None
    given_up: SeatNumber | None
    accuracy: tuple[Accuracy, Accuracy]
