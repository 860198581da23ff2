"""Every second-person sentence of a game, for each player and for spectators."""

from __future__ import annotations

import pytest

from tests.conftest import GAMES
from tests.games.second_person import page
from tests.renew import voice_file


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_matches_the_reviewed_file(name: str) -> None:
    expected = voice_file(name).read_text()
    assert expected == page(name), f"make renew GAME={name}, and read the difference"
