"""The lesson and the puzzles of Digit Duel."""

from __future__ import annotations

from random import Random

from lastdigit.game.game import ONE
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.games.digit_duel.rules import State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.puzzles.puzzle import certify
from tests.conftest import Size
from tests.games.test_lessons import lesson_of, one_tap


def test_lesson_numbers_are_no_larger_than_those_of_the_quick_game() -> None:
    game = one_tap("digit-duel")
    largest = game.format_state(game.start(Random(1))).split()[1:]
    for step in lesson_of("digit-duel").steps:
        for number, most in zip(step.position.split()[1:], largest, strict=True):
            assert int(number) <= int(most), step.position


def test_a_puzzle_has_exactly_one_winning_move(size: Size) -> None:
    duel, source = DigitDuel(), puzzle_sources_of(DigitDuel)[-1][1]
    for own in range(1, size(sample=120, full=999)):
        for other in range(1, size(sample=120, full=999), 7):
            puzzle = certify(source, duel, State(ONE, own, other), Task.MOVE)
            if puzzle is not None:
                assert len(puzzle.right) == 1
