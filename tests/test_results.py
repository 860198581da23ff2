"""The committed exam runs in results/ are verified, and comparable on one leaderboard."""

from __future__ import annotations

import json

import pytest

from bench.results import COMPUTERS, KEPT, README, RUNS
from tests.conftest import Run
from tests.sizes import sampled

NAMES = sorted(path.name for path in RUNS.iterdir())


@pytest.mark.parametrize("name", sampled(NAMES, "char-model"))
def test_a_run_is_verified(run: Run, name: str) -> None:
    ran = run("exam", "verify", str(RUNS / name))
    assert ran.code == 0, ran.err
    assert {path.name for path in (RUNS / name).iterdir()} == KEPT


def test_all_runs_have_the_same_questions() -> None:
    manifests = [json.loads((RUNS / name / "manifest.json").read_text()) for name in NAMES]
    assert set(COMPUTERS) < set(NAMES)
    assert len({manifest["questions"] for manifest in manifests}) == 1


@pytest.mark.prove
def test_the_readme_has_the_standings(run: Run) -> None:
    ran = run("exam", "leaderboard", *(str(RUNS / name) for name in NAMES), "--no-html")
    assert ran.code == 0, ran.err
    assert ran.out.split("\n\n")[0] in README.read_text()
