"""The conformance checks of lessons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lastdigit.game.lesson import Claim, Lesson, Step, find_lesson
from lastdigit.games import find_class
from lastdigit.testing import ConformanceError, text
from lastdigit.testing.template.your_game.rules import YourGame
from lastdigit.testing.text import (
    claims_in,
    lesson_is_playable,
    lesson_is_true,
    rules_fit_a_screen,
)

POISON = find_class("digit-poison")


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("4 + 1 + 2 + 5 = 12, and 12 = 3 × 4.", "4 + 1 + 2 + 5 = 12, and 12 = 3 × 5."),
        ("741 = 7 × 105 + 6: not a multiple of 7.", "742 = 7 × 106: not a multiple of 7."),
        ("With 3, the sum is 10. 10 is not divisible by 3.", "9 is not divisible by 3."),
        ("0, 3, 6 and 9 are divisible by 3.", "0, 3, 5 and 9 are divisible by 3."),
        ("4 is even and not prime.", "2 is even and not prime."),
        ("15 = 3 × 5 is odd and not prime.", "17 is odd and not prime."),
        ("629 is 1 short of 630.", "628 is 1 short of 630."),
        ("37 × 3 + 1 = 112, which is above 100.", "33 × 3 + 1 = 100, which is above 100."),
        ("213 is 3 × 71.", "211 is 3 × 71."),
        ("029 is only 29", "029 is only 28"),
        ("9 is more than 7", "7 is more than 9"),
        ("12 is divisible by 3", "13 is divisible by 3"),
        (
            "629 is 1 short of a multiple of 7, and 530 is 2 short: you win.",
            "629 is 1 short of a multiple of 7, and 531 is 2 short: you win.",
        ),
        (
            "530 and 621 are both 2 short of a multiple of 7, and 530 is smaller: you win.",
            "530 and 621 are both 2 short of a multiple of 7, and 621 is smaller: you win.",
        ),
    ],
)
def test_the_arithmetic_of_a_sentence_is_checked(true: str, false: str) -> None:
    assert [holds for _, holds in claims_in(true)]
    assert all(holds for _, holds in claims_in(true))
    assert not all(holds for _, holds in claims_in(false))


def with_step(**changes: Any) -> Lesson:
    """Return Digit Poison's lesson with something else in its second step."""
    lesson = find_lesson(POISON)
    assert lesson is not None
    first, second, third = lesson.steps
    return replace(lesson, steps=(first, replace(second, **changes), third))


def fault_of(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the checks find wrong with this lesson in Digit Poison."""
    monkeypatch.setattr(text, "find_lesson", lambda _: lesson)
    try:
        lesson_is_playable(POISON)
        lesson_is_true(POISON)
    except ConformanceError as broken:
        return str(broken)
    return ""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"position": "1 4x"}, "cannot be parsed"),
        ({"position": "2 41"}, "must be a position with Player 1 to move"),
        ({"position": "1 42"}, "must be a position with Player 1 to move"),
        ({"count": 4}, "asks for 4 of 10 moves, but 3 are right"),
        ({"count": 2}, "2 must be found and 3 are right"),
        ({"task": "Find the two digits that lose."}, "3 must be found and 3 are right"),
        ({"replies": {"x": "So."}}, "which are not moves"),
        ({"heading": ""}, "Use one line of at most 80 characters"),
        ({"done": "x" * 81}, "Use one line of at most 80 characters"),
        ({"heading": "word " * 99 + "end."}, "words long"),
        ({"heading": "4 + 1 = 6"}, "is false"),
        ({"replies": {"1": "You added 1: you win."}}, "'You added 1: you win.', is false"),
        ({"replies": {"1": "With 1, the sum is 8."}}, ", is false"),
        ({"replies": {"1": "41 becomes 413."}}, ", is false"),
        ({"replies": {"1": "413 is used."}}, ", is false"),
        (
            {"claim": Claim.WINS, "task": "Find a digit that wins.", "count": 1},
            "asks for 1 of 10 moves, but 0 are right",
        ),
    ],
)
def test_a_faulty_step_is_refused(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], fault: str
) -> None:
    assert fault in fault_of(with_step(**changes), monkeypatch)


def test_a_lesson_with_two_steps_or_too_many_moves_to_find_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = with_step().steps
    assert "three to five" in fault_of(Lesson(steps[:2]), monkeypatch)
    assert "asks for more than" in fault_of(Lesson((*steps, *steps[:2])), monkeypatch)


def test_a_step_is_refused_if_another_move_also_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start six digits win in the end, but none at once, so a step cannot ask for them."""
    duel = find_class("digit-duel")
    step = Step(
        position="1 371 005",
        heading="Find it.",
        task="Find the strike that wins.",
        ask="a strike",
        claim=Claim.WINS,
        done="Done.",
    )
    monkeypatch.setattr(text, "find_lesson", lambda _: Lesson((step,) * 3))
    lesson_is_playable(duel)
    with pytest.raises(ConformanceError, match="but with perfect play hundreds is a win"):
        lesson_is_true(duel)


def test_a_game_without_a_lesson_passes() -> None:
    assert find_lesson(YourGame) is None
    lesson_is_playable(YourGame)
    lesson_is_true(YourGame)


def test_short_rules_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules_fit_a_screen(YourGame)
    page = YourGame.rulebook().replace("Your turn:", "Your turn:\n\n- and\n" * 9)
    monkeypatch.setattr(YourGame, "rulebook", staticmethod(lambda: page))
    with pytest.raises(ConformanceError, match="Shorten 'In short'"):
        rules_fit_a_screen(YourGame)


def test_an_example_in_which_every_move_ends_the_game_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(YourGame, "example_state", "1 0")
    with pytest.raises(ConformanceError, match="Every move at example_state ends the game"):
        rules_fit_a_screen(YourGame)
