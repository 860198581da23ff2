"""Readers of disguised rules: each plays by the text alone and knows nothing of the games.

A reader takes every sign, worth and limit from the text, and does what its sentences say, so that
it plays what the text says and not what was meant.
"""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod

from lastdigit.exam.disguise import has_disguise
from tests.conftest import GAMES

DISGUISED = [name for name in GAMES if has_disguise(name)]
"""The games that have a disguise."""


def found(pattern: str, text: str) -> str:
    """Return the first group of a pattern, which must match in the text."""
    match = re.search(pattern, text)
    assert match, f"{pattern} is not in:\n{text}"
    return match[1]


class Reader(ABC):
    """Plays by a text in which positions are words and the player to move comes first."""

    def __init__(self, rules: str) -> None:
        # Line breaks do not matter.
        self.rules = " ".join(rules.split())
        legend = found(r": ((?:\S+=\d+(?:, )?)+)", self.rules)
        self.values = {
            sign: int(value) for sign, value in (one.split("=") for one in legend.split(", "))
        }
        self.signs = {value: sign for sign, value in self.values.items()}
        self.joint = "" if all(len(sign) == 1 for sign in self.values) else "-"
        self.players: tuple[str, str] = re.findall(
            r"\b([a-z]+) and ([a-z]+) (?:play|make|share|change)", self.rules
        )[0]

    def other(self, player: str) -> str:
        """Return the opponent."""
        return next(name for name in self.players if name != player)

    def apart(self, text: str) -> list[str]:
        """Return the signs of a text."""
        return text.split(self.joint) if self.joint else list(text)

    def worths(self, pattern: str) -> dict[str, int]:
        """Return the worth of each place, in the order of the text."""
        text = found(rf"depends on the {pattern}: ([^.]+)\.", self.rules)
        return {name: int(worth) for name, worth in (one.split(" ") for one in text.split(", "))}

    @abstractmethod
    def legal(self, position: str) -> set[str]:
        """Return the legal moves, none if the game is over."""

    @abstractmethod
    def after(self, position: str, move: str) -> str:
        """Return the position after a move."""

    @abstractmethod
    def winner(self, position: str) -> str | None:
        """Return the winner, if there is one."""


def reader(name: str, rules: str) -> Reader:
    """Return a reader of this disguise of a game."""
    module = importlib.import_module(f"tests.games.disguised.{name.replace('-', '_')}")
    made: Reader = module.READER(rules)
    return made


def is_solid(number: int) -> bool:
    """Return whether no whole number but 1 and itself divides a number above 1."""
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
