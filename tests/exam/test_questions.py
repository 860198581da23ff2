"""Questions in words: answers are certified, no guess is better, and four numbers come."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

import lastdigit
from lastdigit.analysis.splits import Split, split_of
from lastdigit.core.values import Seat
from lastdigit.exam.asking import WordAnswer
from lastdigit.exam.balance import dot
from lastdigit.exam.numbers import best_guess
from lastdigit.exam.questions import (
    DRAW,
    GOES_ON,
    IN_WORDS,
    NONE,
    Kind,
    Question,
    guesses_off,
    kind_questions,
    same_answer,
    weighted_questions,
)
from lastdigit.solving import Value, insight_into
from tests.conftest import GAMES, Run
from tests.players.chat_server import Body, Response, chat_server, completion


@cache
def asked(kind: Kind, name: str) -> tuple[Question, ...]:
    return tuple(kind_questions(kind, lastdigit.catalogue()[name], 12, "7"))


def listed(text: str, after: str, end: str) -> list[str]:
    return text.partition(after)[2].partition(end)[0].split(", ")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", IN_WORDS)
def test_every_answer_is_what_the_rules_say(kind: Kind, name: str) -> None:
    found = asked(kind, name)
    assert len(found) >= 4
    for question in found:
        game = lastdigit.find(name, **dict(question.options))
        state = game.parse_state(question.position)
        assert split_of(game, state) is Split.EXAM
        if kind is Kind.LEGAL:
            shown = listed(question.text, "allowed now: ", "?")
            right = [text for text in shown if game.objection(state, game.parse_move(text)) is None]
            assert same_answer(question, ", ".join(right) or NONE)
            assert not same_answer(question, ", ".join(shown[1:]) if right == shown else "x")
        elif kind is Kind.RESULT:
            for text in listed(question.text, "other: ", ". Answer"):
                state = game.play(state, text)
            assert question.right == game.format_state(state)
        elif kind is Kind.OUTCOME:
            move = question.text.removeprefix("The move ").partition(" is made")[0]
            end = game.outcome(game.play(state, move))
            assert question.right == (GOES_ON if end is None else str(end.winner))
        else:
            value = insight_into(game).solution(state).value
            winners = {Value.WIN: str(state.mover), Value.LOSE: str(state.mover.other)}
            assert question.right == winners.get(value, DRAW)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", [Kind.LEGAL, Kind.OUTCOME, Kind.VALUE])
def test_no_guess_is_right_more_often_than_another(kind: Kind, name: str) -> None:
    pool, weights = weighted_questions(kind, lastdigit.catalogue()[name], 400, Random(3))
    for column in zip(*guesses_off(pool), strict=True):
        assert abs(dot(weights, column)) < 0.02


def test_the_same_seed_asks_the_same_and_another_does_not() -> None:
    kind = lastdigit.catalogue()["digit-dilemma"]
    one, again, other = (kind_questions(Kind.VALUE, kind, 10, seed) for seed in ("1", "1", "2"))
    assert one == again
    assert len({q.position for q in one} & {q.position for q in other}) < 5


def test_who_always_says_the_same_is_told_beside() -> None:
    found = [WordAnswer(one, "", None, 0, 0.0) for one in asked(Kind.VALUE, "digit-dilemma")]
    labels = [one.question.label for one in found]
    assert best_guess(found) == max(map(labels.count, labels)) / len(labels)
    results = [WordAnswer(one, "", None, 0, 0.0) for one in asked(Kind.RESULT, "digit-dilemma")]
    assert best_guess(results) == 0


WORDS = (
    *("exam", "llm:some-model", "--games", "digit-dilemma", "--positions", "4"),
    *("--also", "all", "--out", "run"),
)


def examinee(answer: Callable[[Question], str]) -> Callable[[Body], Response]:
    """Return a model that knows every question in words, and plays some move elsewhere."""
    kind = lastdigit.catalogue()["digit-dilemma"]
    every = [one for asked in IN_WORDS for one in kind_questions(asked, kind, 4, "1")]

    def reply(body: Body) -> Response:
        told = body["messages"][-1]["content"]
        for one in every:
            if one.text in told and f"Position: {one.position}\n" in told:
                return completion(answer(one), (100, 10))
        return completion("MOVE: 0 left", (100, 10))

    return reply


def test_a_model_gets_four_numbers(run: Run, environment: dict[str, str], tmp_path: Path) -> None:
    environment["OPENAI_API_KEY"] = "test"

    def knows_the_rules(one: Question) -> str:
        if one.kind is Kind.RESULT:
            return f"It is {one.right}."
        if one.kind is Kind.VALUE:
            wrong = Seat.ONE if one.right != str(Seat.ONE) else Seat.TWO
            return f"Hm.\nANSWER: {wrong}"
        return f"I think.\nANSWER: {one.right}"

    with chat_server(examinee(knows_the_rules)) as server:
        ran = run(*WORDS, "--tries", "1", "--base-url", server.url)
        assert ran.code == 0, ran.err
        count = len(server.asked)
        assert run(*WORDS, "--tries", "1", "--base-url", server.url).code == 0
        assert len(server.asked) == count, "what was answered is not asked again"
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    kinds = {one["name"]: one for one in report["kinds"]}
    assert [(kinds[kind]["right"], kinds[kind]["asked"]) for kind in IN_WORDS] == [
        (4, 4),
        (0, 4),
        (4, 4),
        (0, 4),
    ]
    numbers = {one["name"]: (one["right"], one["asked"]) for one in report["numbers"]}
    assert numbers["rules"] == (8, 8)
    assert numbers["calculation"] == (0, 4)
    assert numbers["format"][0] <= 16, "four results were not in the form"
    assert list(numbers) == ["format", "rules", "calculation", "strategy"]
    assert "Four numbers" in ran.out
    kept = (tmp_path / "run" / "questions.jsonl").read_text().splitlines()
    assert len(kept) == 16
    assert json.loads(kept[4])["raw"].startswith("It is ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("exam", "easy", "--also", "all"), "Only language models"),
        (("exam", "llm:some-model", "--also", "chess"), "some of legal, result, outcome, value"),
    ],
)
def test_bad_usage_is_told(run: Run, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    ran = run(*words, "--out", "run")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert not (tmp_path / "run").exists()
