"""Rule options and presets: said once, on the game's own fields.

Command line, menu, record and listings read them from there.
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
    """What a field holds, while a game is made, that nobody has set and that follows the sizes."""

    UNSET = enum.auto()


YES_OR_NO = {"yes": True, "no": False}
LONGEST_INTEGER = 18
NUMERALS = "0123456789abcdef"
"""The digits of every base, those above nine being letters."""


def in_base(number: int, base: int) -> str:
    """Return a number as it is written in a base, in lower case.

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
    """Return the number that is written in a base, or None where it is none.

    >>> from_base("ff", 16), from_base("8", 8)
    (255, None)
    """
    known = NUMERALS[:base]
    if not text or len(text) > LONGEST_INTEGER or any(digit not in known for digit in text):
        return None
    return int(text, base)


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
    sized: bool = False
    follows: bool = False
    base: int = 10

    @property
    def kind(self) -> Literal["integer", "yes/no", "list"]:
        """What a value is: `yes/no`, `integer` or a `list` of integers."""
        if isinstance(self.default, tuple):
            return "list"
        return "yes/no" if isinstance(self.default, bool) else "integer"

    @property
    def allowed(self) -> str:
        """What may be said, for people."""
        if self.values:
            return self.values
        if self.kind == "yes/no":
            return "yes or no"
        numbers = f"{in_base(self.low, self.base)} to {in_base(self.high, self.base)}"
        if self.kind == "list":
            numbers = f"numbers from {numbers} with commas between"
        return f"{numbers}, or {self.none}" if self.none else numbers

    def parse(self, text: str) -> OptionValue:
        """Return the value that a person typed; raises OptionError."""
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
        """Return the value if it is allowed, a list ascending without repeats; raises OptionError.

        Where a list is meant any sequence is one, as JSON has it.
        """
        if value is None and self.none:
            return () if self.kind == "list" else None
        if isinstance(value, bool):
            if self.kind == "yes/no":
                return value
        elif isinstance(value, int):
            if self.kind == "integer" and self.low <= value <= self.high:
                return value
        elif isinstance(value, list | tuple) and self._is_list(value):
            return tuple(sorted(set(value)))
        raise OptionError(f"{self.name} cannot be {self._said(value)}: it must be {self.allowed}.")

    def _is_list(self, values: Sequence[object]) -> bool:
        """Return whether they are a list of the option's: within its range, empty if allowed."""
        return (
            self.kind == "list"
            and bool(values or self.none)
            and all(type(number) is int and self.low <= number <= self.high for number in values)
        )

    def _said(self, value: object) -> str:
        """Return a value as the person would know it."""
        # A huge integer has no text at all (int to str stops at 4,300 digits), so it is not shown.
        if isinstance(value, int) and not isinstance(value, bool):
            if -(10**30) < value < 0:
                return quoted(str(value))
            return quoted(in_base(value, self.base) if 0 <= value < 10**30 else "so much")
        return quoted(repr(value))


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
    sized: bool = False,
    follows: bool = False,
) -> V:
    """Declare a field of a game as a rule option.

    `name` is what people type where it is not the field's own name; `none` the word for None
    where that is a value; `asked` makes the menu always ask; `values` says in words what is
    allowed where a range does not; `begins` that it only says where a game begins, so that from a
    position on it no longer matters; `beyond` that the rulebook has nothing of the kind: it is
    written down only where it is not at its default, and never drawn; `sized` that what it may
    be, and how it is written, is known when the options that are not are (`Game.options_with`);
    `follows` that then its default is known too, so that it need not be the one declared here.
    """
    declared = Option(
        name, "", help, default, low, high, none, asked, values, begins, beyond, sized, follows
    )
    unset: Any = Unset.UNSET if follows else default
    held: V = dataclasses.field(default=unset, metadata={"option": declared})
    return held


@cache
def options_of(game: type) -> tuple[Option, ...]:
    """Return the options that a game declares, named as people type them."""
    found = []
    for field in dataclasses.fields(game):
        declared: Option = field.metadata["option"]
        name = declared.name or field.name.replace("_", "-")
        found.append(declared._replace(name=name, field=field.name))
    return tuple(found)


ALTERNATE, DRAWN = "alternate", "random"
SEATS = (1, 2, ALTERNATE, DRAWN)


def check_seat(value: object) -> None:
    """Refuse what is not an agent's seat, or a way to assign one."""
    if isinstance(value, bool | float) or value not in SEATS:
        raise OptionError(f"seat cannot be {value!r}: it must be 1, 2, {ALTERNATE!r} or {DRAWN!r}.")


def check_number(name: str, value: object, *, none: bool = False) -> None:
    """Refuse what is not a finite number, or None where `none` allows it."""
    if none and value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        allowed = "a number or None" if none else "a number"
        raise OptionError(f"{name} cannot be {value!r}: it must be {allowed}.")


def check_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(value, bool):
        raise OptionError(f"{name} cannot be {value!r}: it must be True or False.")


def checked_seed(value: Any) -> int | None:
    """Return a random seed as an int, or None."""
    try:
        seed = None if value is None else operator.index(value)
    except TypeError:
        seed = -1
    if seed is not None and seed < 0:
        raise OptionError(f"seed cannot be {value!r}: it must be a whole number from 0 or None.")
    return seed


def checked_options(options: Any) -> Mapping[str, Any]:
    """Return the options of a reset, none if there are none."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options cannot be {options!r}: it must be a dict or None.")
    return options or {}
