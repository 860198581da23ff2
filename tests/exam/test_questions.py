"""Items in words: certified answers, no profitable guess, four numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

import lastdigit
from lastdigit.analysis.critical import Split, split_of
from lastdigit.analysis.policies import dot
from lastdigit.exam import items
from lastdigit.exam.grading import best_guess
from lastdigit.exam.items import (
    DRAW,
    GOES_ON,
    MAX_PLAN_PLIES,
    NONE,
    WORD_KINDS,
    Item,
    Kind,
    draw_items,
    guess_advantages,
    is_forced_win,
    is_right,
    is_right_relaxed,
    reason_form,
    reason_forms,
    weighted_items,
)
from lastdigit.exam.pools import load_pool
from lastdigit.exam.run import WordAnswer
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.games import find_class
from lastdigit.solver import solver_for
from tests.conftest import GAMES, Run
from tests.players.chat_server import Body, Response, chat_server, completion
from tests.sizes import sampled, size

SLOW = {
    (Kind.RESIST, "digit-poison"),
    (Kind.RESIST, "number-morph"),
    (Kind.RESIST, "operation-obliteration"),
}
"""Items that take seconds, because lost positions with known remoteness are rare or slow."""


@pytest.fixture
def _few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a tenth of the candidates, which are many only to balance answers."""
    monkeypatch.setattr(items, "CANDIDATES_PER_ITEM", size(sample=3, full=30))
    monkeypatch.setattr(items, "MIN_CANDIDATES", size(sample=30, full=300))


@cache
def asked(kind: Kind, name: str) -> tuple[Item, ...]:
    return tuple(draw_items(kind, lastdigit.catalogue()[name], 12, "7"))


def listed(text: str, after: str, end: str) -> list[str]:
    return text.partition(after)[2].partition(end)[0].split(", ")


ASKED = [(kind, name) for kind in WORD_KINDS for name in GAMES]
FAST = [case for case in ASKED if case not in SLOW]


@pytest.mark.usefixtures("_few_candidates", "size")
@pytest.mark.parametrize("case", sampled(ASKED, *FAST), ids=" ".join)
def test_every_answer_agrees_with_the_rules(case: tuple[Kind, str]) -> None:
    kind, name = case
    found = asked(kind, name)
    # A small new game has few suitable positions.
    assert len(found) >= 3 or not load_pool(name)
    for question in found:
        game = lastdigit.find(name, **dict(question.options))
        state = game.parse_state(question.position)
        assert split_of(game, state) is Split.EXAM
        if kind is Kind.LEGAL:
            shown = listed(question.text, "legal now: ", "?")
            right = [text for text in shown if game.objection(state, game.parse_move(text)) is None]
            assert is_right(question, ", ".join(right) or NONE)
            assert not is_right(question, ", ".join(shown[1:]) if right == shown else "x")
        elif kind is Kind.RESULT:
            for text in listed(question.text, "order: ", ". "):
                state = game.play(state, text)
            assert question.right == game.format_state(state)
        elif kind is Kind.OUTCOME:
            for text in listed(question.text, "order: ", ". "):
                state = game.play(state, text)
            end = game.outcome(state)
            who, _, letter = question.right.partition(", ")
            assert who == (GOES_ON if end is None else str(end.winner))
            if letter:
                assert end is not None
                assert f"{letter}: {reason_form(end.reason)}" in question.text
        elif kind is Kind.VALUE:
            value = solver_for(game).solution(state).value
            winners = {Value.WIN: str(state.mover), Value.LOSE: str(state.mover.other)}
            assert question.right == winners.get(value, DRAW)
        elif kind is Kind.RESIST:
            check_resists(game, state, question)
        else:
            check_plan(game, state, question)


def check_resists(game: AnyGame, state: State, question: Item) -> None:
    """Check that the right moves are exactly those with the largest remoteness."""
    branches = solver_for(game).branches(state)
    assert all(branch.value is Value.LOSE for branch in branches), "the position is lost"
    ends = {game.format_move(one.move): one.solution.remoteness or 0 for one in branches}
    assert len(set(ends.values())) > 1
    for text, end in ends.items():
        assert is_right(question, text) == (end == max(ends.values()))


def check_plan(game: AnyGame, state: State, question: Item) -> None:
    """Check that the line wins, and that only lines of best play are accepted."""
    line = question.right.split(", ")
    assert is_right(question, question.right)
    assert not is_right(question, ", ".join(line[:-1])), "the line does not end the game"
    assert not is_right(question, ", ".join([*line, line[0]])), "the line continues after the end"
    assert not is_right(question, "nonsense")
    winner, solver = state.mover, solver_for(game)
    best = solver.solution(state).remoteness
    assert best == len(line)
    for text in line:
        for other in game.legal_moves(state):
            after = solver.solution(game.successor(state, other))
            keeps = after.remoteness == best - 1 and (after.value is Value.LOSE) == (
                state.mover is winner
            )
            tried = [*line[: line.index(text)], game.format_move(other)]
            assert is_forced_win(game, game.parse_state(question.position), tried) <= keeps
        state, best = game.play(state, text), best - 1
    end = game.outcome(state)
    assert end is not None
    assert end.winner is winner


BALANCED = [
    *((kind, name) for kind in (Kind.LEGAL, Kind.OUTCOME, Kind.VALUE) for name in GAMES),
    # Other games have too few items to balance, so the report states the score of a guess.
    (Kind.RESIST, "digit-duel"),
]


@pytest.mark.parametrize(
    "case",
    sampled(
        BALANCED,
        (Kind.LEGAL, "digit-duel"),
        (Kind.LEGAL, "digit-dilemma"),
        (Kind.OUTCOME, "digit-poison"),
        (Kind.OUTCOME, "number-morph"),
        (Kind.VALUE, "operation-obliteration"),
        (Kind.RESIST, "digit-duel"),
    ),
    ids=" ".join,
)
def test_no_guess_is_right_more_often_than_others(case: tuple[Kind, str]) -> None:
    kind, name = case
    pool, weights = weighted_items(kind, lastdigit.catalogue()[name], 400, Random(3))
    for column in zip(*guess_advantages(pool), strict=True):
        assert abs(dot(weights, column)) < 0.02


def test_items_depend_on_the_seed() -> None:
    kind = lastdigit.catalogue()["digit-duel"]
    one, again, other = (draw_items(Kind.LEGAL, kind, 10, seed) for seed in ("1", "1", "2"))
    assert one == again
    assert len({q.position for q in one} & {q.position for q in other}) < 5


@pytest.mark.usefixtures("_few_candidates")
def test_the_best_constant_answer_is_reported() -> None:
    found = [WordAnswer(one, "", None, 0, 0.0) for one in asked(Kind.VALUE, "digit-dilemma")]
    labels = [one.item.label for one in found]
    assert best_guess(found) == max(map(labels.count, labels)) / len(labels)
    results = [WordAnswer(one, "", None, 0, 0.0) for one in asked(Kind.RESULT, "digit-dilemma")]
    assert best_guess(results) == 0


WORDS = (
    *("exam", "run", "llm:some-model", "--games", "digit-dilemma", "--positions", "4"),
    *("--also", "all", "--out", "run"),
)


def examinee(answer: Callable[[Item], str]) -> Callable[[Body], Response]:
    """Return a model that answers every question in words, and plays some legal move."""
    kind = lastdigit.catalogue()["digit-dilemma"]
    every = [one for asked in WORD_KINDS for one in draw_items(asked, kind, 4, "1")]

    def reply(body: Body) -> Response:
        content = body["messages"][-1]["content"]
        for one in every:
            if one.text in content and f"Position: {one.position}\n" in content:
                return completion(answer(one), (100, 10))
        return completion("MOVE: 0 left", (100, 10))

    return reply


@pytest.mark.prove
def test_the_report_has_four_scores_of_a_model(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    environment["OPENAI_API_KEY"] = "test"

    def knows_the_rules(one: Item) -> str:
        if one.kind is Kind.RESULT:
            return f"So:\n**Answer:** `{one.right}`."
        if one.kind is Kind.VALUE:
            wrong = Seat.ONE if one.right != str(Seat.ONE) else Seat.TWO
            return f"Hm.\nANSWER: {wrong}"
        if one.kind is Kind.RESIST:
            return f"ANSWER: {one.right.split(', ')[0]}"
        return f"I think.\nANSWER: {one.right}"

    with chat_server(examinee(knows_the_rules)) as server:
        words = (*WORDS, "--tries", "1", "--base-url", server.url)
        result = run(*words, "--at-once", "4")
        assert result.code == 0, result.err
        count = len(server.asked)
        so_far = run(*words, "--so-far")
        assert len(server.asked) == count, "no request is sent"
    assert "28 of 28 questions answered so far." in so_far.out
    assert "Subscores" in result.out
    assert "Subscores" in so_far.out
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    kinds = {one["name"]: one for one in report["kinds"]}
    assert [(kinds[kind]["right"], kinds[kind]["asked"]) for kind in WORD_KINDS] == [
        *((4, 4), (0, 4), (4, 4), (0, 4)),
        *((4, 4), (4, 4)),
    ]
    assert kinds["result"]["relaxed"] == 4, "the lenient parser ignores the form"
    assert kinds["value"]["relaxed"] == 0
    numbers = {one["name"]: (one["right"], one["asked"]) for one in report["numbers"]}
    assert numbers["rules"] == (8, 8)
    assert numbers["calculation"] == (0, 4)
    assert numbers["format"][0] <= 24, "four results did not have the form"
    assert list(numbers) == ["format", "rules", "calculation", "strategy"]
    graded = {one["name"]: one["asked"] for one in report["kindsByGrade"]}
    assert sum(count for name, count in graded.items() if name.startswith("plan, grade ")) == 4
    kept = (tmp_path / "run" / "questions.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in kept) == list(range(1, 25))
    assert {json.loads(line)["tokens"] for line in kept} == {100 + 10}


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "digit-dilemma",
            (
                "... is a multiple of ....",
                "... is as close, and smaller.",
                "... is closer to the next multiple of ....",
            ),
        ),
        ("digit-duel", ("A player's number is zero.",)),
        ("number-morph", ("No valid moves left.",)),
    ],
)
def test_the_reasons_for_which_a_game_can_end(name: str, forms: tuple[str, ...]) -> None:
    assert reason_forms(find_class(name)) == forms


def test_the_lenient_parser_ignores_only_the_form() -> None:
    legal = Item(Kind.LEGAL, "digit-duel", (), "1 201 145", (), "ones, tens", "")
    assert is_right_relaxed(legal, "**ANSWER: Tens, ones.**\nThat is all.")
    assert not is_right_relaxed(legal, "ANSWER: tens")
    assert not is_right_relaxed(legal, "tens and ones")
    outcome = Item(Kind.OUTCOME, "digit-duel", (), "1 201 145", (), "Player 2, B", "")
    assert is_right_relaxed(outcome, "answer: player 2, b")
    assert not is_right_relaxed(outcome, "answer: player 2")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("exam", "run", "easy", "--also", "all"), "Only language models"),
        (
            ("exam", "run", "llm:some-model", "--also", "chess"),
            "some of legal, result, outcome, value",
        ),
    ],
)
def test_bad_usage_is_reported(
    call: Run, tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    result = call(*words, "--out", "run")
    assert (result.code, result.out) == (2, "")
    assert expected in result.err
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("_few_candidates")
def test_the_chance_of_a_plan_is_that_of_random_play() -> None:
    asked = draw_items(Kind.PLAN, lastdigit.catalogue()["digit-duel"], 3, "1")
    game = lastdigit.find("digit-duel", **dict(asked[0].options))

    def played(state: State, line: list[str]) -> float:
        """Return the probability that random play after these moves is a right plan."""
        if game.outcome(state) is not None or len(line) > MAX_PLAN_PLIES:
            return float(is_right(asked[0], ", ".join(line)))
        moves = game.legal_moves(state)
        after = (played(game.successor(state, m), [*line, game.format_move(m)]) for m in moves)
        return sum(after) / len(moves)

    assert asked[0].chance == pytest.approx(played(game.parse_state(asked[0].position), []))
    assert 0 < (asked[0].chance or 0) < 1
