"""Rasch's model recovers the difficulties and abilities of simulated answers."""

from __future__ import annotations

import numpy as np
import pytest

from bench import rasch


def test_fit_recovers_the_parameters_of_simulated_answers() -> None:
    chance = np.random.default_rng(1)
    difficulties = np.repeat([-1.0, 0.0, 1.0], 200)
    abilities = np.linspace(-1.5, 1.5, 12)
    odds = 1 / (1 + np.exp(difficulties[:, None] - abilities[None, :]))
    found = rasch.fit((chance.random(odds.shape) < odds).astype(float))
    means = found.difficulties.reshape(3, 200).mean(axis=1)
    assert means == pytest.approx([-1, 0, 1], abs=0.3)
    assert found.abilities == pytest.approx(abilities, abs=0.4)
    assert found.misfit < 0.25


def test_an_item_that_all_get_right_has_a_finite_difficulty() -> None:
    found = rasch.fit(np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]))
    assert np.isfinite(found.difficulties).all()
    assert (np.diff(found.difficulties) > 0).all()
