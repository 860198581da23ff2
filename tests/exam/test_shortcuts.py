"""The search for learned shortcuts: it finds one that is there, and none where there is none."""

from __future__ import annotations

from random import Random

import pytest

np = pytest.importorskip("numpy")
shortcuts = pytest.importorskip("bench.shortcuts")


def cases(rule: bool) -> list[object]:
    """Return items of three moves; with the rule, the move of the largest number is right."""
    random = Random(5)
    found = []
    for _ in range(300):
        numbers = random.sample(range(10), 3)
        best = max(numbers) if rule else random.choice(numbers)
        seen = [[float(number), random.random()] for number in numbers]
        right = [float(number == best) for number in numbers]
        found.append(shortcuts.Case(np.array(seen), np.array(right), 1.0))
    return found


def test_a_rule_is_found_and_noise_is_none() -> None:
    assert shortcuts.score(cases(rule=True), Random(1)) > 0.8
    assert abs(shortcuts.score(cases(rule=False), Random(1)) - 1 / 3) < 0.1


def test_an_item_is_seen_as_its_characters_and_never_as_what_follows() -> None:
    item = shortcuts.pool_of("digit-duel")[0]
    case = shortcuts.case_of("digit-duel", item)
    own = item.position.split()[1]
    assert case.seen[0][shortcuts.WORDS] == ord(own[-1])
    assert 0 < case.right.mean() < 1
