"""A sheet of puzzles to print: one HTML file that stands alone, answers on pages of their own."""

from __future__ import annotations

import shlex
from collections.abc import Hashable, Iterable, Sequence
from html import escape
from pathlib import Path

from lastdigit.core.drawings import sprite
from lastdigit.core.markup import drawn, mark, numerals, tile
from lastdigit.game.game import AnyGame, Cell, Row, RowKind, Seat
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.game.text import IN_SHORT, Audience, plural, section
from lastdigit.game.theme import LIGHT
from lastdigit.games import catalogue
from lastdigit.puzzles.judging import reason
from lastdigit.puzzles.puzzle import Puzzle
from lastdigit.puzzles.sets import grades_of, make_set

MIXED = "mixed"
"""Puzzles of all games by turns."""
STYLE = Path(__file__).with_name("worksheet.css")
READER = Audience(names=(str(Seat.ONE), "the other"), you=Seat.ONE)
"""On paper nobody plays against a computer."""
A_PAGE, ANSWERS_A_PAGE = 6, 10
SETS = 8
"""So many sets are looked through for puzzles of one grade."""
ROOMY, FEW = 4, 4
"""So many tiles stand large in a row; so many answers are named beside the room to write one."""
LONG = 12
"""A log of more cells is set small, and sorted, so that a number is found in it."""
COLOURS = ("ink", "card", "last", "control")


def sheet_puzzles(
    kinds: Sequence[type[AnyGame]], count: int, seed: str, grade: int | None
) -> list[Puzzle]:
    """Return puzzles for a sheet, the games by turns; fewer where they have not so many.

    Games without the grade are left out.
    """
    kinds = [kind for kind in kinds if grade is None or grade in grades_of(kind)]
    shares = [len(range(place, count, len(kinds))) for place in range(len(kinds))]
    sets = [
        iter(_drawn(kind, share, seed, grade)) for kind, share in zip(kinds, shares, strict=True)
    ]
    drawn_by_turns = (next(sets[number % len(sets)], None) for number in range(count))
    return [puzzle for puzzle in drawn_by_turns if puzzle is not None]


def _drawn(kind: type[AnyGame], count: int, seed: str, grade: int | None) -> list[Puzzle]:
    """Return puzzles of a game; where a grade is asked for, of no other.

    A set takes the nearest grade where one is rare, so that several sets are looked through.
    """
    tasks = _on_paper(kind)
    if grade is None:
        return make_set(kind, count, seed, (), tasks)
    found: dict[Hashable, Puzzle] = {}
    for number in range(SETS):
        if len(found) >= count:
            break
        for puzzle in make_set(
            kind, count, f"{seed}/{number}" if number else seed, (grade,), tasks
        ):
            if puzzle.grade == grade:
                found.setdefault(puzzle.looks, puzzle)
    return list(found.values())[:count]


def _on_paper(kind: type[AnyGame]) -> tuple[Task, ...]:
    """Return a game's tasks, but not those in which somebody must reply."""
    tasks = puzzle_sources_of(kind)[-1][1].tasks
    return tuple(task for task in tasks if task is not Task.PLAY)


def make_sheet(
    kind: type[AnyGame] | None, count: int, seed: str, grade: int | None
) -> tuple[str, int]:
    """Return a sheet of a game, or of all by turns (None), and how many puzzles it has."""
    kinds = [kind] if kind is not None else list(catalogue().values())
    puzzles = sheet_puzzles(kinds, count, seed, grade)
    name = MIXED if kind is None else kind.name
    graded = ["--grade", str(grade)] if grade else []
    again = ["lastdigit", "worksheet", name, *graded, "--count", str(count), "--seed", seed]
    return worksheet(puzzles, seed, again), len(puzzles)


def worksheet(puzzles: Sequence[Puzzle], seed: str, command: Sequence[str]) -> str:
    """Return the sheet; `command` is what makes it again."""
    numbered = list(enumerate(puzzles, 1))
    games = {type(puzzle.game): None for puzzle in puzzles}
    pages = (
        [_heading("How it is played", "") + "".join(map(_rules, games))]
        + [
            _heading(f"{plural(len(puzzles), 'puzzle')} for a pencil", _WRITE)
            + f'<ol class="puzzles">{"".join(_puzzle(*one) for one in some)}</ol>'
            for some in _pages(numbered, A_PAGE)
        ]
        + [
            _heading(f"Answers to sheet {seed}", '<div class="write">for the teacher</div>')
            + f'<ol class="answers">{"".join(_answer(*one) for one in some)}</ol>'
            for some in _pages(numbered, ANSWERS_A_PAGE)
        ]
    )
    proved = "Every answer is proved by computing the whole game."
    made = f"Sheet {seed}. {proved} {shlex.join(command)}"
    body = "".join(
        f'<section class="page">{page}<footer><span>{escape(made)}</span>'
        f"<span>page {number} of {len(pages)}</span></footer></section>\n"
        for number, page in enumerate(pages, 1)
    )
    colours = "".join(f"--{name}: {LIGHT[name]}; " for name in COLOURS)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Last Digit, sheet {escape(seed)}</title>"
        f"<style>:root {{ color-scheme: light; {colours}}}\n{STYLE.read_text()}</style></head>\n"
        f'<body><div class="sprite">{sprite(games)}</div>\n{body}</body></html>\n'
    )


def _pages(puzzles: list[tuple[int, Puzzle]], size: int) -> list[list[tuple[int, Puzzle]]]:
    return [puzzles[place : place + size] for place in range(0, len(puzzles), size)]


_WRITE = '<div class="write"><span>Name</span><span>Class</span></div>'


def _heading(title: str, right: str) -> str:
    name = '<svg class="wordmark" viewBox="0 0 502 100" role="img" aria-label="Last Digit">'
    return (
        f"<header>{drawn('sign', 'sign', '0 0 100 100')}"
        f'<div>{name}<use href="#wordmark"/></svg><h1>{escape(title)}</h1></div>{right}</header>'
    )


def _rules(kind: type[AnyGame]) -> str:
    """Return what a pupil who has never played a game has to know of it."""
    short = section(kind.rulebook(), IN_SHORT).replace("`", "")
    told = "".join(f"<p>{escape(' '.join(part.split()))}</p>" for part in short.split("\n\n"))
    return (
        f'<div class="rules"><div class="name">{mark(kind.name)}<span>{escape(kind.title)}</span>'
        f"</div>{told}</div>"
    )


def _puzzle(number: int, puzzle: Puzzle) -> str:
    voice = puzzle.game.second_person(READER)
    view = voice.view(puzzle.state)
    tiles = "".join(_tiles(row) for row in view if row.kind is not RowKind.LOG)
    logs = "".join(_log(row) for row in view if row.kind is RowKind.LOG)
    return (
        f'<li class="puzzle"><div class="name">{mark(puzzle.game.name)}'
        f'<span>{escape(puzzle.game.title)} <span class="grade">grade {puzzle.grade}</span></span>'
        f'<span class="number" role="img" aria-label="{number}">{numerals(str(number))}</span>'
        f'</div><p>{escape(voice.goal())}</p><div class="rows">{tiles}</div>{logs}'
        f"{_question(puzzle)}</li>"
    )


def _tiles(row: Row) -> str:
    """Return a number, or what can be taken, as tiles."""
    pool = row.kind is RowKind.POOL
    cells = [cell for cell in row.cells if cell.text or not pool]
    many = pool or len(cells) > ROOMY
    label = f'<p class="label">{_sentence(row.label)}</p>' if pool or row.seat else ""
    return f"<div>{_line(cells, row.seat, many=many)}{label}</div>"


def _line(cells: Iterable[Cell], seat: Seat | None = None, *, many: bool) -> str:
    looks = ("them",) if seat is Seat.TWO else ()
    drawn_cells = "".join(
        tile(cell.text, looks if cell.text else (*looks, "empty")) for cell in cells
    )
    return f'<div class="tiles{" many" if many else ""}">{drawn_cells}</div>'


def _log(row: Row) -> str:
    """Return what has happened, in words."""
    words = [str(cell.caption) or cell.text for cell in row.cells]
    label, look, told = _sentence(row.label), "log", ", ".join(words) or "nothing"
    if len(words) > LONG:
        label += f" ({len(words)} of {row.total})" if row.total else ""
        look, told = "log long", " ".join(sorted(words))
    return f'<p class="{look}"><b>{label}:</b> {escape(told)}</p>'


def _sentence(text: str) -> str:
    return escape(f"{text[:1].upper()}{text[1:]}")


def _question(puzzle: Puzzle) -> str:
    """Return what is asked, with room for the answer, or what is to be crossed out."""
    asked = escape(puzzle.question)
    if puzzle.task is Task.LOSERS:
        choices = _line((Cell(choice) for choice in puzzle.choices), many=True)
        return f'<p class="question">{asked} Cross them out.</p>{choices}'
    few = len(puzzle.choices) <= FEW and not puzzle.game.moves_are_a_hint
    if few and puzzle.task is Task.MOVE:
        asked += f' <span class="choices">{escape(" / ".join(puzzle.choices))}</span>'
    return f'<p class="question"><span>{asked}</span><span class="box"></span></p>'


def _answer(number: int, puzzle: Puzzle) -> str:
    return (
        f"<li>{mark(puzzle.game.name)}<div><h2>{number}. {escape(_told(puzzle))}</h2>"
        f"<p>{escape(reason(puzzle, READER))}</p></div></li>"
    )


def _told(puzzle: Puzzle) -> str:
    """Return the right answer as one would say it."""
    if puzzle.task is Task.MOVE:
        voice, game = puzzle.game.second_person(READER), puzzle.game
        moves = (game.parse_move(text) for text in sorted(puzzle.right))
        return ", or: ".join(voice.button(puzzle.state, move) for move in moves)
    (right,) = puzzle.right
    if puzzle.task is Task.LOSERS:
        return f"{', '.join(right.split(' '))} {'loses' if ' ' not in right else 'lose'}"
    return f"{right[:1].upper()}{right[1:]}"
