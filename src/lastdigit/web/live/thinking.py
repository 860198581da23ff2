"""Questions are thought about in a process of its own: nobody who plays waits.

Run as `python -m lastdigit.web.live.thinking` it answers questions, one line of JSON each, until
there are no more; it ends when the server does, however that ends.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from contextlib import suppress
from typing import BinaryIO

import msgspec

from lastdigit.errors import LastDigitError
from lastdigit.system import has_processes
from lastdigit.web.live.map_questions import MapQuestion, WalkQuestion
from lastdigit.web.live.puzzle_questions import (
    AnswerQuestion,
    ClassSetQuestion,
    DailyAnswerQuestion,
    DailyQuestion,
    FindingQuestion,
    PracticeQuestion,
    SetQuestion,
    SheetQuestion,
    StatisticsQuestion,
)
from lastdigit.web.live.questions import AdviceQuestion, AnalysisQuestion, Question, ReviewQuestion
from lastdigit.web.logs import SparingHandler
from lastdigit.web.schemas.errors import Reason, Refusal

log = logging.getLogger("lastdigit")
AnyQuestion = (
    AnalysisQuestion
    | AdviceQuestion
    | ReviewQuestion
    | DailyQuestion
    | SetQuestion
    | SheetQuestion
    | ClassSetQuestion
    | PracticeQuestion
    | DailyAnswerQuestion
    | AnswerQuestion
    | FindingQuestion
    | StatisticsQuestion
    | MapQuestion
    | WalkQuestion
)


class Reply(msgspec.Struct):
    """An answer, or the name of a refusal and its sentence."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    refusal: str | None = None
    message: str = ""


class Thinker:
    """The process that thinks, started when first asked; one thread asks, another may stop it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting = threading.Lock()

    def answer(self, question: Question) -> bytes:
        """Return the answer as JSON; raises Refusal."""
        try:
            line = self._exchange(msgspec.json.encode(question) + b"\n")
        except (OSError, ValueError):  # it has ended, or was stopped meanwhile
            line = b""
        if not line:
            raise Refusal(Reason.BROKEN, "The answer was not found. Ask again.")
        return _answer_in(msgspec.json.decode(line, type=Reply))

    def _exchange(self, line: bytes) -> bytes:
        with self._starting:
            if self._stopped:
                return b""
            if self._process is not None and self._process.poll() is not None:
                self._end(self._process)
                self._process = None
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C at the server is not meant for it
                )
            process = self._process
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        process.stdin.write(line)
        process.stdin.flush()
        return process.stdout.readline()

    def stop(self) -> None:
        """Let it think no more, whatever it is thinking about."""
        with self._starting:
            self._stopped = True
        if self._process is not None:
            self._end(self._process)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        with suppress(OSError), process:  # which closes the pipes and waits
            pass


class ThinkerInPlace:
    """Thinks where it is asked, for as long as it takes: a browser has no other process."""

    def answer(self, question: Question) -> bytes:
        """Return the answer as JSON; raises Refusal."""
        return _answer_in(_reply(msgspec.json.encode(question)))

    def stop(self) -> None:
        """Do nothing: while somebody says so, it is not thinking."""


def thinker() -> Thinker | ThinkerInPlace:
    """Return somebody to ask, as this machine allows."""
    return Thinker() if has_processes() else ThinkerInPlace()


def think(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer questions until there are no more."""
    for line in questions:
        replies.write(msgspec.json.encode(_reply(line)) + b"\n")
        replies.flush()


def _answer_in(reply: Reply) -> bytes:
    if reply.refusal is not None:
        raise Refusal(Reason[reply.refusal], reply.message)
    return bytes(reply.answer)


def _reply(line: bytes) -> Reply:
    try:
        question = msgspec.json.decode(line, type=AnyQuestion)
        return Reply(answer=msgspec.Raw(msgspec.json.encode(question.answer())))
    except Refusal as refusal:
        return Reply(refusal=refusal.reason.name, message=str(refusal))
    except LastDigitError as error:
        return Reply(refusal=Reason.NOT_POSSIBLE.name, message=str(error))
    except Exception:
        log.exception("a question failed")
        return Reply(refusal=Reason.BROKEN.name, message="Something went wrong here.")


if __name__ == "__main__":
    logging.basicConfig(handlers=[SparingHandler()])
    try:
        think(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        sys.stderr.close()  # the server is gone, and nobody hears
