"""What people would like to know, thought about in a process of its own: nobody who plays waits.

Run as `python -m lastdigit.web.live.questions` it answers questions, one line of JSON each, until
there are no more; it ends when the server does, however that ends.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from abc import abstractmethod
from contextlib import suppress
from random import Random
from typing import BinaryIO

import msgspec

from lastdigit.analysis.hints import advise
from lastdigit.analysis.position import analyse_position, analysis_data, judged_move_data
from lastdigit.analysis.review import ReviewData, review_data, review_game
from lastdigit.core.plain import Audience
from lastdigit.core.shapes import position_after
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, StateSyntaxError, WrongMove
from lastdigit.match.record import Hint
from lastdigit.match.record_line import from_line
from lastdigit.web.live.setup import build_game
from lastdigit.web.live.views import position_view
from lastdigit.web.logs import SparingHandler
from lastdigit.web.schema import answers, requests
from lastdigit.web.schema.refusals import Reason, Refusal

log = logging.getLogger("lastdigit")


class Question(msgspec.Struct, kw_only=True, tag=True):
    """Something to think about, as plain data."""

    @abstractmethod
    def answer(self) -> object:
        """Think, and return the answer; raises Refusal."""


class AnalysisQuestion(Question):
    """Who wins a position, and what every move is worth."""

    game: str
    inquiry: requests.Inquiry

    def answer(self) -> answers.Analysis:
        """Return the analysis; raises Refusal."""
        wish = self.inquiry
        game = build_game(self.game, wish.options)
        try:
            start = (
                game.start(Random()) if wish.position is None else game.parse_state(wish.position)
            )
            before = position_after(game, start, wish.moves[:-1]) if wish.moves else None
            state = position_after(game, start, wish.moves)
        except (StateSyntaxError, WrongMove) as error:
            raise Refusal(Reason.BAD_POSITION, str(error)) from None
        shown = position_view(game.plain(Audience()), state, len(wish.moves), before)
        return {**analysis_data(analyse_position(game, state)), "shown": shown}


class AdviceQuestion(Question):
    """What is good in a position: one of the steps of a hint."""

    game: str
    options: requests.Options
    position: str
    kind: Hint

    def answer(self) -> answers.Advice:
        """Return the advice."""
        game = build_game(self.game, self.options)
        given = advise(game, game.parse_state(self.position), self.kind)
        return answers.Advice(
            kind=given.kind,
            sentence=given.sentence,
            answers=list(given.answers),
            moves=[judged_move_data(move) for move in given.moves],
        )


class ReviewQuestion(Question):
    """How well a whole game was played."""

    record: str
    """Its line."""
    you: int | None
    """The seat of whoever asks, if it is one."""

    def answer(self) -> ReviewData:
        """Return the review."""
        you = None if self.you is None else Seat(self.you)
        return review_data(review_game(from_line(self.record)), you)


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
        reply = msgspec.json.decode(line, type=Reply)
        if reply.refusal is not None:
            raise Refusal(Reason[reply.refusal], reply.message)
        return bytes(reply.answer)

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


def think(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer questions until there are no more."""
    for line in questions:
        replies.write(msgspec.json.encode(_reply(line)) + b"\n")
        replies.flush()


def _reply(line: bytes) -> Reply:
    try:
        question = msgspec.json.decode(
            line, type=AnalysisQuestion | AdviceQuestion | ReviewQuestion
        )
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
