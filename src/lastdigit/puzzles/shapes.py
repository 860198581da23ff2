"""Puzzles as data: unsolved, as a front end shows them, and with their answers."""

from __future__ import annotations

from typing import Any, TypedDict

from lastdigit.game.puzzle_source import Task
from lastdigit.game.serialize import RowData, view_data
from lastdigit.match.record import option_values
from lastdigit.puzzles.judging import reason, refutation
from lastdigit.puzzles.puzzle import Puzzle


class PuzzleData(TypedDict):
    """A puzzle to be solved; nothing in it tells the answer."""

    name: str
    game: str
    title: str
    options: dict[str, Any]
    position: str
    view: list[RowData]
    goal: str
    task: Task
    question: str
    choices: list[str]
    """What can be answered; empty where finding a legal move is part of it."""
    grade: int
    tries: int


class SolvedPuzzleData(PuzzleData):
    """A puzzle with its right answers, the reason, and what each wrong answer allows."""

    right: list[str]
    reason: str
    wrong: dict[str, list[str]]


def puzzle_data(puzzle: Puzzle) -> PuzzleData:
    """Return a puzzle as it is given to somebody."""
    game = puzzle.game
    hidden = game.moves_are_a_hint and puzzle.task is not Task.WINNER
    return {
        "name": puzzle.name,
        "game": game.name,
        "title": game.title,
        "options": dict(option_values(game)),
        "position": puzzle.position,
        "view": view_data(game.view(puzzle.state)),
        "goal": game.second_person(puzzle.audience).goal(),
        "task": puzzle.task,
        "question": puzzle.question,
        "choices": [] if hidden else list(puzzle.choices),
        "grade": puzzle.grade,
        "tries": puzzle.tries,
    }


def solved_data(puzzle: Puzzle) -> SolvedPuzzleData:
    """Return a puzzle with everything about it."""
    wrong = [choice for choice in puzzle.choices if choice not in puzzle.right]
    return {
        **puzzle_data(puzzle),
        "right": sorted(puzzle.right),
        "reason": reason(puzzle),
        "wrong": {choice: list(refutation(puzzle, choice)) for choice in wrong},
    }
