"""The command `lastdigit-gg-bench`: files, messages and exit codes."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from lastdigit import from_line
from lastdigit.cli import main as lastdigit_command
from lastdigit_gg_bench.__main__ import main
from tests.logs import log

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in its own folder, without the user's settings."""
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_log(path: Path, *games: list[str]) -> None:
    path.write_text("\n".join(line for game in games for line in game))


def test_records_can_be_verified_and_reviewed(folder: Path, capsys: Capture) -> None:
    write_log(folder / "eval.log", log([1, 2]), log([1, 1, 1, 2, 4]))
    words = ["digit-poison", "eval.log", "--model", "gpt-x", "--out", "games.jsonl"]
    assert main(words) == 0, capsys.readouterr().err
    assert "games.jsonl: 2 games (" in capsys.readouterr().out
    assert lastdigit_command(["saved", "verify", "games.jsonl"]) == 0
    review = [sys.executable, "-m", "lastdigit", "review", "games.jsonl", "1"]
    assert "gpt-x" in subprocess.run(review, capture_output=True, text=True, check=True).stdout
    record = from_line((folder / "games.jsonl").read_text().splitlines()[0])
    assert record.setup.players[0].name == "gpt-x"


def test_summary_counts_winners_and_differences(folder: Path, capsys: Capture) -> None:
    lost = log([1, 2], model_first=False)  # 12 is divisible by 3, so the model loses
    won = log([1, 2])
    write_log(folder / "eval.log", lost, won, won, log([1, 1]))
    assert main(["digit-poison", "eval.log", "--out", "games.jsonl"]) == 0
    printed = capsys.readouterr()
    assert printed.out == (
        "games.jsonl: 4 games (1 without a winner, 1 won by the agent, 2 won by the model), "
        "1 game with a different result.\n"
    )
    assert printed.err == "eval.log, line 26: The log ends the game where the rules do not.\n"


@pytest.mark.parametrize(("count", "last_line"), [(10, "eval.log, line "), (12, "... and 2 more.")])
def test_at_most_ten_differences_are_listed(
    folder: Path, capsys: Capture, count: int, last_line: str
) -> None:
    write_log(folder / "eval.log", *[log([1, 1])] * count)
    assert main(["digit-poison", "eval.log", "--out", "games.jsonl"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert sum(line.startswith("eval.log, line ") for line in lines) == 10
    assert lines[-1].startswith(last_line)


def test_existing_file_is_not_replaced(folder: Path, capsys: Capture) -> None:
    write_log(folder / "eval.log", log([1, 2]))
    (folder / "games.jsonl").write_text("mine")
    assert main(["digit-poison", "eval.log", "--out", "games.jsonl"]) == 2
    assert "already exists" in capsys.readouterr().err
    assert (folder / "games.jsonl").read_text() == "mine"


def test_log_without_games_fails(folder: Path, capsys: Capture) -> None:
    (folder / "other.log").write_text("nothing\n")
    assert main(["digit-poison", "other.log", "--out", "none.jsonl"]) == 1
    error = capsys.readouterr().err
    assert error == "lastdigit-gg-bench: other.log has no games of gg-bench.\n"
    assert not (folder / "none.jsonl").exists()


def test_log_that_breaks_the_rules_fails(folder: Path, capsys: Capture) -> None:
    write_log(folder / "eval.log", log([10]))
    assert main(["digit-poison", "eval.log", "--out", "none.jsonl"]) == 1
    assert "Line 2: there is no action 10" in capsys.readouterr().err
    assert not (folder / "none.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["digit-poison", "nowhere.log", "--out", "none.jsonl"], "cannot be read"),
        (["no-such-game", "eval.log", "--out", "none.jsonl"], "no-such-game"),
        (["digit-poison", "eval.log"], "--out"),
        (["digit-poison", "eval.log", "--ouy", "none.jsonl"], "--out"),
        (["digit-poison", "eval.log", "more", "--out", "none.jsonl"], "one word too many"),
    ],
)
def test_bad_usage(folder: Path, capsys: Capture, words: list[str], message: str) -> None:
    write_log(folder / "eval.log", log([1, 2]))
    assert main(words) == 2
    assert message in capsys.readouterr().err
    assert not (folder / "none.jsonl").exists()


def test_standard_input_may_have_invalid_utf_8(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"\xff\n" + "\n".join(log([1, 1])).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert main(["digit-poison", "-", "--out", "games.jsonl"]) == 0
    assert capsys.readouterr().err.startswith("standard input, line 3: ")
    assert (folder / "games.jsonl").exists()


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-m", "lastdigit_gg_bench"],
        [str(Path(sys.executable).with_name("lastdigit-gg-bench"))],
    ],
    ids=["module", "script"],
)
def test_help(command: list[str]) -> None:
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: lastdigit-gg-bench GAME LOG [options]\n")
    assert "example: lastdigit-gg-bench digit-poison eval.log" in done.stdout
