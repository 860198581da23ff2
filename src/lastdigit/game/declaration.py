"""Declarations: where to find the parts of a game, such as its rules, text and solver.

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
    """The parts of a game, each written as "module:NAME" relative to the game's package.

    Rules and text are required. The other parts are optional.
    """

    package: str
    rules: str
    """A subclass of `Game`."""
    text: str
    """A subclass of `Dialogue`: the text in the wording of the rulebook."""
    second_person_text: str = ""
    """A subclass of `SecondPersonText`: text that addresses the reader."""
    solver: str = ""
    """A subclass of `Solver`. The default is the general solver."""
    kernel: str = ""
    """A function that returns the `Kernel` of a game, to play thousands of games at once."""
    lesson: str = ""
    """A `Lesson`: a short tutorial with moves to find."""
    theme: str = ""
    """A `Theme`: colours and logo. The default is neutral."""
    map: str = ""
    """A subclass of `GameMap`, a drawing of the solved game. The default is a general map."""
    puzzle_sources: str = ""
    """Pairs of a day number and the subclass of `PuzzleSource` that is used from that day on."""
    checker: str = ""
    """A subclass of `lastdigit.solver.checker.Rules`, required to check proofs."""
    prover: str = ""
    """A subclass of `Prover`. The default writes proofs that list moves."""
    disguise: str = ""
    """A subclass of `Disguise`: the same game with another rules text, names and symbols."""

    def offers(self, part: Part) -> bool:
        """Return whether the game declares a part, such as its solver."""
        return bool(getattr(self, part))

    def load(self, part: Part) -> Any:
        """Import and return a part of the game, such as its solver class.

        Return None if the game does not declare that part. Raise BrokenGame if the module does not
        define the declared name.
        """
        if not self.offers(part):
            return None
        module, name = self._split(part)
        try:
            return getattr(importlib.import_module(module), name)
        except AttributeError:
            raise BrokenGame(
                f"declares {part}={getattr(self, part)!r}, but {module} has no {name}"
            ) from None

    def module_of(self, part: Part) -> str:
        """Return the full name of the module that contains a part, such as the solver."""
        return self._split(part)[0]

    def check(self) -> None:
        """Check the declaration without importing the parts of the game.

        Raise BrokenGame if a part is not of the form "module:NAME" or its module does not exist.
        """
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

    def _split(self, part: Part) -> tuple[str, str]:
        module, _, name = str(getattr(self, part)).partition(":")
        return f"{self.package}.{module}", name
