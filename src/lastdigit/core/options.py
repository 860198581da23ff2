"""Rule options and presets: said once, on the game's own fields.

Command line, menu, record and listings read them from there.
"""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple, TypeVar

from lastdigit.errors import OptionError, quoted

OptionValue = int | bool | None
V = TypeVar("V", bound=OptionValue)

YES_OR_NO = {"yes": True, "no": False}
LONGEST_INTEGER = 18


class Option(NamedTuple):
    """One rule that the players may set: what it is called, what it may be, what it means."""

    name: str
    field: str
    help: str
    default: OptionValue
    low: int = 0
    high: int = 0
    none: str = ""
    asked: bool = False
    values: str = ""
    begins: bool = False
    beyond: bool = False

    @property
    def kind(self) -> Literal["integer", "yes/no"]:
        """What a value is: `yes/no` or `integer`."""
        return "yes/no" if isinstance(self.default, bool) else "integer"

    @property
    def allowed(self) -> str:
        """What may be said, for people."""
        if self.values:
            return self.values
        if self.kind == "yes/no":
            return "yes or no"
        numbers = f"{self.low} to {self.high}"
        return f"{numbers}, or {self.none}" if self.none else numbers

    def parse(self, text: str) -> OptionValue:
        """Return the value that a person typed; raises OptionError."""
        word = text.strip().lower()
        if self.kind == "yes/no":
            if word in YES_OR_NO:
                return YES_OR_NO[word]
        elif self.none and word == self.none:
            return None
        elif word.isascii() and word.isdecimal() and len(word) <= LONGEST_INTEGER:
            return self.check(int(word))
        raise OptionError(f"{self.name} cannot be {quoted(text)}: it must be {self.allowed}.")

    def format(self, value: OptionValue) -> str:
        """Return the text that `parse` reads as this value."""
        if value is None:
            return self.none
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def check(self, value: object) -> OptionValue:
        """Return the value if it is allowed; raises OptionError."""
        if value is None and self.none:
            return None
        if isinstance(value, bool):
            if self.kind == "yes/no":
                return value
        elif isinstance(value, int) and self.kind == "integer" and self.low <= value <= self.high:
            return value
        # A huge integer has no text at all (int to str stops at 4,300 digits), so it is not shown.
        said = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "so much"
        raise OptionError(f"{self.name} cannot be {quoted(said)}: it must be {self.allowed}.")


class Preset(NamedTuple):
    """A named set of options: the rules' own, and if need be how many tries a turn allows.

    `turns` is the usual number of turns: four in five games of players who know nothing but not
    to lose at once. One is `suggested` where the rulebook's own game is no good beginning.
    """

    name: str
    about: str
    turns: tuple[int, int]
    options: tuple[tuple[str, OptionValue], ...] = ()
    attempts: int | None = None
    suggested: bool = False

    @property
    def usual(self) -> str:
        """The usual number of turns, in words."""
        low, high = self.turns
        return f"usually {low} turns" if low == high else f"usually {low} to {high} turns"


def option(
    default: V,
    *,
    help: str,  # noqa: A002 - argparse's word for the same thing
    name: str = "",
    low: int = 0,
    high: int = 0,
    none: str = "",
    asked: bool = False,
    values: str = "",
    begins: bool = False,
    beyond: bool = False,
) -> V:
    """Declare a field of a game as a rule option.

    `name` is what people type where it is not the field's own name; `none` the word for None
    where that is a value; `asked` makes the menu always ask; `values` says in words what is
    allowed where a range does not; `begins` that it only says where a game begins, so that from a
    position on it no longer matters; `beyond` that the rulebook has nothing of the kind: it is
    written down only where it is not at its default, and never drawn.
    """
    declared = Option(name, "", help, default, low, high, none, asked, values, begins, beyond)
    return dataclasses.field(default=default, metadata={"option": declared})


def options_of(game: type) -> tuple[Option, ...]:
    """Return the options that a game declares, named as people type them."""
    found = []
    for field in dataclasses.fields(game):
        declared: Option = field.metadata["option"]
        name = declared.name or field.name.replace("_", "-")
        found.append(declared._replace(name=name, field=field.name))
    return tuple(found)
