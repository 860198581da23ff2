"""Files written by commit 56775e8 can still be opened, listed, resumed, copied and reproduced."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lastdigit.arena.run import parse_contestant
from lastdigit.arena.run import run as play
from lastdigit.exam.grading import exam_data
from lastdigit.exam.parsing import MoveAnswer
from lastdigit.exam.run import Exam, exam_items, from_seed, plan_exam
from lastdigit.executors.base import SerialExecutor
from lastdigit.match.record import from_line, to_line
from lastdigit.players.players import Settings
from lastdigit.players.prompt import VERSION
from lastdigit.puzzles.sums import saved_sums
from lastdigit.solver import solver_for
from lastdigit.storage import open_store
from tests.conftest import ROOT, CommandResult, Run
from tests.postgres import Cluster, programs
from tests.storage.test_sums import compare
from tests.web.conftest import QUICK, Server, stop_without_errors

FIXTURES = ROOT / "tests" / "fixtures"
ENDINGS = (FIXTURES / "endings.jsonl").read_text().splitlines()
SECRETS = json.loads((FIXTURES / "secrets.json").read_text())
BUILT_IN = "digit-dilemma,digit-duel,digit-poison,number-morph,operation-obliteration"
UNFINISHED = {
    "13": "4\n",  # Digit Poison
    "14": "5\nleft\n",  # Digit Dilemma
    "15": "hundreds\n5\n",  # Number Morph
    "16": "divide\n",  # Operation Obliteration
}
"""Unfinished games of the terminal, with the next move of each."""
TABLES = {
    "digit-dilemma-with-leading-zero-1": ("digit-dilemma",),
    "digit-duel-2-in-16-2": ("digit-duel", "--digits", "2", "--base", "16"),
    "digit-poison-101-in-10-longest-6-uses-1-3": (
        *("digit-poison", "--divisor", "101", "--uses", "1", "--max-length", "6"),
    ),
}
MEASURED = {
    "seconds",
    "secondsPerMove",
    "secondsPerQuestion",
    "waited",
    "python",
    "commitment",
    "lastdigit",
    "runSecret",
    "logs",
}
"""Fields that differ between runs."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Return a copy of the SQLite store."""
    return Path(shutil.copy(FIXTURES / "games.sqlite3", tmp_path))


@pytest.fixture
def database(postgres: Cluster) -> str:
    """Return the address of a PostgreSQL database with the dump in it."""
    folder, address = programs(), postgres.database()
    assert folder is not None
    dump = ["-q", "-v", "ON_ERROR_STOP=1", "-f", str(FIXTURES / "games.postgres.sql"), address]
    subprocess.run([str(folder / "psql"), *dump], check=True, capture_output=True)
    return address


def succeeded(done: CommandResult) -> str:
    """Return what a command printed, if it succeeded."""
    assert done.code == 0, done.err
    return done.out


def listed(call: Run, store: str | Path) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(
        succeeded(call("saved", "list", "--all", "--json", "--store", str(store)))
    )
    return games


def exported(call: Run, store: str | Path) -> list[str]:
    numbers = [str(game["id"]) for game in listed(call, store)]
    return succeeded(call("saved", "export", *numbers, "--store", str(store))).splitlines()


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table of an SQLite file, except what is computed from others."""
    connection = sqlite3.connect(path)
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {
        name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for (name,) in names
    }
    connection.close()
    for name in ("daily_sum", "daily_mistake", "changed_day"):
        found.pop(name, None)
    found["sqlite_sequence"] = [row for row in found["sqlite_sequence"] if row[0] == "game"]
    return found


def test_the_store_lists_every_game(call: Run, store: Path) -> None:
    games = listed(call, store)
    assert len(games) == 35
    assert {game["setup"]["game"] for game in games} == {
        *("digit-dilemma", "digit-duel", "digit-poison", "number-morph", "operation-obliteration")
    }


@pytest.mark.parametrize("number", UNFINISHED)
def test_an_unfinished_game_is_resumed(call: Run, store: Path, number: str) -> None:
    before = json.loads(succeeded(call("saved", "export", number, "--store", str(store))))
    done = call("resume", number, "--store", str(store), typed=UNFINISHED[number])
    assert done.code in (0, 1), done.err  # 1: the input ends before the game does
    after = json.loads(succeeded(call("saved", "export", number, "--store", str(store))))
    assert len(after["events"]) == len(before["events"]) + 1
    assert after["events"][-1]["act"] == "move"


def test_saved_games_verify_and_replay(call: Run, store: Path, tmp_path: Path) -> None:
    (tmp_path / "all.jsonl").write_text("\n".join(exported(call, store)) + "\n")
    succeeded(call("saved", "verify", "all.jsonl"))
    succeeded(call("saved", "replay", "all.jsonl"))


def test_sqlite_and_postgres_hold_the_same_games(call: Run, store: Path, database: str) -> None:
    assert listed(call, database) == listed(call, store)
    assert exported(call, database) == exported(call, store)


def test_the_sums_of_an_old_store_are_those_of_its_games(
    call: Run, store: Path, database: str
) -> None:
    shown = [succeeded(call("stats", "--json", "--store", str(one))) for one in (store, database)]
    assert shown[0] == shown[1]
    with sqlite3.connect(store) as connection:
        rows = connection.execute("SELECT DISTINCT holder FROM seat WHERE holder IS NOT NULL")
        holders = [holder for (holder,) in rows]
    for location in (str(store), database):
        with closing(open_store(location)) as opened:
            assert len(saved_sums(opened).days) > 0
            for person in ("", *map(opened.person_of, holders)):
                compare(opened, person)


def test_a_copy_of_the_store_is_the_same(call: Run, store: Path, tmp_path: Path) -> None:
    succeeded(call("admin", "copy", str(store), str(tmp_path / "copy.sqlite3")))
    assert exported(call, tmp_path / "copy.sqlite3") == exported(call, store)


def test_a_copy_of_the_database_is_the_same(
    call: Run, store: Path, database: str, tmp_path: Path
) -> None:
    succeeded(call("admin", "copy", database, str(tmp_path / "copy.sqlite3")))
    assert rows(tmp_path / "copy.sqlite3") == rows(store)


def test_matches_people_and_classrooms_are_served(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "lastdigit").mkdir()
    shutil.copy(FIXTURES / "games.sqlite3", tmp_path / "lastdigit")
    server = Server(tmp_path, cache, QUICK)
    ada, teacher = server.person(), server.person()
    ada.secret, teacher.secret = SECRETS["ada"], SECRETS["teacher"]
    assert len(ada.get("/api/mine").json()) == 17
    assert ada.get("/api/me").json()["answers"] == 4
    match = ada.get(f"/api/matches/{SECRETS['match']}").json()
    assert match["result"]["end"] == "draw"
    assert match["you"] == [1]
    room = teacher.get(f"/api/rooms/{SECRETS['room']}").json()
    assert room["you"]["role"] == "teacher"
    assert sorted(pupil["name"] for pupil in room["room"]["pupils"]) == ["Lea", "Mia", "Noah"]
    assert room["room"]["finished"] == 1
    puzzles = teacher.get(f"/api/rooms/{SECRETS['puzzle-room']}").json()
    assert [pupil["name"] for pupil in puzzles["room"]["pupils"]] == ["Zoe"]
    stop_without_errors(server)


def test_records_survive_a_round_trip() -> None:
    assert [to_line(from_line(line)) for line in ENDINGS] == ENDINGS
    endings = {json.loads(line)["result"]["end"] for line in ENDINGS}
    assert endings == {
        *("win", "resignation", "time", "forfeit", "draw", "abandoned", "unfinished"),
    }


@pytest.mark.parametrize("command", ["saved verify", "saved replay"])
def test_records_of_every_ending_are_read(call: Run, command: str) -> None:
    succeeded(call(*command.split(), str(FIXTURES / "endings.jsonl")))


def numbers(report: object) -> object:
    """Return a report without measured and random values, and without rounding errors."""
    if isinstance(report, dict):
        return {name: numbers(value) for name, value in report.items() if name not in MEASURED}
    if isinstance(report, list):
        return [numbers(value) for value in report]
    return round(report, 9) if isinstance(report, float) else report


ARENA = (
    "arena --players easy,hard,random --games digit-dilemma,operation-obliteration --starts 2 "
    "--seed 7"
)


@pytest.fixture
def version_of_fixtures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command the same version that wrote the fixtures: only that can continue a run."""
    monkeypatch.setattr("lastdigit.cli.arena.VERSION", "0.1.0")


@pytest.mark.usefixtures("version_of_fixtures")
@pytest.mark.parametrize("name", ["arena", "arena-balanced"])
def test_the_arena_reproduces_its_report(call: Run, tmp_path: Path, name: str) -> None:
    again, before = tmp_path / "again", FIXTURES / name
    if name == "arena":  # new runs have other starts, but a run that was started continues
        again.mkdir()
        shutil.copy(before / "manifest.json", again)
    succeeded(call(*ARENA.split(), "--out", "again"))
    for file in ("report.json", "manifest.json"):
        assert numbers(json.loads((again / file).read_text())) == numbers(
            json.loads((before / file).read_text())
        )
    assert games(again) == games(before)


@pytest.mark.usefixtures("version_of_fixtures")
def test_an_older_run_in_its_default_folder_is_continued(call: Run, tmp_path: Path) -> None:
    older = tmp_path / "tournament-6a8bab1a"
    shutil.copytree(FIXTURES / "arena", older)
    out = succeeded(call(*ARENA.split()))
    assert "tournament-6a8bab1a/report.html" in out
    assert games(older) == games(FIXTURES / "arena")


def games(folder: Path) -> list[object]:
    """Return the games of a run, without when they were played."""
    found = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in found:
        game.pop("times", None)
    return found


@pytest.mark.usefixtures("version_of_fixtures")
@pytest.mark.parametrize("name", ["arena", "arena-balanced"])
def test_the_arena_report_is_written_again_from_its_journal(
    call: Run, tmp_path: Path, name: str
) -> None:
    shutil.copytree(FIXTURES / name, tmp_path / "arena")
    (tmp_path / "arena" / "report.json").unlink()
    succeeded(call(*ARENA.split(), "--out", "arena"))
    assert numbers(json.loads((tmp_path / "arena" / "report.json").read_text())) == numbers(
        json.loads((FIXTURES / name / "report.json").read_text())
    )


@pytest.mark.parametrize("player", ["easy", "hard"])
def test_version_1_of_the_exam_reproduces_its_report(tmp_path: Path, player: str) -> None:
    folder = FIXTURES / f"exam-{player}"
    before = json.loads((folder / "report.json").read_text())
    games = tuple(BUILT_IN.split(","))
    exam = Exam("0.1.0", games, parse_contestant(player), 6, from_seed(7), Settings(), version=1)
    items = exam_items(exam)
    plan = plan_exam(exam, items)
    assert numbers(plan.manifest) == numbers(before["manifest"])
    entries = play(plan, tmp_path / "again", SerialExecutor(), lambda *_: None)
    answers = [MoveAnswer(item, entry) for item, entry in zip(items, entries, strict=True)]
    again = json.loads(json.dumps(exam_data(plan.manifest, answers, b"")))
    assert numbers(again) == numbers(before)


def test_a_run_of_an_earlier_version_of_the_exam_is_not_continued(
    call: Run, tmp_path: Path
) -> None:
    shutil.copytree(FIXTURES / "exam-easy", tmp_path / "exam-easy")
    words = ("exam", "run", "easy", "--games", BUILT_IN, "--positions", "6", "--seed", "7")
    ran = call(*words, "--out", "exam-easy")
    assert (ran.code, ran.out) == (2, "")
    assert "exam-easy contains a run of version 1 of the exam" in ran.err
    succeeded(call(*words, "--out", "again"))
    assert json.loads((tmp_path / "again" / "manifest.json").read_text())["exam"] == VERSION


def test_exam_folders_verify_and_make_the_same_leaderboard(call: Run, tmp_path: Path) -> None:
    for name in ("exam-easy", "exam-hard"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
        succeeded(call("exam", "verify", name))
    succeeded(call("exam", "leaderboard", "exam-easy", "exam-hard", "--out", "board.html"))
    assert cells(tmp_path / "board.html") == cells(FIXTURES / "leaderboard.html")


def cells(page: Path) -> list[str]:
    """Return the numbers in the tables of a page."""
    found = re.findall(r"<td[^>]*>(.*?)</td>", page.read_text(), re.DOTALL)
    return [number for cell in found for number in re.findall(r"\d[\d.,]*", cell)]


@pytest.mark.parametrize("name", TABLES)
def test_a_cached_table_is_read_and_equals_a_rebuilt_one(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    solver_for.cache_clear()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "old"))
    (tmp_path / "old" / "lastdigit").mkdir(parents=True)
    shutil.copy(FIXTURES / "tables" / name, tmp_path / "old" / "lastdigit")
    read = succeeded(call("analyse", *TABLES[name]))
    solver_for.cache_clear()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    assert succeeded(call("analyse", *TABLES[name])) == read
    built = tmp_path / "new" / "lastdigit" / name
    assert built.read_bytes() == (FIXTURES / "tables" / name).read_bytes()
    assert [path.name for path in (tmp_path / "old" / "lastdigit").iterdir()] == [name]
