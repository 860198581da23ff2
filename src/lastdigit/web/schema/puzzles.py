"""Puzzles as the API gives them; nothing tells an answer before its time."""

from __future__ import annotations

from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import RowData
from lastdigit.puzzles.statistics_data import StatisticsData
from lastdigit.web.schema.answers import Position, Shape
from lastdigit.web.schema.requests import TaskName


class PuzzleInfo(Shape):
    """A puzzle to be solved; nothing in it tells the answer.

    `choices` is empty where finding a legal move is part of it; `shown` is the position as somebody
    sees it who is to answer.
    """

    name: str
    game: str
    title: str
    options: dict[str, OptionValue]
    position: str
    view: list[RowData]
    goal: str
    task: TaskName
    question: str
    choices: list[str]
    grade: int
    tries: int
    shown: Position


class Solution(Shape):
    """What is right, and why; told when a puzzle is over.

    `views` are what the board shows after each right answer that is a move.
    """

    right: list[str]
    reason: str
    views: list[list[RowData]]


class Try(Shape):
    """An answer that somebody has given."""

    answer: str
    right: bool


class DailyPuzzle(Shape):
    """A puzzle of a day, and how one has done: `left` are the tries still to be had.

    `said` is what was said to the last try, where that was wrong.
    """

    puzzle: PuzzleInfo
    tries: list[Try]
    left: int
    solved: bool
    solution: Solution | None
    said: list[str]


class DayInfo(Shape):
    """A day, and whether one has solved a puzzle of it while it lasted."""

    day: int
    date: str
    solved: bool


class Daily(Shape):
    """The puzzles of a day, one of each game, and how one has done.

    `seconds` are left of today; `running` are one's days in a row, `week` the last seven; `soFar`
    is how many one has solved at the first try, the second and so on, and how many not; `share` can
    be shown to anybody.
    """

    day: int
    date: str
    today: int
    seconds: int
    running: int
    week: list[DayInfo]
    so_far: list[int]
    share: str
    puzzles: list[DailyPuzzle]


class Judged(Shape):
    """What an answer is worth, and what it allows.

    `left` are the tries still to be had; `next` is where a win that is played out has come to;
    `solution` comes when the puzzle is over. The secret is for programs that have none yet: by it
    the server knows whose tries these are.
    """

    right: bool
    over: bool
    sentences: list[str]
    left: int
    next: Position | None
    solution: Solution | None
    secret: str | None


class Practised(Shape):
    """A puzzle to practise with, at one's own level or of a grade that was asked for.

    `lead` says where it comes from, if it is not new; `tries` are those at one that is not over,
    and `said` what was said to the last; `rating` says one's level in the game, once there is one.
    """

    puzzle: PuzzleInfo
    lead: str
    tries: list[Try]
    said: list[str]
    grades: list[int]
    rating: str | None


class Statistics(StatisticsData):
    """What one has done here; `waiting` are finished games that were not judged yet: ask again."""

    waiting: int
