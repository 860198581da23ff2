"""Tests of Your Game: the conformance checks, and a comparison with the naive game."""

from random import Random

from lastdigit.testing import faults
from lastdigit.testing.naive import agree, object_alike
from lastdigit.testing.template.your_game.rules import YourGame
from lastdigit.testing.template.your_naive_game import NAIVE


def test_it_passes_every_conformance_check() -> None:
    assert faults(YourGame) == []


def test_it_agrees_with_the_naive_game() -> None:
    for seed in range(200):
        agree(YourGame, NAIVE, Random(seed))
        object_alike(YourGame, NAIVE, Random(seed))
