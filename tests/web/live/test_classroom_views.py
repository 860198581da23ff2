"""The games of a class as CSV, during the lesson and with games that cannot be evaluated."""

from __future__ import annotations

import asyncio
import csv
import io
import threading

import pytest

from lastdigit.executors.base import Outcome, run_one
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import timestamp
from lastdigit.web.live import classroom_views
from lastdigit.web.live.jobs import Job, JobResult, run_job
from lastdigit.web.live.people import FindingJob
from tests.conftest import PATIENCE
from tests.web.inside import Guest, RunningApp, TurnedClock, run_jobs_here, run_with_app
from tests.web.live.test_classrooms import asked, begin, join, lose, open_room

CLASS, ENDED, BEGAN, OTHER, WINNER, TURNS, RIGHT_BEGAN, RIGHT_OTHER = range(8)
NOTHING_MATTERED = "0 of 0"


class Judge:
    """Evaluates games in this process when the test allows it, and counts them."""

    def __init__(self) -> None:
        self.games = 0
        self.refusing = False
        self.asked, self.let = threading.Event(), threading.Event()
        self.let.set()

    def run(self, job: Job) -> Outcome[Job, JobResult]:
        """Run a job, unless it evaluates a game and is to be lost."""
        if isinstance(job, FindingJob):
            self.games += 1
            self.asked.set()
            assert self.let.wait(PATIENCE)
            if self.refusing:
                return Outcome(job, lost=True)
        return run_one(run_job, job)


@pytest.fixture(name="judge")
def _judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    judge = Judge()
    run_jobs_here(monkeypatch, judge.run)
    return judge


async def rows_of(teacher: Guest, path: str) -> list[list[str]]:
    """Return the rows of the CSV file."""
    answer = await teacher.get(f"{path}/games")
    assert answer.is_success, answer.text
    _, *rows = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    return rows


async def play_one(app: RunningApp, path: str, winner: Guest, loser: Guest) -> str:
    """Let two pupils play one move, let one resign, and return the match."""
    app.time.pass_by(60)
    code = await begin(path, winner, loser)
    first = winner if winner.match["you"] == [1] else loser
    question = first.match["position"]["question"]
    await first.move(next(one["text"] for one in question["answers"] if one["status"] == "legal"))
    await loser.look()
    await lose(loser)
    return code


def test_a_lesson_continues_while_its_games_are_evaluated(judge: Judge) -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben = await join(app, path, "Ada", "Ben")
        await play_one(app, path, ada, ben)
        judge.let.clear()
        coming = asyncio.ensure_future(rows_of(teacher, path))
        assert await asyncio.to_thread(judge.asked.wait, PATIENCE)
        await join(app, path, "Clara")
        await play_one(app, path, ben, ada)
        judge.let.set()
        ((*_, ended, began, other, winner, turns, one, two),) = await coming
        assert (sorted([began, other]), winner, turns) == (["Ada", "Ben"], "Ada", "1")
        assert ended.startswith("2025-06-15")
        assert " of " in one
        assert two == NOTHING_MATTERED
        assert [row[WINNER] for row in await rows_of(teacher, path)] == ["Ada", "Ben"]

    run_with_app(scenario)


def test_a_damaged_game_and_a_lost_job_do_not_affect_other_games(judge: Judge) -> None:
    time = TurnedClock()
    saved = SqliteStore(IN_MEMORY, lambda: timestamp(time.wall))

    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben, clara = await join(app, path, "Ada", "Ben", "Clara")
        codes = [await play_one(app, path, ada, loser) for loser in (ben, ben, clara)]
        await rows_of(teacher, path)
        first, second = (found.id for code in codes[:2] if (found := saved.online(code)))
        with saved.database.writing():
            saved.database.execute("UPDATE event SET body = '?' WHERE game = ?", (first,))
            saved.database.execute("DELETE FROM finding WHERE game = ?", (second,))
        judge.refusing = True
        unread, refused, whole = await rows_of(teacher, path)
        assert unread[ENDED:] == ["", *unread[BEGAN:WINNER], "Ada", "", "", ""]
        assert refused[ENDED] < whole[ENDED]
        assert refused[TURNS:] == ["1", "", ""]
        assert whole[RIGHT_OTHER] == NOTHING_MATTERED

    run_with_app(scenario, store=saved, time=time)


def test_only_games_of_the_class_are_evaluated_for_its_sheet(judge: Judge) -> None:
    async def scenario(app: RunningApp) -> None:
        teacher, stranger = app.guest(), app.guest()
        path = await open_room(teacher)
        ada, ben = await join(app, path, "Ada", "Ben")
        await play_one(app, path, ada, ben)
        match = await ada.set_up(against="link")
        await stranger.sit(match["code"])
        await ada.look()
        await lose(ada)
        (row,) = await rows_of(teacher, path)
        assert " of " in row[RIGHT_BEGAN]
        assert judge.games == 1

    run_with_app(scenario)


def test_a_game_has_its_date_before_it_is_evaluated_and_after_its_pupils_have_left(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(app: RunningApp) -> None:
        teacher = app.guest()
        path = await open_room(teacher)
        ada, ben = await join(app, path, "Ada", "Ben")
        await play_one(app, path, ada, ben)
        (row,) = await rows_of(teacher, path)
        assert row[ENDED].startswith("2025-06-15")
        assert row[TURNS:] == ["1", "", ""]
        assert not judge.games
        for pupil in (1, 2):
            await asked(teacher, f"{path}/commands", {"do": "free", "pupil": pupil})
        monkeypatch.setattr(classroom_views, "REVIEW_SECONDS", 5.0)
        (row,) = await rows_of(teacher, path)
        assert row[RIGHT_OTHER] == NOTHING_MATTERED

    monkeypatch.setattr(classroom_views, "REVIEW_SECONDS", 0.0)
    run_with_app(scenario)
