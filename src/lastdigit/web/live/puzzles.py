"""Puzzles of the day and all others, and everybody's tries at them.

A puzzle is made and an answer judged in a process of its own; a day that has been made is held
ready. A try is kept before it is answered.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from lastdigit.errors import LastDigitError, StateSyntaxError, StoreError, UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.puzzle_source import Task, puzzle_sources_of
from lastdigit.game.serialize import RowData, view_data
from lastdigit.games import catalogue
from lastdigit.puzzles.generate import (
    check_day,
    daily_puzzle,
    daily_puzzles,
    date_of,
    day_number,
    grades_of,
    make_set,
    seconds_left,
)
from lastdigit.puzzles.history import mistakes_in, parse_played_games
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
from lastdigit.web.live.jobs import Question, Workers
from lastdigit.web.live.people import People
from lastdigit.web.live.setup import build_game, game_class
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas import puzzles as schema
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.matches import Position
from lastdigit.web.schemas.puzzles import (
    DailyAnswer,
    Practised,
    PuzzleAnswer,
    PuzzleInfo,
    Solution,
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
        next=None if verdict.position is None else _position(puzzle, verdict.position),
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
        shown=_position(puzzle, puzzle.position),
    )


def _position(puzzle: Puzzle, position: str) -> Position:
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


PATIENCE = 0.3
"""Seconds for which a page that can do without waits for the puzzles of a day."""
JUDGING = 2.0
"""Seconds for which practice waits for somebody's latest games to be judged."""
DAYS_READY, REFUTATIONS_READY = 64, 2_000
WEEK = 7


class Puzzles:
    """The puzzles of the days, and what people have answered."""

    def __init__(self, store: Store, workers: Workers, clock: Clock, people: People) -> None:
        self._store = store
        self._people = people
        self._workers = workers
        self._clock = clock
        self._refutations: OrderedDict[tuple[int, str, str], list[str]] = OrderedDict()
        self._days: OrderedDict[int, asyncio.Future[list[Made]]] = OrderedDict()

    async def daily(self, asked: int | None, holder: bytes | None) -> schema.Daily:
        """Return a day's puzzles, by default today's, and somebody's tries; raises Refusal."""
        now = self._clock.wall()
        day = self._checked(asked, now)
        made = await self._made(day)
        attempts = await self._people.attempts(holder)
        daily = await self._workers.look_up(_daily, day, now, made, attempts)
        for one in daily.puzzles:
            if one.tries and not one.solved:
                one.said = await self._said(day, one.puzzle.game, one.tries[-1].answer)
        return daily

    async def _said(self, day: int, game: str, answer: str) -> list[str]:
        """Return what is said to a wrong answer; the same to everybody, so it is found once."""
        key = day, game, answer
        if key not in self._refutations:
            given = schema.DailyAnswer(day=day, game=game, answers=answer.split(MOVES))
            found = await self._workers.puzzle(DailyAnswerQuestion(given=given))
            self._refutations[key] = msgspec.json.decode(found, type=Judgement).sentences
            if len(self._refutations) > REFUTATIONS_READY:
                self._refutations.popitem(last=False)
        return self._refutations[key]

    async def practise(self, game: str, grade: int | None, holder: bytes | None) -> bytes:
        """Return the puzzle that comes next for somebody, as JSON; raises Refusal."""
        attempts = [one for one in await self._people.attempts(holder) if one.game == game]
        games, _ = await self._people.judged(holder, JUDGING, game)
        question = PracticeQuestion(
            game=game,
            grade=grade,
            attempts=attempts,
            games=games,
            today=self.today,
        )
        return await self._workers.puzzle(question)

    @property
    def today(self) -> int:
        """The number of the day."""
        return day_number(self._clock.wall())

    async def keep_ahead(self, seconds: int) -> None:
        """Make today's puzzles, and from then on a day's so many seconds before it begins.

        However many they are, that is a week at most: only so many days are held ready.
        """
        day, early = max(1, self.today), min(seconds, WEEK * DAY)  # a clock may be far behind
        while True:
            with suppress(Refusal):  # whoever asks tries again
                await self._made(day)
            while day >= day_number(ahead := self._clock.wall() + early):
                await asyncio.sleep(seconds_left(ahead))
            day = max(day + 1, self.today)

    async def soon(self, holder: bytes | None) -> schema.Daily | None:
        """Return today's puzzles, unless that takes long, or there is trouble.

        Where thinking would hold everything up, it takes long unless they have been made.
        """
        if not has_processes() and self.today not in self._days:
            return None
        with suppress(TimeoutError, Refusal, StoreError):
            async with asyncio.timeout(PATIENCE):
                return await self.daily(None, holder)
        return None

    async def daily_puzzle(self, day: int, game: str) -> schema.PuzzleInfo:
        """Return the puzzle of a game on a day; raises Refusal."""
        self._checked(day, self._clock.wall())
        for made in await self._made(day):
            if made.puzzle.game == game_class(game).name:
                return made.puzzle
        raise Refusal(Reason.UNKNOWN_PUZZLE, NO_PUZZLE)

    async def answer_daily(self, given: schema.DailyAnswer, holder: bytes) -> schema.Judged:
        """Judge an answer to a day's puzzle and keep it; raises Refusal."""
        day = self._checked(given.day, self._clock.wall())
        return await self._judged(DailyAnswerQuestion(given=given), holder, day)

    async def answer(self, given: schema.PuzzleAnswer, holder: bytes) -> schema.Judged:
        """Judge an answer to any puzzle and keep it; raises Refusal."""
        return await self._judged(AnswerQuestion(given=given), holder, None)

    def has_day(self, day: int) -> bool:
        """Return whether there are puzzles of a day, which may have to be made."""
        try:
            self._checked(day, self._clock.wall())
        except Refusal:
            return False
        return True

    def _checked(self, asked: int | None, now: float) -> int:
        today = day_number(now)
        try:
            return check_day(today if asked is None else asked, today)
        except UsageError as error:
            raise Refusal(Reason.UNKNOWN_PUZZLE, str(error)) from None

    async def _made(self, day: int) -> list[Made]:
        """Return the puzzles of a day, made once however many ask."""
        making = self._days.get(day)
        if making is None or _failed(making):
            making = self._days[day] = asyncio.ensure_future(self._make(day))
            # Perhaps nobody waits for it any more: then nobody need hear that it failed.
            making.add_done_callback(_failed)
        self._days.move_to_end(day)
        if len(self._days) > DAYS_READY:
            self._days.popitem(last=False)
        return await asyncio.shield(making)  # whoever goes away leaves it to the others

    async def _make(self, day: int) -> list[Made]:
        return msgspec.json.decode(
            await self._workers.puzzle(DailyQuestion(day=day)), type=list[Made]
        )

    async def _judged(self, question: Question, holder: bytes, day: int | None) -> schema.Judged:
        found = msgspec.json.decode(await self._workers.puzzle(question), type=Judgement)
        goes_on = found.right and not found.done
        keep = _tries if goes_on else _keep
        progress = await self._workers.keep(keep, self._store, holder, found, day)
        return schema.Judged(
            right=found.right,
            over=progress.over,
            sentences=found.sentences,
            left=progress.left,
            next=found.next,
            solution=found.solution if progress.over else None,
            secret=None,
        )


def _failed(making: asyncio.Future[list[Made]]) -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


def _keep(store: Store, holder: bytes, found: Judgement, day: int | None) -> Progress[Judgement]:
    """Keep a try, unless it was made before; raises Refusal where none is left."""
    progress = _tries(store, holder, found, day)
    if any(attempt.answer == found.answer for attempt in progress.tries):
        return progress  # sent again, or thought of again: it costs nothing
    if progress.over:
        raise Refusal(Reason.OVER, "This puzzle is over.")
    attempt = Attempt(found.name, found.game, found.grade, found.answer, found.right, day)
    store.add_attempt(store.person_of(holder), attempt)
    return Progress(found, (*progress.tries, attempt))


def _tries(store: Store, holder: bytes, found: Judgement, day: int | None) -> Progress[Judgement]:
    """Return somebody's tries so far; a puzzle of no day begins again once it is over."""
    attempts = store.attempts(store.person_of(holder))
    if day is not None:
        return progress_of(day, [found], attempts)[0]
    return practice_progress(found, attempts)


def _daily(day: int, now: float, made: list[Made], attempts: Sequence[Attempt]) -> schema.Daily:
    today = day_number(now)
    progress = progress_of(day, [one.puzzle for one in made], attempts)
    running, solved = current_streak(attempts, today), days_solved(attempts)
    return schema.Daily(
        day=day,
        date=date_of(day).isoformat(),
        today=today,
        seconds=seconds_left(now),
        running=running,
        week=[
            schema.DayInfo(day=one, date=date_of(one).isoformat(), solved=one in solved)
            for one in range(today - WEEK + 1, today + 1)
        ],
        so_far=count_by_tries(attempts, today),
        share=share_text(day, progress, running),
        puzzles=[_shown(one, kept.solution) for one, kept in zip(progress, made, strict=True)],
    )


def _shown(progress: Progress[schema.PuzzleInfo], solution: schema.Solution) -> schema.DailyPuzzle:
    return schema.DailyPuzzle(
        puzzle=progress.puzzle,
        tries=[schema.Try(answer=one.answer, right=one.right) for one in progress.tries],
        left=progress.left,
        solved=progress.solved,
        solution=solution if progress.over else None,
        said=[],
    )
