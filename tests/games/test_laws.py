"""Every game keeps every law of the public kit, and the kit finds the games that do not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastdigit
from lastdigit.testing import DECLARATIONS, LAWS
from lastdigit.testing.laws import Law
from lastdigit.testing.words import Declaration
from tests.conftest import GAMES
from tests.sizes import size

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=size(sample=8, full=400))
@given(seed=st.integers(0, 2**32))
def test_every_game_keeps_every_law(name: str, law: Law, seed: int) -> None:
    law(lastdigit.catalogue()[name], Random(seed))


@every_game
@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda law: law.__name__)
def test_what_every_game_declares_is_true(name: str, declaration: Declaration) -> None:
    declaration(lastdigit.catalogue()[name])
