"""Every second-person sentence of a game, for each player and for spectators."""

from __future__ import annotations

import pytest

from tests.conftest import GAMES
from tests.games.second_person import page
from tests.renew import voice_file


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_as_it_was_last_read(name: str) -> None:
    said = voice_file(name).read_text()
    assert said == page(name), f"make renew GAME={name}, and read the difference"
