"""How a set of puzzles comes out: its grades, its answers, and how far guessing gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from lastdigit.game.game import AnyGame
from lastdigit.game.text import plural
from lastdigit.puzzles.puzzle import Puzzle
from lastdigit.puzzles.sets import grades_of

T = TypeVar("T", int, str)


def survey_text(kind: type[AnyGame], puzzles: Sequence[Puzzle]) -> str:
    """Return the survey, as a page to be read."""
    grades = ", ".join(map(str, grades_of(kind)))
    chance = sum(puzzle.chance for puzzle in puzzles)
    guesses = Counter(way for puzzle in puzzles for way in puzzle.given_away)
    places = Counter(
        1 + puzzle.choices.index(answer)
        for puzzle in puzzles
        for answer in puzzle.right
        if answer in puzzle.choices
    )
    lines = [
        f"{kind.title}: {plural(len(puzzles), 'puzzle')}. The game has grades {grades}.",
        _counted("grade", Counter(puzzle.grade for puzzle in puzzles)),
        _counted("task", Counter(str(puzzle.task) for puzzle in puzzles)),
        _counted("place of the answer", places),
        f"right by chance: {chance:.1f}",
        *(f"right by {way}: {count}" for way, count in sorted(guesses.items())),
    ]
    return "\n".join(lines) + "\n"


def _counted(what: str, counts: Counter[T]) -> str:
    return f"{what}: " + ", ".join(f"{name} ({counts[name]})" for name in sorted(counts))
