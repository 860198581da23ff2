"""What people would like to know of puzzles, of their answers, and of what they have done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from lastdigit.errors import LastDigitError, StateSyntaxError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.game.serialize import RowData, view_data
from lastdigit.games import catalogue
from lastdigit.match.record import from_line
from lastdigit.puzzles.generate import daily_puzzle, daily_puzzles, grades_of, make_set
from lastdigit.puzzles.history import mistakes_in, parse_played_games, serialize_finding
from lastdigit.puzzles.practice import (
    Practice,
    PracticePuzzle,
    origin_text,
    rate,
    rating_text,
    unfinished_puzzle,
)
from lastdigit.puzzles.puzzle import (
    Puzzle,
    certify,
    certify_position,
    grade_answer,
    parse_answer,
    puzzle_data,
    reason,
)
from lastdigit.puzzles.statistics import statistics_data
from lastdigit.puzzles.worksheet import make_sheet
from lastdigit.storage import Attempt, Finished
from lastdigit.web.live.questions import Question
from lastdigit.web.live.setup import build_game, game_class
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.matches import Position
from lastdigit.web.schemas.puzzles import (
    DailyAnswer,
    Practised,
    PuzzleAnswer,
    PuzzleInfo,
    Solution,
    Statistics,
    Try,
)

MOVES = " / "
"""Between the moves of an answer that is a line."""
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
        made = daily_puzzles(self.day, tuple(catalogue().values()))
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
        _check_grade(kind, self.grade)
        wanted = () if self.grade is None else (self.grade,)
        return make_set(kind, self.count, self.seed, wanted)


class ClassSetQuestion(SetQuestion):
    """Some puzzles of a game for a class, whose answers the server keeps to itself."""

    def answer(self) -> list[Made]:  # type: ignore[override] # another question, made alike
        """Return them with their solutions; raises Refusal."""
        return [Made(puzzle_view(one), solution_of(one)) for one in self.make()]


class SheetQuestion(Question):
    """A sheet of puzzles to print, of one game or (None) of all by turns."""

    game: str | None
    grade: int | None
    seed: str
    count: int

    def answer(self) -> str:
        """Return it, as a page; raises Refusal."""
        if self.game is not None:
            _check_grade(game_class(self.game), self.grade)
        return _sheet(self.game, self.count, self.seed, self.grade)


@lru_cache(maxsize=8)
def _sheet(game: str | None, count: int, seed: str, grade: int | None) -> str:
    """Make a sheet; whoever has asked for it opens it next."""
    return make_sheet(game_class(game) if game else None, count, seed, grade)[0]


class PracticeQuestion(Question):
    """Which puzzle comes next for somebody who practises a game."""

    game: str
    grade: int | None
    attempts: list[Attempt]
    games: list[Finished]
    today: int

    def answer(self) -> Practised:
        """Return it: one that is begun, what went wrong and is due, else a new one.

        At a grade of one's choice all are new. Raises Refusal.
        """
        kind = game_class(self.game)
        _check_grade(kind, self.grade)
        open_one = unfinished_puzzle(self.attempts)
        if open_one is not None and self.grade in (None, open_one.puzzle.grade):
            return self._given(kind, PracticePuzzle(open_one.puzzle), open_one.tries)
        mistakes = mistakes_in(parse_played_games(self.games))
        if self.grade is None:
            practice = Practice([kind], self.attempts, mistakes, self.today)
            asked = next(practice.run(), None)
        else:
            practice = Practice([kind], self.attempts, (), self.today, self.grade)
            asked = next((one for one in practice.run() if not one.again), None)
        if asked is None:
            raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)
        return self._given(kind, asked, ())

    def _given(
        self, kind: type[AnyGame], asked: PracticePuzzle, tries: Sequence[Attempt]
    ) -> Practised:
        puzzle = asked.puzzle
        rating = rating_text(kind.title, rate(self.attempts)) if self.attempts else None
        last = tries[-1].answer.split(MOVES) if tries else []
        return Practised(
            puzzle=puzzle_view(puzzle),
            lead=origin_text(asked, numbered=False),
            tries=[Try(answer=one.answer, right=one.right) for one in tries],
            said=list(grade_answer(puzzle, last).sentences) if last else [],
            grades=list(grades_of(kind)),
            rating=rating,
        )


def _check_grade(kind: type[AnyGame], grade: int | None) -> None:
    grades = grades_of(kind)
    if grade is not None and grade not in grades:
        listed = ", ".join(map(str, grades))
        raise Refusal(
            Reason.BAD_OPTION, f"{kind.title} has no puzzles of grade {grade}: it has {listed}."
        )


class FindingQuestion(Question):
    """What there is to be found of a finished game."""

    record: str
    """Its line."""

    def answer(self) -> str:
        """Return it, as it is kept."""
        return serialize_finding(from_line(self.record))


class StatisticsQuestion(Question):
    """What somebody has done."""

    games: list[Finished]
    attempts: list[Attempt]
    today: int
    waiting: int

    def answer(self) -> Statistics:
        """Return it, counted."""
        kinds, played = list(catalogue().values()), list(parse_played_games(self.games))
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
        verdict = grade_answer(puzzle, answers)
        last = parse_answer(puzzle, answers[-1])
    except LastDigitError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return Judgement(
        name=puzzle.name,
        title=puzzle.title,
        game=puzzle.game.name,
        grade=puzzle.grade,
        tries=puzzle.tries,
        answer=MOVES.join((*answers[:-1], last)) if puzzle.task is Task.PLAY else last,
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
    if game.outcome(state) is not None:
        return None
    task, made = Task(given.task), None
    if state.mover is Seat.ONE:
        made = certify(puzzle_sources_of(type(game))[-1][1], game, state, task)
    # What somebody met in a game of theirs may have several moves that are right.
    return made or (certify_position(game, state) if task is Task.MOVE else None)


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
    voice = puzzle.game.second_person(puzzle.audience)
    return position_view(voice, puzzle.game.parse_state(position), 0, addressed=True)


def solution_of(puzzle: Puzzle) -> Solution:
    """Return what is right, and why."""
    right = sorted(puzzle.right)
    views = [_after(puzzle, move) for move in right] if puzzle.task is Task.MOVE else []
    return Solution(right=right, reason=reason(puzzle), views=views)


def _after(puzzle: Puzzle, text: str) -> list[RowData]:
    game, voice = puzzle.game, puzzle.game.second_person(puzzle.audience)
    state = game.parse_state(puzzle.position)
    return view_data(voice.view(game.play(state, text)), voice.view(state))
