"""A worksheet stands alone, has room and answers for every puzzle, and is never half written."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from lastdigit.game.puzzle_source import Task
from lastdigit.game.text import IN_SHORT, section
from lastdigit.games import catalogue, find_class
from lastdigit.puzzles.judging import judge
from lastdigit.puzzles.worksheet import A_PAGE, ANSWERS_A_PAGE, sheet_puzzles, worksheet
from tests.conftest import GAMES, Run, games_with

ALL = list(catalogue().values())


def test_a_mixed_sheet_has_the_games_by_turns_and_none_that_must_be_played_out() -> None:
    puzzles = sheet_puzzles(ALL, 12, "7", None)
    names = [puzzle.game.name for puzzle in puzzles]
    assert names == [ALL[number % len(ALL)].name for number in range(12)]
    assert Task.PLAY not in {puzzle.task for puzzle in puzzles}
    assert len({puzzle.name for puzzle in puzzles}) == 12


def test_a_mixed_sheet_of_a_grade_has_only_games_that_have_it() -> None:
    kinds = [find_class(name) for name in games_with("puzzle_sources")]
    puzzles = sheet_puzzles(kinds, 4, "7", 4)
    assert [(puzzle.game.name, puzzle.grade) for puzzle in puzzles] == [("digit-duel", 4)] * 4


def test_a_grade_that_is_asked_for_is_the_grade_of_every_puzzle() -> None:
    puzzles = sheet_puzzles([find_class("digit-duel")], 6, "7b", 2)
    assert [puzzle.grade for puzzle in puzzles] == [2] * 6
    assert len({puzzle.looks for puzzle in puzzles}) == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_says_how_its_game_is_played(game: str) -> None:
    html = worksheet(sheet_puzzles([find_class(game)], 1, "a", None), "a", ["lastdigit"])
    rules, _ = unescape(html).split('<ol class="puzzles">', 1)
    short = section(find_class(game).rulebook(), IN_SHORT).replace("`", "")
    assert " ".join(short.split("\n\n")[0].split()) in rules


@pytest.mark.parametrize("game", games_with("puzzle_sources"))
def test_a_sheet_asks_all_first_and_answers_all_afterwards(game: str) -> None:
    puzzles = sheet_puzzles([find_class(game)], A_PAGE + 1, "a & b", None)
    html = worksheet(puzzles, "a & b", ["lastdigit", "worksheet", game, "--seed", "a & b"])
    asked, answered = html.split("Answers to sheet a &amp; b")
    assert asked.count('<li class="puzzle">') == len(puzzles)
    assert answered.count("<li>") == len(puzzles)
    pages = 3 + -(-len(puzzles) // ANSWERS_A_PAGE)
    assert re.findall(r"page (\d) of (\d)", html) == [
        (str(number), str(pages)) for number in range(1, pages + 1)
    ]
    assert unescape(html).count("lastdigit worksheet") == pages
    for puzzle in puzzles:
        sentence = judge(puzzle, [min(puzzle.right)]).sentences[0]
        told = sentence.replace("the computer", "the other")
        assert told not in unescape(asked)
        assert told in unescape(answered)


def test_a_sheet_needs_nothing_from_elsewhere_and_draws_only_what_it_has() -> None:
    html = worksheet(sheet_puzzles(ALL, len(ALL), "1", None), "1", [])
    assert not re.search(r'(src|href)="(?!#)|@import|url\(|<script', html)
    drawn = set(re.findall(r'<use href="#([^"]+)"', html))
    assert {"sign", "wordmark", "n0", *(f"mark-{kind.name}" for kind in ALL)} <= drawn
    assert drawn <= set(re.findall(r'<symbol id="([^"]+)"', html))


def test_a_sheet_is_written_whole_the_same_for_its_seed_and_over_nothing(
    call: Run, tmp_path: Path
) -> None:
    sheet, again = tmp_path / "sheet.html", tmp_path / "again.html"
    told = call("worksheet", "digit-du", "--count", "2", "--seed", "x", "--out", str(sheet))
    assert (told.code, told.out) == (
        0,
        f"{sheet} has 2 puzzles; open it in a browser and print it.\n",
    )
    call("worksheet", "digit-duel", "--count", "2", "--seed", "x", "--out", str(again))
    assert again.read_bytes() == sheet.read_bytes()
    refused = call("worksheet", "mixed", "--out", str(sheet))
    assert refused.code == 2
    assert "is there already; name a new file." in refused.err
    assert again.read_bytes() == sheet.read_bytes()
    assert sorted(tmp_path.glob("*.html")) == [again, sheet]


def test_a_sheet_that_cannot_be_made_says_why(call: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "sheet.html")
    grade = call("worksheet", "digit-dilemma", "--grade", "5", "--out", out)
    assert (grade.code, grade.err.strip().endswith("it has 1, 2.")) == (2, True)
    assert call("worksheet", "mixed").code == 2
    assert call("worksheet", "mixed", "--out", str(tmp_path / "no" / "sheet.html")).code == 2
    assert not Path(out).exists()
