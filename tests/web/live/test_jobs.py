"""Jobs never delay moves, are limited, and survive crashes of their worker."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass

import pytest

from lastdigit.executors.base import Outcome
from lastdigit.web.limits import Limits
from lastdigit.web.live.jobs import AnalysisJob, Job, JobQueue, JobResult
from lastdigit.web.schemas.errors import Reason, Refusal
from lastdigit.web.schemas.matches import Inquiry
from tests.conftest import PATIENCE
from tests.web.inside import RunningApp, run_jobs_here, run_with_app
from tests.web.people import refused

AT_ONCE = Limits(thinking_milliseconds=0)
ANALYSIS = "/api/games/digit-duel/analysis"


class SlowJob:
    """Lets every job wait until the test has seen enough."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def run(self, job: Job) -> Outcome[Job, JobResult]:
        self.asked.set()
        assert self.answered.wait(PATIENCE)
        body = b'{"kind": "hint", "sentence": "So it is.", "answers": [], "moves": []}'
        return Outcome(job, JobResult(body))


@pytest.fixture
def slow_job(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowJob]:
    job = SlowJob()
    run_jobs_here(monkeypatch, job.run)
    yield job
    job.answered.set()


def test_moves_and_the_computers_reply_do_not_wait_for_jobs(slow_job: SlowJob) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, eve = app.guest(), app.guest()
        await ada.set_up(against="perfect")
        questions = [asyncio.ensure_future(eve.post(ANALYSIS, {})) for _ in range(8)]
        await asyncio.to_thread(slow_job.asked.wait, 60)
        async with app.socket(f"{ada.path}/news", ada) as socket:
            await ada.move("ones")
            while (await socket.hear())["position"]["turn"] < 2:
                pass
        assert not any(question.done() for question in questions)
        slow_job.answered.set()
        assert {(await question).status_code for question in questions} == {200}

    run_with_app(scenario, AT_ONCE)


def test_a_match_continues_while_a_hint_is_computed(slow_job: SlowJob) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="perfect")
        hint = asyncio.ensure_future(ada.command("hint"))
        await asyncio.to_thread(slow_job.asked.wait, 60)
        ada.match["number"] += 1
        await ada.move("ones")
        slow_job.answered.set()
        answer = (await hint).json()
        assert (answer["advice"]["sentence"], answer["match"]["number"]) == ("So it is.", 1)

    run_with_app(scenario, AT_ONCE)


def test_too_many_jobs_are_refused_and_nothing_changes(slow_job: SlowJob) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="perfect")
        hint = asyncio.ensure_future(ada.command("hint"))
        await asyncio.to_thread(slow_job.asked.wait, 60)
        assert (await ada.look())["number"] == 1
        assert refused(await ada.command("hint")) == "too-many"
        assert (await ada.look())["number"] == 1
        slow_job.answered.set()
        assert (await hint).status_code == 200

    run_with_app(scenario, Limits(jobs_waiting=1, refusal_milliseconds=0))


def test_jobs_per_minute_are_limited_per_address() -> None:
    async def scenario(app: RunningApp) -> None:
        ada, ben = await app.visitor(), await app.visitor()
        await ada.set_up(against="perfect")
        asked = [await ada.command("hint", kind="idea")]
        ada.match["number"] += 1
        asked += [await ben.post(ANALYSIS, {}) for _ in range(4)]
        assert [answer.status_code for answer in asked] == [200, 200, 200, 429, 429]
        assert asked[-1].headers["Retry-After"] == "20"
        assert refused(await ada.command("hint")) == "too-many"
        await ada.move("ones")  # a move is not a job
        app.time.pass_by(20)
        assert (await ben.post(ANALYSIS, {})).status_code == 200

    run_with_app(scenario, Limits(jobs_an_address=3, refusal_milliseconds=0))


def test_commands_are_limited_per_browser_with_a_retry_after_header() -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="here")
        answers = [await ada.command("accept") for _ in range(23)]
        assert [answer.status_code for answer in answers] == [409] * 20 + [429] * 3
        assert {refused(answer) for answer in answers[20:]} == {"too-many"}
        assert {answer.headers["Retry-After"] for answer in answers[20:]} == {"1"}
        app.time.pass_by(1)
        later = [(await ada.command("accept")).status_code for _ in range(11)]
        assert later == [409] * 10 + [429]

    run_with_app(scenario, Limits(refusal_milliseconds=0))


DUEL = AnalysisJob("digit-duel", Inquiry(position="1 999 999"))


class CrashJob(Job):
    """Kills its worker process."""

    def run(self) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return None


class BrokenJob(Job):
    """Raises an error that no caller expects."""

    def run(self) -> object:
        raise ZeroDivisionError


@dataclass(frozen=True)
class EchoJob(Job):
    """Sleeps, and returns the number of its process."""

    seconds: float = 0.0

    def run(self) -> int:
        time.sleep(self.seconds)
        return os.getpid()


def with_queue(scenario: Callable[[JobQueue], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        queue = JobQueue("test")
        try:
            await scenario(queue)
        finally:
            queue.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_job_that_kills_its_worker_is_refused_and_the_next_job_runs() -> None:
    async def scenario(queue: JobQueue) -> None:
        first = await queue.run(EchoJob())
        assert await queue.run(EchoJob()) == first, "the worker stays"
        with pytest.raises(Refusal) as refusal:
            await queue.run(CrashJob())
        assert refusal.value.reason is Reason.BROKEN
        assert await queue.run(EchoJob()) != first
        assert b"positionValue" in await queue.run(DUEL)

    with_queue(scenario)


def test_a_worker_killed_between_two_jobs_costs_neither() -> None:
    async def scenario(queue: JobQueue) -> None:
        first = int(await queue.run(EchoJob()))
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert int(await queue.run(EchoJob())) != first

    with_queue(scenario)


def test_refusals_and_unexpected_errors_of_jobs_reach_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario(queue: JobQueue) -> None:
        worker = await queue.run(EchoJob())
        with pytest.raises(Refusal) as refusal:
            await queue.run(AnalysisJob("digit-duel", Inquiry(position="nonsense")))
        assert refusal.value.reason is Reason.BAD_POSITION
        with pytest.raises(Refusal) as refusal:
            await queue.run(BrokenJob())
        assert refusal.value.reason is Reason.BROKEN
        assert await queue.run(EchoJob()) == worker, "the worker survives"

    with_queue(scenario)
    assert "ZeroDivisionError" in caplog.text


def test_a_queue_that_closes_kills_its_worker_and_refuses_jobs() -> None:
    async def scenario(queue: JobQueue) -> None:
        pid = int(await queue.run(EchoJob()))
        running = asyncio.ensure_future(queue.run(EchoJob(seconds=1000)))
        await asyncio.sleep(0.1)
        assert queue.length == 1
        await asyncio.to_thread(queue.close)
        with pytest.raises(Refusal):
            await running
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    with_queue(scenario)


def test_the_worker_ends_with_the_server() -> None:
    """However the server ends. Both have the same standard error, which would stay open."""
    program = (
        "import asyncio, os\n"
        "from lastdigit.web.live.jobs import AnalysisJob, JobQueue\n"
        "from lastdigit.web.schemas.matches import Inquiry\n"
        "job = AnalysisJob('digit-duel', Inquiry(position='1 999 999'))\n"
        "os.write(1, asyncio.run(JobQueue('analysis').run(job)))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (b"positionValue" in done.stdout, done.stderr) == (True, b"")
