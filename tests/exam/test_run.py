"""A run of the exam: certified items from easy to hard, every answer saved."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import fmean

import pytest

import lastdigit
from lastdigit.analysis.critical import Split, split_of
from lastdigit.analysis.policies import POLICIES
from lastdigit.arena.run import parse_contestant
from lastdigit.arena.run import run as play
from lastdigit.errors import UsageError
from lastdigit.exam.grading import (
    ABOUT_LINES,
    Mark,
    exam_data,
    exam_page,
    lines_table,
    marks,
    move_answer_line,
)
from lastdigit.exam.parsing import MoveAnswer
from lastdigit.exam.pools import effort_grade, group_by_grade, lines_to_beat, load_pool
from lastdigit.exam.run import (
    UNGRADED,
    Exam,
    MoveItem,
    draw_move_items,
    exam_fixtures,
    exam_items,
    from_secret,
    from_seed,
    plan_exam,
    shortfall,
)
from lastdigit.executors.base import SerialExecutor
from lastdigit.game.game import Seat, Value
from lastdigit.match.match import verify
from lastdigit.players.players import Settings
from lastdigit.solver import solver_for
from lastdigit.statistics import wilson_interval
from tests.conftest import GAMES, PATIENCE, CommandResult, Run, Size
from tests.players.chat_server import Body, Response, chat_server, completion, some_legal
from tests.players.games import Waiting, script

QUICK = ("digit-poison", "digit-dilemma")
POOLED = [name for name in GAMES if load_pool(name)]


def exam(who: str, games: tuple[str, ...] = QUICK, positions: int = 12, seed: int = 1) -> Exam:
    return Exam("test", games, parse_contestant(who), positions, from_seed(seed), Settings())


def answered(asked: Exam, folder: Path) -> list[MoveAnswer]:
    """Return every question with its answer."""
    found = exam_items(asked)
    entries = play(plan_exam(asked, found), folder, SerialExecutor(), lambda *_: None)
    return [MoveAnswer(question, entry) for question, entry in zip(found, entries, strict=True)]


@pytest.mark.parametrize("name", POOLED)
def test_every_item_agrees_with_the_solver_and_grades_ascend(name: str) -> None:
    found = draw_move_items(lastdigit.catalogue()[name], 8, "5")
    assert found
    assert len(set(found)) == len(found) <= 8
    assert [question.grade for question in found] == sorted(question.grade for question in found)
    for question in found:
        assert question.grade == effort_grade(question.effort)
        game = lastdigit.find(name, **dict(question.critical.options))
        branches = solver_for(game).branches(game.parse_state(question.critical.position))
        values = {str(branch.move): branch.value for branch in branches}
        right = {move for move, value in values.items() if move in question.critical.best}
        best = Value.WIN if Value.WIN in values.values() else Value.DRAW
        assert right == {move for move, value in values.items() if value is best}
        assert 0 < question.critical.chance < 1


def test_every_grade_has_as_many_items_if_there_are_enough() -> None:
    grades = group_by_grade(load_pool("digit-dilemma"))
    found = draw_move_items(lastdigit.catalogue()["digit-dilemma"], 2 * len(grades), "5")
    assert [question.grade for question in found] == [grade for grade in grades for _ in range(2)]


@pytest.mark.parametrize("name", POOLED)
def test_two_seeds_draw_different_items(name: str) -> None:
    kind = lastdigit.catalogue()[name]
    one, other = ({q.critical for q in draw_move_items(kind, 10, seed)} for seed in ("1", "2"))
    assert len(one & other) < len(one) / 2


def test_items_of_a_game_without_a_pool_are_ungraded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdigit.exam.run.load_pool", lambda *_, **__: ())
    found = draw_move_items(lastdigit.catalogue()["digit-dilemma"], 12, "5")
    assert 6 <= len(found) <= 12
    assert {question.grade for question in found} == {UNGRADED}
    for question in found:
        game = lastdigit.find("digit-dilemma", **dict(question.critical.options))
        assert split_of(game, game.parse_state(question.critical.position)) is Split.EXAM


def test_items_depend_on_the_seed_and_not_on_the_player() -> None:
    assert exam_items(exam("random")) == exam_items(exam("easy"))
    assert exam_items(exam("random")) != exam_items(exam("random", seed=2))


def test_a_shortage_of_items_is_reported() -> None:
    asked = exam("perfect", ("digit-duel",), positions=400)
    found = exam_items(asked)
    message = f"Fewer than 400 questions are available for move in digit-duel ({len(found)})."
    assert shortfall(asked, found, []) == message
    assert shortfall(exam("perfect"), exam_items(exam("perfect")), []) is None


def test_perfect_play_gets_everything_right(tmp_path: Path) -> None:
    answers = answered(exam("perfect", tuple(GAMES), 4), tmp_path / "run")
    assert all(answer.right for answer in answers)
    for answer in answers:
        verify(answer.entry.record)
        assert answer.move in answer.item.critical.best
        assert len(answer.entry.record.events) == 1


def test_levels_are_right_at_their_stated_rate(tmp_path: Path, size: Size) -> None:
    positions = size(sample=30, full=200)
    answers = answered(exam("easy", positions=positions), tmp_path / "run")
    right, asked = sum(answer.right for answer in answers), len(answers)
    low, high = wilson_interval(right, asked)
    assert low - (high - low) < 0.6 < high + (high - low)


def test_marks_are_counted_by_grade_and_by_game(tmp_path: Path) -> None:
    answers = answered(exam("random"), tmp_path / "run")
    whole, *parts = marks(answers)
    count = len({answer.item.grade for answer in answers})
    graded, by_game = parts[:count], parts[count:]
    assert whole.total == len(answers)
    for group in (graded, by_game):
        assert sum(mark.total for mark in group) == whole.total
        assert sum(mark.right for mark in group) == whole.right
        assert sum(mark.chance * mark.total for mark in group) == pytest.approx(
            whole.chance * whole.total
        )
    assert [mark.name for mark in by_game] == sorted(QUICK)
    assert whole.interval == wilson_interval(whole.right, whole.total)


def test_scores_of_both_parsers_and_every_fault_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    wanted = exam("llm:test", ("digit-poison",), 3)
    right = [question.critical.best[0] for question in exam_items(wanted)]
    replies = iter([f"MOVE: {right[0]}", f"**Move: {right[1]}.**", "No idea."])
    with chat_server(lambda _: completion(next(replies))) as server:
        settings = Settings(base_url=server.url, tries=1, show_legal=False)
        asked = dataclasses.replace(wanted, settings=settings)
        answers = answered(asked, tmp_path / "run")
    data = exam_data(plan_exam(asked, [one.item for one in answers]).manifest, answers, b"")
    assert data["rightByReader"] == {"strict": 1, "relaxed": 2}
    nobody = {"length": 0, "filtered": 0, "rejected": 0, "timeout": 0, "illegal": 0}
    assert data["faults"] == {**nobody, "unreadable": 2}
    kept = json.loads(move_answer_line(answers[1]))
    assert (kept["move"], kept["relaxed"]) == (None, right[1])
    [one] = kept["tries"][0]["tries"]
    assert (one["fault"], one["finish"], one["tokens"]) == ("unreadable", "stop", [100, 10])


def exam_by_wire(call: Run, url: str, *more: str) -> CommandResult:
    words = (
        "exam",
        "run",
        "llm:test",
        "--games",
        "digit-poison",
        "--positions",
        "8",
        "--tries",
        "1",
    )
    return call(*words, "--show-legal", "yes", "--base-url", url, *more)


def test_concurrent_questions_give_the_same_report(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    meeting = threading.Barrier(4)

    def together(body: Body) -> Response:
        meeting.wait(PATIENCE)
        return completion(some_legal(body))

    with chat_server(lambda body: completion(some_legal(body))) as server:
        assert exam_by_wire(call, server.url, "--out", "one").code == 0
    reports = [json.loads((tmp_path / "one" / "report.json").read_text())]
    with chat_server(together) as server:
        assert exam_by_wire(call, server.url, "--out", "four", "--at-once", "4").code == 0
    reports.append(json.loads((tmp_path / "four" / "report.json").read_text()))
    assert reports[0]["marks"] == reports[1]["marks"]
    assert reports[0]["tokens"] == reports[1]["tokens"] == 8 * 110


def test_a_report_can_be_made_before_the_end(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    with chat_server(lambda body: completion(some_legal(body))) as server:
        early = exam_by_wire(call, server.url, "--out", "run", "--so-far")
        assert early.code == 2
        assert "does not contain a run yet" in early.err
        assert exam_by_wire(call, server.url, "--out", "run", "--budget", "350").code == 1
        before = {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()}
        partial = exam_by_wire(call, server.url, "--out", "run", "--so-far")
        asked = len(server.asked)
    assert partial.code == 0, partial.err
    assert "3 of 8 questions answered so far." in partial.out
    assert asked == 3
    assert before == {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()}


def test_a_grade_without_items_is_not_an_error() -> None:
    mark = Mark.of("grade 3", [])
    assert (mark.right, mark.total, mark.share) == (0, 0, 0)
    assert mark.interval is None


def test_the_report_includes_every_policy(tmp_path: Path) -> None:
    asked = exam("perfect", ("digit-dilemma",), 20)
    answers = answered(asked, tmp_path / "run")
    manifest = plan_exam(asked, [answer.item for answer in answers]).manifest
    data = exam_data(manifest, answers, b"")["policies"]
    assert isinstance(data, list)
    assert [one["policy"] for one in data] == [policy.name for policy in POLICIES]
    for number, one in enumerate(data):
        expected = fmean(answer.item.policies[number] for answer in answers)
        assert one["expected"] == pytest.approx(expected)
        assert one["above"] == pytest.approx(1 - expected), "perfect play is never wrong"
        assert one["low"] <= one["above"] <= one["high"]
    page = exam_page(manifest, answers, "perfect")
    assert all(policy.name in page for policy in POLICIES)


def test_the_report_shows_the_line_to_beat_in_every_game_and_grade(tmp_path: Path) -> None:
    asked = exam("perfect", positions=48)
    answers = answered(asked, tmp_path / "run")
    manifest = plan_exam(asked, [answer.item for answer in answers]).manifest
    lines = json.loads(json.dumps(exam_data(manifest, answers, b"")["linesToBeat"]))
    known = lines_to_beat()
    assert [(one["game"], one["grade"]) for one in lines] == sorted(
        {(answer.item.critical.game, answer.item.grade) for answer in answers}
    )
    for one in lines:
        assert one["lineToBeat"] == known[one["game"], one["grade"]]
        assert one["asked"] == one["right"] >= 12
        assert one["beaten"] is True
    table = lines_table(answers)
    assert [row[-1] for row in table.rows] == ["yes"] * len(lines)
    assert ABOUT_LINES in exam_page(manifest, answers, "perfect")
    assert [row[-1] for row in lines_table(answers[:5]).rows] == ["too few"]
    earlier = {name: value for name, value in manifest.items() if name != "exam"}
    assert "linesToBeat" not in exam_data(earlier, answers, b""), "version 1 had no such lines"


def test_a_player_who_guesses_does_not_beat_a_line(tmp_path: Path) -> None:
    answers = answered(exam("random", positions=48), tmp_path / "run")
    assert [row[-1] for row in lines_table(answers).rows if row[-1] == "yes"] == []


def test_a_report_reveals_no_position(tmp_path: Path) -> None:
    asked = exam("random")
    answers = answered(asked, tmp_path / "run")
    manifest = plan_exam(asked, [answer.item for answer in answers]).manifest
    text = json.dumps(exam_data(manifest, answers, b"")) + exam_page(manifest, answers, "random")
    text += (tmp_path / "run" / "manifest.json").read_text()
    positions = {answer.item.critical.position for answer in answers}
    assert not any(f'"{position}"' in text or f">{position}<" in text for position in positions)


def test_a_secret_seeds_the_exam_and_only_its_hash_is_published(call: Run, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a sentence that nobody will ever guess")
    words = ("exam", "run", "random", "--games", "digit-duel", "--positions", "8")
    result = call(*words, "--secret", "secret", "--out", "run")
    assert result.code == 0, result.err
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["manifest"]["secret"] == from_secret(tmp_path / "secret").published
    assert re.fullmatch("[0-9a-f]{64}", report["manifest"]["secret"])
    assert "seed" not in report["manifest"]
    published = (tmp_path / "run" / "report.json").read_text() + result.out
    assert "sentence" not in published
    assert from_secret(tmp_path / "secret").seed not in published
    assert call(*words, "--secret", "secret", "--out", "again").code == 0
    folders = [tmp_path / name for name in ("run", "again")]
    assert len({(folder / "answers.jsonl").read_text() for folder in folders}) == 1
    manifests = [json.loads((folder / "manifest.json").read_text()) for folder in folders]
    commitments = [manifest.pop("commitment") for manifest in manifests]
    assert manifests[0] == manifests[1]
    assert commitments[0] != commitments[1], "each run has its own secret"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--secret", "short"), "too short"),
        (("--secret", "nowhere"), "cannot be read"),
        (("--secret", "secret", "--seed", "1"), "use --seed or --secret, not both"),
        (("--positions", "0"), "whole number"),
        (("--games", "chess"), "There is no game"),
    ],
)
def test_bad_usage_is_reported_and_no_folder_is_created(
    call: Run, tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    (tmp_path / "short").write_text("abc")
    (tmp_path / "secret").write_text("a sentence that nobody will ever guess")
    result = call("exam", "run", "random", *words, "--out", "run")
    assert (result.code, result.out) == (2, "")
    assert expected in result.err
    assert not (tmp_path / "run").exists()


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x" * 15)
    with pytest.raises(UsageError, match="16 bytes"):
        from_secret(tmp_path / "secret")


def test_every_answer_is_logged_with_its_tries(call: Run, tmp_path: Path) -> None:
    who = script(tmp_path / "bot.sh", "#!/bin/sh\nwhile read -r line; do echo nonsense; done\n")
    result = call(
        *("exam", "run", f"mine={who}", "--games", "digit-poison", "--positions", "4"),
        *("--tries", "2", "--out", "run"),
    )
    assert result.code == 0, result.err
    log = (tmp_path / "run" / "answers.jsonl").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) == 4
    for line in lines:
        assert line["right"] is False
        assert line["move"] is None
        assert [one["raw"] for turn in line["tries"] for one in turn["tries"]] == ["nonsense"] * 2
        assert line["best"]
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["unanswered"] == 4
    assert report["illegalShare"] == 1
    assert call("saved", "verify", "run/games.jsonl").code == 0


def test_a_language_model_takes_the_exam_until_its_budget_is_spent(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    words = (
        "exam",
        "run",
        "llm:some-model",
        "--games",
        "digit-poison",
        "--positions",
        "4",
        "--show-legal",
        "yes",
        "--out",
        "run",
    )

    def first_legal(body: Body) -> Response:
        content = body["messages"][-1]["content"]
        move = content.partition("Legal moves: ")[2].partition(",")[0]
        return completion(f"I think.\nMOVE: {move}", (100, 10))

    with chat_server(first_legal) as server:
        url = ("--base-url", server.url)
        result = call(*words, *url, "--budget", "200")
        assert result.code == 1, result.err
        assert "The budget of 200 tokens is spent: 110 used" in result.err
        assert "Run the same command to continue." in result.err
        assert len(server.asked) == 1
        result = call(*words, *url, "--budget", "1000")
        assert result.code == 0, result.err
        assert len(server.asked) == 4, "answered questions are not asked again"
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["tokens"] == 440
    assert report["manifest"]["player"]["model"] == "some-model"
    assert list(report["manifest"]["player"]["prompts"]) == ["digit-poison"]
    first = json.loads((tmp_path / "run" / "answers.jsonl").read_text().splitlines()[0])
    assert first["tries"][0]["tries"][0]["raw"].startswith("I think.\nMOVE: ")


def test_wrong_moves_count_as_wrong_and_a_player_can_be_called_examiner(tmp_path: Path) -> None:
    answers = answered(exam("Examiner=beginner", positions=20), tmp_path / "run")
    wrong = [answer for answer in answers if not answer.right]
    assert wrong
    for answer in wrong:
        assert answer.move is not None
        assert answer.move not in answer.item.critical.best
        assert answer.stats.critical == 1
        assert answer.stats.right == 0


def test_an_exam_resumed_after_sigkill_equals_an_uninterrupted_one(
    environment: dict[str, str], call: Run, tmp_path: Path
) -> None:
    waiting = Waiting(tmp_path, 3)
    asked = ("--games", "digit-duel", "--positions", "6", "--move-seconds", str(PATIENCE))
    words = ("exam", "run", waiting.who, *asked)
    process = subprocess.Popen(
        [sys.executable, "-m", "lastdigit", *words, "--out", "killed"],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    journal = tmp_path / "killed" / "journal.jsonl"
    deadline = time.monotonic() + PATIENCE
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.kill()
    process.wait(PATIENCE)
    waiting.go_on()
    kept = journal.read_bytes().rpartition(b"\n")[0]
    assert kept.count(b"\n") < 5, "it was killed in the middle"
    assert call(*words, "--out", "killed").code == 0
    assert call(*words, "--out", "whole").code == 0
    assert journal.read_bytes().startswith(kept)
    answers = [(tmp_path / name / "answers.jsonl").read_text() for name in ("killed", "whole")]
    assert answers[0] == answers[1]


def test_an_exam_without_critical_positions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> list[MoveItem]:
        return []

    monkeypatch.setattr("lastdigit.exam.run.draw_move_items", nothing)
    with pytest.raises(UsageError, match="no critical positions"):
        exam_items(exam("random"))


@pytest.mark.parametrize(
    ("name", "examiner"),
    [("easy", "Examiner"), ("Examiner", "The examiner"), ("The examiner", "Examiner")],
)
def test_the_examiner_never_has_the_name_of_the_player(name: str, examiner: str) -> None:
    asked = exam(f"{name}=easy", ("digit-poison",), 2)
    setups = [fixture.setup for fixture in exam_fixtures(asked, exam_items(asked))]
    assert [setup.names for setup in setups] == [(name, examiner)] * 2
    assert [setup.first for setup in setups] == [Seat.ONE] * 2
    assert {setup.terms.ply_limit for setup in setups} == {1}
