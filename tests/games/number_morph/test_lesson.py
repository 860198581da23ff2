"""The lesson and the puzzles of Number Morph."""

from __future__ import annotations

from lastdigit.game.lesson import find_lesson
from lastdigit.game.puzzle_source import Draw, Task, puzzle_sources_of
from lastdigit.game.text import numbers_in
from lastdigit.games import find, find_class
from lastdigit.puzzles.puzzle import certify
from tests.conftest import Size


def test_lesson_names_all_neighbours_of_929() -> None:
    game = find("number-morph")
    alone = game.parse_state("1 929 929")
    formed = (game.successor(alone, move) for move in game.legal_moves(alone))
    one, two, three = (numbers_in(game.view(state)) for state in formed)
    lesson = find_lesson(type(game))
    assert lesson is not None
    assert lesson.steps[1].done == f"From 929, you can form only {one}, {two} and {three}."


def test_nearly_every_drawn_position_is_a_new_puzzle(size: Size) -> None:
    wanted = size(sample=60, full=10_000)
    source = puzzle_sources_of(find_class("number-morph"))[-1][1]
    found: set[str] = set()
    for number, (game, state) in enumerate(source.positions(Draw("count"), 0.5)):
        puzzle = certify(source, game, state, Task.MOVE)
        if puzzle is not None:
            found.add(puzzle.name)
        if len(found) == wanted:
            break
        assert number < 2 * wanted
