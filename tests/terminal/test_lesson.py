"""Lessons at a terminal and through a pipe, and the offer of a lesson before a first game."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

import lastdigit
from lastdigit.game.lesson import find_lesson, lesson_game, step_replies
from tests.conftest import ROOT, Run
from tests.games.test_lessons import TAUGHT

every_lesson = pytest.mark.parametrize("game", TAUGHT)


def right_answers(name: str) -> list[list[str]]:
    """Return the required number of right moves for every step of a lesson."""
    kind = lastdigit.catalogue()[name]
    lesson = find_lesson(kind)
    assert lesson is not None
    game = lesson_game(kind, lesson)
    return [
        [reply.move for reply in step_replies(game, step).values() if reply.right][: step.count]
        for step in lesson.steps
    ]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


# Through a pipe


@every_lesson
def test_a_lesson_is_completed_with_all_right_answers(call: Run, game: str) -> None:
    answers = [move for step in right_answers(game) for move in step]
    result = call("learn", game, typed=lines(*answers))
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\nYes. ") == len(answers)
    assert "\nNo. " not in result.out
    goal, way = result.out.splitlines()[-2:]
    assert "The goal: " in result.out
    assert goal
    size = " --max-length 5" if game == "digit-poison" else ""
    assert way == f"Play it: lastdigit play {game}{size} --player-2 easy"
    assert max(map(len, result.out.splitlines())) <= 80


def test_the_text_of_a_lesson(call: Run) -> None:
    typed = lines("3", "3", "0", "1", "skip", "2", "0")
    assert call("learn", "digit-poison", typed=typed).out == (
        "Digit Poison in three steps. Type skip to skip a step.\n\n"
        "Step 1 of 3\n"
        "You and the computer build a number. If you make it divisible by 3, you lose.\n"
        "Number   _ _ _ _ _   digit 1 of 5\n"
        "Find two digits that lose at once.\n"
        "A digit that loses (0-9): 3\n"
        "Yes. 3 = 3 × 1. If you add 3, you lose. One more.\n"
        "A digit that loses (0-9): 3\n"
        "You already found that one.\n"
        "A digit that loses (0-9): 0\n"
        "Yes. 0 = 3 × 0. If you add 0, you lose.\n"
        "0, 3, 6 and 9 are divisible by 3.\n\n"
        "Step 2 of 3\n"
        "A number is divisible by 3 if the sum of its digits is.\n"
        "Number   4 1 _ _ _   digit 3 of 5\n"
        "Here 4 + 1 = 5. Find the three digits that lose.\n"
        "A digit that loses (0-9): 1\n"
        "Yes. 4 + 1 + 1 = 6, and 6 = 3 × 2. Two more.\n"
        "A digit that loses (0-9): skip\n\n"
        "Step 3 of 3\n"
        "The number has five places. If you fill the last one, you lose.\n"
        "Number   4 1 2 _ _   digit 4 of 5\n"
        "The sum is 7, and two places are left. Find a digit that wins.\n"
        "A digit that wins (0-9): 2\n"
        "No. With 2, the sum is 9 = 3 × 3, so you lose.\n"
        "A digit that wins (0-9): 0\n"
        "Yes. With 0, the sum is 7. 7 is not divisible by 3. The computer has to fill the\n"
        "last place.\n"
        "Count the empty places to see who has to fill the last one.\n\n"
        "The goal: Add a digit. If it makes the number divisible by 3, you lose. If it is\n"
        "the 5th digit, you lose too.\n"
        "Play it: lastdigit play digit-poison --max-length 5 --player-2 easy\n"
    )


def test_a_board_does_not_tell_which_moves_are_open(call: Run) -> None:
    out = call("learn", "operation-obliteration", typed="quit\n").out
    assert "only for" not in out
    assert "not allowed" not in out


@every_lesson
def test_every_step_can_be_skipped(call: Run, game: str) -> None:
    steps = len(right_answers(game))
    result = call("learn", game, typed="skip\n" * steps)
    assert result.code == 0
    assert result.out.count(": skip\n") == steps
    assert result.out.endswith("--player-2 easy\n")


@every_lesson
def test_every_wrong_move_is_answered_with_its_reason(call: Run, game: str) -> None:
    kind = lastdigit.catalogue()[game]
    lesson = find_lesson(kind)
    assert lesson is not None
    step = lesson.steps[0]
    wrong = [
        reply for reply in step_replies(lesson_game(kind, lesson), step).values() if not reply.right
    ]
    result = call("learn", game, typed=lines(*(reply.move for reply in wrong), "quit"))
    assert result.code == 0
    output = " ".join(result.out.split())
    for reply in wrong:
        assert f": {reply.move} No. {reply.sentence}" in output


@pytest.mark.parametrize("leave", ["quit", "exit", "q"])
def test_a_lesson_can_be_left(call: Run, leave: str) -> None:
    result = call("learn", "digit-duel", typed=lines("tens", leave))
    assert result.code == 0
    assert "Step 3" not in result.out


def test_a_lesson_whose_input_ends_has_failed(call: Run) -> None:
    assert call("learn", "digit-duel", typed="").code == 1


def test_unclear_input_is_explained_and_the_question_repeated(call: Run) -> None:
    result = call("learn", "number-morph", typed=lines("", "x", "help", "tens 7 1", "t", "7", "q"))
    assert result.out.count("Type hundreds, tens or units.") == 2
    assert "Type skip to skip this step" in result.out
    assert '"tens 7 1" is more than one move.' in result.out
    assert "New tens digit (0, 2-9): 7\nYes. 271 is prime and not used yet.\n" in result.out


@every_lesson
def test_a_lesson_can_be_printed_as_json(call: Run, game: str) -> None:
    data = json.loads(call("learn", game, "--json").out)
    assert data["game"] == game
    assert len(data["steps"]) == len(right_answers(game))


def test_a_game_without_a_lesson_says_so(run: Run, environment: dict[str, str]) -> None:
    environment["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests' / 'outside'}"
    result = run("learn", "countdown")
    assert result.code == 2
    assert result.err == (
        "lastdigit: Countdown has no lesson. To read its rules: lastdigit rules countdown\n"
    )


# The offer

Open = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def newcomer(environment: dict[str, str]) -> Path:
    """Return the file of offered lessons of a new user."""
    return Path(environment["XDG_DATA_HOME"], "lastdigit", "lessons.json")


@pytest.fixture
def terminal(environment: dict[str, str], tmp_path: Path) -> Iterator[Open]:
    """Open terminals on `lastdigit` with these arguments."""
    opened = []

    def start(*words: str, columns: int = 80) -> pexpect.spawn[str]:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "lastdigit", *words],
            env={**environment, "TERM": "dumb", "COLUMNS": str(columns)},
            cwd=str(tmp_path),
            encoding="utf-8",
            timeout=30,
            dimensions=(24, columns),
        )
        opened.append(child)
        return child

    yield start
    for child in opened:
        child.close(force=True)


AGAINST = ("play", "digit-duel", "--player-2", "easy")


def test_the_lesson_is_offered_before_the_first_game_and_never_again(terminal: Open) -> None:
    first = terminal(*AGAINST)
    first.expect(r"First time\? .*\[yes\]: ")
    first.sendline("perhaps")
    first.expect("Type yes or no.")
    first.sendline("no")
    first.expect("9 9 9")
    second = terminal(*AGAINST)
    assert second.expect(["9 9 9", "First time"]) == 0
    other = terminal("play", "digit-poison", "--player-2", "easy")
    other.expect("First time")


def test_enter_takes_the_lesson_and_the_game_follows(terminal: Open) -> None:
    child = terminal(*AGAINST)
    child.expect("First time")
    child.sendline("")
    for _ in range(3):
        child.expect("Step [123] of 3")
        child.expect(r"\): ")
        child.sendline("skip")
    child.expect("9 9 9")


def test_the_menu_offers_the_lesson_once(terminal: Open, newcomer: Path) -> None:
    child = terminal()
    child.expect("Which one")
    child.sendline("digit duel")
    child.expect("First time")
    child.sendline("menu")
    child.expect("Which one")
    child.sendline("digit duel")
    assert child.expect(["Against whom", "First time"]) == 0
    assert json.loads(newcomer.read_text()) == {"offered": ["digit-duel"]}


def test_a_player_who_has_taken_the_lesson_is_not_offered_it(
    run: Run, terminal: Open, newcomer: Path
) -> None:
    run("learn", "digit-duel", typed="quit\n")
    assert json.loads(newcomer.read_text()) == {"offered": ["digit-duel"]}
    assert terminal(*AGAINST).expect(["9 9 9", "First time"]) == 0


def test_no_lesson_is_offered_through_a_pipe(call: Run, newcomer: Path) -> None:
    result = call(*AGAINST, typed="quit\n")
    assert "lesson" not in result.out
    assert not newcomer.exists()


def test_two_people_are_not_offered_a_lesson(terminal: Open) -> None:
    assert terminal("play", "digit-duel").expect(["9 9 9", "First time"]) == 0


def test_no_lesson_is_offered_if_the_offer_cannot_be_saved(terminal: Open, newcomer: Path) -> None:
    newcomer.mkdir(parents=True)
    assert terminal(*AGAINST).expect(["9 9 9", "First time"]) == 0


@pytest.mark.parametrize("content", ["", "[]", "nonsense", '{"offered": 1}', '{"offered": [2]}'])
def test_a_damaged_file_of_offered_lessons_is_replaced(
    call: Run, newcomer: Path, content: str
) -> None:
    newcomer.parent.mkdir(parents=True)
    newcomer.write_text(content)
    call("learn", "digit-duel", typed="quit\n")
    assert json.loads(newcomer.read_text()) == {"offered": ["digit-duel"]}


def test_a_lesson_fits_a_narrow_terminal(terminal: Open) -> None:
    child = terminal("learn", "digit-duel", columns=40)
    shown = ""
    for _ in range(3):
        child.expect(r"(?:digit|strike)[^:\n]*: ")
        shown += f"{child.before}{child.after}"
        child.sendline("skip")
    child.expect(pexpect.EOF)
    shown += str(child.before)
    assert [line for line in shown.splitlines() if len(line) > 40] == []
    assert "Play it: lastdigit play digit-duel\r\n--player-2 easy" in shown


def test_enter_takes_the_only_open_place_shown_in_brackets(call: Run) -> None:
    out = call("learn", "digit-dilemma", typed="2\n\nquit\n").out
    assert "Place 2 [right]: \nYes. 742 = 7 × 106: you win." in out
