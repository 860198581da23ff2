"""The published baselines follow from their data, and the data from the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import baseline_page, baseline_players, baselines
from lastdigit.analysis.policies import POLICIES
from lastdigit.exam.items import Kind
from lastdigit.exam.pools import group_by_grade, load_pool
from tests.conftest import GAMES, ROOT

PAGE = (ROOT / "docs" / "baselines.md").read_text()
DATA = json.loads((ROOT / "docs" / "baselines.json").read_text())


def test_the_page_is_generated_from_the_data() -> None:
    assert baseline_page.page(DATA) == PAGE


def test_every_player_was_asked_in_every_game_and_grade() -> None:
    asked = {(row["what"], row["game"], row["grade"]) for row in DATA["rows"]}
    assert set(DATA["pools"]) == {name for name in GAMES if load_pool(name)}
    for game, grades in DATA["pools"].items():
        for grade in grades:
            for player in ("policies", *baseline_players.PLAYERS):
                assert (player, game, int(grade)) in asked
    kinds = {row["kind"] for row in DATA["rows"] if row["what"] == "guess"}
    assert kinds <= set(Kind)


def test_blind_policies_were_at_chance_and_perfect_made_no_error() -> None:
    blind = [policy.name for policy in POLICIES if not policy.plies]
    for row in DATA["rows"]:
        if row["what"] == "policies":
            assert all(abs(row["scores"][name] - row["chance"]) <= 0.02 for name in blind)
        if row["what"] == "perfect":
            assert row["right"] == row["asked"] > 0


def test_a_level_answers_a_number_of_items_and_policies_answer_all() -> None:
    grade = min(group_by_grade(load_pool("operation-obliteration")))
    job = baselines.Job("perfect", "operation-obliteration", "move", grade, 5)
    row = baselines.run_job(job)
    assert (row["right"], row["asked"], row["key"]) == (5, 5, job.key())
    assert 0 < row["chance"] < 1
    search = baselines.run_job(job._replace(what="alpha-beta:3000"))
    assert 0 < search["right"] <= 5
    assert search["chance"] == row["chance"], "all players get the same questions"
    assert baselines.run_job(job) | {"seconds": 0} == row | {"seconds": 0}


@pytest.mark.prove
def test_a_stopped_run_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "operation-obliteration"
    monkeypatch.setattr(baselines, "STEPS", {"table": 8_192, "net": 1_024})
    monkeypatch.setattr(baseline_players, "VARIANTS", 1)
    monkeypatch.setattr(baselines, "PLAYERS", ("random", "table", "net"))
    monkeypatch.setattr(baselines, "POOL", 20)
    monkeypatch.setenv("LEARNED", "")
    first = baselines.run([game], 10, tmp_path)
    # They know one variant, and so few questions in words may include none about it.
    learned = [row for row in first["rows"] if row["what"] in ("table", "net")]
    assert all(row["asked"] for row in learned if row["kind"] == "move")
    journal = tmp_path / "answers.jsonl"
    content = journal.read_text()
    journal.write_text(content[:-5])
    again = baselines.run([game], 10, tmp_path)
    assert len(journal.read_text().splitlines()) == len(content.splitlines())
    for one, other in zip(first["rows"], again["rows"], strict=True):
        assert one | {"seconds": 0} == other | {"seconds": 0}
