"""Other libraries read our files without any loss."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import mlcroissant
import pandas
import pytest
from datasets import load_dataset

import lastdigit
from lastdigit.exam import PromptItem

KIND = "move"


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "lastdigit", *words], check=True)


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export a few questions of one kind."""
    path = tmp_path_factory.mktemp("data") / "all"
    run("dataset", "--all", "--kind", KIND, "--count", "3", "--out", str(path))
    return path


def test_croissant_metadata_is_valid(folder: Path) -> None:
    dataset = mlcroissant.Dataset(folder / "croissant.json")
    assert not dataset.metadata.ctx.issues.errors
    assert dataset.metadata.version


@pytest.mark.parametrize("split", ["train", "exam"])
def test_croissant_records_are_the_rows(split: str, folder: Path) -> None:
    records = mlcroissant.Dataset(folder / "croissant.json").records(f"{KIND}/{split}")
    rows = rows_of(folder / KIND / f"{split}.jsonl")
    found = [plain(record, f"{KIND}/{split}/") for record in records]
    # pandas does not read the last digits of a number.
    assert [row.pop("chance") for row in found] == pytest.approx(
        [row.pop("chance") for row in rows]
    )
    assert found == rows


def plain(record: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Return a record of mlcroissant with our names, with text instead of bytes."""
    return {name.removeprefix(prefix): unwrapped(value) for name, value in record.items()}


def unwrapped(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [unwrapped(one) for one in value]
    return None if value is None or value != value else value


def test_a_file_that_was_changed_is_refused(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for path in folder.rglob("*.*"):
        target = copy / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    with (copy / KIND / "exam.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(Exception, match=r"Download\(move/exam.jsonl\)"):
        list(mlcroissant.Dataset(copy / "croissant.json").records(f"{KIND}/exam"))


def test_hugging_face_loads_the_folder(folder: Path, tmp_path: Path) -> None:
    loaded = load_dataset(str(folder), KIND, cache_dir=str(tmp_path))
    assert set(loaded) == {"train", "exam"}
    for split, dataset in loaded.items():
        assert [dict(row) for row in dataset] == rows_of(folder / KIND / f"{split}.jsonl")
        for row in dataset:
            assert PromptItem.from_row(row).grade_answer(f"MOVE: {row['answers'][0]}").right


def test_hugging_face_loads_files_of_different_kinds_together(tmp_path: Path) -> None:
    paths = [tmp_path / "moves.parquet", tmp_path / "values.parquet"]
    for path, kind in zip(paths, ("move", "value"), strict=True):
        run("dataset", "digit-duel", "--kind", kind, "--count", "5", "--out", str(path))
    loaded = load_dataset(
        "parquet", data_files=[str(path) for path in paths], cache_dir=str(tmp_path)
    )
    assert loaded["train"]["kind"] == ["move"] * 5 + ["value"] * 5


def test_pandas_reads_records_and_tournaments(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for seed in (1, 2):
        record = lastdigit.play_match("digit-duel", "random", "perfect", seed=seed)
        lastdigit.append_record(path, record)
    table = pandas.DataFrame(record.to_dict() for _, record in lastdigit.read_records(path))
    assert len(table) == 2
    assert set(table["game"]) == {"digit-duel"}
    assert not any(isinstance(value, (dict, list, tuple)) for value in table.to_numpy().flat)
    report = lastdigit.tournament(["random", "easy"], "digit-duel", starts=2)
    ranking = pandas.DataFrame(report.rows())
    assert {"random", "easy"} <= set(ranking["player"])
    assert not any(isinstance(value, (dict, list, tuple)) for value in ranking.to_numpy().flat)
