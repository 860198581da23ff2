"""HTTP API types for puzzles, statistics and a person's saved data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from lastdigit.game.options import OptionValue
from lastdigit.game.serialize import RowData
from lastdigit.puzzles.statistics import StatisticsData
from lastdigit.web.schemas.matches import (
    LONGEST_POSITION,
    Body,
    MoveText,
    Options,
    Position,
    Shape,
    Word,
)

LATEST_DAY = 10**6
LONGEST_SEED = 60
HARDEST = 5
MOST_PUZZLES = 10
"""The maximum number of puzzles in one response. More puzzles would delay other requests."""
MOST_ON_SHEET = 24
"""The maximum number of puzzles on a worksheet (four pages). `lastdigit puzzles --sheet` makes
longer worksheets.
"""
TaskName = Literal["move", "losers", "winner", "play"]
Answers = Annotated[list[MoveText], Meta(min_length=1, max_length=10)]


class DailyAnswer(Body):
    """An answer to a daily puzzle.

    - `day`: Number of the day. Day 1 is 5 January 2026.
    - `game`: Identifier of the game.
    - `answers`: The answer. For a puzzle that is played until it is won, all of the requester's
      moves so far.
    """

    day: Annotated[int, Meta(ge=1, le=LATEST_DAY)]
    game: Word
    answers: Answers


class PuzzleAnswer(Body):
    """An answer to a puzzle, which is identified by game, options, task and position.

    - `game`: Identifier of the game.
    - `task`: The task of the puzzle.
    - `position`: The position of the puzzle, as text.
    - `answers`: The answer. For a puzzle that is played until it is won, all of the requester's
      moves so far.
    - `options`: The options of the puzzle, by option name.
    """

    game: Word
    task: TaskName
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)]
    answers: Answers
    options: Options = {}  # noqa: RUF012 - msgspec copies the default


class PuzzleInfo(Shape):
    """A puzzle without its solution: a position, and a question about it.

    - `name`: Identifier of the puzzle: game, changed options, task and position in a single string.
    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `options`: Values of the game's options, by option name.
    - `position`: The position as text.
    - `view`: Rows of the board, from top to bottom.
    - `goal`: The goal of the game with these options.
    - `task`: What to find: `move` (a right move), `losers` (all moves that lose immediately),
      `winner` (who wins) or `play` (all moves until the win).
    - `question`: The task in words.
    - `choices`: All possible answers. Empty if finding a legal move is part of the puzzle. For
      `losers`, the moves to select from.
    - `grade`: Difficulty, from 1 (easiest) to 5.
    - `tries`: Number of answers that a player may give.
    - `shown`: The position with its board and the question for the player to move.
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
    """The solution to a puzzle, which is available only when the puzzle is over.

    - `right`: All right answers.
    - `reason`: Why they are right.
    - `views`: The board after each right answer, in the same order. Empty unless the task is to
      find a move.
    """

    right: list[str]
    reason: str
    views: list[list[RowData]]


class Try(Shape):
    """An answer that the requester has given to a puzzle.

    - `answer`: The answer.
    - `right`: Whether the answer is right.
    """

    answer: str
    right: bool


class DailyPuzzle(Shape):
    """A puzzle, with the requester's answers so far.

    - `puzzle`: The puzzle.
    - `tries`: The requester's answers, oldest first.
    - `left`: Number of answers that the requester may still give.
    - `solved`: Whether the requester has solved the puzzle.
    - `solution`: The solution. Null until the puzzle is solved or no answers are left.
    - `said`: Explanation of why the last answer is wrong, as sentences. Empty if the last answer is
      right, or if there is no answer.
    """

    puzzle: PuzzleInfo
    tries: list[Try]
    left: int
    solved: bool
    solution: Solution | None
    said: list[str]


class DayInfo(Shape):
    """A day in the requester's history of daily puzzles.

    - `day`: Number of the day. Day 1 is 5 January 2026.
    - `date`: Date of the day (UTC), such as `2026-01-05`.
    - `solved`: Whether the requester solved one of the day's puzzles on that day.
    """

    day: int
    date: str
    solved: bool


class Daily(Shape):
    """A day's puzzles, one for each game, with the requester's answers and streak.

    - `day`: Number of the day. Day 1 is 5 January 2026.
    - `date`: Date of the day (UTC), such as `2026-01-05`.
    - `today`: Number of the current day.
    - `seconds`: Seconds until the next day's puzzles (midnight UTC).
    - `running`: Number of days in a row, up to today or yesterday, on which the requester solved a
      daily puzzle.
    - `week`: The last seven days, ending with today.
    - `so_far`: How many daily puzzles the requester has solved with the first, second and third
      answer, and how many were not solved.
    - `archive`: For each day from day 1 to today, how many of its puzzles the requester has solved.
    - `share`: The requester's results as a short text to share, which does not give away answers.
    - `puzzles`: The day's puzzles.
    """

    day: int
    date: str
    today: int
    seconds: int
    running: int
    week: list[DayInfo]
    so_far: list[int]
    archive: list[int]
    share: str
    puzzles: list[DailyPuzzle]


class GradedAnswer(Shape):
    """The evaluation of an answer to a puzzle.

    - `right`: Whether the answer is right.
    - `over`: Whether the puzzle is solved, or no answers are left.
    - `sentences`: Explanation, as sentences.
    - `left`: Number of answers that the requester may still give.
    - `next`: The position after the opponent's reply, in a puzzle that is played until it is won.
      Null if the puzzle has no next move.
    - `solution`: The solution. Null unless the puzzle is over.
    - `secret`: Secret that identifies the requester in later requests. Send the secret as a bearer
      token. Null if the request already had a secret.
    """

    right: bool
    over: bool
    sentences: list[str]
    left: int
    next: Position | None
    solution: Solution | None
    secret: str | None


class PracticeInfo(Shape):
    """A practice puzzle that matches the requester's skill or a requested difficulty.

    - `puzzle`: The puzzle.
    - `lead`: Why the puzzle is repeated, in words. Empty if the puzzle is new.
    - `tries`: The requester's answers to this puzzle so far, oldest first. Empty if the puzzle has
      not been started.
    - `said`: Explanation of why the last answer is wrong, as sentences. Empty if there is no wrong
      answer.
    - `grades`: Difficulties of this game's puzzles, from 1 (easiest) to 5.
    - `rating`: The requester's rating in this game, in words. Null before the first answer.
    """

    puzzle: PuzzleInfo
    lead: str
    tries: list[Try]
    said: list[str]
    grades: list[int]
    rating: str | None


class Statistics(StatisticsData):
    """The requester's statistics. Moves are right if they do not give away a win or a draw.

    - `total`: Statistics for all games combined.
    - `games`: Statistics for each game, by game identifier.
    - `ratings`: Puzzle rating in each game with answered puzzles, by game identifier.
    - `ladders`: Progress against each game's computer opponents, easiest first, by game
      identifier.
    - `daysRunning`: Number of days in a row, up to today or yesterday, on which a daily puzzle was
      solved.
    - `mostDaysRunning`: The longest such streak, in days.
    - `week`: The last seven days, ending with today.
    - `trend`: Sentences about the last twelve weeks. Empty if nothing has changed significantly.
    - `habits`: Sentences about situations in which the requester's moves are right more often.
      Empty if no difference is significant.
    - `practiceGame`: Identifier of the game to practise next: the game with the most mistakes that
      the requester has not put right. Null if there are no such mistakes.
    - `practiceReason`: Why to practise that game, as a sentence. Empty if `practiceGame` is null.
    - `waiting`: Number of finished games that are not evaluated yet. If the number is not 0, repeat
      the request to include these games.
    """

    waiting: int


class Person(Shape):
    """The amount of data that the server has saved about the requester.

    - `answers`: Number of answers to puzzles.
    - `games`: Number of games played or in progress.
    - `own`: Whether the requester is the user of the computer that runs the server. The data then
      includes games played in its terminal.
    """

    answers: int
    games: int
    own: bool


class SavedAnswer(Shape):
    """A saved answer to a puzzle.

    - `puzzle`: Identifier of the puzzle.
    - `game`: Identifier of the game.
    - `grade`: Difficulty of the puzzle, from 1 (easiest) to 5.
    - `answer`: The answer.
    - `right`: Whether the answer is right.
    - `day`: Number of the day, if it was a daily puzzle. Day 1 is 5 January 2026. Null for other
      puzzles.
    - `at`: Time of the answer, in ISO 8601.
    """

    puzzle: str
    game: str
    grade: int
    answer: str
    right: bool
    day: int | None
    at: str


class Export(Shape):
    """All data that the server has saved about the requester.

    - `exported`: Time of the export, in ISO 8601.
    - `answers`: Answers to puzzles, oldest first.
    - `games`: Records of the games, in the format described in docs/records.md.
    """

    exported: str
    answers: list[SavedAnswer]
    games: list[dict[str, Any]]


class OwnLink(Body):
    """A request to be recognized as the user of the computer that runs the server.

    - `link`: The secret part of the link that `lastdigit serve --mine` prints.
    """

    link: Word


class DeviceKey(Body):
    """A one-time key from the same person's other device.

    - `key`: The key that the other device shows.
    """

    key: Word
