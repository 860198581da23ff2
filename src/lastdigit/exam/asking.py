"""Questions in words are asked of a language model, one after the other, and every answer is kept.

What was answered before a crash or a spent budget is not asked again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from lastdigit.arena.run import SPENDING
from lastdigit.errors import RecordError, UsageError
from lastdigit.exam.questions import Question, same_answer
from lastdigit.games import find
from lastdigit.players import prompt
from lastdigit.players.budget import Budget
from lastdigit.players.model import LanguageModel
from lastdigit.players.names import LLM, form_and_detail
from lastdigit.players.seats import NoMove, Reply
from lastdigit.players.settings import Settings

KEPT = "questions.jsonl"


class WordAnswer(NamedTuple):
    """A question, and what was said to it."""

    question: Question
    raw: str
    answer: str | None
    """None where nothing could be read, by the strict form."""
    tokens: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether it is the right answer."""
        return self.answer is not None and same_answer(self.question, self.answer)


def check_can_answer(who: str) -> None:
    """Raise UsageError for a player who only makes moves."""
    if form_and_detail(who)[0] != LLM:
        raise UsageError("Only language models (llm:MODEL) answer in words; leave --also out.")


def ask_all(
    asked: Sequence[Question],
    who: str,
    settings: Settings,
    folder: Path,
    progress: Callable[[int, int, int], None],
) -> list[WordAnswer]:
    """Return every question with its answer; raises PlayerError, and what was answered is kept."""
    path = folder / KEPT
    done = _read(path, asked)
    budget = Budget(settings.budget, settings.money, folder / SPENDING)
    budget.settle_all(0)
    model = LanguageModel(form_and_detail(who)[1], settings, budget)
    with path.open("a") as file:
        for question in asked[len(done) :]:
            done.append(_ask(model, question, settings.seconds))
            file.write(answer_line(len(done), done[-1]) + "\n")
            file.flush()
            progress(len(done), len(asked), 1)
    return done


def _ask(model: LanguageModel, question: Question, seconds: float) -> WordAnswer:
    game = find(question.game, **dict(question.options))
    told = prompt.question_instructions(game, dict(question.options))
    began = time.monotonic()
    text: str | None = None
    try:
        reply = model.ask(told, prompt.question(question.position, question.text), seconds)
        text = reply.move
    except NoMove as failure:
        reply = failure.reply
    took = time.monotonic() - began
    return WordAnswer(question, reply.raw, text, _tokens(reply), took)


def _tokens(reply: Reply) -> int:
    return (reply.tokens_in or 0) + (reply.tokens_out or 0)


def answer_line(number: int, one: WordAnswer) -> str:
    """Return a question and its answer as one line of JSON, without the line's end."""
    question = one.question
    data = {
        "number": number,
        "kind": question.kind,
        "game": question.game,
        "options": dict(question.options),
        "position": question.position,
        "question": question.text,
        "right": question.right,
        "answer": one.answer,
        "correct": one.right,
        "raw": one.raw,
        "tokens": one.tokens,
        "seconds": round(one.seconds, 3),
    }
    return json.dumps(data, ensure_ascii=False)


def _read(path: Path, asked: Sequence[Question]) -> list[WordAnswer]:
    """Return what was answered already; a line that a crash cut off is dropped."""
    if not path.exists():
        return []
    content = path.read_text()
    whole = content[: content.rfind("\n") + 1]
    if whole != content:
        path.write_text(whole)
    found: list[WordAnswer] = []
    for question, line in zip(asked, whole.splitlines(), strict=False):
        try:
            kept = json.loads(line)
            one = WordAnswer(question, kept["raw"], kept["answer"], kept["tokens"], kept["seconds"])
        except (ValueError, KeyError, TypeError):
            raise RecordError(f"{path}, line {len(found) + 1}, is broken.") from None
        found.append(one)
    return found
