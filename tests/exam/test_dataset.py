"""Datasets: exact, from one split, repeatable with a seed, with a correct card."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from importlib import util
from pathlib import Path
from typing import Any

import pytest

import lastdigit
from lastdigit.analysis.critical import Split, split_of
from lastdigit.errors import UsageError
from lastdigit.exam.dataset import (
    POSITION,
    Dataset,
    PromptItem,
    Row,
    dataset_card,
    dataset_rows,
    move_prompt,
    to_jsonl,
    to_parquet,
)
from lastdigit.exam.items import WORD_KINDS, Kind
from lastdigit.exam.pools import load_pool
from lastdigit.game.game import Seat
from lastdigit.solver import solver_for
from tests.conftest import GAMES, Run


def drawn(name: str, split: Split = Split.TRAIN, seed: int = 1, **more: Any) -> list[Row]:
    kind, count = more.pop("kind", POSITION), more.pop("count", 40)
    return dataset_rows(Dataset("test", lastdigit.find(name, **more), kind, split, count, seed))


@pytest.mark.parametrize("name", GAMES)
def test_every_row_agrees_with_the_solver(name: str) -> None:
    found = drawn(name)
    assert found
    game = lastdigit.find(name)
    for row in found:
        state = game.parse_state(row["position"])
        solver = solver_for(game)
        assert row["value"] == solver.solution(state).value
        assert row["remoteness"] == solver.solution(state).remoteness
        values = {str(one.move): one.value for one in solver.branches(state)}
        assert {one["move"]: one["value"] for one in row["moves"]} == values
        assert set(row["best"]) == {move for move, value in values.items() if value == row["value"]}
        assert row["critical"] == (len(row["best"]) < len(values))
        assert row["split"] == split_of(game, state) == Split.TRAIN
        assert row["why"]
    assert len({row["id"] for row in found}) == len(found)


def test_splits_share_no_positions_and_rows_depend_on_the_seed() -> None:
    by_split = [{row["id"] for row in drawn("digit-dilemma", split)} for split in Split]
    assert all(by_split)
    assert not by_split[0] & by_split[1] | by_split[1] & by_split[2] | by_split[0] & by_split[2]
    assert drawn("digit-duel") == drawn("digit-duel")
    assert drawn("digit-duel") != drawn("digit-duel", seed=2)


def test_a_dataset_has_the_chosen_options() -> None:
    options: dict[str, Any] = {"digits": 2, "number-1": 99, "number-2": 99}
    found = drawn("digit-duel", **options)
    assert all(json.loads(row["options"])["digits"] == 2 for row in found)
    assert all(len(row["position"].split()[1]) == 2 for row in found)


def test_move_questions_are_critical_and_list_no_moves() -> None:
    found = drawn("digit-duel", Split.EXAM, kind=Kind.MOVE)
    assert len(found) == 40
    for row in found:
        assert row["critical"]
        assert f"Position: {row['position']}\n" in row["prompt"]
        assert "Moves that are allowed" not in row["prompt"]
        assert f"You are Player {row['position'][0]}." in row["prompt"]


@pytest.mark.parametrize("kind", [Kind.MOVE, *WORD_KINDS])
def test_a_row_has_everything_needed_to_grade_it(kind: Kind) -> None:
    found = drawn("digit-duel", Split.EXAM, kind=kind, count=6)
    assert len({row["id"] for row in found}) == len(found) == 6
    for row in json.loads(f"[{','.join(to_jsonl(found).decode().splitlines())}]"):
        one = PromptItem.from_row(row)
        mark = "MOVE" if kind is Kind.MOVE else "ANSWER"
        assert all(one.grade_answer(f"So.\n{mark}: {answer}").right for answer in row["answers"])
        assert not one.grade_answer(f"{mark}: perhaps").right
        assert f"{mark}: <" in row["prompt"]
        assert f"Position: {row['position']}\n" in row["prompt"]
        state = lastdigit.find("digit-duel").parse_state(row["position"])
        assert row["split"] == split_of(lastdigit.find("digit-duel"), state) == Split.EXAM
        assert row["kind"] == kind


@pytest.mark.parametrize("empty", [{}, {"judge": None}])
def test_a_row_without_a_question_cannot_be_graded(empty: Row) -> None:
    (row,) = drawn("digit-duel", kind=POSITION, count=1)
    with pytest.raises(UsageError, match="no question to grade"):
        PromptItem.from_row(row | empty)


def test_answers_in_words_are_balanced_although_positions_are_not() -> None:
    found = drawn("digit-duel", kind=Kind.OUTCOME, count=60)
    counts = Counter(row["label"] for row in found)
    assert len(counts) == 3
    assert max(counts.values()) <= 26, "most positions in random games are not over"


def test_rows_have_the_effort_and_grade_of_the_pool() -> None:
    game = lastdigit.find("digit-duel")
    asked = Dataset("test", game, Kind.MOVE, Split.EXAM, 150, 1)
    pool = {
        game.key(game.parse_state(item.position)): (item.grade, item.effort)
        for item in load_pool(game.name)
        if not item.options
    }
    rows = {game.key(game.parse_state(row["position"])): row for row in dataset_rows(asked)}
    assert set(rows) & set(pool)
    for key, row in rows.items():
        assert (row["grade"], row["effort"]) == pool.get(key, (None, None))


@pytest.mark.parametrize("kind", ["move", "value"])
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_the_card_describes_its_file(call: Run, tmp_path: Path, suffix: str, kind: str) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    words = ("dataset", "digit-dilemma", "--kind", kind, "--count", "30", "--out")
    done = call(*words, f"some.{suffix}")
    assert done.code == 0, done.err
    assert done.out == f"some.{suffix}: 30 rows. Its card: some.md\n"
    content, card = (tmp_path / f"some.{suffix}").read_bytes(), (tmp_path / "some.md").read_text()
    assert hashlib.sha256(content).hexdigest() in card
    columns = card.partition("Columns: ")[2].partition(".")[0].replace("\n", " ").split(", ")
    found = [{name: row[name] for name in columns} for row in drawn_back(content, suffix)]
    assert len(found) == 30
    assert hashlib.sha256(to_jsonl(found)).hexdigest() in card
    assert f"path: some.{suffix}" in card
    again = call(*words, f"some.{suffix}")
    assert again.code == 2
    assert "already exists" in again.err


def test_parquet_files_of_all_kinds_can_be_loaded_together(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.dataset
    import pyarrow.parquet

    written: list[Row] = []
    for kind in ("position", *Kind):
        for name in ("digit-duel", "operation-obliteration"):
            found = dataset_rows(Dataset("test", lastdigit.find(name), kind, Split.TRAIN, 2, 1))
            (tmp_path / f"{len(written):03}.parquet").write_bytes(to_parquet(found))
            written += found
    files = sorted(tmp_path.iterdir())
    schemas = [pyarrow.parquet.read_schema(file) for file in files]
    assert all(schema == schemas[0] for schema in schemas)
    assert not [field.name for field in schemas[0] if pyarrow.types.is_null(field.type)]
    together = pyarrow.dataset.dataset(files).to_table().to_pylist()
    assert len(together) == len(written)
    for read, row in zip(together, written, strict=True):
        assert read == {**dict.fromkeys(read), **row}


def drawn_back(content: bytes, suffix: str) -> list[Row]:
    """Return the rows of a file."""
    if suffix == "jsonl":
        return [json.loads(line) for line in content.decode().splitlines()]
    import pyarrow
    import pyarrow.parquet

    found: list[Row] = pyarrow.parquet.read_table(pyarrow.BufferReader(content)).to_pylist()
    return found


def test_an_unwritable_file_is_reported_before_any_work(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = call("dataset", "digit-duel", "--out", "some.csv")
    assert wrong.code == 2
    assert ".jsonl or .parquet" in wrong.err
    find = util.find_spec
    # Hide only pyarrow, because other results are cached for later tests.
    monkeypatch.setattr(util, "find_spec", lambda name: None if name == "pyarrow" else find(name))
    missing = call("dataset", "digit-duel", "--out", "some.parquet")
    assert missing.code == 1
    assert "uv run --extra parquet lastdigit" in missing.err
    none = call("dataset", "digit-poison", "--split", "exam", "--kind", "move", "--out", "no.jsonl")
    assert none.code == 1
    assert "No such position came up" in none.err
    assert not list(tmp_path.glob("*.md"))


@pytest.mark.parametrize(
    ("count", "category"),
    [(999, "n<1K"), (1_000, "1K<n<10K"), (9_999, "1K<n<10K"), (10_000, "10K<n<100K")],
)
def test_a_card_has_the_size_category_of_its_number_of_rows(count: int, category: str) -> None:
    spec = Dataset("test", lastdigit.find("digit-duel"), POSITION, Split.TRAIN, 1, 1)
    card = dataset_card(spec, dataset_rows(spec) * count, "rows.jsonl", b"")
    assert f'size_categories: ["{category}"]\n' in card


def content(rows: list[Row]) -> str:
    """Return a hash of the positions and right answers of a dataset, but not of its prose."""
    names = ("id", "grade", "right", "best", "value", "chance", "split")
    kept = [{name: row[name] for name in names if name in row} for row in rows]
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16]


ROWS = {
    ("digit-duel", "position"): "b9369ee90f459049",
    ("digit-duel", "move"): "ac9a7408667797d2",
    ("digit-duel", "legal"): "afd80a0043cfcefc",
    ("digit-duel", "result"): "58eadd9e87c48a1c",
    ("digit-duel", "outcome"): "27e5035f18d241ef",
    ("digit-duel", "value"): "d2fa697a00d1bb6a",
    ("digit-duel", "resist"): "abefac0d3d087e9d",
    ("digit-duel", "plan"): "7fe96568824a9af3",
    ("operation-obliteration", "position"): "0a35744817976cc8",
    ("operation-obliteration", "move"): "024e3cfbda272eb3",
    ("operation-obliteration", "legal"): "f97b4f50b3aae067",
    ("operation-obliteration", "result"): "efa302c54b095f9d",
    ("operation-obliteration", "outcome"): "7792ce9f0bab8893",
    ("operation-obliteration", "value"): "eb314a4f94a92cdf",
    ("operation-obliteration", "resist"): "db261889c572813f",
    ("operation-obliteration", "plan"): "ac355fc2d4fcab7c",
}


@pytest.mark.parametrize(("name", "kind"), ROWS)
def test_a_seed_draws_the_same_rows_in_every_version(name: str, kind: str) -> None:
    assert content(drawn(name, kind=kind, count=10, seed=7)) == ROWS[name, kind]


@pytest.mark.parametrize("seat", Seat)
def test_a_prompt_addresses_the_player_to_move(seat: Seat) -> None:
    game = lastdigit.find("digit-duel")
    system, user = move_prompt(game, game.parse_state(f"{seat.value} 201 145"))
    assert f" You are {seat}." in system
    assert f"Position: {seat.value} 201 145" in user


@pytest.mark.parametrize("kind", [POSITION, Kind.MOVE, Kind.VALUE])
def test_a_card_of_one_row_counts_its_kind_of_answer(kind: str) -> None:
    spec = Dataset("test", lastdigit.find("digit-duel"), kind, Split.TRAIN, 1, 7)
    (row,) = dataset_rows(spec)
    card = dataset_card(spec, [row], "rows.jsonl", b"")
    assert f"\n| {row.get('value', row.get('label'))} | 1 |\n" in card
    assert ("`judge` is JSON" in card) is (kind != POSITION)
    assert ("Columns: " + ", ".join([*row][:3])) in card
