"""What a game's package offers: rules, text, solver and the other parts, loaded on first use.

A package declares its game once, in `__init__.py`:

    GAME = Declaration(__name__, rules="rules:YourGame", text="text:YourGameText")
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from lastdigit.errors import BrokenGame

Part = Literal[
    "rules",
    "text",
    "second_person_text",
    "solver",
    "kernel",
    "lesson",
    "theme",
    "map",
    "puzzle_sources",
    "checker",
    "prover",
    "disguise",
]
PARTS: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True)
class Declaration:
    """The parts of a game, each named "module:NAME" in the game's package.

    Rules and text are required. Without one of the others the game gets a general one, or goes
    without.
    """

    package: str
    rules: str
    """A subclass of `Game`."""
    text: str
    """A subclass of `Dialogue`: the rulebook's words."""
    second_person_text: str = ""
    """A subclass of `SecondPersonText`: the same, spoken to the reader."""
    solver: str = ""
    """A subclass of `Solver`; without it the general solver is used."""
    kernel: str = ""
    """A function that returns the rules on arrays, for batches."""
    lesson: str = ""
    """A `Lesson`."""
    theme: str = ""
    """An `Theme`: colours and mark; without it they are neutral."""
    map: str = ""
    """A class that draws the solved game; without it a general map is drawn."""
    puzzle_sources: str = ""
    """Pairs of a day and the subclass of `PuzzleSource` that is used from that day on."""
    checker: str = ""
    """A subclass of the checker's `Rules`; without it proofs cannot be checked."""
    prover: str = ""
    """A subclass of `Prover`; without it proofs list moves."""
    disguise: str = ""
    """A subclass of `Disguise`."""

    def offers(self, part: Part) -> bool:
        """Return whether the game has a part of its own."""
        return bool(getattr(self, part))

    def load(self, part: Part) -> Any:
        """Import a part and return it, or None if the game has none; raises BrokenGame."""
        if not self.offers(part):
            return None
        module, name = self._place(part)
        try:
            return getattr(importlib.import_module(module), name)
        except AttributeError:
            raise BrokenGame(
                f"declares {part}={getattr(self, part)!r}, but {module} has no {name}"
            ) from None

    def module_of(self, part: Part) -> str:
        """Return the name of the module that a part is in."""
        return self._place(part)[0]

    def check(self) -> None:
        """Raise BrokenGame if a declared module does not exist; nothing is imported."""
        for field in fields(self)[1:]:
            named = getattr(self, field.name)
            if not isinstance(named, str) or (named and named.count(":") != 1):
                raise BrokenGame(
                    f"declares {field.name}={named!r}: name it as 'module:NAME', such as "
                    "'rules:YourGame'"
                )
        for part in PARTS:
            module = self.module_of(part) if self.offers(part) else self.package
            if importlib.util.find_spec(module) is None:
                raise BrokenGame(f"declares {part}={getattr(self, part)!r}, but has no {module}")

    def _place(self, part: Part) -> tuple[str, str]:
        module, _, name = str(getattr(self, part)).partition(":")
        return f"{self.package}.{module}", name
