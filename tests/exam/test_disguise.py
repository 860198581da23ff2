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
from tests.conftest import ROOT, CommandResult, Run
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
def test_the_committed_prompts_are_the_current_ones(name: str) -> None:
    assert prompt_file(name).read_text() == prompt_page(name), "make renew, and read the difference"


def loses(text_reader: Reader, position: str, known: dict[str, bool]) -> bool:
    """Return whether the mover loses, computed from the text alone."""
    if position not in known:
        won = text_reader.winner(position)
        known[position] = (
            all(
                not loses(text_reader, text_reader.after(position, move), known)
                for move in text_reader.legal(position)
            )
            if won is None
            else won != position.split(" ")[0]
        )
    return known[position]


def worked_out(text_reader: Reader, kind: Kind, position: str, text: str) -> str:
    """Return the answer of a player who knows only the text."""
    if kind is Kind.LEGAL:
        shown = text.partition("now: ")[2].partition("?")[0].split(", ")
        return ", ".join(move for move in shown if move in text_reader.legal(position)) or NONE
    if kind in (Kind.RESULT, Kind.OUTCOME):
        for move in text.partition("order: ")[2].partition(". ")[0].split(", "):
            position = text_reader.after(position, move)
        return position if kind is Kind.RESULT else text_reader.winner(position) or GOES_ON
    if kind is Kind.VALUE:
        mover, other = position.split(" ")[0], ""
        for move in text_reader.legal(position):
            other = text_reader.after(position, move).split(" ")[0]
        return other if loses(text_reader, position, {}) else mover
    moves, known = sorted(text_reader.legal(position)), dict[str, bool]()
    return next(
        (move for move in moves if loses(text_reader, text_reader.after(position, move), known)),
        moves[0],
    )


@pytest.mark.parametrize("name", sampled(DISGUISED, *(set(DISGUISED) - {"digit-dilemma"})))
def test_disguised_answers_follow_from_the_text(name: str) -> None:
    # The trees of the other games are too large for a search by the text.
    words = [one for one in some_questions(name) if one.kind is not Kind.MOVE]
    for plain, disguised in make_twins(asked()[::4] if name == NAME else words, SECRET):
        assert (plain.kind, plain.game, plain.options) == disguised[:3]
        assert len(plain.right.split(", ")) == len(disguised.right.split(", "))
        text_reader = reader(name, disguised.rules)
        answer = worked_out(text_reader, disguised.kind, disguised.position, disguised.text)
        assert is_right(disguised, answer)


@pytest.mark.parametrize("name", DISGUISED)
def test_a_disguise_does_not_change_outcomes_and_values(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        items, "MIN_CANDIDATES", 30
    )  # many candidates are needed only to balance answers
    monkeypatch.setattr(items, "CANDIDATES_PER_ITEM", 3)
    # The winner is only searched for in one game, because the trees of the others are too large.
    also = (Kind.OUTCOME, *([Kind.VALUE] if name == NAME else ()))
    words = [one for one in plain_items([], [name], 2, "1", also) if one.kind in also]
    assert {one.kind for one in words} == set(also)
    for plain, disguised in make_twins(words, SECRET):
        assert (plain.choices, disguised.choices) == ((), ())
        assert "Player" not in disguised.text
        text_reader = reader(name, disguised.rules)
        answer = worked_out(text_reader, disguised.kind, disguised.position, disguised.text)
        assert is_right(disguised, answer), disguised


def test_plain_items_are_only_of_kinds_with_a_disguised_twin() -> None:
    kinds = {one.kind for one in plain_items([], ["digit-duel"], 2, "1", (Kind.VALUE, Kind.PLAN))}
    assert kinds == {Kind.LEGAL, Kind.RESULT, Kind.VALUE}


OUTSIDE = "countdown"
"""A game that has no disguise."""

Mind = Callable[[Kind, str, str, str], str]
"""How a model answers a kind of question, given the rules, the position and the text."""


def kind_of(text: str) -> Kind:
    begins = {"Which": Kind.LEGAL, "These": Kind.RESULT, "Answer": Kind.MOVE}
    return begins[text.split(" ")[0]]


def model(plain: dict[tuple[str, str], str], in_disguise: Mind) -> Callable[[Body], Response]:
    """Return a model that has memorised every plain answer, and else uses `in_disguise`."""

    def reply(body: Body) -> Response:
        instructions, question = (message["content"] for message in body["messages"])
        if "ANSWER" not in instructions:
            return completion("MOVE: none")
        position, text = question.removeprefix("Position: ").strip().split("\n\n")
        if (position, text) in plain:
            return completion(f"ANSWER: {plain[position, text]}")
        rules = instructions.partition("rules.\n\n")[2].partition("\nYou can think")[0]
        return completion(f"ANSWER: {in_disguise(kind_of(text), rules, position, text)}")

    return reply


def by_heart() -> dict[tuple[str, str], str]:
    """Return the plain answers by question."""
    return {
        (one.position, one.text): one.right.split(", ")[0] if one.kind is Kind.MOVE else one.right
        for one in asked()
    }


def reads_and_searches(kind: Kind, rules: str, position: str, text: str) -> str:
    return worked_out(reader(NAME, rules), kind, position, text)


def reads_only(kind: Kind, rules: str, position: str, text: str) -> str:
    """Answer by the rules, but make a move without looking ahead, a bad one if possible."""
    text_reader = reader(NAME, rules)
    if kind is not Kind.MOVE:
        return worked_out(text_reader, kind, position, text)
    moves = sorted(text_reader.legal(position))
    return next(
        move for move in moves if not loses(text_reader, text_reader.after(position, move), {})
    )


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
def examine(run: Run, environment: dict[str, str]) -> Callable[[ChatServer, str], CommandResult]:
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
def test_memory_is_distinguished_from_reading(
    examine: Callable[[ChatServer, str], CommandResult],
    tmp_path: Path,
    mind: Mind,
    costs: tuple[int, int, int],
    memory: int,
) -> None:
    with chat_server(model(by_heart(), mind)) as server:
        result = examine(server, f"{NAME},{OUTSIDE}")
        assert result.code == 0, result.err
        if memory:
            count = len(server.asked)
            assert examine(server, f"{NAME},{OUTSIDE}").out == result.out
            assert len(server.asked) == count, "answered questions are not asked again"
    found = json.loads((tmp_path / "run" / "report.json").read_text())["disguise"]
    assert [one["kind"] for one in found["kinds"]] == list(MEMORY_KINDS)
    assert all(one["plain"] == one["asked"] == POSITIONS for one in found["kinds"])
    assert tuple(one["cost"] for one in found["kinds"]) == costs
    assert found["memory"] == memory
    low, high = found["interval"]["low"], found["interval"]["high"]
    assert low <= memory <= high
    assert (low > 0) == (memory > 0)
    assert found["withoutDisguise"] == [OUTSIDE]
    assert "Plain and disguised" in result.out
    assert "has no disguise" in result.out
    kept = list(map(json.loads, (tmp_path / "run" / "twins.jsonl").read_text().splitlines()))
    assert sum("rules" in line for line in kept) == len(kept) // 2 == 3 * POSITIONS


def test_the_audit_rebuilds_the_disguises_of_a_run(
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
    assert table.rows[0][1].startswith("100.0 ("), "the plain moves were memorised"
    assert ", 0.0 (" in table.rows[0][1], "the disguised moves were not"
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


def test_disguises_depend_on_the_secret_of_the_run() -> None:
    questions = asked()[::6]
    one, again, other = (make_twins(questions, secret) for secret in (SECRET, SECRET, bytes(32)))
    assert one == again
    assert all(mine.disguised != theirs.disguised for mine, theirs in zip(one, other, strict=True))


@pytest.mark.parametrize("name", DISGUISED)
def test_version_1_still_has_its_disguises(name: str) -> None:
    page = prompt_file(name).parent / "1" / f"{name}.txt"
    assert prompt_page(name, 1) == page.read_text()


def test_every_game_with_a_disguise_has_a_page_of_prompts() -> None:
    pages = prompt_file(NAME).parent.glob("*.txt")
    assert sorted(page.stem for page in pages) == sorted(DISGUISED)


def test_only_models_get_disguised_questions(call: Run) -> None:
    result = call("exam", "run", "perfect", "--disguise")
    assert (result.code, result.out) == (2, "")
    assert "Leave out --also and --disguise" in result.err
