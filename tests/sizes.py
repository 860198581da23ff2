"""The size of tests: a sample in `make test`, everything in `make prove`.

There are three ways to set it, all read by `tests/conftest.py`:

- the fixture `size`: `size(sample=200, full=10_000)` is 200 in `make test`, 10,000 in `make prove`;
- `sampled(GAMES, "digit-duel")`: cases of which only the named ones are in `make test`;
- `@pytest.mark.prove`: a whole test that is not in `make test`.

`make prove` runs what differs: tests that use `size`, property tests (which try more examples), and
whatever is not in `make test`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

FULL = bool(os.environ.get("LASTDIGIT_PROVE"))


def size(*, sample: int, full: int) -> int:
    """Return the number of cases to try. It is also a fixture."""
    return full if FULL else sample


def sampled(cases: Iterable[object], *sample: object) -> list[object]:
    """Return the cases of a test, with those outside the sample marked for `make prove`."""
    every = list(cases)
    unknown = [case for case in sample if case not in every]
    if unknown or not sample:
        raise ValueError(f"the sample must be cases of {every}, not {unknown}")
    return [pytest.param(case, marks=() if case in sample else pytest.mark.prove) for case in every]
