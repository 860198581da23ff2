"""Rule options for games: how they are declared, parsed and checked."""

from __future__ import annotations

import dataclasses
import enum
import math
import operator
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeVar

from lastdigit.errors import OptionError, quoted

OptionValue = int | bool | tuple[int, ...] | None
V = TypeVar("V", bound=OptionValue)


class Unset(enum.Enum):
    """A placeholder for the value of an option whose default depends on other options."""

    UNSET = enum.auto()


YES_OR_NO = {"yes": True, "no": False}
LONGEST_INTEGER = 18
"""The maximum number of digits that `from_base` parses."""
NUMERALS = "0123456789abcdef"
"""The digits for all supported bases. Letters stand for digits above 9."""


def in_base(number: int, base: int) -> str:
    """Format a number in the given base, with lower-case letters for digits above 9.

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
    """Parse a number in the given base. Return None if the text is not a number or is too long.

    >>> from_base("ff", 16), from_base("8", 8)
    (255, None)
    """
    digits = NUMERALS[:base]
    if not text or len(text) > LONGEST_INTEGER or any(digit not in digits for digit in text):
        return None
    return int(text, base)


class Option(NamedTuple):
    """A rule that players can change, such as the number of digits."""

    name: str
    """The command-line name.

    By default, an option is called like its dataclass field, but with dashes.
    """
    field: str
    """The name of the dataclass field that holds the option's value."""
    help: str
    """A short description for menus and help texts."""
    default: OptionValue
    low: int = 0
    """The smallest value of an integer, or of the integers in a list."""
    high: int = 0
    """The largest value of an integer, or of the integers in a list."""
    none: str = ""
    """The word for None, or for an empty list, if that is an allowed value."""
    asked: bool = False
    """Whether the menu always asks for this option."""
    values: str = ""
    """The allowed values in words, if a range does not describe them."""
    begins: bool = False
    """Whether the option only affects the start position, not play from a given position."""
    beyond: bool = False
    """Whether the option is an extension that is not in the rulebook.

    Records omit such an option if it has its default value, and randomly chosen options never
    include it.
    """
    sized: bool = False
    """Whether the range and notation depend on other options (see `Game.options_with`)."""
    follows: bool = False
    """Whether the default also depends on other options, and may differ from `default`."""
    base: int = 10
    """The number base in which the option's values are written."""

    @property
    def kind(self) -> Literal["integer", "yes/no", "list"]:
        """The type of this option's values. A "list" is a list of integers."""
        if isinstance(self.default, tuple):
            return "list"
        return "yes/no" if isinstance(self.default, bool) else "integer"

    @property
    def allowed(self) -> str:
        """The allowed values as text, such as "1 to 9, or none"."""
        if self.values:
            return self.values
        if self.kind == "yes/no":
            return "yes or no"
        numbers = f"{in_base(self.low, self.base)} to {in_base(self.high, self.base)}"
        if self.kind == "list":
            numbers = f"numbers from {numbers} separated by commas"
        return f"{numbers}, or {self.none}" if self.none else numbers

    def parse(self, text: str) -> OptionValue:
        """Parse a typed value for this option. Raise OptionError if the value is not allowed."""
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
            raise OptionError(f"'{self.name}' cannot be {quoted(text)}: it must be {self.allowed}.")
        return self.check(value)

    def format(self, value: OptionValue) -> str:
        """Return a value of this option as text, in the form that `parse` reads."""
        if isinstance(value, tuple):
            return ",".join(in_base(number, self.base) for number in value) or self.none
        if value is None:
            return self.none
        if isinstance(value, bool):
            return "yes" if value else "no"
        return in_base(value, self.base)

    def check(self, value: object) -> OptionValue:
        """Return the standard form of a value for this option.

        The standard form of a list is a sorted tuple without duplicates. Raise OptionError if the
        value is not allowed.
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
        raise OptionError(
            f"'{self.name}' cannot be {self._quote(value)}: it must be {self.allowed}."
        )

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
            return quoted(in_base(value, self.base) if 0 <= value < 10**30 else "a huge number")
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

    For the parameters, see the fields of `Option`.
    """
    declared = Option(
        name, "", help, default, low, high, none, asked, values, begins, beyond, sized, follows
    )
    unset: Any = Unset.UNSET if follows else default
    field: V = dataclasses.field(default=unset, metadata={"option": declared})
    return field


@cache
def options_of(game: type) -> tuple[Option, ...]:
    """Return the options that a game class declares as dataclass fields."""
    found = []
    for field in dataclasses.fields(game):
        declared: Option = field.metadata["option"]
        name = declared.name or field.name.replace("_", "-")
        found.append(declared._replace(name=name, field=field.name))
    return tuple(found)


class Occasion(StrEnum):
    """A kind of game for which a preset can be suggested."""

    FIRST = "first"
    """A player's first game of this kind, against the computer."""
    COMPUTER = "computer"
    """A later game against the computer."""
    PEOPLE = "people"
    """A game between two people, or in a class."""
    LADDER = "ladder"


class Preset(NamedTuple):
    """A named combination of option values that players can choose as a whole, such as "quick"."""

    name: str
    about: str
    turns: tuple[int, int]
    """The usual number of turns, as a range that covers 80 % of all games.

    The range was measured with players that only avoid moves that lose at once.
    """
    options: tuple[tuple[str, OptionValue], ...] = ()
    attempts: int | None = None
    """The number of illegal moves in one turn that loses the game. None means no limit."""
    suggested_for: tuple[Occasion, ...] = ()
    """The occasions for which to offer this preset first instead of the rulebook's options."""
    note: str = ""
    """A sentence for players who choose this preset, such as who can force a win."""

    @property
    def usual(self) -> str:
        """The usual number of turns in a game, in a few words, such as "usually 4 to 5 turns"."""
        low, high = self.turns
        return f"usually {low} turns" if low == high else f"usually {low} to {high} turns"


ALTERNATE, DRAWN = "alternate", "random"
SEATS = (1, 2, ALTERNATE, DRAWN)


def check_seat(value: object) -> None:
    """Raise OptionError unless an agent's seat is 1, 2, "alternate" or "random"."""
    if isinstance(value, bool | float) or value not in SEATS:
        raise OptionError(
            f"'seat' cannot be {value!r}: it must be 1, 2, {ALTERNATE!r} or {DRAWN!r}."
        )


def check_number(name: str, value: object, *, none: bool = False) -> None:
    """Raise OptionError if the value of an argument is not a finite number.

    `name` is the argument's name, for the message. None is also allowed if `none` is true.
    """
    if none and value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        allowed = "a number or None" if none else "a number"
        raise OptionError(f"'{name}' cannot be {value!r}: it must be {allowed}.")


def check_flag(name: str, value: object) -> None:
    """Raise OptionError if the value of an argument is not a bool.

    `name` is the argument's name, for the message.
    """
    if not isinstance(value, bool):
        raise OptionError(f"'{name}' cannot be {value!r}: it must be True or False.")


def checked_seed(value: Any) -> int | None:
    """Return a random seed as an int, or None if the value is None.

    Raise OptionError if the value is not an integer or is negative.
    """
    if value is None:
        return None
    with suppress(TypeError):
        seed = operator.index(value)
        if seed >= 0:
            return seed
    raise OptionError(
        f"'seed' cannot be {value!r}: it must be None or a whole number that is not negative."
    )


def checked_options(options: Any) -> Mapping[str, Any]:
    """Return the options for resetting a machine-learning environment, or {} if they are None.

    Raise OptionError if the options are not a mapping.
    """
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"'options' cannot be {options!r}: it must be a dict or None.")
    return options or {}


def suggested_preset(presets: tuple[Preset, ...], occasion: Occasion) -> Preset:
    """Return the preset to offer first: the suggested one, or else the rulebook's.

    If there is no suggestion for a first game, use the one for any game against the computer.
    """
    for preset in presets:
        if occasion in preset.suggested_for:
            return preset
    if occasion is Occasion.FIRST:
        return suggested_preset(presets, Occasion.COMPUTER)
    return presets[0]
