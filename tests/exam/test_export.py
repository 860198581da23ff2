"""The dataset of all games is the same in every version of the package.

`export.json` has the hashes of some files. If they have to change, increase the first number of
EXPORT_VERSION and run `python -m tests.exam.test_export`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lastdigit.exam.dataset import KINDS, PromptItem
from lastdigit.exam.export import (
    CARD,
    COLUMNS,
    CROISSANT,
    EXPORT_VERSION,
    DataFile,
    card,
    croissant,
    data_files,
)
from lastdigit.exam.items import Kind
from tests.conftest import GAMES, Run

GOLDEN = Path(__file__).with_name("export.json")
SAMPLE = (Kind.MOVE, Kind.LEGAL, Kind.OUTCOME)


def sample() -> list[DataFile]:
    return list(data_files(GAMES, SAMPLE, 2, 1))


def hashes(games: Sequence[str] = GAMES) -> dict[str, object]:
    files = {file.path: file.sha256 for file in data_files(games, SAMPLE, 2, 1)}
    return {"version": EXPORT_VERSION, "games": list(games), **files}


def test_a_version_and_a_seed_determine_the_files() -> None:
    golden = json.loads(GOLDEN.read_text())
    assert hashes(golden["games"]) == golden


def test_another_seed_gives_other_files() -> None:
    [first, _] = data_files(["digit-duel"], [Kind.MOVE], 5, 1)
    [second, _] = data_files(["digit-duel"], [Kind.MOVE], 5, 2)
    assert first.sha256 != second.sha256


def test_rows_have_all_columns_and_can_be_graded() -> None:
    for file in sample():
        rows = [json.loads(line) for line in file.content.splitlines()]
        assert len(rows) == file.rows
        assert {row["game"] for row in rows} == set(GAMES)
        assert len({row["id"] for row in rows}) == len(rows)
        for row in rows:
            assert set(row) == {column.name for column in COLUMNS}
            assert (row["kind"], row["split"]) == (file.kind, file.split)
            mark = "MOVE" if row["kind"] == Kind.MOVE else "ANSWER"
            item = PromptItem.from_row(row)
            assert item.grade_answer(f"{mark}: {row['answers'][0]}").right
            assert not item.grade_answer(f"{mark}: perhaps").right


def test_positions_of_train_and_exam_are_different() -> None:
    train, exam = (
        {(row["options"], row["position"]) for row in map(json.loads, file.content.splitlines())}
        for file in data_files(["digit-duel"], [Kind.MOVE], 100, 1)
    )
    assert not train & exam


def test_card_and_metadata_name_every_file_with_its_hash() -> None:
    files = sample()
    text, metadata = card(files, "1.2.3", "the command"), json.loads(croissant(files))
    listed = {file["contentUrl"]: file["sha256"] for file in metadata["distribution"]}
    assert listed == {file.path: file.sha256 for file in files}
    assert all(f"| {file.path} | {file.rows} | {file.sha256} |" in text for file in files)
    assert f"version {EXPORT_VERSION}" in text
    assert metadata["version"] == EXPORT_VERSION
    fields = [field["source"] for part in metadata["recordSet"] for field in part["field"]]
    assert len(fields) == len(files) * len(COLUMNS)


def test_a_kind_without_questions_has_no_file() -> None:
    assert not list(data_files([], [Kind.MOVE], 1, 1))


def test_the_command_writes_a_folder(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    command = f"dataset --all --kind legal --count 2 --seed 1 --out {folder}"
    done = run(*command.split())
    assert done.code == 0, done.err
    expected = {file.path: file.sha256 for file in sample()}
    for split in ("train", "exam"):
        content = (folder / "legal" / f"{split}.jsonl").read_bytes()
        assert hashlib.sha256(content).hexdigest() == expected[f"legal/{split}.jsonl"]
    text = (folder / CARD).read_text()
    assert "dataset --all --kind legal --count 2 --seed 1 --out FOLDER" in text
    assert 'load_dataset("FOLDER", "legal")' in text
    assert (folder / CROISSANT).is_file()
    again = run(*command.split())
    assert again.code == 2
    assert "already exists" in again.err


@pytest.mark.parametrize("wrong", ["--split exam", "--kind position", "digit-duel", "--base 8"])
def test_all_games_have_neither_one_split_nor_rules(wrong: str, run: Run, tmp_path: Path) -> None:
    done = run("dataset", "--all", *wrong.split(), "--out", str(tmp_path / "all"))
    assert done.code == 2
    assert not (tmp_path / "all").exists()


def test_all_kinds_are_exported_by_default() -> None:
    from lastdigit.cli import programs

    assert tuple(programs.KINDS[1:]) == tuple(KINDS)


if __name__ == "__main__":
    GOLDEN.write_text(f"{json.dumps(hashes(), indent=1)}\n")
