"""What an endpoint's answer says, in whichever dialect of the wire format it comes.

docs/models.md has them in a table. Text that a model only thinks is kept apart from what it says.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable

from lastdigit.errors import RecordError
from lastdigit.match.fields import Fields
from lastdigit.players.failures import ErrorTold
from lastdigit.players.seats import Filtered, Garbage, Reply

EVENT = "data:"
"""How every event of a stream begins."""
LAST_EVENT = "[DONE]"
STREAM = re.compile(rf"(?:\s|:[^\n]*\n)*{EVENT}")
"""Comments, by which some endpoints say that they are still there, and then an event."""
THOUGHT = re.compile(r"\A\s*<think>(.*?)(?:</think>|\Z)", re.DOTALL)
LATE_THOUGHT = "</think>"
"""Some templates begin a thought themselves, so that only its end is in the answer."""
THOUGHTS = ("reasoning_content", "reasoning")
"""Fields in which models think aloud; the first that there is counts."""


def read_completion(body: str) -> Reply:
    """Return what a model said; raises RecordError if a body is no completion.

    Raises Garbage where it said nothing, Filtered where it refused, and ErrorTold where there is
    an error in it.
    """
    if is_stream(body):
        choices, usage = joined(body)
    else:
        fields = without_error(Fields.of(body))
        choices, usage = list(fields.inners("choices")), fields.inner_or_null("usage")
    counts = count(usage, "prompt_tokens"), count(usage, "completion_tokens")
    if not choices:
        raise Garbage("The endpoint gave no answer: its choices are empty.", Reply("", "", *counts))
    choice = without_error(choices[0])
    message = choice.inner("message")
    said, thought = parts(message)
    finish = choice.text("finish_reason") if choice.is_text("finish_reason") else ""
    reply = Reply(said, "", *counts, reasoning=thought, finish=finish)
    if message.is_text("refusal") and not said:
        refusal = whole(message.text("refusal"))
        raise Filtered("The model refused to answer.", Reply(refusal, "", *counts, finish=finish))
    if not said:
        raise Garbage("The model gave no text.", reply)
    return reply


def parts(message: Fields) -> tuple[str, str]:
    """Return what a message says, and what was only thought; a tool's call is said as JSON."""
    texts, thoughts = list[str](), list[str]()
    if message.is_text("content"):
        texts.append(message.text("content"))
    elif message.is_list("content"):
        for part in message.inners("content"):
            kind = part.text("type") if part.is_text("type") else ""
            if part.is_text("text"):
                (texts if kind in ("text", "output_text") else thoughts).append(part.text("text"))
            elif part.is_text("thinking"):
                thoughts.append(part.text("thinking"))
    thoughts += [message.text(name) for name in THOUGHTS if message.is_text(name)][:1]
    said, more = without_thought("".join(texts))
    if not said and message.is_list("tool_calls") and (calls := message.anything("tool_calls")):
        said = _as_text(calls)
    return whole(said), whole("\n".join(filter(None, (*thoughts, more))))


def is_stream(body: str) -> bool:
    """Return whether a body is made of events."""
    return STREAM.match(body) is not None


def without_error(fields: Fields) -> Fields:
    """Return an object that has no error in it; raises ErrorTold."""
    if fields.is_object("error"):
        raise ErrorTold(fields.inner("error"))
    return fields


def _as_text(data: object) -> str:
    """Return data as JSON; raises RecordError where they are nested too deeply."""
    try:
        return json.dumps(data)
    except RecursionError:
        raise RecordError("A tool's call is nested too deeply.") from None


def without_thought(text: str) -> tuple[str, str]:
    """Return a text without the thought that it begins with, and that thought.

    A thought that was cut off is all there is.

    >>> without_thought("<think>7 or 8?</think>MOVE: 7"), without_thought("<think>7 or")
    (('MOVE: 7', '7 or 8?'), ('', '7 or'))
    """
    found = THOUGHT.match(text)
    if found:
        return text[found.end() :].lstrip("\n"), found[1]
    thought, end, said = text.partition(LATE_THOUGHT)
    return (said.lstrip("\n"), thought) if end else (text, "")


def count(usage: Fields | None, name: str) -> int | None:
    """Return a count of tokens: None where nobody says, parts of a token rounded up."""
    if usage is None or usage.is_null(name):
        return None
    value = usage.number(name)
    if not 0 <= value < 2**53:
        raise RecordError(f'"{name}" is no count.')
    return math.ceil(value)


def joined(body: str) -> tuple[list[Fields], Fields | None]:
    """Return the choices and the usage that the events of a stream come to; raises RecordError."""
    texts: dict[str, list[str]] = {"content": [], **{name: [] for name in THOUGHTS}}
    usage: Fields | None = None
    finish, begun = "", False
    for event in map(without_error, events(body)):
        usage = event.inner_or_null("usage") or usage
        for choice in event.inners("choices"):
            begun = True
            delta = choice.inner("delta")
            for name, pieces in texts.items():
                if delta.is_text(name):
                    pieces.append(delta.text(name))
            if choice.is_text("finish_reason"):
                finish = choice.text("finish_reason")
    message = {name: "".join(pieces) for name, pieces in texts.items() if pieces}
    return [Fields({"message": message, "finish_reason": finish})] if begun else [], usage


def events(body: str) -> Iterable[Fields]:
    """Yield the events of a stream; what is none of them is a comment."""
    for line in body.splitlines():
        said = line.removeprefix(EVENT).strip()
        if line.startswith(EVENT) and said != LAST_EVENT:
            yield Fields.of(said)


def whole(text: str) -> str:
    """Return a text without half characters: JSON can spell them, but nothing can write them."""
    return text.encode(errors="replace").decode()
