"""Reads JSON that may have been written by anybody: every field is asked for by its kind.

Whatever is not there, not of that kind, or there for no reason raises RecordError.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterator
from typing import NoReturn, TypeVar

from lastdigit.errors import RecordError, quoted
from lastdigit.game.game import Seat
from lastdigit.game.options import OptionValue

W = TypeVar("W", bound=enum.StrEnum)

MOST_DIGITS = 600
"""Of a number. Python's own limit can be set to 640, and its error speaks to programmers."""


def _whole_number(text: str) -> int:
    digits = len(text.removeprefix("-"))
    if digits > MOST_DIGITS:
        raise RecordError(f"A number has {digits:,} digits; at most {MOST_DIGITS} are allowed.")
    return int(text)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _no_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


class Fields:
    """One JSON object; knows which of its fields have been asked for."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise RecordError("A JSON object was expected.")
        self._data: dict[str, object] = data
        self._asked: set[str] = set()

    @classmethod
    def of(cls, text: str) -> Fields:
        """Return the object that a text spells."""
        try:
            return cls(
                json.loads(
                    text,
                    parse_int=_whole_number,
                    parse_constant=_no_constant,
                    object_pairs_hook=_no_repeats,
                )
            )
        except (ValueError, RecursionError) as error:
            fault = error.args[0] if isinstance(error, ValueError) else "it is nested too deeply"
            raise RecordError(f"This is not JSON: {fault}.") from None

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def is_text(self, name: str) -> bool:
        """Return whether there is a text, for what others may leave out or write otherwise."""
        return isinstance(self._data.get(name), str)

    def is_list(self, name: str) -> bool:
        """Return whether there is a list."""
        return isinstance(self._data.get(name), list)

    def is_object(self, name: str) -> bool:
        """Return whether there is an object."""
        return isinstance(self._data.get(name), dict)

    def is_integer(self, name: str) -> bool:
        """Return whether there is a whole number."""
        return type(self._data.get(name)) is int

    def is_null(self, name: str) -> bool:
        """Return whether there is nothing, or null."""
        return self._data.get(name) is None

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self._data:
            if name not in self._asked:
                raise RecordError(f"There is no field {quoted(name)}.")

    def _get(self, name: str) -> object:
        self._asked.add(name)
        if name not in self._data:
            raise RecordError(f'"{name}" is missing.')
        return self._data[name]

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._get(name)
        if not isinstance(value, str):
            raise RecordError(f'"{name}" is not a text.')
        return value

    def texts(self, name: str) -> Iterator[str]:
        """Yield the texts of a list."""
        for value in self._list(name):
            if not isinstance(value, str):
                raise RecordError(f'"{name}" is not a list of texts.')
            yield value

    def word(self, name: str, words: type[W]) -> W:
        """Return one of a few words."""
        text = self.text(name)
        try:
            return words(text)
        except ValueError:
            raise RecordError(
                f'"{name}" is {quoted(text)}, not one of {", ".join(words)}.'
            ) from None

    def integer(self, name: str) -> int:
        """Return a whole number."""
        value = self._get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise RecordError(f'"{name}" is not a whole number.')
        if abs(value) >= 2**63:
            raise RecordError(f'"{name}" is too large.')
        return value

    def number(self, name: str) -> float:
        """Return a number, whole or not."""
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RecordError(f'"{name}" is not a number.')
        return value

    def natural(self, name: str) -> int:
        """Return a whole number, zero or above."""
        value = self.integer(name)
        if value < 0:
            raise RecordError(f'"{name}" is below zero.')
        return value

    def natural_or_null(self, name: str) -> int | None:
        """Return a whole number, zero or above, or None."""
        return None if self._get(name) is None else self.natural(name)

    def count(self, name: str) -> int:
        """Return a whole number above zero."""
        value = self.integer(name)
        if value < 1:
            raise RecordError(f'"{name}" is not above zero.')
        return value

    def count_or_null(self, name: str) -> int | None:
        """Return a whole number above zero, or None."""
        return None if self._get(name) is None else self.count(name)

    def boolean(self, name: str) -> bool:
        """Return true or false."""
        value = self._get(name)
        if not isinstance(value, bool):
            raise RecordError(f'"{name}" is not true or false.')
        return value

    def seat(self, name: str) -> Seat:
        """Return a seat."""
        value = self.integer(name)
        if value not in (1, 2):
            raise RecordError(f'"{name}" is not 1 or 2.')
        return Seat(value)

    def values(self, name: str) -> dict[str, OptionValue]:
        """Return an object of option values."""
        inner = self.inner(name)
        found: dict[str, OptionValue] = {}
        for key, value in inner._data.items():
            if isinstance(value, list) and all(type(number) is int for number in value):
                found[key] = tuple(value)
            elif value is None or isinstance(value, int):
                found[key] = value
            else:
                raise RecordError(
                    f"Option {quoted(key)} is not a number, true, false, null or a list of numbers."
                )
        return found

    def anything(self, name: str) -> list[object]:
        """Return a list of whatever is written there."""
        return self._list(name)

    def inner(self, name: str) -> Fields:
        """Return an object."""
        value = self._get(name)
        if not isinstance(value, dict):
            raise RecordError(f'"{name}" is not an object.')
        return Fields(value)

    def inner_or_null(self, name: str) -> Fields | None:
        """Return an object, or None where there is none or null."""
        return None if self._data.get(name) is None else self.inner(name)

    def inners(self, name: str) -> Iterator[Fields]:
        """Yield the objects of a list."""
        for value in self._list(name):
            yield Fields(value)

    def _list(self, name: str) -> list[object]:
        value = self._get(name)
        if not isinstance(value, list):
            raise RecordError(f'"{name}" is not a list.')
        return value
