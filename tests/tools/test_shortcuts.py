"""The search for shortcuts finds a planted one, and weights remove it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lastdigit.analysis.policies import balanced_weights
from lastdigit.exam.pools import load_pool
from tools import pool_weights
from tools import shortcut_tree as tree

ITEMS = 160


def cases(share: float) -> list[tree.Case]:
    """Return items with three moves, of which this share is solved by the largest number."""
    random = Random(5)
    found = []
    for _ in range(ITEMS):
        numbers = random.sample(range(10), 3)
        best = max(numbers) if random.random() < share else random.choice(numbers)
        seen = [[float(number), random.random()] for number in numbers]
        right = [float(number == best) for number in numbers]
        found.append(tree.Case(np.array(seen), np.array(right)))
    return found


@pytest.mark.parametrize("learner", [tree.train_tree, tree.Forest])
def test_a_planted_rule_is_found_and_noise_is_not(learner: tree.Learner) -> None:
    even = np.full(ITEMS, 1 / ITEMS)
    assert even @ tree.cross_validate(cases(1), even, Random(1), learner) > 0.8
    assert abs(even @ tree.cross_validate(cases(0), even, Random(1), learner) - 1 / 3) < 0.1


def test_features_of_an_item_are_its_characters_without_the_outcome() -> None:
    item = load_pool("digit-duel")[0]
    case = tree.case_of("digit-duel", item)
    own = item.position.split()[1]
    assert case.seen[0][tree.WORDS] == ord(own[-1])
    assert 0 < case.right.mean() < 1


def test_the_array_code_finds_the_weights_of_the_exam() -> None:
    random = Random(3)
    off = [[random.choice((-0.4, 0.6)), random.uniform(-0.5, 0.9)] for _ in range(80)]
    found, _ = pool_weights.balance(np.array(off), 1e-3, np.zeros(2))
    assert found.tolist() == pytest.approx(balanced_weights(off, 1e-3), abs=1e-7)


def test_weights_remove_a_shortcut_even_if_counterexamples_are_rare() -> None:
    items = cases(0.6)
    first, *_, last = pool_weights.train_against_trees(np.zeros((ITEMS, 1)), items, "rule")
    assert first.above > 0.2
    assert last.above < 0.05
    assert 20 < last.effective_size < first.effective_size
