"""Daily puzzles, practice puzzles and puzzle sets, and the attempts to solve them.

Puzzles are generated and answers are graded in a separate job queue. Each day's puzzles are cached.
An attempt is saved before its result is returned.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from lastdigit.errors import LastDigitError, StateSyntaxError, StoreError, UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.game.serialize import RowData, view_data
from lastdigit.games import catalogue
from lastdigit.puzzles.calendar import solved_by_day
from lastdigit.puzzles.generate import (
    check_day,
    check_grade,
    daily_puzzle,
    daily_puzzles,
    date_of,
    day_number,
    grades_of,
    make_set,
    seconds_left,
)
from lastdigit.puzzles.history import (
    Mistake,
    mistakes_in,
    open_mistakes,
    parse_played_games,
)
from lastdigit.puzzles.practice import (
    Practice,
    PracticePuzzle,
    Progress,
    count_by_tries,
    current_streak,
    days_solved,
    origin_text,
    practice_progress,
    progress_of,
    rate,
    rating_text,
    share_text,
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
from lastdigit.puzzles.worksheet import make_sheet
from lastdigit.storage import Attempt, Finished, Store
from lastdigit.system import DAY, Clock, has_processes
from lastdigit.web.live.jobs import Job, Workers
from lastdigit.web.live.people import People
from lastdigit.web.live.setup import build_game, game_class
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas import puzzles as schema
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.matches import Position
from lastdigit.web.schemas.puzzles import (
    DailyAnswer,
    PracticeInfo,
    PuzzleAnswer,
    PuzzleInfo,
    Solution,
    Try,
)

MOVE_SEPARATOR = " / "
"""The separator between the moves in an answer."""
NO_PUZZLE = "There is no such puzzle."
HOME_SECONDS = 0.3
"""Seconds for which the home page waits for the puzzles of the day, which are optional."""
EVALUATION_SECONDS = 2.0
"""Seconds for which practice waits for the latest games to be evaluated."""
CACHED_DAYS, CACHED_REFUTATIONS, CACHED_SHEETS = 64, 2_000, 8
WEEK = 7


class SolvedPuzzle(msgspec.Struct):
    """A puzzle with its solution, which is never sent to clients."""

    puzzle: PuzzleInfo
    solution: Solution


class GradedAnswer(msgspec.Struct, kw_only=True):
    """A graded answer, with everything that is needed to save it."""

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


@dataclass(frozen=True)
class DailyJob(Job):
    """Generate a day's puzzles, one for each game."""

    day: int

    def run(self) -> list[SolvedPuzzle]:
        puzzles = daily_puzzles(self.day, tuple(catalogue().values()))
        return [SolvedPuzzle(puzzle_view(puzzle), solution_of(puzzle)) for puzzle in puzzles]


@dataclass(frozen=True)
class SetJob(Job):
    """Generate a set of puzzles, easy ones first. The same seed gives the same set."""

    game: str
    grade: int | None
    seed: str
    count: int

    def run(self) -> list[PuzzleInfo]:
        puzzles = _puzzle_set(self.game, self.grade, self.seed, self.count)
        return [puzzle_view(puzzle) for puzzle in puzzles]


@dataclass(frozen=True)
class SolvedSetJob(Job):
    """Generate a set of puzzles with their solutions, for a classroom."""

    game: str
    grade: int | None
    seed: str
    count: int

    def run(self) -> list[SolvedPuzzle]:
        puzzles = _puzzle_set(self.game, self.grade, self.seed, self.count)
        return [SolvedPuzzle(puzzle_view(puzzle), solution_of(puzzle)) for puzzle in puzzles]


def _puzzle_set(game: str, grade: int | None, seed: str, count: int) -> list[Puzzle]:
    kind = game_class(game)
    _check_grade(kind, grade)
    return make_set(kind, count, seed, () if grade is None else (grade,))


@dataclass(frozen=True)
class SheetJob(Job):
    """Generate a worksheet for one game, or for all games if `game` is None."""

    game: str | None
    grade: int | None
    seed: str
    count: int

    def run(self) -> str:
        if self.game is not None:
            _check_grade(game_class(self.game), self.grade)
        return _sheet(self.game, self.count, self.seed, self.grade)


@lru_cache(CACHED_SHEETS)  # a sheet that was requested as data is usually opened as a page next
def _sheet(game: str | None, count: int, seed: str, grade: int | None) -> str:
    kind = game_class(game) if game else None
    return make_sheet(kind, count, seed, grade, has_toolbar=True)[0]


@dataclass(frozen=True)
class PracticeJob(Job):
    """Choose the next puzzle for a person who is practising a game.

    The puzzle can be unfinished, failed and due for repetition, or new. If the person has chosen a
    grade, all puzzles are new. If `mistakes` is true and there is no grade, the person's own
    mistakes come first.
    """

    game: str
    grade: int | None
    attempts: list[Attempt]
    games: list[Finished]
    today: int
    mistakes: bool = False

    def run(self) -> PracticeInfo:
        kind = game_class(self.game)
        _check_grade(kind, self.grade)
        mistakes = list(mistakes_in(parse_played_games(self.games)))
        wanted = open_mistakes(self.attempts, mistakes) if self.mistakes else []
        unfinished = unfinished_puzzle(self.attempts)
        if unfinished is not None and self._continues(unfinished.puzzle, wanted):
            return self._view(kind, PracticePuzzle(unfinished.puzzle), unfinished.tries)
        if self.grade is None:
            practice = Practice(
                [kind], self.attempts, mistakes, self.today, mistakes_first=self.mistakes
            )
            chosen = next(practice.run(), None)
        else:
            practice = Practice([kind], self.attempts, (), self.today, self.grade)
            chosen = next((one for one in practice.run() if not one.again), None)
        if chosen is None:
            raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)
        return self._view(kind, chosen, ())

    def _continues(self, unfinished: Puzzle, wanted: Sequence[Mistake]) -> bool:
        """Return whether an unfinished puzzle is what the person wants to practise."""
        if wanted and self.grade is None:
            return unfinished.name in {mistake.puzzle for mistake in wanted}
        return self.grade in (None, unfinished.grade)

    def _view(
        self, kind: type[AnyGame], chosen: PracticePuzzle, tries: Sequence[Attempt]
    ) -> PracticeInfo:
        puzzle = chosen.puzzle
        rating = rating_text(kind.title, rate(self.attempts)) if self.attempts else None
        last = tries[-1].answer.split(MOVE_SEPARATOR) if tries else []
        return PracticeInfo(
            puzzle=puzzle_view(puzzle),
            lead=origin_text(chosen, numbered=False),
            tries=[Try(answer=one.answer, right=one.right) for one in tries],
            said=list(grade_answer(puzzle, last).sentences) if last else [],
            grades=list(grades_of(kind)),
            rating=rating,
        )


def _check_grade(kind: type[AnyGame], grade: int | None) -> None:
    try:
        check_grade(kind, grade)
    except UsageError as error:
        raise Refusal(Reason.BAD_OPTION, str(error)) from None


@dataclass(frozen=True)
class DailyAnswerJob(Job):
    """Grade an answer to a daily puzzle."""

    given: DailyAnswer

    def run(self) -> GradedAnswer:
        given = self.given
        return _grade(daily_puzzle(game_class(given.game), given.day), given.answers)


@dataclass(frozen=True)
class AnswerJob(Job):
    """Grade an answer to any puzzle except a daily one."""

    given: PuzzleAnswer

    def run(self) -> GradedAnswer:
        return _grade(_find_puzzle(self.given), self.given.answers)


def _grade(puzzle: Puzzle | None, answers: list[str]) -> GradedAnswer:
    if puzzle is None:
        raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)
    try:
        verdict = grade_answer(puzzle, answers)
        last = parse_answer(puzzle, answers[-1])
    except LastDigitError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    is_line = puzzle.task is Task.PLAY
    return GradedAnswer(
        name=puzzle.name,
        title=puzzle.title,
        game=puzzle.game.name,
        grade=puzzle.grade,
        tries=puzzle.tries,
        answer=MOVE_SEPARATOR.join((*answers[:-1], last)) if is_line else last,
        right=verdict.right,
        done=verdict.done,
        sentences=list(verdict.sentences),
        next=None if verdict.position is None else _position(puzzle, verdict.position),
        solution=solution_of(puzzle),
    )


def _find_puzzle(given: PuzzleAnswer) -> Puzzle | None:
    game = build_game(given.game, given.options)
    try:
        state = game.parse_state(given.position)
    except StateSyntaxError as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None
    if game.outcome(state) is not None:
        return None
    task, puzzle = Task(given.task), None
    if state.mover is Seat.ONE:
        puzzle = certify(puzzle_sources_of(type(game))[-1][1], game, state, task)
    # A position from a person's own game can have several right moves.
    return puzzle or (certify_position(game, state) if task is Task.MOVE else None)


def puzzle_view(puzzle: Puzzle) -> PuzzleInfo:
    """Return a puzzle without its solution."""
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
        shown=_position(puzzle, puzzle.position),
    )


def _position(puzzle: Puzzle, position: str) -> Position:
    voice = puzzle.game.second_person(puzzle.audience)
    return position_view(voice, puzzle.game.parse_state(position), 0, addressed=True)


def solution_of(puzzle: Puzzle) -> Solution:
    """Return the right answers, and the explanation."""
    right = sorted(puzzle.right)
    views = [_after(puzzle, move) for move in right] if puzzle.task is Task.MOVE else []
    return Solution(right=right, reason=reason(puzzle), views=views)


def _after(puzzle: Puzzle, text: str) -> list[RowData]:
    game, voice = puzzle.game, puzzle.game.second_person(puzzle.audience)
    state = game.parse_state(puzzle.position)
    return view_data(voice.view(game.play(state, text)), voice.view(state))


class Puzzles:
    """The puzzles of the day, and the answers to all puzzles."""

    def __init__(self, store: Store, workers: Workers, clock: Clock, people: People) -> None:
        self._store = store
        self._people = people
        self._workers = workers
        self._clock = clock
        self._refutations: OrderedDict[tuple[int, str, str], list[str]] = OrderedDict()
        self._days: OrderedDict[int, asyncio.Future[list[SolvedPuzzle]]] = OrderedDict()

    async def daily(self, day: int | None, holder: bytes | None) -> schema.Daily:
        """Return a day's puzzles, with a person's attempts. May raise Refusal.

        `day` is None for today.
        """
        now = self._clock.wall()
        day = self._check_day(day, now)
        puzzles = await self._puzzles_of(day)
        attempts = await self._people.attempts(holder)
        daily = await self._workers.look_up(_daily, day, now, puzzles, attempts)
        for one in daily.puzzles:
            if one.tries and not one.solved:
                one.said = await self._refutation(day, one.puzzle.game, one.tries[-1].answer)
        return daily

    async def _refutation(self, day: int, game: str, answer: str) -> list[str]:
        """Return the explanation of a wrong answer, and cache it for all visitors."""
        key = day, game, answer
        if key not in self._refutations:
            given = schema.DailyAnswer(day=day, game=game, answers=answer.split(MOVE_SEPARATOR))
            result = await self._workers.puzzles.run(DailyAnswerJob(given=given))
            self._refutations[key] = msgspec.json.decode(result, type=GradedAnswer).sentences
            if len(self._refutations) > CACHED_REFUTATIONS:
                self._refutations.popitem(last=False)
        return self._refutations[key]

    async def practise(
        self, game: str, grade: int | None, holder: bytes | None, *, mistakes: bool
    ) -> bytes:
        """Return the next practice puzzle of a person as JSON. May raise Refusal."""
        attempts = [one for one in await self._people.attempts(holder) if one.game == game]
        games, _ = await self._people.evaluated_games(holder, EVALUATION_SECONDS, game)
        job = PracticeJob(game, grade, attempts, games, self.today, mistakes)
        return await self._workers.puzzles.run(job)

    @property
    def today(self) -> int:
        """The number of the current day."""
        return day_number(self._clock.wall())

    async def generate_ahead(self, seconds: int) -> None:
        """Generate today's puzzles, and then each following day's puzzles in advance.

        A day's puzzles are generated `seconds` before the day begins. This time is at most a week,
        because the cache is limited.
        """
        day, early = max(1, self.today), min(seconds, WEEK * DAY)  # the clock may be far behind
        while True:
            with suppress(Refusal):  # the first request tries again
                await self._puzzles_of(day)
            while day >= day_number(ahead := self._clock.wall() + early):
                await asyncio.sleep(seconds_left(ahead))
            day = max(day + 1, self.today)

    async def today_if_ready(self, holder: bytes | None) -> schema.Daily | None:
        """Return today's puzzles, or None if that fails or takes too long.

        In a browser, generating puzzles would block the page, so only cached ones are returned.
        """
        if not has_processes() and self.today not in self._days:
            return None
        with suppress(TimeoutError, Refusal, StoreError):
            async with asyncio.timeout(HOME_SECONDS):
                return await self.daily(None, holder)
        return None

    async def daily_puzzle(self, day: int, game: str) -> schema.PuzzleInfo:
        """Return the puzzle for a game on a given day. May raise Refusal."""
        self._check_day(day, self._clock.wall())
        for solved in await self._puzzles_of(day):
            if solved.puzzle.game == game_class(game).name:
                return solved.puzzle
        raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)

    async def answer_daily(self, given: schema.DailyAnswer, holder: bytes) -> schema.GradedAnswer:
        """Grade and save an answer to a daily puzzle. May raise Refusal."""
        day = self._check_day(given.day, self._clock.wall())
        return await self._answer(DailyAnswerJob(given=given), holder, day)

    async def answer(self, given: schema.PuzzleAnswer, holder: bytes) -> schema.GradedAnswer:
        """Grade and save an answer to any puzzle except a daily one. May raise Refusal."""
        return await self._answer(AnswerJob(given=given), holder, None)

    def has_day(self, day: int) -> bool:
        """Return whether a day has puzzles, even if they have not been generated yet."""
        try:
            self._check_day(day, self._clock.wall())
        except Refusal:
            return False
        return True

    def _check_day(self, day: int | None, now: float) -> int:
        today = day_number(now)
        try:
            return check_day(today if day is None else day, today)
        except UsageError as error:
            raise Refusal(Reason.UNKNOWN_PUZZLE, str(error)) from None

    async def _puzzles_of(self, day: int) -> list[SolvedPuzzle]:
        """Return a day's puzzles. Simultaneous requests share one job."""
        task = self._days.get(day)
        if task is None or _has_failed(task):
            task = self._days[day] = asyncio.ensure_future(self._generate(day))
            # If no request waits for the task, asyncio would log that its error was not retrieved.
            task.add_done_callback(_has_failed)
        self._days.move_to_end(day)
        if len(self._days) > CACHED_DAYS:
            self._days.popitem(last=False)
        return await asyncio.shield(task)  # other requests may be waiting for it

    async def _generate(self, day: int) -> list[SolvedPuzzle]:
        result = await self._workers.puzzles.run(DailyJob(day=day))
        return msgspec.json.decode(result, type=list[SolvedPuzzle])

    async def _answer(self, job: Job, holder: bytes, day: int | None) -> schema.GradedAnswer:
        graded = msgspec.json.decode(await self._workers.puzzles.run(job), type=GradedAnswer)
        is_unfinished = graded.right and not graded.done
        save = _progress if is_unfinished else _save_attempt
        progress = await self._workers.write(save, self._store, holder, graded, day)
        return schema.GradedAnswer(
            right=graded.right,
            over=progress.over,
            sentences=graded.sentences,
            left=progress.left,
            next=graded.next,
            solution=graded.solution if progress.over else None,
            secret=None,
        )


def _has_failed(task: asyncio.Future[list[SolvedPuzzle]]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _save_attempt(
    store: Store, holder: bytes, graded: GradedAnswer, day: int | None
) -> Progress[GradedAnswer]:
    """Save an attempt, unless it is a repetition. Raise Refusal if the puzzle is over."""
    progress = _progress(store, holder, graded, day)
    if any(attempt.answer == graded.answer for attempt in progress.tries):
        return progress  # a repeated answer costs no attempt
    if progress.over:
        raise Refusal(Reason.OVER, "This puzzle is over.")
    attempt = Attempt(graded.name, graded.game, graded.grade, graded.answer, graded.right, day)
    store.add_attempt(store.person_of(holder), attempt)
    return Progress(graded, (*progress.tries, attempt))


def _progress(
    store: Store, holder: bytes, graded: GradedAnswer, day: int | None
) -> Progress[GradedAnswer]:
    """Return the attempts so far. Finished puzzles can be tried again, except daily ones."""
    attempts = store.attempts(store.person_of(holder))
    if day is not None:
        return progress_of(day, [graded], attempts)[0]
    return practice_progress(graded, attempts)


def _daily(
    day: int, now: float, puzzles: list[SolvedPuzzle], attempts: Sequence[Attempt]
) -> schema.Daily:
    today = day_number(now)
    progress = progress_of(day, [one.puzzle for one in puzzles], attempts)
    streak, days = current_streak(attempts, today), days_solved(attempts)
    solved = solved_by_day(attempts)
    return schema.Daily(
        day=day,
        date=date_of(day).isoformat(),
        today=today,
        seconds=seconds_left(now),
        running=streak,
        week=[
            schema.DayInfo(day=one, date=date_of(one).isoformat(), solved=one in days)
            for one in range(today - WEEK + 1, today + 1)
        ],
        so_far=count_by_tries(attempts, today),
        archive=[solved[one] for one in range(1, today + 1)],
        share=share_text(day, progress, streak),
        puzzles=[
            _daily_puzzle(one, puzzle.solution)
            for one, puzzle in zip(progress, puzzles, strict=True)
        ],
    )


def _daily_puzzle(
    progress: Progress[schema.PuzzleInfo], solution: schema.Solution
) -> schema.DailyPuzzle:
    return schema.DailyPuzzle(
        puzzle=progress.puzzle,
        tries=[schema.Try(answer=one.answer, right=one.right) for one in progress.tries],
        left=progress.left,
        solved=progress.solved,
        solution=solution if progress.over else None,
        said=[],
    )
