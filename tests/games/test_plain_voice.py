"""The plain voice: every sentence a game can say, from each side and as a spectator reads it."""

from __future__ import annotations

import pytest

from tests.conftest import GAMES, ROOT
from tests.games.plain_voice import page


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_as_it_was_last_read(name: str) -> None:
    golden = ROOT / "tests" / "voices" / f"{name}.txt"
    assert golden.read_text() == page(name), f"make renew GAME={name}, and read the difference"
