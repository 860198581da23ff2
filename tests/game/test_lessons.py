"""Steps of a lesson: the moves to find, and the comment on each move."""

from __future__ import annotations

import pytest

from lastdigit.game.game import Seat
from lastdigit.game.lesson import (
    ALREADY_FOUND,
    Claim,
    Lesson,
    Reply,
    Step,
    StepAttempt,
    lesson_data,
    moves_to_find,
    verdict,
)
from lastdigit.games.digit_poison.variants import DigitPoison
from lastdigit.testing.template.your_game.rules import State, YourGame


@pytest.mark.parametrize(
    ("left", "claim", "moves"),
    [
        (2, Claim.ALLOWED, (1, 2)),
        (2, Claim.REFUSED, (3,)),
        (3, Claim.WINS, (3,)),
        (4, Claim.WINS, ()),
        (3, Claim.LOSES, ()),
        (5, Claim.DEFENDS, (1,)),
        (3, Claim.DEFENDS, (3,)),
        (4, Claim.DEFENDS, ()),
        (3, Claim.TRAPS, (3,)),
        (5, Claim.TRAPS, ()),
    ],
)
def test_the_moves_to_find_follow_from_the_rules(
    left: int, claim: Claim, moves: tuple[int, ...]
) -> None:
    assert moves_to_find(YourGame(), State(Seat.ONE, left), claim) == moves


@pytest.mark.parametrize(
    ("position", "claim", "moves"),
    [
        ("1 -", Claim.LOSES, ("0", "3", "6", "9")),
        ("1 -", Claim.WINS, ()),
        ("1 -", Claim.DEFENDS, ("1", "2", "4", "5", "7", "8")),
        ("1 111111112", Claim.LOSES, tuple("0123456789")),
        ("1 11111111", Claim.TRAPS, ("0", "2", "3", "5", "6", "8", "9")),
    ],
)
def test_a_step_can_ask_for_moves_that_lose_at_once(
    position: str, claim: Claim, moves: tuple[str, ...]
) -> None:
    game = DigitPoison()
    found = moves_to_find(game, game.parse_state(position), claim)
    assert tuple(map(game.format_move, found)) == moves


def step(claim: Claim, count: int = 1, comment: str = "") -> Step:
    replies = {"1": comment}
    return Step("1 2", "Heading", "Task", "a move", claim, "Done.", count, replies=replies)


@pytest.mark.parametrize(
    ("count", "claim", "shown"),
    [
        (1, Claim.ALLOWED, ["1", "2"]),
        (2, Claim.ALLOWED, []),
        (1, Claim.WINS, ["2"]),
        (1, Claim.REFUSED, []),
    ],
)
def test_the_board_is_shown_after_a_legal_move_that_completes_the_step(
    count: int, claim: Claim, shown: list[str]
) -> None:
    data = lesson_data(YourGame(), Lesson((step(claim, count),)))["steps"][0]
    assert data["count"] == count
    assert [reply["move"] for reply in data["replies"] if reply["view"] is not None] == shown


def test_a_move_is_commented_by_the_lesson_or_by_the_game() -> None:
    lesson = Lesson((step(Claim.WINS, comment="Too few."),))
    replies = lesson_data(YourGame(), lesson)["steps"][0]["replies"]
    assert [(reply["button"], reply["right"], reply["sentence"]) for reply in replies] == [
        ("Play 1", False, "Too few."),
        ("Play 2", True, "Nothing is left: you win."),
        ("Play 3", False, "Only 2 is left."),
    ]


@pytest.mark.parametrize(
    ("right", "left", "text"),
    [
        (True, 0, "Yes. It wins."),
        (True, 2, "Yes. It wins. Two more."),
        (False, 2, "No. It wins."),
    ],
)
def test_a_verdict_counts_the_moves_that_are_left(right: bool, left: int, text: str) -> None:
    assert verdict(Reply("1", right, "", "It wins."), left) == text


def test_a_step_is_done_when_enough_moves_are_found() -> None:
    attempt = StepAttempt(YourGame(), step(Claim.ALLOWED, 2, comment="Fine."))
    assert attempt.answer("3") == ("No. Only 2 is left.", False)
    assert attempt.answer("1") == ("Yes. Fine. One more.", True)
    assert attempt.answer("1") == (ALREADY_FOUND, False)
    assert not attempt.is_done
    assert attempt.answer("2") == ("Yes. Nothing is left: you win.", True)
    assert attempt.is_done
