"""Perft: the number of move sequences of length 1, 2, 3, ...

`perft/GAME.txt` has a starting position and its counts. They were derived twice, by the game and
by the naive game, which share no code; `make renew GAME=...` writes them where both agree.
"""

from __future__ import annotations

import pytest

from tests.conftest import GAMES
from tests.renew import perft_file, perft_text


@pytest.mark.parametrize("name", GAMES)
def test_both_implementations_have_the_committed_perft_counts(name: str) -> None:
    file = perft_file(name)
    assert file.exists(), f"{file} is missing: make renew GAME={name} counts the lines"
    assert file.read_text() == perft_text(name)
