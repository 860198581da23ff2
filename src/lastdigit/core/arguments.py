"""Checks of arguments that several adapters take; each raises OptionError with what is allowed."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from numbers import Real
from typing import Any

from lastdigit.errors import OptionError

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
