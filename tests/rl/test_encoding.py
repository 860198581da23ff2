"""The numeric encoding of a game's positions and moves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lastdigit.games import find
from lastdigit.games.number_morph.variants import NumberMorph
from lastdigit.rl import encoding
from lastdigit.rl.encoding import Encoding
from lastdigit.rl.gymnasium import GameEnv
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_the_legal_moves_even_with_a_small_cache(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding, "MAX_CACHED_CHOICES", 2)
    game = find(name)
    numbers = Encoding(game)
    for state, _ in random_walk(game, Random(1)):
        legal = game.legal_moves(state)
        # A new tuple each time, which can get the address of a freed one.
        known = numbers.choices((*list(legal),))
        chosen = [numbers.moves[action] for action in known.mask.nonzero()[0]]
        assert chosen == list(legal)
        assert known.flags == known.mask.tobytes()


def test_writing_into_a_mask_does_not_affect_the_environment() -> None:
    env = GameEnv("digit-duel", seat=1, number_1=99)
    _, info = env.reset(seed=1)
    info["action_mask"][:] = 1
    env.action_masks()[:] = 1
    *_, info = env.step(0)
    assert "refusal" in info
    assert info["action_mask"].tolist() == [0, 1, 1]


@pytest.mark.parametrize("options", [{}, {"digits": 2}, {"digits": 4, "log-start": False}])
def test_a_long_observation_packed_as_bytes_is_unchanged(options: dict[str, bool]) -> None:
    game = NumberMorph.of(options)
    for state, _ in random_walk(game, Random(2)):
        log = set(state.log)
        flags = [int(prime in log) for prime in game.primes.all]
        digits = [int(digit) for digit in game.primes.text(state.number)]
        expected = [state.mover.value, *digits, *flags]
        assert list(game.observation(state)) == expected
        seen = Encoding(game).observe(state)
        assert seen.tolist() == expected
        assert seen.dtype == np.int64
