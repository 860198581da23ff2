"""Items asked plainly and in disguise: memorised answers fail in disguise, reasoned ones do not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import lastdigit
from lastdigit.errors import RecordError
from lastdigit.exam import items
from lastdigit.exam.audit import audit_run
from lastdigit.exam.disguise import MEMORY_KINDS, make_twins, plain_items
from lastdigit.exam.items import GOES_ON, NONE, Item, Kind, is_right
from lastdigit.exam.leaderboard import group_runs, group_tables
from lastdigit.exam.run import draw_move_items
from tests.conftest import ROOT, Ran, Run
from tests.exam.prompts import prompt_file, prompt_page, some_questions
from tests.exam.test_audit import change_json, change_line, drop_line
from tests.games.disguised import DISGUISED, Reader, reader
from tests.players.chat_server import Body, ChatServer, Response, chat_server, completion
from tests.sizes import sampled

NAME, POSITIONS, SECRET = "digit-dilemma", 10, bytes(range(32))


@cache
def asked() -> list[Item]:
    found = draw_move_items(lastdigit.catalogue()[NAME], POSITIONS, "1")
    return plain_items([one.critical for one in found], [NAME], POSITIONS, "1")


@pytest.mark.parametrize("name", DISGUISED)
def test_the_page_of_prompts_is_what_a_model_is_told(name: str) -> None:
    assert prompt_file(name).read_text() == prompt_page(name), "make renew, and read it"


def loses(told: Reader, position: str, known: dict[str, bool]) -> bool:
    """Return whether whoever is to move loses, as somebody finds out who has the text alone."""
    if position not in known:
        won = told.winner(position)
        known[position] = (
            all(not loses(told, told.after(position, move), known) for move in told.legal(position))
            if won is None
            else won != position.split(" ")[0]
        )
    return known[position]


def worked_out(told: Reader, kind: Kind, position: str, text: str) -> str:
    """Return the answer of somebody who plays by the text."""
    if kind is Kind.LEGAL:
        shown = text.partition("now: ")[2].partition("?")[0].split(", ")
        return ", ".join(move for move in shown if move in told.legal(position)) or NONE
    if kind in (Kind.RESULT, Kind.OUTCOME):
        for move in text.partition("other: ")[2].partition(". Answer")[0].split(", "):
            position = told.after(position, move)
        return position if kind is Kind.RESULT else told.winner(position) or GOES_ON
    if kind is Kind.VALUE:
        mover, other = position.split(" ")[0], ""
        for move in told.legal(position):
            other = told.after(position, move).split(" ")[0]
        return other if loses(told, position, {}) else mover
    moves, known = sorted(told.legal(position)), dict[str, bool]()
    return next(
        (move for move in moves if loses(told, told.after(position, move), known)), moves[0]
    )


@pytest.mark.parametrize("name", sampled(DISGUISED, *(set(DISGUISED) - {"digit-dilemma"})))
def test_twins_have_the_answers_that_the_text_gives(name: str) -> None:
    # The trees of the other games are too large to be searched by who only reads.
    words = [one for one in some_questions(name) if one.kind is not Kind.MOVE]
    for plain, disguised in make_twins(asked()[::4] if name == NAME else words, SECRET):
        assert (plain.kind, plain.game, plain.options) == disguised[:3]
        assert len(plain.right.split(", ")) == len(disguised.right.split(", "))
        told = reader(name, disguised.rules)
        answer = worked_out(told, disguised.kind, disguised.position, disguised.text)
        assert is_right(disguised, answer)


@pytest.mark.parametrize("name", DISGUISED)
def test_who_has_won_and_who_wins_are_the_same_in_a_disguise(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(items, "MIN_CANDIDATES", 30)  # many are needed only to balance answers
    monkeypatch.setattr(items, "CANDIDATES_PER_ITEM", 3)
    # Who wins is searched for in one game: the trees of the others are too large.
    also = (Kind.OUTCOME, *([Kind.VALUE] if name == NAME else ()))
    words = [one for one in plain_items([], [name], 2, "1", also) if one.kind in also]
    assert {one.kind for one in words} == set(also)
    for plain, disguised in make_twins(words, SECRET):
        assert (plain.choices, disguised.choices) == ((), ())
        assert "Player" not in disguised.text
        told = reader(name, disguised.rules)
        answer = worked_out(told, disguised.kind, disguised.position, disguised.text)
        assert is_right(disguised, answer), disguised


def test_what_is_not_asked_otherwise_is_not_asked_twice() -> None:
    kinds = {one.kind for one in plain_items([], ["digit-duel"], 2, "1", (Kind.VALUE, Kind.PLAN))}
    assert kinds == {Kind.LEGAL, Kind.RESULT, Kind.VALUE}


OUTSIDE = "countdown"
"""A game that has no disguise."""

Mind = Callable[[Kind, str, str, str], str]
"""What a model answers to a kind of question: by the rules, the position and the text."""


def kind_of(text: str) -> Kind:
    begins = {"Which": Kind.LEGAL, "These": Kind.RESULT, "Answer": Kind.MOVE}
    return begins[text.split(" ")[0]]


def model(plain: dict[tuple[str, str], str], in_disguise: Mind) -> Callable[[Body], Response]:
    """Return a model that knows every plain answer by heart; in disguise it does what it can."""

    def reply(body: Body) -> Response:
        told, question = (message["content"] for message in body["messages"])
        if "ANSWER" not in told:
            return completion("MOVE: none")
        position, text = question.removeprefix("Position: ").strip().split("\n\n")
        if (position, text) in plain:
            return completion(f"ANSWER: {plain[position, text]}")
        rules = told.partition("below.\n\n")[2].partition("\nAnswer with")[0]
        return completion(f"ANSWER: {in_disguise(kind_of(text), rules, position, text)}")

    return reply


def by_heart() -> dict[tuple[str, str], str]:
    """Return every plain answer."""
    return {
        (one.position, one.text): one.right.split(", ")[0] if one.kind is Kind.MOVE else one.right
        for one in asked()
    }


def reads_and_searches(kind: Kind, rules: str, position: str, text: str) -> str:
    return worked_out(reader(NAME, rules), kind, position, text)


def reads_only(kind: Kind, rules: str, position: str, text: str) -> str:
    """Answer by the rules, but make a move without looking ahead: a bad one, if there is one."""
    told = reader(NAME, rules)
    if kind is not Kind.MOVE:
        return worked_out(told, kind, position, text)
    moves = sorted(told.legal(position))
    return next(move for move in moves if not loses(told, told.after(position, move), {}))


def understands_nothing(kind: Kind, rules: str, position: str, text: str) -> str:
    return f"{kind} {len(rules) + len(position) + len(text)}"


def exam_words(server: ChatServer, games: str) -> tuple[str, ...]:
    return (
        *(
            "exam",
            "run",
            "llm:some-model",
            "--games",
            games,
            "--positions",
            str(POSITIONS),
            "--disguise",
        ),
        *("--out", "run", "--tries", "1", "--base-url", server.url),
    )


@pytest.fixture
def examine(run: Run, environment: dict[str, str]) -> Callable[[ChatServer, str], Ran]:
    environment["OPENAI_API_KEY"] = "test"
    environment["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests' / 'outside'}"
    return lambda server, games: run(*exam_words(server, games))


@pytest.mark.prove
@pytest.mark.parametrize(
    ("mind", "costs", "memory"),
    [
        (reads_and_searches, (0, 0, 0), 0),
        (reads_only, (1, 0, 0), 1),
        (understands_nothing, (1, 1, 1), 0),
    ],
)
def test_memory_is_told_from_reading(
    examine: Callable[[ChatServer, str], Ran],
    tmp_path: Path,
    mind: Mind,
    costs: tuple[int, int, int],
    memory: int,
) -> None:
    with chat_server(model(by_heart(), mind)) as server:
        ran = examine(server, f"{NAME},{OUTSIDE}")
        assert ran.code == 0, ran.err
        if memory:
            count = len(server.asked)
            assert examine(server, f"{NAME},{OUTSIDE}").out == ran.out
            assert len(server.asked) == count, "what was answered is not asked again"
    found = json.loads((tmp_path / "run" / "report.json").read_text())["disguise"]
    assert [one["kind"] for one in found["kinds"]] == list(MEMORY_KINDS)
    assert all(one["plain"] == one["asked"] == POSITIONS for one in found["kinds"])
    assert tuple(one["cost"] for one in found["kinds"]) == costs
    assert found["memory"] == memory
    low, high = found["interval"]["low"], found["interval"]["high"]
    assert low <= memory <= high
    assert (low > 0) == (memory > 0)
    assert found["withoutDisguise"] == [OUTSIDE]
    assert "Plain and disguised" in ran.out
    assert "has no disguise" in ran.out
    kept = list(map(json.loads, (tmp_path / "run" / "twins.jsonl").read_text().splitlines()))
    assert sum("rules" in line for line in kept) == len(kept) // 2 == 3 * POSITIONS


def test_audit_draws_the_disguises_of_a_run_again(
    call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    with chat_server(model(by_heart(), understands_nothing)) as server:
        assert call(*exam_words(server, NAME)).code == 0
    log, folder = "twins.jsonl", tmp_path / "run"
    run = audit_run(folder)
    [table] = [
        one for one in group_tables(*group_runs([run])) if one.title == "Plain and disguised"
    ]
    assert table.rows[0][0] == run.name
    assert table.rows[0][1].startswith("100.0 ("), "the moves were known by heart"
    assert ", 0.0 (" in table.rows[0][1], "and are not in a disguise"
    honest = (folder / "report.json").read_text()
    change_json(folder / "report.json", lambda data: data["disguise"].update(memory=0.5))
    with pytest.raises(RecordError, match='"disguise" in the report does not match'):
        audit_run(folder)
    (folder / "report.json").write_text(honest)
    drop_line(folder, log, 1)
    with pytest.raises(RecordError, match="do not match the secret"):
        audit_run(folder)
    change_line(folder, log, 0, lambda line: line.update(answer="x"))
    with pytest.raises(RecordError, match="does not match its text"):
        audit_run(folder)


def test_two_runs_wear_different_clothes_and_one_run_the_same() -> None:
    questions = asked()[::6]
    one, again, other = (make_twins(questions, secret) for secret in (SECRET, SECRET, bytes(32)))
    assert one == again
    assert all(mine.disguised != theirs.disguised for mine, theirs in zip(one, other, strict=True))


def test_there_is_a_page_for_every_game_that_has_a_disguise() -> None:
    pages = prompt_file(NAME).parent.glob("*.txt")
    assert sorted(page.stem for page in pages) == sorted(DISGUISED)


def test_only_models_are_asked_in_disguise(call: Run) -> None:
    ran = call("exam", "run", "perfect", "--disguise")
    assert (ran.code, ran.out) == (2, "")
    assert "Leave out --also and --disguise" in ran.err
