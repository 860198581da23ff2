"""The strip at the top of home: the puzzle of the day, or the way to it while that is being made.

Who has played nothing yet gets the way to a lesson instead of the latter.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from lastdigit.game.lesson import find_lesson, lesson_game
from lastdigit.game.serialize import view_data
from lastdigit.games import catalogue
from lastdigit.render.html import mark, numerals
from lastdigit.web import words
from lastdigit.web.scene import scene
from lastdigit.web.schemas.puzzles import Daily, DailyPuzzle


def strip(daily: Daily | None, today: int, played: Collection[str]) -> str:
    """Return the strip of a day; `played` are the games that whoever looks has played."""
    if daily is None and played:
        return _day(today)
    return _puzzle(daily) if daily is not None and daily.puzzles else _lesson(played)


def _day(today: int) -> str:
    games = catalogue()
    marks = "".join(f'<span data-game="{game}">{mark(game)}</span>' for game in games)
    return (
        '<section class="night" aria-labelledby="strip"><div>'
        f'<p class="kicker">{words.TODAYS} {_number(str(today))}</p>'
        f'<h2 id="strip">{words.DAY_HEADING.format(words.in_words(len(games)))}</h2>'
        f'<a class="button amber" href="/daily">{words.SOLVE_THEM}</a></div>'
        f'<div class="strip-games" aria-hidden="true">{marks}</div></section>'
    )


def _puzzle(daily: Daily) -> str:
    """Return the first puzzle that is not over, and how the day stands."""
    one = next((one for one in daily.puzzles if one.solution is None), None)
    puzzle = (one or daily.puzzles[0]).puzzle
    heading = words.HEADINGS.get(puzzle.task, puzzle.question) if one else words.ALL_DONE
    about = f"{escape(puzzle.title)}, {words.tries(one.left)}" if one else words.COME_BACK
    left = f' id="next" data-seconds="{daily.seconds}"'
    return (
        f'<section class="night puzzle-strip" data-game="{puzzle.game}" aria-labelledby="strip">'
        f'<p class="kicker">{words.TODAYS} {_number(str(daily.day))}</p>'
        f'<div class="strip-words"><h2 id="strip">{escape(heading)}</h2>'
        f'<p class="strip-about">{mark(puzzle.game)} {about}</p></div>'
        f'{scene(puzzle.view)}<div class="strip-way"><a class="button amber" '
        f'href="/daily#{puzzle.game}">{words.SOLVE if one else words.LOOK_AGAIN}</a>'
        f"{_marks(daily)}{_days(daily.running)}</div>"
        f'<p class="strip-next"><span class="strip-label">{words.NEXT}</span> '
        f"{_number(clock(daily.seconds), left)}</p></section>"
    )


def _number(text: str, attributes: str = "") -> str:
    return f'<span class="num" role="img" aria-label="{text}"{attributes}>{numerals(text)}</span>'


def _marks(daily: Daily) -> str:
    solved = sum(one.solved for one in daily.puzzles)
    label = words.SOLVED.format(solved, len(daily.puzzles))
    marks = "".join(
        f'<span class="strip-mark" data-state="{_state(one)}"></span>' for one in daily.puzzles
    )
    return f'<span class="strip-marks" role="img" aria-label="{label}">{marks}</span>'


def _state(one: DailyPuzzle) -> str:
    return "solved" if one.solved else "missed" if one.solution is not None else "open"


def _days(running: int) -> str:
    if not running:
        return ""
    return f'<span class="strip-days">{_number(str(running))} {words.days_running(running)}</span>'


def clock(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> clock(33_963)
    '9:26:03'
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _lesson(played: Collection[str]) -> str:
    lessons = {game: found for game in catalogue().values() if (found := find_lesson(game))}
    if not lessons:
        return ""
    game = next((one for one in lessons if one.name not in played), next(iter(lessons)))
    kicker = words.LESSON_AGAIN if played else words.LESSON_KICKER
    lesson = lessons[game]
    count = words.in_words(len(lesson.steps)).lower()
    rules = lesson_game(game, lesson)
    view = view_data(rules.view(rules.parse_state(lesson.steps[0].position)))
    return (
        f'<section class="night" data-game="{game.name}" aria-labelledby="strip"><div>'
        f'<p class="kicker">{kicker}</p><h2 id="strip">{words.LESSON_HEADING}</h2>'
        f'<p class="strip-about">{mark(game.name)} '
        f"{words.LESSON_ABOUT.format(escape(game.title), count)}</p>"
        f'<a class="button amber" href="/learn/{game.name}">{words.LESSON_BUTTON}</a></div>'
        f"{scene(view)}</section>"
    )
