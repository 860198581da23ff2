"""Whoever plays waits for nobody who wonders; and nobody may wonder without end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from lastdigit.web.limits import Limits
from lastdigit.web.live.jobs import AnalysisQuestion, Question, Thinker
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.matches import Inquiry
from tests.conftest import PATIENCE
from tests.web.inside import House, play
from tests.web.people import refused

AT_ONCE = Limits(thinking_milliseconds=0)
ANALYSIS = "/api/games/digit-duel/analysis"


class Deep:
    """A question that is thought about until the test has seen enough."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def answer(self, _: Question) -> bytes:
        """Think."""
        self.asked.set()
        assert self.answered.wait(PATIENCE)
        return b'{"kind": "hint", "sentence": "So it is.", "answers": [], "moves": []}'


@pytest.fixture
def deep(monkeypatch: pytest.MonkeyPatch) -> Iterator[Deep]:
    """Let every question be a deep one."""
    thought = Deep()
    monkeypatch.setattr(Thinker, "answer", lambda _, question: thought.answer(question))
    yield thought
    thought.answered.set()


def test_a_move_and_the_computers_reply_wait_for_no_analysis(deep: Deep) -> None:
    async def story(house: House) -> None:
        ada, eve = house.guest(), house.guest()
        await ada.set_up(against="perfect")
        questions = [asyncio.ensure_future(eve.post(ANALYSIS, {})) for _ in range(8)]
        await asyncio.to_thread(deep.asked.wait, 60)
        async with house.socket(f"{ada.path}/news", ada) as socket:
            await ada.move("ones")
            while (await socket.hear())["position"]["turn"] < 2:
                pass
        assert not any(question.done() for question in questions)
        deep.answered.set()
        assert {(await question).status_code for question in questions} == {200}

    play(story, AT_ONCE)


def test_a_match_goes_on_while_a_hint_is_thought_about(deep: Deep) -> None:
    async def story(house: House) -> None:
        ada = house.guest()
        await ada.set_up(against="perfect")
        hint = asyncio.ensure_future(ada.command("hint"))
        await asyncio.to_thread(deep.asked.wait, 60)
        ada.match["number"] += 1
        await ada.move("ones")
        deep.answered.set()
        answer = (await hint).json()
        assert (answer["advice"]["sentence"], answer["match"]["number"]) == ("So it is.", 1)

    play(story, AT_ONCE)


def test_too_many_questions_are_refused_and_nothing_has_happened(deep: Deep) -> None:
    async def story(house: House) -> None:
        ada = house.guest()
        await ada.set_up(against="perfect")
        hint = asyncio.ensure_future(ada.command("hint"))
        await asyncio.to_thread(deep.asked.wait, 60)
        assert (await ada.look())["number"] == 1
        assert refused(await ada.command("hint")) == "too-many"
        assert (await ada.look())["number"] == 1
        deep.answered.set()
        assert (await hint).status_code == 200

    play(story, Limits(jobs_waiting=1, refusal_milliseconds=0))


def test_an_address_has_only_so_many_jobs_a_minute() -> None:
    async def story(house: House) -> None:
        ada, ben = await house.visitor(), await house.visitor()
        await ada.set_up(against="perfect")
        asked = [await ada.command("hint", kind="idea")]
        ada.match["number"] += 1
        asked += [await ben.post(ANALYSIS, {}) for _ in range(4)]
        assert [answer.status_code for answer in asked] == [200, 200, 200, 429, 429]
        assert asked[-1].headers["Retry-After"] == "20"
        assert refused(await ada.command("hint")) == "too-many"
        await ada.move("ones")  # a move is no question
        house.time.pass_by(20)
        assert (await ben.post(ANALYSIS, {})).status_code == 200

    play(story, Limits(jobs_an_address=3, refusal_milliseconds=0))


def test_a_browser_commands_only_so_much_at_once_and_is_told_how_long_to_wait() -> None:
    async def story(house: House) -> None:
        ada = house.guest()
        await ada.set_up(against="here")
        answers = [await ada.command("accept") for _ in range(23)]
        assert [answer.status_code for answer in answers] == [409] * 20 + [429] * 3
        assert {refused(answer) for answer in answers[20:]} == {"too-many"}
        assert {answer.headers["Retry-After"] for answer in answers[20:]} == {"1"}
        house.time.pass_by(1)
        later = [(await ada.command("accept")).status_code for _ in range(11)]
        assert later == [409] * 10 + [429]

    play(story, Limits(refusal_milliseconds=0))


DUEL = AnalysisQuestion(game="digit-duel", inquiry=Inquiry(position="1 999 999"))


def test_the_process_that_thinks_is_started_again_if_it_was_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    plain = subprocess.Popen

    def noted(*words: object, **named: object) -> subprocess.Popen[bytes]:
        started.append(plain(*words, **named))  # type: ignore[call-overload] # passed through
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    thinker = Thinker()
    try:
        first = thinker.answer(DUEL)
        os.kill(started[0].pid, signal.SIGKILL)
        started[0].wait()
        assert thinker.answer(DUEL) == first
        assert len(started) == 2
    finally:
        thinker.stop()
    assert started[1].poll() is not None
    with pytest.raises(Refusal):
        thinker.answer(DUEL)


def test_the_process_that_thinks_ends_with_the_one_that_asks() -> None:
    """However that ends. It has the same standard error, which would else stay open."""
    program = (
        "import os\n"
        "from lastdigit.web.live.jobs import AnalysisQuestion, Thinker\n"
        "from lastdigit.web.schemas.matches import Inquiry\n"
        "question = AnalysisQuestion(game='digit-duel', inquiry=Inquiry(position='1 999 999'))\n"
        "os.write(1, Thinker().answer(question))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (b"positionValue" in done.stdout, done.stderr) == (True, b"")
