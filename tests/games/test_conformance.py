"""Every game passes every conformance check."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastdigit
from lastdigit.testing import CHECKS, DECLARATIONS, text
from lastdigit.testing.conformance import Check
from lastdigit.testing.text import Declaration
from tests.conftest import GAMES
from tests.sizes import size

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@settings(max_examples=size(sample=4, full=400))
@given(seed=st.integers(0, 2**32))
def test_every_game_passes_every_check(name: str, check: Check, seed: int) -> None:
    check(lastdigit.catalogue()[name], Random(seed))


@pytest.mark.sized  # by GAMES_PLAYED
@every_game
@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda check: check.__name__)
def test_every_declaration_is_valid(
    name: str, declaration: Declaration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "GAMES_PLAYED", size(sample=50, full=text.GAMES_PLAYED))
    declaration(lastdigit.catalogue()[name])
