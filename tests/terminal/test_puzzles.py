"""Daily puzzles and sets of puzzles, solved and printed in a terminal."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from lastdigit.games import find_class
from lastdigit.puzzles.generate import daily_puzzle
from tests.conftest import GAMES, Run
from tests.sizes import sampled


def right_answer(game: str, day: int) -> str:
    puzzle = daily_puzzle(find_class(game), day)
    assert puzzle is not None
    return min(puzzle.right)


def test_daily_puzzles_can_be_solved_failed_and_continued(call: Run) -> None:
    first = call("daily", "--day", "1", typed="5 right\nhundreds\nq\n")
    assert first.code == 0
    assert "965 is 1 short of a multiple of 7" in first.out
    assert "Solved." in first.out
    assert "Not hundreds." in first.out
    assert "It was tens." in first.out, "with two answers there is one try"
    assert first.out.endswith(
        "Last Digit 1\nDilemma ✓\nDuel ✕\nPoison ·\nMorph ·\nObliteration ·\n"
    )
    rest = [right_answer(game, 1) for game in GAMES[2:]]
    done = call("daily", "--day", "1", typed="".join(f"{answer}\n" for answer in rest))
    assert "Puzzle 1 of 5" not in done.out, "a finished puzzle is not repeated"
    assert done.out.endswith("Dilemma ✓\nDuel ✕\nPoison ✓\nMorph ✓\nObliteration ✓\n")


def test_a_day_solved_later_does_not_extend_the_streak(call: Run) -> None:
    result = call("daily", "digit-duel", "--day", "1", typed="tens\n")
    assert result.out.endswith("Last Digit 1\nDuel ✓\n")


def test_invalid_input_does_not_cost_a_try(call: Run) -> None:
    result = call("daily", "digit-poison", "--day", "1", typed="x\nhelp\n12\nskip\n")
    assert '"x" isn\'t one of 0, 1, 2' in result.out
    assert "Type skip to skip this puzzle" in result.out
    assert result.out.count("Not ") == 1
    assert result.out.endswith("Poison ✕\n")


def test_invalid_input_is_refused_with_only_the_open_choices(call: Run) -> None:
    result = call("daily", "digit-dilemma", "--day", "1", typed="5\n9\nq\n")
    assert 'Place 5 [right]: 9\n"9" isn\'t one of the choices. Type right.\n' in result.out
    result = call("daily", "operation-obliteration", "--day", "1", typed="z\nq\n")
    assert "Your last: multiply" in result.out
    assert '"z" isn\'t one of the choices. Type add, subtract or divide.\n' in result.out


def test_a_calendar_file_reminds_of_the_puzzles(call: Run, tmp_path: Path) -> None:
    result = call("daily", "--calendar", "reminder.ics")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("reminder.ics: a reminder every day at 18:00.\n")
    content = (tmp_path / "reminder.ics").read_bytes()
    assert content.startswith(b"BEGIN:VCALENDAR\r\n")
    again = call("daily", "--calendar", "reminder.ics")
    assert again.code == 2
    assert "already exists" in again.err


def test_a_future_day_is_refused(call: Run) -> None:
    result = call("daily", "--day", "999999")
    assert result.code == 2
    assert "There is no day 999999 yet. Choose a day from 1 to " in result.err


def test_a_clock_before_the_first_day_is_reported(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_640_995_200.0)
    for words in (("daily",), ("daily", "--day", "1")):
        result = call(*words)
        assert (result.code, result.out) == (2, "")
        assert result.err == (
            "lastdigit: The daily puzzles start on 2026-01-05, and this computer's clock says "
            "2022-01-01. Set the clock.\n"
        )


def test_puzzles_as_json_have_answers_only_on_request(call: Run) -> None:
    given = json.loads(call("daily", "--day", "2", "--json").out)
    assert given["day"] == 2
    assert len(given["puzzles"]) == 5
    for puzzle in given["puzzles"]:
        assert not {"right", "reason", "wrong"} & set(puzzle)
    morph = next(one for one in given["puzzles"] if one["game"] == "number-morph")
    assert morph["choices"] == [], "the player must find the legal changes"
    made = json.loads(call("puzzles", "digit-duel", "--count", "2", "--json").out)
    assert all(one["right"] and one["reason"] and one["wrong"] for one in made)


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[:3]))
def test_a_set_is_printed_with_answers_and_reasons(call: Run, game: str) -> None:
    result = call("puzzles", game, "--count", "2", "--seed", "4")
    assert result.code == 0
    assert result.out.count("Answer: ") == 2
    assert result.out == call("puzzles", game, "--count", "2", "--seed", "4").out


def test_a_difficulty_that_a_game_lacks_is_refused_with_those_it_has(call: Run) -> None:
    result = call("puzzles", "digit-poison", "--difficulty", "medium")
    assert result.code == 2
    assert "Digit Poison has no medium puzzles. Choose very easy." in result.err


def test_one_puzzle_is_printed_in_the_singular(call: Run, tmp_path: Path) -> None:
    output = call("puzzles", "digit-duel", "--count", "1", "--survey").out
    assert output.startswith("Digit Duel: 1 puzzle. ")
    call("puzzles", "digit-duel", "--count", "1", "--sheet", "sheet.html")
    assert "1 puzzle for a pencil" in (tmp_path / "sheet.html").read_text()


def test_a_survey_prints_the_success_rate_of_guessing(call: Run) -> None:
    output = call("puzzles", "digit-duel", "--count", "12", "--survey").out
    difficulties = "very easy, easy, medium, hard, very hard"
    assert f"Digit Duel: 12 puzzles. Difficulties: {difficulties}." in output
    assert "right by chance: " in output
