"""What people would like to know of puzzles, of their answers, and of what they have done."""

from __future__ import annotations

import msgspec

from lastdigit.core.puzzles import Task, find_sources
from lastdigit.core.shapes import RowData, view_data
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, StateSyntaxError
from lastdigit.games import catalogue
from lastdigit.match.record_line import from_line
from lastdigit.puzzles.daily import daily_five, daily_puzzle
from lastdigit.puzzles.findings import finding_text
from lastdigit.puzzles.judging import judge, read_answer, reason
from lastdigit.puzzles.own_games import read_played
from lastdigit.puzzles.practice import Practice
from lastdigit.puzzles.puzzle import SOLVER, Puzzle, certify
from lastdigit.puzzles.rating import rating_text
from lastdigit.puzzles.sets import grades_of, make_set
from lastdigit.puzzles.shapes import puzzle_data
from lastdigit.puzzles.statistics_data import statistics_data
from lastdigit.store import Attempt, Finished
from lastdigit.web.live.questions import Question
from lastdigit.web.live.setup import build_game, game_class
from lastdigit.web.live.views import position_view
from lastdigit.web.schema.answers import Position
from lastdigit.web.schema.puzzles import Practised, PuzzleInfo, Solution, Statistics
from lastdigit.web.schema.refusals import Reason, Refusal
from lastdigit.web.schema.requests import DailyAnswer, PuzzleAnswer

NO_PUZZLE = "There is no such puzzle."


class Made(msgspec.Struct):
    """A puzzle with its solution, as the server keeps it."""

    puzzle: PuzzleInfo
    solution: Solution


class Judgement(msgspec.Struct, kw_only=True):
    """What an answer is worth, with what has to be known to keep it."""

    name: str
    title: str
    game: str
    grade: int
    tries: int
    answer: str
    right: bool
    done: bool
    sentences: list[str]
    next: Position | None
    solution: Solution


class DailyQuestion(Question):
    """Which puzzles a day has."""

    day: int

    def answer(self) -> list[Made]:
        """Return them, one of each game."""
        made = daily_five(self.day, tuple(catalogue().values()))
        return [Made(puzzle_view(puzzle), solution_of(puzzle)) for puzzle in made]


class SetQuestion(Question):
    """Some puzzles of a game, the same ones from the same seed."""

    game: str
    grade: int | None
    seed: str
    count: int

    def answer(self) -> list[PuzzleInfo]:
        """Return them, easy ones first; raises Refusal."""
        return [puzzle_view(one) for one in self.make()]

    def make(self) -> list[Puzzle]:
        """Make them; raises Refusal."""
        kind = game_class(self.game)
        grades = grades_of(kind)
        if self.grade is not None and self.grade not in grades:
            listed = ", ".join(map(str, grades))
            raise Refusal(
                Reason.BAD_OPTION,
                f"{kind.title} has no puzzles of grade {self.grade}: it has {listed}.",
            )
        wanted = () if self.grade is None else (self.grade,)
        return make_set(kind, self.count, self.seed, wanted)


class ClassSetQuestion(SetQuestion):
    """Some puzzles of a game for a class, whose answers the server keeps to itself."""

    def answer(self) -> list[Made]:  # type: ignore[override] # another question, made alike
        """Return them with their solutions; raises Refusal."""
        return [Made(puzzle_view(one), solution_of(one)) for one in self.make()]


class PracticeQuestion(Question):
    """Which puzzle comes next for somebody who practises a game."""

    game: str
    attempts: list[Attempt]
    today: int

    def answer(self) -> Practised:
        """Return it: what went wrong and is due, else a new one; raises Refusal."""
        kind = game_class(self.game)
        practice = Practice([kind], self.attempts, (), self.today)
        asked = next(practice.run(), None)
        if asked is None:
            raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)
        tried = bool(practice.attempts)
        return Practised(
            puzzle=puzzle_view(asked.puzzle),
            again=asked.again,
            rating=rating_text(kind.title, practice.rating(kind)) if tried else None,
        )


class FindingQuestion(Question):
    """What there is to be found of a finished game."""

    record: str
    """Its line."""

    def answer(self) -> str:
        """Return it, as it is kept."""
        return finding_text(from_line(self.record))


class StatisticsQuestion(Question):
    """What somebody has done."""

    games: list[Finished]
    attempts: list[Attempt]
    today: int
    waiting: int

    def answer(self) -> Statistics:
        """Return it, counted."""
        kinds, played = list(catalogue().values()), list(read_played(self.games))
        counted = statistics_data(kinds, played, self.attempts, self.today)
        return {**counted, "waiting": self.waiting}


class DailyAnswerQuestion(Question):
    """What an answer to a day's puzzle is worth."""

    given: DailyAnswer

    def answer(self) -> Judgement:
        """Return it; raises Refusal."""
        given = self.given
        return _judged(daily_puzzle(game_class(given.game), given.day), given.answers)


class AnswerQuestion(Question):
    """What an answer to any puzzle is worth."""

    given: PuzzleAnswer

    def answer(self) -> Judgement:
        """Return it; raises Refusal."""
        return _judged(_certified(self.given), self.given.answers)


def _judged(puzzle: Puzzle | None, answers: list[str]) -> Judgement:
    """Return what an answer is worth; raises Refusal for what is none, or where no puzzle is."""
    if puzzle is None:
        raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)
    try:
        verdict = judge(puzzle, answers)
        last = read_answer(puzzle, answers[-1])
    except LastDigitError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return Judgement(
        name=puzzle.name,
        title=puzzle.title,
        game=puzzle.game.name,
        grade=puzzle.grade,
        tries=puzzle.tries,
        answer=" / ".join((*answers[:-1], last)) if puzzle.task is Task.PLAY else last,
        right=verdict.right,
        done=verdict.done,
        sentences=list(verdict.sentences),
        next=None if verdict.position is None else _shown(puzzle, verdict.position),
        solution=solution_of(puzzle),
    )


def _certified(given: PuzzleAnswer) -> Puzzle | None:
    game = build_game(given.game, given.options)
    try:
        state = game.parse_state(given.position)
    except StateSyntaxError as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None
    if state.mover is not Seat.ONE or game.outcome(state) is not None:
        return None
    return certify(find_sources(type(game))[-1][1], game, state, Task(given.task))


def puzzle_view(puzzle: Puzzle) -> PuzzleInfo:
    """Return a puzzle as it is given to somebody."""
    data = puzzle_data(puzzle)
    return PuzzleInfo(
        name=data["name"],
        game=data["game"],
        title=data["title"],
        options=data["options"],
        position=data["position"],
        view=data["view"],
        goal=data["goal"],
        task=data["task"].value,
        question=data["question"],
        choices=data["choices"],
        grade=data["grade"],
        tries=data["tries"],
        shown=_shown(puzzle, puzzle.position),
    )


def _shown(puzzle: Puzzle, position: str) -> Position:
    voice = puzzle.game.plain(SOLVER)
    return position_view(voice, puzzle.game.parse_state(position), 0, addressed=True)


def solution_of(puzzle: Puzzle) -> Solution:
    """Return what is right, and why."""
    right = sorted(puzzle.right)
    views = [_after(puzzle, move) for move in right] if puzzle.task is Task.MOVE else []
    return Solution(right=right, reason=reason(puzzle), views=views)


def _after(puzzle: Puzzle, text: str) -> list[RowData]:
    game, voice = puzzle.game, puzzle.game.plain(SOLVER)
    state = game.parse_state(puzzle.position)
    return view_data(voice.view(game.play(state, text)), voice.view(state))
