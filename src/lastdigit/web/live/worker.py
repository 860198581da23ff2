"""The process that thinks about questions, run as `python -m lastdigit.web.live.worker`.

It answers questions, one line of JSON each, until there are no more; it ends when the server does,
however that ends.
"""

from __future__ import annotations

import logging
import sys
from typing import BinaryIO

import msgspec

from lastdigit.web.live.jobs import (
    AdviceQuestion,
    AnalysisQuestion,
    MapQuestion,
    ReviewQuestion,
    WalkQuestion,
    reply_to,
)
from lastdigit.web.live.people import FindingQuestion, StatisticsQuestion
from lastdigit.web.live.puzzles import (
    AnswerQuestion,
    ClassSetQuestion,
    DailyAnswerQuestion,
    DailyQuestion,
    PracticeQuestion,
    SetQuestion,
    SheetQuestion,
)
from lastdigit.web.logs import SparingHandler

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


def think(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer questions until there are no more."""
    for line in questions:
        replies.write(
            msgspec.json.encode(reply_to(msgspec.json.decode(line, type=AnyQuestion))) + b"\n"
        )
        replies.flush()


if __name__ == "__main__":
    logging.basicConfig(handlers=[SparingHandler()])
    try:
        think(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        sys.stderr.close()  # the server is gone, and nobody hears
