"""Your Game keeps every law, and agrees with the naive game."""

from random import Random

from lastdigit.testing import faults
from lastdigit.testing.naive import agree, object_alike
from lastdigit.testing.template.your_game import GAME
from lastdigit.testing.template.your_naive_game import NAIVE


def test_it_keeps_every_law() -> None:
    assert faults(GAME) == []


def test_it_agrees_with_the_naive_game() -> None:
    for seed in range(200):
        agree(GAME, NAIVE, Random(seed))
        object_alike(GAME, NAIVE, Random(seed))
