"""Cached answers are found by item, prompt and settings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lastdigit.arena.run import parse_contestant
from lastdigit.exam.items import Kind
from lastdigit.exam.keys import config_hash, move_key, word_key
from lastdigit.exam.run import Exam, exam_fixtures, exam_items, from_seed, word_items
from lastdigit.match.record import Player, Setup
from lastdigit.players import prompt
from lastdigit.players.players import Settings
from tests.conftest import CommandResult, Run
from tests.players.chat_server import Body, ChatServer, Response, chat_server, completion

LLM = "llm:test"
ASKED = Exam(
    "test",
    ("digit-dilemma",),
    parse_contestant(LLM),
    4,
    from_seed(1),
    Settings(base_url="http://127.0.0.1:1/v1", show_legal=False),
    (Kind.LEGAL,),
)
FIRST = exam_items(ASKED)


def keys(exam: Exam) -> list[str]:
    return [fixture.key for fixture in exam_fixtures(exam, FIRST)]


def parts(exam: Exam) -> list[list[str]]:
    return [key.split("-") for key in keys(exam)]


def test_every_item_has_a_unique_stable_key() -> None:
    found = keys(ASKED)
    assert len(set(found)) == len(found) == 4
    assert keys(ASKED) == found


def test_keys_depend_on_the_settings_but_not_on_name_and_budget() -> None:
    before = parts(ASKED)
    for other in (
        replace(ASKED, player=parse_contestant("llm:other")),
        replace(ASKED, settings=ASKED.settings._replace(temperature=0.5)),
        replace(ASKED, settings=ASKED.settings._replace(answer_tokens=100)),
        replace(ASKED, settings=ASKED.settings._replace(tries=1)),
        replace(ASKED, settings=ASKED.settings._replace(base_url="http://127.0.0.1:2/v1")),
    ):
        for (item, prompt_key, config), now in zip(before, parts(other), strict=True):
            assert now[:2] == [item, prompt_key]
            assert now[2] != config
    same = ASKED.settings._replace(budget=1_000, at_once=4)
    assert parts(replace(ASKED, player=parse_contestant(f"mine={LLM}"), settings=same)) == before


def reword(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Add a sentence to one of the texts for language models."""
    wording = prompt.WORDINGS[prompt.VERSION]
    longer = {name: getattr(wording, name) + "Take your time.\n"}
    monkeypatch.setitem(prompt.WORDINGS, prompt.VERSION, wording._replace(**longer))


def test_keys_depend_on_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    config = config_hash(LLM, ASKED.settings)
    word = word_items(ASKED)[0]
    before, asked = parts(ASKED), word_key(word, config).split("-")
    reword(monkeypatch, "turn")
    reword(monkeypatch, "question")
    for one, now in zip(before, parts(ASKED), strict=True):
        assert [same == other for same, other in zip(one, now, strict=True)] == [True, False, True]
    now = word_key(word, config).split("-")
    assert [same == other for same, other in zip(asked, now, strict=True)] == [True, False, True]


def key(setup: Setup) -> str:
    return move_key(setup, "", show_legal=False, version=prompt.VERSION)


def test_keys_depend_on_the_seed_for_computers_but_not_for_models() -> None:
    setup = next(iter(exam_fixtures(ASKED, FIRST))).setup
    other = replace(setup, seed=setup.seed + 1)
    assert key(setup) == key(other)
    computer = replace(setup, players=(Player("easy", "test"), setup.players[1]))
    assert key(computer) != key(replace(computer, seed=setup.seed + 1))


def test_keys_for_models_depend_on_the_version_of_the_exam() -> None:
    setup = next(iter(exam_fixtures(ASKED, FIRST))).setup
    item, shown, config = key(setup).split("-")
    earlier = move_key(setup, "", show_legal=False, version=1).split("-")
    assert (earlier[0], earlier[2]) == (item, config)
    assert earlier[1] != shown


def answer(body: Body) -> Response:
    """Give some answer to any question."""
    asked = body["messages"][1]["content"]
    return completion("MOVE: nothing" if "your turn" in asked else "ANSWER: none")


def examine(
    call: Run, server: ChatServer, out: str, *more: str, positions: int = 4
) -> CommandResult:
    return call(
        *(
            "exam",
            "run",
            LLM,
            "--games",
            "digit-dilemma",
            "--positions",
            str(positions),
            "--tries",
            "1",
        ),
        *("--also", "legal", "--base-url", server.url, "--out", out, *more),
    )


def test_answers_of_another_run_are_reused_and_the_rest_is_asked(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    with chat_server(answer) as server:
        assert examine(call, server, "few").code == 0
        paid = len(server.asked)
        assert examine(call, server, "few").code == 0
        assert len(server.asked) == paid == 8, "the same command sends no requests"
        result = examine(call, server, "again", "--seed", "1", "--reuse", "few")
        assert result.code == 0, result.err
        assert len(server.asked) == paid, "the same questions are not asked again"
        result = examine(call, server, "other", "--reuse", "few", "--temperature", "0.5")
        assert result.code == 0, result.err
        assert len(server.asked) == 2 * paid, "a changed setting needs another answer"
    few = json.loads((tmp_path / "few" / "manifest.json").read_text())
    for name, count in (("journal.jsonl", 4), ("questions.jsonl", 4)):
        lines = (tmp_path / "again" / name).read_text().splitlines()
        sources = [json.loads(line).get("from") for line in lines]
        assert sources == [few["commitment"]["manifest"]] * count
    assert call("saved", "verify", "again/games.jsonl").code == 0


def test_questions_in_words_are_asked_again_if_their_prompt_has_changed(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    with chat_server(answer) as server:
        assert examine(call, server, "run").code == 0
        reword(monkeypatch, "question")
        assert examine(call, server, "run").code == 0
        assert len(server.asked) == 4 + 4 + 4
    assert len((tmp_path / "run" / "questions.jsonl").read_text().splitlines()) == 8


def test_an_incomplete_line_after_a_crash_is_deleted_and_asked_again(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    log = tmp_path / "run" / "questions.jsonl"
    with chat_server(answer) as server:
        assert examine(call, server, "run").code == 0
        asked, content = len(server.asked), log.read_text()
        log.write_text(content[:-10])
        assert examine(call, server, "run").code == 0
        assert len(server.asked) == asked + 1
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(line["number"] for line in lines) == [1, 2, 3, 4]


def test_reusing_a_folder_without_a_run_is_refused(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "anything")
    (tmp_path / "empty").mkdir()
    with chat_server(answer) as server:
        result = examine(call, server, "run", "--reuse", "empty")
        assert not server.asked
    assert (result.code, result.out) == (2, "")
    assert 'No answers can be reused from "empty"' in result.err
    assert not (tmp_path / "run").exists()
