"""The search for shortcuts finds a planted one, and weights remove it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bench import shortcuts
from lastdigit.analysis.policies import balanced_weights
from lastdigit.exam.pools import PoolItem, load_pool
from tools import pool_weights
from tools import shortcut_learners as learners

ITEMS = 160


def cases(share: float) -> list[learners.Case]:
    """Return items with three moves, of which this share is solved by the largest number."""
    random = Random(5)
    found = []
    for place in range(ITEMS):
        numbers = random.sample(range(10), 3)
        best = max(numbers) if random.random() < share else random.choice(numbers)
        seen = [[float(number), random.random()] for number in numbers]
        right = [float(number == best) for number in numbers]
        found.append(learners.Case(np.array(seen), np.array(right), place))
    return found


@pytest.mark.parametrize("learner", [learners.tree, learners.forest, learners.booster])
def test_a_planted_rule_is_found_and_noise_is_not(learner: learners.Learner) -> None:
    even = np.full(ITEMS, 1 / ITEMS)
    assert even @ learners.cross_validate(cases(1), even, Random(1), learner) > 0.75
    assert abs(even @ learners.cross_validate(cases(0), even, Random(1), learner) - 1 / 3) < 0.1


def test_features_of_an_item_are_its_characters_without_the_outcome() -> None:
    item = load_pool("digit-duel")[0]
    case = learners.case_of("digit-duel", item)
    own = item.position.split()[1]
    assert case.seen[0][learners.WORDS] == ord(own[-1])
    assert 0 < case.right.mean() < 1


def test_features_include_digit_sums_and_remainders_except_by_own_divisors() -> None:
    total, *remainders = learners.sums_and_remainders("128", {5})
    by_divisor = dict(zip(learners.DIVISORS, remainders, strict=True))
    assert (total, by_divisor[3], by_divisor[7], by_divisor[11]) == (11, 2, 2, 7)
    assert by_divisor[5] == by_divisor[10] == -1, "10 would show the remainder by 5"
    assert set(learners.sums_and_remainders("add", set())) == {-1}


def test_near_twins_are_in_one_fold() -> None:
    name = "operation-obliteration"
    one, other, third = (
        PoolItem((("limit", 1000),), position, 16, 1.0)
        for position in ("1 30 - -", "1 30 add divide", "1 31 - -")
    )
    boards = [learners.board_of(name, item) for item in (one, other, third)]
    assert boards == ["30", "30", "31"]
    assert learners.board_of("digit-duel", one._replace(position="1 012 003")) == "012 003"
    twins = [case._replace(board=place // 4) for place, case in enumerate(cases(1))]
    folds = learners.folds_by_board(twins, Random(1))
    assert all(len(set(folds[place : place + 4])) == 1 for place in range(0, ITEMS, 4))
    assert {folds.count(fold) for fold in range(learners.FOLDS)} == {ITEMS // learners.FOLDS}


def test_the_array_code_finds_the_weights_of_the_exam() -> None:
    random = Random(3)
    off = [[random.choice((-0.4, 0.6)), random.uniform(-0.5, 0.9)] for _ in range(80)]
    found, _ = pool_weights.balance(np.array(off), np.full(2, 1e-3), np.zeros(2))
    assert found.tolist() == pytest.approx(balanced_weights(off, 1e-3), abs=1e-7)


def test_weights_remove_a_shortcut_even_if_counterexamples_are_rare() -> None:
    items = cases(0.6)
    first, *others = pool_weights.train_against_learners(np.zeros((ITEMS, 1)), items, "rule")
    last = pool_weights.final_weights([first, *others])
    assert last == others[-1]
    assert min(first.tree, first.forest) > 0.15
    assert max(last.tree, last.forest) < 0.1
    assert 20 < last.effective_size < first.effective_size
    booster = learners.cross_validate(items, last.weights, Random(2), learners.booster)
    assert last.weights @ booster - last.chance < 0.12


def test_the_bench_reports_a_missing_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("sys.argv", ["shortcuts"])
    shortcuts.main()
    assert capsys.readouterr().out == "scikit-learn: not installed\n"
