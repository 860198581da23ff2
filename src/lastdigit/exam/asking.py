"""Questions in words are asked of a language model, and every answer is kept as it comes.

What was answered before a crash or a spent budget is not asked again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lastdigit.arena.run import SPENDING
from lastdigit.engine.threads import ThreadEngine
from lastdigit.errors import PlayerError, RecordError, UsageError, quoted
from lastdigit.exam.keys import config_hash, source_of, word_key, word_prompt
from lastdigit.exam.questions import (
    Question,
    question_data,
    read_question,
    relaxed_right,
    same_answer,
)
from lastdigit.players.budget import Budget
from lastdigit.players.model import LanguageModel
from lastdigit.players.names import LLM, form_and_detail
from lastdigit.players.seats import NoMove, Reply
from lastdigit.players.settings import Settings

KEPT, TWICE = "questions.jsonl", "twins.jsonl"
"""What is asked in words, and what is asked plain and in disguise."""


class WordAnswer(NamedTuple):
    """A question, and what was said to it."""

    question: Question
    raw: str
    answer: str | None
    """None where nothing could be read, by the strict form."""
    tokens: int
    seconds: float
    source: str = ""
    """The commitment of the run that it was given in, if that was not this one."""

    @property
    def right(self) -> bool:
        """Whether it is the right answer."""
        return self.answer is not None and same_answer(self.question, self.answer)

    @property
    def relaxed_right(self) -> bool:
        """Whether it is right by either reader."""
        return self.right or relaxed_right(self.question, self.raw)


def check_can_answer(who: str) -> None:
    """Raise UsageError for a player who only makes moves."""
    if form_and_detail(who)[0] != LLM:
        raise UsageError(
            "Only language models (llm:MODEL) answer in words; leave --also and --disguise out."
        )


def ask_all(
    asked: Sequence[Question],
    who: str,
    settings: Settings,
    folder: Path,
    progress: Callable[[int, int, int], None],
    earlier: Sequence[Path] = (),
    kept: str = KEPT,
) -> list[WordAnswer]:
    """Return every question with its answer; raises PlayerError, and what was answered is kept.

    What runs in `earlier` folders were answered by the same model, asked the same, is taken over.
    """
    config = config_hash(who, settings)
    questions = {word_key(question, config): question for question in asked}
    path = folder / kept
    done = _read(path, questions)
    known = _earlier(questions, earlier)
    budget = Budget(settings.budget, settings.money, folder / SPENDING)
    budget.settle_all(0)
    numbers = {key: number for number, key in enumerate(questions, 1)}

    def ask(key: str) -> WordAnswer:
        return known.get(key) or _ask(who, settings, budget, questions[key])

    waiting = [key for key in questions if key not in done]
    progress(len(done), len(questions), settings.at_once)
    with path.open("a", encoding="utf-8") as file:
        for outcome in ThreadEngine(settings.at_once).carry_out(ask, waiting):
            if outcome.result is None:
                raise PlayerError(outcome.fault)
            key = outcome.item
            done[key] = outcome.result
            file.write(answer_line(numbers[key], key, done[key]) + "\n")
            file.flush()
            progress(len(done), len(questions), settings.at_once)
    return [done[key] for key in questions]


def answered_so_far(
    asked: Sequence[Question], who: str, settings: Settings, folder: Path, kept: str = KEPT
) -> list[WordAnswer]:
    """Return what has been answered, even while it goes on; raises RecordError."""
    config = config_hash(who, settings)
    questions = {word_key(question, config): question for question in asked}
    path = folder / kept
    content = path.read_text(encoding="utf-8") if path.exists() else ""
    found = read_answers(content[: content.rfind("\n") + 1], path, questions)
    return [found[key] for key in questions if key in found]


def _ask(who: str, settings: Settings, budget: Budget, question: Question) -> WordAnswer:
    model = LanguageModel(form_and_detail(who)[1], settings, budget)
    began = time.monotonic()
    text: str | None = None
    try:
        reply = model.ask(*word_prompt(question), settings.seconds)
        text = reply.move
    except NoMove as failure:
        reply = failure.reply
    took = time.monotonic() - began
    return WordAnswer(question, reply.raw, text, _tokens(reply), took)


def _tokens(reply: Reply) -> int:
    return (reply.tokens_in or 0) + (reply.tokens_out or 0)


def answer_line(number: int, key: str, one: WordAnswer) -> str:
    """Return a question and its answer as one line of JSON, without the line's end."""
    question = one.question
    data = {
        "number": number,
        "key": key,
        **({"from": one.source} if one.source else {}),
        **question_data(question),
        "question": question.text,
        "answer": one.answer,
        "correct": one.right,
        "relaxed": one.relaxed_right,
        "raw": one.raw,
        "tokens": one.tokens,
        "seconds": round(one.seconds, 3),
    }
    return json.dumps(data, ensure_ascii=False)


def read_word_answer(line: Mapping[str, Any]) -> WordAnswer:
    """Return the answer that a line is; raises an error of Python's where it is none."""
    said = (line[name] for name in ("raw", "answer", "tokens", "seconds"))
    return WordAnswer(read_question(line), *said)._replace(source=line.get("from", ""))


def _read(path: Path, questions: Mapping[str, Question]) -> dict[str, WordAnswer]:
    """Return what was answered already, by key; a line that a crash cut off is dropped."""
    if not path.exists():
        return {}
    content = path.read_text(encoding="utf-8")
    whole = content[: content.rfind("\n") + 1]
    if whole != content:
        path.write_text(whole, encoding="utf-8")
    return read_answers(whole, path, questions)


def read_answers(
    content: str, path: Path, questions: Mapping[str, Question]
) -> dict[str, WordAnswer]:
    """Return the answers to some questions, by key, that lines hold; raises RecordError."""
    found: dict[str, WordAnswer] = {}
    for number, line in enumerate(content.split("\n")[:-1], 1):
        try:
            kept = json.loads(line)
            if kept["key"] in questions:
                found[kept["key"]] = read_word_answer(kept)
        except (ValueError, KeyError, TypeError):
            raise RecordError(f"{quoted(str(path))}, line {number}, is broken.") from None
    return found


def _earlier(questions: Mapping[str, Question], folders: Sequence[Path]) -> dict[str, WordAnswer]:
    """Return what earlier runs know, each answer with the run that it is from."""
    known: dict[str, WordAnswer] = {}
    for folder in folders:
        source = source_of(folder)
        for path in filter(Path.exists, (folder / KEPT, folder / TWICE)):
            for key, one in read_answers(path.read_text("utf-8"), path, questions).items():
                known.setdefault(key, one._replace(source=one.source or source))
    return known
