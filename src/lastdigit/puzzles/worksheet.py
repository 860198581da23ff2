"""Printable worksheets: one self-contained HTML file with the answers on separate pages."""

from __future__ import annotations

import shlex
from collections.abc import Hashable, Iterable, Sequence
from html import escape
from pathlib import Path

from lastdigit.game.game import AnyGame, Cell, Row, RowKind, Seat
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.game.text import IN_SHORT, Audience, plural, section
from lastdigit.game.theme import LIGHT
from lastdigit.games import catalogue
from lastdigit.puzzles.generate import grades_of, make_set
from lastdigit.puzzles.puzzle import Puzzle, reason
from lastdigit.render.html import mark, numerals, sprite_symbol, tile
from lastdigit.render.svg import sprite

MIXED = "mixed"
"""The name of a worksheet with puzzles from all games in turn."""
STYLE = Path(__file__).with_name("worksheet.css")
READER = Audience(names=(str(Seat.ONE), "the other"), you=Seat.ONE)
"""The reader of a worksheet, addressed as "you". There is no computer player on paper."""
PUZZLES_PER_PAGE, ANSWERS_PER_PAGE = 6, 10
"""The number of puzzles and of answers per page."""
MAX_SETS = 8
"""The maximum number of puzzle sets to generate in search of puzzles of one difficulty."""
MAX_LARGE_TILES, MAX_LISTED_CHOICES = 4, 4
"""The longest row printed with large tiles, and the most choices printed beside an answer box."""
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
    for number in range(MAX_SETS):  # if the grade is rare, a set contains other grades, too
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
    kind: type[AnyGame] | None, count: int, seed: str, grade: int | None
) -> tuple[str, int]:
    """Return a worksheet as HTML, and the number of puzzles in it.

    The puzzles come from the game `kind`, or from all games if it is None.
    """
    kinds = [kind] if kind is not None else list(catalogue().values())
    puzzles = sheet_puzzles(kinds, count, seed, grade)
    name = MIXED if kind is None else kind.name
    grade_option = ["--grade", str(grade)] if grade else []
    options = [*grade_option, "--count", str(count), "--seed", seed, "--sheet", "sheet.html"]
    command = ["lastdigit", "puzzles", name, *options]
    return worksheet(puzzles, seed, command), len(puzzles)


def worksheet(puzzles: Sequence[Puzzle], seed: str, command: Sequence[str]) -> str:
    """Return a worksheet with these puzzles as HTML.

    `command` is the command line that makes the same worksheet again. It is printed on each page.
    """
    numbered = list(enumerate(puzzles, 1))
    games = {type(puzzle.game): None for puzzle in puzzles}
    pages = (
        [_heading("How it is played", "") + "".join(map(_rules, games))]
        + [
            _heading(f"{plural(len(puzzles), 'puzzle')} for a pencil", _WRITE)
            + f'<ol class="puzzles">{"".join(_puzzle(*one) for one in page_puzzles)}</ol>'
            for page_puzzles in _pages(numbered, PUZZLES_PER_PAGE)
        ]
        + [
            _heading(f"Answers to sheet {seed}", '<div class="write">for the teacher</div>')
            + f'<ol class="answers">{"".join(_answer(*one) for one in page_puzzles)}</ol>'
            for page_puzzles in _pages(numbered, ANSWERS_PER_PAGE)
        ]
    )
    proof = "Every answer is proved by computing the whole game."
    imprint = f"Sheet {seed}. {proof} {shlex.join(command)}"
    body = "".join(
        f'<section class="page">{page}<footer><span>{escape(imprint)}</span>'
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
        f"<header>{sprite_symbol('sign', 'sign', '0 0 100 100')}"
        f'<div>{name}<use href="#wordmark"/></svg><h1>{escape(title)}</h1></div>{right}</header>'
    )


def _rules(kind: type[AnyGame]) -> str:
    """Render the short rules of a game, for beginners, as HTML."""
    short = section(kind.rulebook(), IN_SHORT).replace("`", "")
    paragraphs = "".join(f"<p>{escape(' '.join(part.split()))}</p>" for part in short.split("\n\n"))
    return (
        f'<div class="rules"><div class="name">{mark(kind.name)}<span>{escape(kind.title)}</span>'
        f"</div>{paragraphs}</div>"
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
    """Render a row of the board as HTML, with one tile per cell."""
    pool = row.kind is RowKind.POOL
    cells = [cell for cell in row.cells if cell.text or not pool]
    many = pool or len(cells) > MAX_LARGE_TILES
    label = f'<p class="label">{_sentence(row.label)}</p>' if pool or row.seat else ""
    return f"<div>{_tile_row(cells, row.seat, many=many)}{label}</div>"


def _tile_row(cells: Iterable[Cell], seat: Seat | None = None, *, many: bool) -> str:
    looks = ("them",) if seat is Seat.TWO else ()
    drawn_cells = "".join(
        tile(cell.text, looks if cell.text else (*looks, "empty")) for cell in cells
    )
    return f'<div class="tiles{" many" if many else ""}">{drawn_cells}</div>'


def _log(row: Row) -> str:
    """Render a row of the board as an HTML paragraph with a comma-separated list."""
    words = [str(cell.caption) or cell.text for cell in row.cells]
    label, look, shown = _sentence(row.label), "log", ", ".join(words) or "nothing"
    if len(words) > MAX_LOG_CELLS:
        label += f" ({len(words)} of {row.total})" if row.total else ""
        look, shown = "log long", " ".join(sorted(words))
    return f'<p class="{look}"><b>{label}:</b> {escape(shown)}</p>'


def _sentence(text: str) -> str:
    return escape(f"{text[:1].upper()}{text[1:]}")


def _question(puzzle: Puzzle) -> str:
    """Render a puzzle's question as HTML, with an answer box or with choices to cross out."""
    question = escape(puzzle.question)
    if puzzle.task is Task.LOSERS:
        choices = _tile_row((Cell(choice) for choice in puzzle.choices), many=True)
        return f'<p class="question">{question} Cross them out.</p>{choices}'
    few = len(puzzle.choices) <= MAX_LISTED_CHOICES and not puzzle.game.moves_are_a_hint
    if few and puzzle.task is Task.MOVE:
        question += f' <span class="choices">{escape(" / ".join(puzzle.choices))}</span>'
    return f'<p class="question"><span>{question}</span><span class="box"></span></p>'


def _answer(number: int, puzzle: Puzzle) -> str:
    return (
        f"<li>{mark(puzzle.game.name)}<div><h2>{number}. {escape(_answer_text(puzzle))}</h2>"
        f"<p>{escape(reason(puzzle, READER))}</p></div></li>"
    )


def _answer_text(puzzle: Puzzle) -> str:
    """Return the right answer to a puzzle as a phrase for the answer page."""
    if puzzle.task is Task.MOVE:
        voice, game = puzzle.game.second_person(READER), puzzle.game
        moves = (game.parse_move(text) for text in sorted(puzzle.right))
        return ", or: ".join(voice.button(puzzle.state, move) for move in moves)
    (right,) = puzzle.right
    if puzzle.task is Task.LOSERS:
        return f"{', '.join(right.split(' '))} {'loses' if ' ' not in right else 'lose'}"
    return f"{right[:1].upper()}{right[1:]}"
