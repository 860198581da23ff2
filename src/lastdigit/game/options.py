"""Rule options and presets, and validation of environment arguments.

Games declare their options as dataclass fields. The command line, menus, records and listings read
them from there.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import operator
from collections.abc import Mapping, Sequence
from functools import cache
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeVar

from lastdigit.errors import OptionError, quoted

OptionValue = int | bool | tuple[int, ...] | None
V = TypeVar("V", bound=OptionValue)


class Unset(enum.Enum):
    """Placeholder for an option whose default depends on other options, until they are known."""

    UNSET = enum.auto()


YES_OR_NO = {"yes": True, "no": False}
LONGEST_INTEGER = 18
NUMERALS = "0123456789abcdef"
"""The digits of all supported bases. Letters stand for digits above 9."""


def in_base(number: int, base: int) -> str:
    """Format a number in a base, in lower case.

    >>> in_base(255, 16), in_base(6, 2), in_base(0, 7)
    ('ff', '110', '0')
    """
    if base == 10:
        return str(number)
    digits = ""
    while number:
        number, digit = divmod(number, base)
        digits = NUMERALS[digit] + digits
    return digits or "0"


def from_base(text: str, base: int) -> int | None:
    """Parse a number in a base. Return None if the text is not a number.

    >>> from_base("ff", 16), from_base("8", 8)
    (255, None)
    """
    digits = NUMERALS[:base]
    if not text or len(text) > LONGEST_INTEGER or any(digit not in digits for digit in text):
        return None
    return int(text, base)


class Option(NamedTuple):
    """A rule that players can change. The arguments of `option` describe the fields."""

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
    sized: bool = False
    follows: bool = False
    base: int = 10

    @property
    def kind(self) -> Literal["integer", "yes/no", "list"]:
        """The type of a value. A list contains integers."""
        if isinstance(self.default, tuple):
            return "list"
        return "yes/no" if isinstance(self.default, bool) else "integer"

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.values:
            return self.values
        if self.kind == "yes/no":
            return "yes or no"
        numbers = f"{in_base(self.low, self.base)} to {in_base(self.high, self.base)}"
        if self.kind == "list":
            numbers = f"numbers from {numbers} with commas between"
        return f"{numbers}, or {self.none}" if self.none else numbers

    def parse(self, text: str) -> OptionValue:
        """Parse user input. Raise OptionError if it is not an allowed value."""
        word = text.strip().lower()
        value: object = None
        if self.none and word == self.none:
            return () if self.kind == "list" else None
        if self.kind == "yes/no":
            value = YES_OR_NO.get(word)
        elif self.kind == "list":
            numbers = [from_base(part.strip(), self.base) for part in word.split(",")]
            value = None if None in numbers else numbers
        else:
            value = from_base(word, self.base)
        if value is None:
            raise OptionError(f"{self.name} cannot be {quoted(text)}: it must be {self.allowed}.")
        return self.check(value)

    def format(self, value: OptionValue) -> str:
        """Return the text that `parse` reads as this value."""
        if isinstance(value, tuple):
            return ",".join(in_base(number, self.base) for number in value) or self.none
        if value is None:
            return self.none
        if isinstance(value, bool):
            return "yes" if value else "no"
        return in_base(value, self.base)

    def check(self, value: object) -> OptionValue:
        """Return the canonical form of an allowed value. Raise OptionError for any other value.

        A list option accepts lists, as in JSON, and tuples. Its canonical form is a sorted tuple
        without duplicates.
        """
        if value is None and self.none:
            return () if self.kind == "list" else None
        if isinstance(value, bool):
            if self.kind == "yes/no":
                return value
        elif isinstance(value, int):
            if self.kind == "integer" and self.low <= value <= self.high:
                return value
        elif isinstance(value, list | tuple) and self._is_valid_list(value):
            return tuple(sorted(set(value)))
        raise OptionError(f"{self.name} cannot be {self._quote(value)}: it must be {self.allowed}.")

    def _is_valid_list(self, values: Sequence[object]) -> bool:
        return (
            self.kind == "list"
            and bool(values or self.none)
            and all(type(number) is int and self.low <= number <= self.high for number in values)
        )

    def _quote(self, value: object) -> str:
        # str() raises ValueError for integers with more than 4,300 digits.
        if isinstance(value, int) and not isinstance(value, bool):
            if -(10**30) < value < 0:
                return quoted(str(value))
            return quoted(in_base(value, self.base) if 0 <= value < 10**30 else "so much")
        return quoted(repr(value))


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
    sized: bool = False,
    follows: bool = False,
) -> V:
    """Declare a field of a game as a rule option.

    - `name`: the command-line name, if it differs from the field's name.
    - `low`, `high`: the range of an integer, or of the integers in a list.
    - `none`: the word for None, or for an empty list, if that is an allowed value.
    - `asked`: always ask for this option in the menu.
    - `values`: the allowed values in words, if a range does not describe them.
    - `begins`: the option only affects the start position, not the play from a given position.
    - `beyond`: the rulebook does not have this option. Records omit it if it has its default, and
      random options never change it.
    - `sized`: the range and the notation depend on the options that are not sized. See
      `Game.options_with`.
    - `follows`: the default depends on those options too, and may differ from `default`.
    """
    declared = Option(
        name, "", help, default, low, high, none, asked, values, begins, beyond, sized, follows
    )
    unset: Any = Unset.UNSET if follows else default
    field: V = dataclasses.field(default=unset, metadata={"option": declared})
    return field


@cache
def options_of(game: type) -> tuple[Option, ...]:
    """Return the options that a game declares, with their command-line names."""
    found = []
    for field in dataclasses.fields(game):
        declared: Option = field.metadata["option"]
        name = declared.name or field.name.replace("_", "-")
        found.append(declared._replace(name=name, field=field.name))
    return tuple(found)


class Preset(NamedTuple):
    """A named set of options, and optionally the number of attempts per turn.

    `turns` is the usual number of turns: the range that covers 80 % of games between players who
    only avoid losing immediately. `suggested` marks the preset to offer first if the rulebook's
    options are a bad choice for beginners.
    """

    name: str
    about: str
    turns: tuple[int, int]
    options: tuple[tuple[str, OptionValue], ...] = ()
    attempts: int | None = None
    suggested: bool = False

    @property
    def usual(self) -> str:
        """The usual number of turns as text."""
        low, high = self.turns
        return f"usually {low} turns" if low == high else f"usually {low} to {high} turns"


ALTERNATE, DRAWN = "alternate", "random"
SEATS = (1, 2, ALTERNATE, DRAWN)


def check_seat(value: object) -> None:
    """Raise OptionError if the value is neither a seat nor a way to assign one."""
    if isinstance(value, bool | float) or value not in SEATS:
        raise OptionError(f"seat cannot be {value!r}: it must be 1, 2, {ALTERNATE!r} or {DRAWN!r}.")


def check_number(name: str, value: object, *, none: bool = False) -> None:
    """Raise OptionError if the value is not a finite number. `none` also allows None."""
    if none and value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        allowed = "a number or None" if none else "a number"
        raise OptionError(f"{name} cannot be {value!r}: it must be {allowed}.")


def check_flag(name: str, value: object) -> None:
    """Raise OptionError if the value is not a bool."""
    if not isinstance(value, bool):
        raise OptionError(f"{name} cannot be {value!r}: it must be True or False.")


def checked_seed(value: Any) -> int | None:
    """Return a random seed as an int, or None. Raise OptionError if it is not allowed."""
    try:
        seed = None if value is None else operator.index(value)
    except TypeError:
        seed = -1
    if seed is not None and seed < 0:
        raise OptionError(f"seed cannot be {value!r}: it must be a whole number from 0 or None.")
    return seed


def checked_options(options: Any) -> Mapping[str, Any]:
    """Return the options of an environment reset. Raise OptionError if they are not a mapping."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options cannot be {options!r}: it must be a dict or None.")
    return options or {}
