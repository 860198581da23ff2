"""An audit derives a run again from its raw log and refuses any change."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.errors import RecordError
from lastdigit.exam.audit import audit_run, log_hashes
from lastdigit.exam.leaderboard import LIMITS
from lastdigit.match.record import Fields, read_record
from tests.conftest import Run, Size
from tests.players.chat_server import Body, Response, chat_server, completion, trouble

ASKED = ("--games", "digit-poison", "--positions", "10", "--seed", "3")
JOURNAL, WORDS = "journal.jsonl", "questions.jsonl"


def speaker() -> Callable[[Body], Response]:
    """Return a model that answers, refuses, writes nonsense and makes mistakes in turn."""
    count = iter(range(1_000))

    def answer(body: Body) -> Response:
        asked, number = body["messages"][1]["content"], next(count)
        if "your turn" not in asked:
            return completion("ANSWER: none" if number % 2 else "I do not know.")
        if number % 5 == 3:
            return trouble(400, "Content Exists Risk")
        if number % 5 == 4:
            return completion("Let me think.")
        moves = asked.rpartition("Legal moves: ")[2].strip().split(", ")
        return completion(f"Well.\nMOVE: {moves[number % len(moves)]}")

    return answer


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a model's run with questions for moves and in words."""
    folder = tmp_path_factory.mktemp("honest") / "run"
    words = ("exam", "run", "mine=llm:test", *ASKED, "--show-legal", "yes", "--tries", "2")
    with chat_server(speaker()) as server:
        subprocess.run(
            [
                *(sys.executable, "-m", "lastdigit", *words, "--also", "legal"),
                *("--base-url", server.url, "--out", str(folder)),
            ],
            env={**os.environ, "OPENAI_API_KEY": "anything"},
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return folder


@pytest.fixture
def copied(honest: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder, which tests can damage."""
    return Path(shutil.copytree(honest, tmp_path / "run"))


def test_an_unchanged_run_passes_the_audit(honest: Path) -> None:
    run = audit_run(honest)
    report = json.loads((honest / "report.json").read_text())
    assert len(run.answers) == report["marks"][0]["asked"] == 10
    assert sum(one.right for one in run.answers) == report["marks"][0]["right"]
    assert len(run.words) == 10
    assert report["faults"]["filtered"]
    assert report["faults"]["unreadable"]
    assert run.reused == 0


def change_line(folder: Path, name: str, number: int, change: Callable[[Any], object]) -> None:
    """Change one line of a log, and the hash of that log in the report, as a forger would."""
    lines = (folder / name).read_text().splitlines()
    data = json.loads(lines[number])
    change(data)
    lines[number] = json.dumps(data)
    (folder / name).write_text("".join(f"{line}\n" for line in lines))
    renew_hashes(folder)


def renew_hashes(folder: Path) -> None:
    change_json(folder / "report.json", lambda report: report.update(logs=log_hashes(folder)))


def change_json(path: Path, change: Callable[[Any], object]) -> None:
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def drop_line(folder: Path, name: str, number: int) -> None:
    lines = (folder / name).read_text().splitlines()
    del lines[number]
    (folder / name).write_text("".join(f"{line}\n" for line in lines))
    renew_hashes(folder)


def last_try(line: Any) -> Any:
    return line["tries"][0]["tries"][-1]


def other_words(line: Any) -> None:
    """Replace the move in the answer with another legal one."""
    setup = read_record(Fields(line["record"])).setup
    game = setup.build_game()
    allowed = [game.format_move(move) for move in game.legal_moves(game.parse_state(setup.start))]
    text, mark, move = last_try(line)["raw"].rpartition("MOVE: ")
    allowed.remove(move)
    last_try(line)["raw"] = f"{text}{mark}{allowed[0]}"


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a log without its hash": (
        lambda folder: (folder / JOURNAL).write_text((folder / JOURNAL).read_text() + "\n"),
        "journal.jsonl is not the log of this report",
    ),
    "words that were changed": (
        lambda folder: change_line(folder, JOURNAL, 0, other_words),
        "Answer 1 in journal.jsonl: The move does not match the reply",
    ),
    "a line left out": (
        lambda folder: drop_line(folder, JOURNAL, 4),
        "Answer 5 is missing from journal.jsonl",
    ),
    "a question left out": (
        lambda folder: drop_line(folder, "answers.jsonl", 4),
        "The questions do not match the commitment",
    ),
    "another question": (
        lambda folder: change_line(
            folder, "answers.jsonl", 0, lambda line: line.update(grade=line["grade"] + 1)
        ),
        "The questions do not match the commitment",
    ),
    "an answer that is called right": (
        lambda folder: change_line(
            folder, "answers.jsonl", 3, lambda line: line.update(right=not line["right"])
        ),
        "Answer 4 in answers.jsonl does not match journal.jsonl",
    ),
    "tokens that were saved": (
        lambda folder: change_line(
            folder, JOURNAL, 0, lambda line: line["deeds"][0].update(tokens_in=1)
        ),
        "The numbers of tries and tokens do not match the replies",
    ),
    "a fault that is called another": (
        lambda folder: change_line(
            folder, JOURNAL, 3, lambda line: last_try(line).update(fault="timeout")
        ),
        "Answer 4 in journal.jsonl: The kinds of failed tries do not match the replies",
    ),
    "a key of another prompt": (
        lambda folder: change_line(folder, JOURNAL, 0, lambda line: line.update(key="0-0-0")),
        "This version of Last Digit words this question differently",
    ),
    "an answer by another player": (
        lambda folder: change_line(
            folder, JOURNAL, 0, lambda line: line["record"]["players"][0].update(name="Better")
        ),
        "This answer is from a different player",
    ),
    "an answer in another version of the package": (
        lambda folder: change_line(
            folder, JOURNAL, 0, lambda line: line["record"].update(lastdigit="0.0.1")
        ),
        "This answer is from a different version of the game",
    ),
    "an answer in another version of the rules": (
        lambda folder: change_line(
            folder, JOURNAL, 0, lambda line: line["record"].update(version=99)
        ),
        "This answer is from a different version of the game",
    ),
    "another secret": (
        lambda folder: change_json(
            folder / "report.json", lambda report: report.update(runSecret="00" * 32)
        ),
        "The secret does not match the commitment",
    ),
    "another manifest": (
        lambda folder: change_json(
            folder / "manifest.json", lambda data: data["player"].update(model="better")
        ),
        "The manifest does not match its commitment",
    ),
    "a better mark": (
        lambda folder: change_json(
            folder / "report.json", lambda report: report["marks"][0].update(right=10)
        ),
        '"marks" in the report does not match the log',
    ),
    "other words in words": (
        lambda folder: change_line(
            folder, WORDS, 0, lambda line: line.update(raw="ANSWER: something")
        ),
        "Answer 1 in questions.jsonl does not match its text",
    ),
    "another right answer in words": (
        lambda folder: change_line(folder, WORDS, 1, lambda line: line.update(right="none")),
        "do not match the commitment",
    ),
    "a question in words left out": (
        lambda folder: drop_line(folder, WORDS, 2),
        "The questions in questions.jsonl do not match",
    ),
    "no report": (
        lambda folder: (folder / "report.json").unlink(),
        "The run is not finished",
    ),
    "no JSON": (
        lambda folder: (folder / "report.json").write_text("{"),
        "The log is incomplete",
    ),
    "nothing at all": (lambda folder: shutil.rmtree(folder), "cannot be read"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_every_change_is_refused_with_a_reason(copied: Path, what: str) -> None:
    damage, reason = DAMAGES[what]
    audit_run(copied)
    damage(copied)
    with pytest.raises(RecordError) as refused:
        audit_run(copied)
    assert reason in str(refused.value)
    assert str(refused.value).startswith(f"{copied}: ")


def test_the_command_verifies_a_folder(call: Run, copied: Path) -> None:
    result = call("exam", "verify", "run")
    assert result.code == 0, result.err
    assert "run: 20 answers checked. The report matches the log." in result.out
    change_line(copied, JOURNAL, 0, other_words)
    result = call("exam", "verify", "run")
    assert (result.code, result.out) == (1, "")
    assert "The move does not match the reply" in result.err


def test_verifying_an_exam_as_a_game_points_to_the_right_command(call: Run, copied: Path) -> None:
    result = call("saved", "verify", copied.name)
    assert (result.code, result.out) == (2, "")
    assert "run is a folder. To check an exam: lastdigit exam verify run" in result.err


def test_a_leaderboard_combines_runs_and_names_the_refused_ones(
    call: Run, copied: Path, tmp_path: Path
) -> None:
    for who in ("random", "easy", "perfect"):
        assert call("exam", "run", who, *ASKED, "--out", who).code == 0
    folders = ("run", "random", "easy", "perfect")
    result = call("exam", "leaderboard", *folders, "--out", "board.html")
    assert result.code == 0, result.err
    page = (tmp_path / "board.html").read_text()
    assert result.out.splitlines()[2].startswith("perfect "), "the best player is first"
    assert "Questions that separate the players" in page
    assert ">mine<" in page
    assert LIMITS.split(":")[0] in page
    assert "A log cannot prove that a model wrote the answers" in page
    assert "perfect - random" in result.out
    result = call("exam", "verify", *folders)
    assert result.code == 0
    assert [line.partition(":")[0] for line in result.out.splitlines()] == list(folders)
    change_line(copied, JOURNAL, 0, other_words)
    before = page
    result = call("exam", "leaderboard", *folders, "--out", "board.html")
    assert result.code == 1
    assert "Refused: run: Answer 1 in journal.jsonl" in result.err
    assert "1 of 4 runs refused." in result.err
    assert (tmp_path / "board.html").read_text() == before


def test_a_leaderboard_overwrites_only_its_own_pages(
    call: Run, copied: Path, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    result = call("exam", "leaderboard", str(copied), "--out", "notes.txt")
    assert (result.code, result.out) == (2, "")
    assert "is not a page from Last Digit" in result.err
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_runs_with_different_settings_are_not_compared(call: Run) -> None:
    assert call("exam", "run", "easy", *ASKED, "--out", "one").code == 0
    assert call("exam", "run", "hard", *ASKED[:-1], "4", "--out", "other").code == 0
    result = call("exam", "leaderboard", "one", "other", "--out", "board.html")
    assert result.code == 0, result.err
    assert result.out.count("Standings") == 2
    assert "easy - hard" not in result.out


def test_two_players_in_one_exam_are_compared_as_on_the_leaderboard(
    call: Run, tmp_path: Path
) -> None:
    result = call("exam", "run", "easy", "perfect", *ASKED, "--out", "runs")
    assert result.code == 0, result.err
    folders = sorted((tmp_path / "runs").iterdir())
    assert len(folders) == 2
    [row] = [line for line in result.out.splitlines() if line.startswith("easy - perfect ")]
    only_easy, only_perfect = map(int, row.split()[3:5])
    assert only_easy == 0
    assert only_perfect > 0
    assert call("exam", "verify", *map(str, folders)).code == 0
    early = call("exam", "run", "easy", "perfect", *ASKED, "--out", "runs", "--so-far")
    assert row in early.out
    (tmp_path / "runs" / folders[0].name / "journal.jsonl").write_text("")
    assert "easy - perfect" in call("exam", "run", "easy", "perfect", *ASKED, "--out", "runs").out


def test_after_a_change_of_the_prompt_the_later_answer_counts(
    copied: Path,
) -> None:
    lines = (copied / WORDS).read_text().splitlines()
    stale = json.loads(lines[0]) | {"key": "0-0-0", "raw": "nothing", "answer": None}
    (copied / WORDS).write_text("".join(f"{line}\n" for line in (json.dumps(stale), *lines)))
    renew_hashes(copied)
    assert len(audit_run(copied).words) == 10


def test_a_randomly_damaged_log_is_audited_or_refused(
    copied: Path, honest: Path, size: Size
) -> None:
    random = Random(1)
    names = ("manifest.json", "report.json", "answers.jsonl", JOURNAL, WORDS)
    for _ in range(size(sample=40, full=1_000)):
        name = random.choice(names)
        content = (honest / name).read_bytes()
        begin = random.randrange(len(content))
        end = min(len(content), begin + random.choice((1, 1, 30, 3_000)))
        put = random.choice((b"", b"0", b"[", b"null", b'"', b"\xff", b"{}", b"[]"))
        (copied / name).write_bytes(content[:begin] + put + content[end:])
        with contextlib.suppress(RecordError):
            renew_hashes(copied) if name in (JOURNAL, WORDS) else None
            audit_run(copied)
        (copied / name).write_bytes(content)
        shutil.copy(honest / "report.json", copied / "report.json")
    audit_run(copied)


@pytest.mark.parametrize("data", [[], {}, "", 7, None, {"kind": "exam"}])
@pytest.mark.parametrize("name", ["manifest.json", "report.json"])
def test_json_of_another_kind_is_refused(copied: Path, name: str, data: object) -> None:
    (copied / name).write_text(json.dumps(data))
    with pytest.raises(RecordError):
        audit_run(copied)
