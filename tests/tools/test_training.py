"""The training recipe: what a policy learns from, the curves, and the page."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from bench import training, training_page
from bench.baseline_players import variants_of
from examples import learned
from lastdigit.games import catalogue, find
from lastdigit.solver.tables import prepare

NAME = "digit-poison"


@pytest.fixture(autouse=True)
def _shared_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    prepare("a test")


def test_a_policy_learns_from_exact_values_but_not_from_exam_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find(NAME, **dict(variants_of(NAME)[0]))
    exam = {question.observation[1:] for question in training.questions_of(game)}
    learn_all, refused = learned.Policy.learn_all, 0

    def spy(policy: learned.Policy, seen: Any, exact: Any, used: Any) -> None:
        nonlocal refused
        assert [tuple(row) in exam for row in seen[:, 1:].tolist()] == (~used).tolist()
        refused += int((~used).sum())
        learn_all(policy, seen, exact, used)

    monkeypatch.setattr(learned.Policy, "learn_all", spy)
    shares = []
    for steps in (1, 80):
        *_, policy = islice(learned.policy_lessons(game, seed=1), steps)
        choices = zip(training.questions_of(game), training.ask(policy, game), strict=True)
        shares.append(mean(question.right[action] for question, action in choices))
    assert refused
    assert shares[1] > shares[0] + 0.1


def test_a_small_run_writes_curves_and_a_page() -> None:
    name, options, steps = NAME, dict(variants_of(NAME)[0]), 2
    rows = [training.run(name, options, seed, steps) for seed in (1, 2, 3)]
    assert rows[0] == training.run(name, options, 1, steps) | {"seconds": rows[0]["seconds"]}
    game = json.loads(json.dumps(training.game_data(find(name, **options), rows)))
    data = {"seeds": 3, "steps": steps, "positions": 1_024, "minutes": 0.1}
    page = training_page.page({**data, "games": {name: game}})
    for grade, curve in game["grades"].items():
        assert f"| {NAME} | {grade} | {curve['items']} (" in page
        assert [point["positions"] for point in curve["points"]] == [0, 1_024]
    assert training_page.curves({"games": {name: game}}).count("<path") > 3 * len(game["grades"])


def test_the_committed_page_and_curves_show_the_committed_data() -> None:
    data = json.loads(training.DATA.read_text())
    assert set(data["games"]) <= set(catalogue()), "a new game is not trained yet"
    assert training.PAGE.read_text() == training_page.page(data)
    assert training.CURVES.read_text() == training_page.curves(data)
