"""The cost of a disguise, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from lastdigit.exam.disguise import MEMORY_KINDS, games_without_disguise
from lastdigit.exam.grading import MIN_ITEMS, Pair, costs_table, estimate_memory, memory_data
from lastdigit.exam.items import Item, Kind
from lastdigit.exam.run import WordAnswer
from tests.conftest import GAMES, Size


def answer(kind: Kind, right: int) -> WordAnswer:
    return WordAnswer(Item(kind, "", (), "", (), "yes", ""), "", "yes" if right else "no", 0, 0.0)


def pairs(kind: Kind, answers: Sequence[tuple[int, int]]) -> list[Pair]:
    return [Pair(answer(kind, plain), answer(kind, other)) for plain, other in answers]


def of_all(*answers: Sequence[tuple[int, int]]) -> list[Pair]:
    return [
        pair for kind, each in zip(MEMORY_KINDS, answers, strict=True) for pair in pairs(kind, each)
    ]


def test_memory_is_the_cost_of_moves_beyond_rules_and_calculation() -> None:
    asked = of_all(
        [(1, 1)] * 8 + [(1, 0)] * 10 + [(0, 0)] * 2,
        [(1, 1)] * 18 + [(1, 0)] * 2,
        [(1, 1)] * 15 + [(1, 0)] * 4 + [(0, 1)],
    )
    found = estimate_memory(asked)
    assert [(one.plain, one.disguised) for one in found.costs] == [(18, 8), (20, 18), (19, 16)]
    assert [one.cost for one in found.costs] == pytest.approx([0.5, 0.1, 0.15])
    assert found.memory == pytest.approx(0.375)
    assert found.interval is not None
    assert 0 < found.interval.low < 0.375 < found.interval.high < 0.7
    assert estimate_memory(asked) == found, "the interval depends only on the answers"
    table = costs_table(asked, GAMES)
    assert [row[0] for row in table.rows] == [
        *MEMORY_KINDS,
        "memory",
        *games_without_disguise(GAMES),
    ]


def test_values_have_a_cost_that_is_not_part_of_memory() -> None:
    asked = of_all(*([(1, 1)] * 20, [(1, 0)] * 20, [(1, 1)] * 20))
    more = estimate_memory([*asked, *pairs(Kind.VALUE, [(1, 0)] * 4)])
    assert more.costs[-1][:5] == (Kind.VALUE, 4, 4, 0, 1.0)
    assert more.costs[-1].interval is None, "too few items"
    assert (more.memory, more.interval) == estimate_memory(asked)[1:]
    assert estimate_memory(pairs(Kind.VALUE, [(1, 0)] * 20)).memory is None


def test_the_interval_of_equal_items_is_not_a_point() -> None:
    found = estimate_memory(of_all(*([(1, 1)] * 20,) * 3))
    assert found.memory == 0
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high


def test_too_few_items_have_no_interval() -> None:
    few, enough = [(1, 0)] * (MIN_ITEMS - 1), [(1, 0)] * MIN_ITEMS
    found = estimate_memory(of_all(few, enough, enough))
    assert (found.costs[0].interval, found.interval) == (None, None)
    assert found.costs[1].interval is not None
    assert estimate_memory(pairs(Kind.MOVE, enough)).memory is None
    assert estimate_memory([]).costs == []


def test_the_interval_has_its_nominal_coverage(size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.exam.grading.RESAMPLES", 200)
    random, runs, held = Random(5), size(sample=40, full=600), 0
    outcomes = [(1, 1), (1, 0), (0, 1), (0, 0)]
    moves, others = (0.4, 0.4, 0.05, 0.15), (0.7, 0.1, 0.05, 0.15)
    for _ in range(runs):
        drawn = (random.choices(outcomes, weights, k=20) for weights in (moves, others, others))
        interval = estimate_memory(of_all(*drawn)).interval
        assert interval is not None
        held += interval.low <= 0.35 - 0.05 <= interval.high
    assert held >= 0.9 * runs


@pytest.mark.parametrize(("count", "known"), [(MIN_ITEMS, True), (2, False)])
def test_json_data_has_intervals_or_nulls(count: int, known: bool) -> None:
    asked = of_all(*([[(1, 0), (1, 1)] * (count // 2)] * 3))
    data = memory_data(asked, GAMES)["disguise"]
    assert isinstance(data, dict)
    assert [kind["interval"] is not None for kind in data["kinds"]] == [known] * 3
    assert (data["interval"] is not None) is known
    if known:
        assert set(data["interval"]) == {"low", "high"}
    assert data["withoutDisguise"] == games_without_disguise(GAMES)


def test_a_table_has_every_cost_with_its_interval_or_too_few_items() -> None:
    asked = of_all(
        [(1, 1)] * 8 + [(1, 0)] * 10 + [(0, 0)] * 2,
        [(1, 1)] * 18 + [(1, 0)] * 2,
        [(1, 1)] * 15 + [(1, 0)] * 4 + [(0, 1)],
    )
    few = pairs(Kind.VALUE, [(1, 0)] * 4)
    assert costs_table([*asked, *few], []).rows == [
        ("move", "20", "90.0 (69.9 to 97.2)", "40.0 (21.9 to 61.3)", "50.0", "18.2 to 68.2"),
        ("legal", "20", "100.0 (83.9 to 100.0)", "90.0 (69.9 to 97.2)", "10.0", "-9.1 to 27.3"),
        ("result", "20", "95.0 (76.4 to 99.1)", "80.0 (58.4 to 91.9)", "15.0", "-9.1 to 36.4"),
        ("value", "4", "100.0 (51.0 to 100.0)", "0.0 (0.0 to 49.0)", "100.0", "too few items"),
        ("memory", "", "", "", "37.5", "4.5 to 61.4"),
    ]
