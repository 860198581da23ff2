"""Printable worksheets: one self-contained HTML file with the answers on separate pages."""

from __future__ import annotations

import shlex
from collections.abc import Hashable, Sequence

from lastdigit.game.game import AnyGame, Cell, Row, RowKind, Seat
from lastdigit.game.puzzle_source import DIFFICULTIES, Task, puzzle_sources_of
from lastdigit.game.text import Audience, plural
from lastdigit.game.theme import LIGHT
from lastdigit.games import catalogue
from lastdigit.puzzles.generate import grades_of, make_set
from lastdigit.puzzles.puzzle import Puzzle, reason
from lastdigit.render.html import render

MIXED = "mixed"
"""The name of a worksheet with puzzles from all games in turn."""
READER = Audience(names=(str(Seat.ONE), "the other player"), you=Seat.ONE)
"""The reader of a worksheet, addressed as "you". There is no computer player on paper."""
PUZZLES_PER_PAGE, ANSWERS_PER_PAGE = 6, 10
"""The number of puzzles and answers per page."""
MAX_SETS = 8
"""The maximum number of puzzle sets to generate in search of puzzles of one difficulty."""
MAX_LARGE_TILES, MAX_LISTED_CHOICES = 4, 4
"""The longest row with large tiles, and the longest list of choices beside an answer box."""
MAX_LOG_CELLS = 12
"""A longer list of numbers is printed small and sorted, so that it is easy to search."""
COLOURS = ("ink", "card", "last", "control")


def sheet_puzzles(
    kinds: Sequence[type[AnyGame]], count: int, seed: str, grade: int | None
) -> list[Puzzle]:
    """Return up to `count` puzzles for a worksheet, from the games in turn.

    If `grade` is given, all puzzles have this difficulty.
    """
    kinds = [kind for kind in kinds if grade is None or grade in grades_of(kind)]
    counts = [len(range(place, count, len(kinds))) for place in range(len(kinds))]
    sets = [
        iter(_puzzles_of_game(kind, own_count, seed, grade))
        for kind, own_count in zip(kinds, counts, strict=True)
    ]
    puzzles = (next(sets[number % len(sets)], None) for number in range(count))
    return [puzzle for puzzle in puzzles if puzzle is not None]


def _puzzles_of_game(kind: type[AnyGame], count: int, seed: str, grade: int | None) -> list[Puzzle]:
    """Return up to `count` puzzles of one game for a worksheet.

    If `grade` is given, all puzzles have this difficulty.
    """
    tasks = _paper_tasks(kind)
    if grade is None:
        return make_set(kind, count, seed, (), tasks)
    found: dict[Hashable, Puzzle] = {}
    for number in range(MAX_SETS):  # if the grade is rare, a set also contains other grades
        if len(found) >= count:
            break
        for puzzle in make_set(
            kind, count, f"{seed}/{number}" if number else seed, (grade,), tasks
        ):
            if puzzle.grade == grade:
                found.setdefault(puzzle.appearance, puzzle)
    return list(found.values())[:count]


def _paper_tasks(kind: type[AnyGame]) -> tuple[Task, ...]:
    """Return the tasks of a game's puzzles that can be solved on paper, without an opponent."""
    tasks = puzzle_sources_of(kind)[-1][1].tasks
    return tuple(task for task in tasks if task is not Task.PLAY)


def make_sheet(
    kind: type[AnyGame] | None,
    count: int,
    seed: str,
    grade: int | None,
    *,
    has_toolbar: bool = False,
) -> tuple[str, int]:
    """Return a worksheet as HTML, and the number of puzzles in it.

    The puzzles come from the game `kind`, or from all games if it is None. With `has_toolbar`, the
    worksheet has a toolbar with links to pages on a server.
    """
    kinds = [kind] if kind is not None else list(catalogue().values())
    puzzles = sheet_puzzles(kinds, count, seed, grade)
    name = MIXED if kind is None else kind.name
    grade_option = ["--difficulty", DIFFICULTIES[grade - 1].replace(" ", "-")] if grade else []
    options = [*grade_option, "--count", str(count), "--seed", seed, "--sheet", "sheet.html"]
    command = ["lastdigit", "puzzles", name, *options]
    return worksheet(puzzles, seed, command, has_toolbar=has_toolbar), len(puzzles)


def worksheet(
    puzzles: Sequence[Puzzle], seed: str, command: Sequence[str], *, has_toolbar: bool = False
) -> str:
    """Return a worksheet with these puzzles as HTML.

    The command line `command`, which makes the same worksheet again, is printed on each page.
    """
    kinds = list(dict.fromkeys(type(puzzle.game) for puzzle in puzzles))
    proof = "Every answer is proved by computing the whole game."
    return render(
        "worksheet.html",
        title=f"{plural(len(puzzles), 'puzzle')} for a pencil",
        seed=seed,
        has_toolbar=has_toolbar,
        imprint=f"Sheet {seed}. {proof} {shlex.join(command)}",
        colours={name: LIGHT[name] for name in COLOURS},
        kinds=kinds,
        rules={kind: _short_rules(kind) for kind in kinds},
        puzzles=[_puzzle_values(*one) for one in enumerate(puzzles, 1)],
        puzzles_per_page=PUZZLES_PER_PAGE,
        answers_per_page=ANSWERS_PER_PAGE,
    )


def _short_rules(kind: type[AnyGame]) -> list[str]:
    """Return the paragraphs of a game's short rules, for beginners."""
    short = kind().second_person(READER).in_short().replace("`", "")
    return [" ".join(part.split()) for part in short.split("\n\n")]


def _puzzle_values(number: int, puzzle: Puzzle) -> dict[str, object]:
    """Return the template data for a puzzle."""
    voice = puzzle.game.second_person(READER)
    view = voice.view(puzzle.state)
    crossed_out = puzzle.task is Task.LOSERS
    few = len(puzzle.choices) <= MAX_LISTED_CHOICES and not puzzle.game.moves_are_a_hint
    listed = crossed_out or (few and puzzle.task is Task.MOVE)
    return {
        "number": number,
        "game": puzzle.game,
        "difficulty": puzzle.difficulty,
        "goal": voice.goal(),
        "rows": [_row_values(row) for row in view if row.kind is not RowKind.LOG],
        "logs": [_log_values(row) for row in view if row.kind is RowKind.LOG],
        "question": puzzle.question,
        "choices": [Cell(choice) for choice in puzzle.choices] if listed else [],
        "is_crossed_out": crossed_out,
        "answer": _answer_text(puzzle),
        "reason": reason(puzzle, READER),
    }


def _row_values(row: Row) -> dict[str, object]:
    """Return the template data for a row of tiles."""
    pool = row.kind is RowKind.POOL
    cells = [cell for cell in row.cells if cell.text or not pool]
    return {
        "cells": cells,
        "many": pool or len(cells) > MAX_LARGE_TILES,
        "them": row.seat is Seat.TWO,
        "label": _sentence(row.label) if pool or row.seat else "",
    }


def _log_values(row: Row) -> dict[str, object]:
    """Return the template data for a row that is a list of words."""
    words = [str(cell.caption) or cell.text for cell in row.cells]
    label, text = _sentence(row.label), ", ".join(words) or "nothing"
    is_long = len(words) > MAX_LOG_CELLS
    if is_long:
        label += f" ({len(words)} of {row.total})" if row.total else ""
        text = " ".join(sorted(words))
    return {"label": label, "text": text, "is_long": is_long}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _answer_text(puzzle: Puzzle) -> str:
    """Return the right answer to a puzzle as a phrase for the answer page."""
    if puzzle.task is Task.MOVE:
        voice, game = puzzle.game.second_person(READER), puzzle.game
        moves = (game.parse_move(text) for text in sorted(puzzle.right))
        return ", or: ".join(voice.button(puzzle.state, move) for move in moves)
    (right,) = puzzle.right
    if puzzle.task is Task.LOSERS:
        return f"{', '.join(right.split(' '))} {'loses' if ' ' not in right else 'lose'}"
    return _sentence(right)
