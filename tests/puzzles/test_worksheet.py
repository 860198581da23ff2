"""Worksheets: complete, with answers, written in one piece."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from lastdigit.game.game import Cell, Row, RowKind
from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import AGAINST_COMPUTER
from lastdigit.games import catalogue, find, find_class
from lastdigit.puzzles.puzzle import grade_answer
from lastdigit.puzzles.worksheet import ANSWERS_PER_PAGE, PUZZLES_PER_PAGE, sheet_puzzles, worksheet
from tests.conftest import GAMES, Run, games_with
from tests.sizes import sampled

ALL = list(catalogue().values())


def test_a_mixed_sheet_alternates_games_without_play_out_puzzles() -> None:
    puzzles = sheet_puzzles(ALL, 12, "7", None)
    names = [puzzle.game.name for puzzle in puzzles]
    assert names == [ALL[number % len(ALL)].name for number in range(12)]
    assert Task.PLAY not in {puzzle.task for puzzle in puzzles}
    assert len({puzzle.name for puzzle in puzzles}) == 12


def test_a_mixed_sheet_of_a_grade_uses_only_games_with_that_grade() -> None:
    kinds = [find_class(name) for name in games_with("puzzle_sources")]
    puzzles = sheet_puzzles(kinds, 4, "7", 4)
    assert [(puzzle.game.name, puzzle.grade) for puzzle in puzzles] == [("digit-duel", 4)] * 4


def test_every_puzzle_has_the_requested_grade() -> None:
    puzzles = sheet_puzzles([find_class("digit-duel")], 6, "7b", 2)
    assert [puzzle.grade for puzzle in puzzles] == [2] * 6
    assert len({puzzle.appearance for puzzle in puzzles}) == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_contains_the_rules_of_its_game(game: str) -> None:
    html = worksheet(sheet_puzzles([find_class(game)], 1, "a", None), "a", ["lastdigit"])
    rules, _ = unescape(html).split('<ol class="puzzles">', 1)
    short = find(game).second_person(AGAINST_COMPUTER).in_short().replace("`", "")
    assert " ".join(short.split("\n\n")[0].split()) in rules


@pytest.mark.parametrize(
    "game", sampled(games_with("puzzle_sources"), "digit-poison", "operation-obliteration")
)
def test_a_sheet_has_all_questions_before_all_answers(game: str) -> None:
    puzzles = sheet_puzzles([find_class(game)], PUZZLES_PER_PAGE + 1, "a & b", None)
    html = worksheet(puzzles, "a & b", ["lastdigit", "puzzles", game, "--seed", "a & b"])
    questions, answers = html.split("Answers to sheet a &amp; b")
    assert questions.count('<li class="puzzle">') == len(puzzles)
    assert answers.count("<li>") == len(puzzles)
    pages = 3 + -(-len(puzzles) // ANSWERS_PER_PAGE)
    assert re.findall(r"page (\d) of (\d)", html) == [
        (str(number), str(pages)) for number in range(1, pages + 1)
    ]
    assert unescape(html).count("lastdigit puzzles") == pages
    for puzzle in puzzles:
        sentence = grade_answer(puzzle, [min(puzzle.right)]).sentences[0]
        text = sentence.replace("the computer", "the other player")
        assert text not in unescape(questions)
        assert text in unescape(answers)


def test_a_sheet_is_self_contained() -> None:
    html = worksheet(sheet_puzzles(ALL, len(ALL), "1", None), "1", [])
    assert not re.search(r'(src|href)="(?!#)|@import|url\(|<script', html)
    drawn = set(re.findall(r'<use href="#([^"]+)"', html))
    assert {"sign", "wordmark", "n0", *(f"mark-{kind.name}" for kind in ALL)} <= drawn
    assert drawn <= set(re.findall(r'<symbol id="([^"]+)"', html))


def test_a_sheet_depends_on_its_seed_and_never_overwrites_a_file(call: Run, tmp_path: Path) -> None:
    sheet, again = tmp_path / "sheet.html", tmp_path / "again.html"
    result = call("puzzles", "digit-du", "--count", "2", "--seed", "x", "--sheet", str(sheet))
    assert (result.code, result.out) == (
        0,
        f"{sheet}: 2 puzzles. Open it in a browser and print it.\n",
    )
    call("puzzles", "digit-duel", "--count", "2", "--seed", "x", "--sheet", str(again))
    assert again.read_bytes() == sheet.read_bytes()
    refused = call("puzzles", "mixed", "--sheet", str(sheet))
    assert refused.code == 2
    assert "already exists. Choose another name." in refused.err
    assert again.read_bytes() == sheet.read_bytes()
    assert sorted(tmp_path.glob("*.html")) == [again, sheet]


def test_invalid_options_of_a_sheet_are_refused_with_a_reason(call: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "sheet.html")
    grade = call("puzzles", "digit-dilemma", "--difficulty", "very-hard", "--sheet", out)
    assert (grade.code, grade.err.strip().endswith("Choose very easy or easy.")) == (2, True)
    assert "Add --sheet FILE" in call("puzzles", "mixed").err
    for option in ("--json", "--survey", "--sets=2", "--workers=2"):
        result = call("puzzles", "mixed", "--sheet", out, option)
        assert (result.code, result.out) == (2, "")
        assert f"--sheet does not go with {option.partition('=')[0]}" in result.err
    assert call("puzzles", "mixed", "--sheet", str(tmp_path / "no" / "sheet.html")).code == 2
    assert not Path(out).exists()


@pytest.mark.parametrize(
    ("count", "total", "printed"),
    [
        (0, 20, "<b>Used:</b> nothing<"),
        (2, 20, "<b>Used:</b> 30, 29<"),
        (12, 20, f"<b>Used:</b> {', '.join(str(30 - n) for n in range(12))}<"),
        (13, 20, f"<b>Used (13 of 20):</b> {' '.join(str(18 + n) for n in range(13))}<"),
        (13, None, f"<b>Used:</b> {' '.join(str(18 + n) for n in range(13))}<"),
    ],
    ids=["empty", "short", "longest that keeps its order", "long", "long without a limit"],
)
def test_a_long_log_is_sorted_and_truncated_with_a_count(
    count: int, total: int | None, printed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (puzzle,) = sheet_puzzles([find_class("digit-poison")], 1, "a", None)
    log = Row(RowKind.LOG, "used", tuple(Cell(str(30 - n)) for n in range(count)), total=total)
    voice = type(puzzle.game.second_person(puzzle.audience))
    monkeypatch.setattr(voice, "view", lambda *_: (log,))
    assert printed in worksheet([puzzle], "a", [])


CROSSED, BOX = "Cross them out.", '<span class="box">'


@pytest.mark.parametrize(
    ("task", "count", "shown", "hidden"),
    [
        (Task.MOVE, 4, ['class="choices">0 / 1 / 2 / 3<', BOX], [CROSSED]),
        (Task.MOVE, 5, [BOX], ['class="choices"', CROSSED]),
        (Task.WINNER, 3, [BOX], ['class="choices"', CROSSED]),
        (Task.LOSERS, 3, [CROSSED], ['class="choices"', BOX]),
    ],
    ids=["few moves", "many moves", "who wins", "moves that lose"],
)
def test_an_answer_is_written_in_a_box_or_crossed_out(
    task: Task, count: int, shown: list[str], hidden: list[str]
) -> None:
    (made,) = sheet_puzzles([find_class("digit-poison")], 1, "a", None)
    choices = tuple(map(str, range(count)))
    puzzle = replace(made, task=task, choices=choices, right=frozenset({"1"}))
    html = worksheet([puzzle], "a", [])
    assert [text in html for text in (*shown, *hidden)] == [True] * len(shown) + [False] * len(
        hidden
    )


@pytest.mark.parametrize(("right", "answer"), [("1", "1 loses"), ("1 7", "1, 7 lose")])
def test_the_answer_lists_the_moves_that_lose(right: str, answer: str) -> None:
    (made,) = sheet_puzzles([find_class("digit-poison")], 1, "a", None)
    puzzle = replace(made, task=Task.LOSERS, right=frozenset({right}))
    assert f"<h2>1. {answer}</h2>" in worksheet([puzzle], "a", [])


@pytest.mark.parametrize(
    ("kind", "count", "small"),
    [(RowKind.NUMBER, 4, False), (RowKind.NUMBER, 5, True), (RowKind.POOL, 2, True)],
)
def test_a_long_number_and_a_pool_have_small_tiles(
    kind: RowKind, count: int, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (puzzle,) = sheet_puzzles([find_class("digit-duel")], 1, "a", None)
    row = Row(kind, "digits", tuple(Cell("7") for _ in range(count)))
    voice = type(puzzle.game.second_person(puzzle.audience))
    monkeypatch.setattr(voice, "view", lambda *_: (row,))
    html = worksheet([puzzle], "a", [])
    assert ('<div class="tiles many">' in html, '<div class="tiles">' in html) == (small, not small)
    assert ('<p class="label">Digits</p>' in html) is (kind is RowKind.POOL)
