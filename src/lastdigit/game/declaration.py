"""Declarations: where to find the parts of a game, such as its rules, text and solver.

A package declares its game once, in `__init__.py`:

    GAME = Declaration(__name__, rules="rules:YourGame", text="text:YourGameText")
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Literal, NamedTuple, get_args

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


class Declaration(NamedTuple):
    """The parts of a game, each written as "module:NAME" relative to the game's package.

    Rules and text are required. The other parts are optional.
    """

    package: str
    rules: str
    """The name of the `Game` subclass with the rules."""
    text: str
    """The name of the `Dialogue` subclass: the text in the rulebook's wording."""
    second_person_text: str = ""
    """The name of the `SecondPersonText` subclass: text that addresses the reader."""
    solver: str = ""
    """The name of a `Solver` subclass. By default, the general solver is used."""
    kernel: str = ""
    """The name of a function that returns the `Kernel`, which plays thousands of games at once."""
    lesson: str = ""
    """The name of a `Lesson`: a short tutorial with moves to find."""
    theme: str = ""
    """The name of a `Theme`: colours and logo. By default, a neutral theme is used."""
    map: str = ""
    """The name of a `GameMap` subclass, which draws the solved game. There is a default map."""
    puzzle_sources: str = ""
    """The name of a list of pairs: a day, and the `PuzzleSource` that is used from that day on."""
    checker: str = ""
    """The name of a `lastdigit.solver.checker.Rules` subclass, which checks proofs."""
    prover: str = ""
    """The name of a `Prover` subclass. By default, a proof is a list of moves."""
    disguise: str = ""
    """The name of a `Disguise` subclass: the game with different rules text, names and symbols."""

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
        for field, named in list(self._asdict().items())[1:]:
            if not isinstance(named, str) or (named and named.count(":") != 1):
                raise BrokenGame(
                    f"declares {field}={named!r}: name it as 'module:NAME', such as "
                    "'rules:YourGame'"
                )
        for part in PARTS:
            module = self.module_of(part) if self.offers(part) else self.package
            if importlib.util.find_spec(module) is None:
                raise BrokenGame(f"declares {part}={getattr(self, part)!r}, but has no {module}")

    def _split(self, part: Part) -> tuple[str, str]:
        module, _, name = str(getattr(self, part)).partition(":")
        return f"{self.package}.{module}", name
