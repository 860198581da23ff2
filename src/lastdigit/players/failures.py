"""What it means when an endpoint tells an error: to be tried again, about one question, or the end.

An error is `filtered` only where it says that it is for what was said: by a code or a type, or in
words where a service has nothing else (docs/models.md lists them). Any other refusal of a question
is `rejected`; whether it is this question or all of them, only the next ones tell.
"""

from __future__ import annotations

import re
from datetime import UTC

from lastdigit.errors import PlayerError
from lastdigit.match.fields import Fields
from lastdigit.players.seats import Filtered, NoMove, Rejected, Reply

UNAVAILABLE = 451
"""For legal reasons; nothing else is ever meant by it."""
BUSY = (429, 503, 529)
"""Statuses of a service that has too many requests: HTTP's two, and Anthropic's."""
SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")
LATER = (408, 409, 425, 429)
"""Statuses that pass, besides those of a server's own errors."""
REFUSED = (400, 403, 413, 422)
"""Statuses that may be about one question."""
NEVER_ONE_QUESTION = 403
"""Whoever may not ask may never ask, unless it is said to be for what was asked."""
CONTENT_CODES = {
    "content_filter",
    "content_filter_error",
    "content_policy_violation",
    "data_inspection_failed",
    "invalid_prompt",
    "moderation",
    "moderation_blocked",
    "refusal",
    "responsibleaipolicyviolation",
}
"""Codes and types of errors that are about what was said: OpenAI's, Azure's, OpenRouter's ..."""
CONTENT_SENTENCE = re.compile(
    r"content exists risk|content filter|content management policy|"
    r"flagged as potentially violating|(usage|content) polic(y|ies)",
    re.IGNORECASE,
)
"""The same where only the sentence says it (DeepSeek, Anthropic)."""
MODERATED = ("reasons", "flagged_input")
"""What the metadata of OpenRouter's errors have if it was moderation."""
PROMPT = ("", "messages", "prompt", "input")
"""Parameters that are another in every question."""
SERVER_ERROR = 500


class Trouble(Exception):  # noqa: N818 - it is tried again
    """The endpoint failed in a way that may pass.

    `wait` is how many seconds it asks to wait for, if it does; `busy` that it only has too much to
    do, which can take minutes.
    """

    def __init__(self, reason: str, wait: float | None = None, *, busy: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        self.busy = busy


class ErrorTold(Exception):  # noqa: N818 - what it means is still to be seen
    """An answer with a good status tells an error after all; `error` is what it says."""

    def __init__(self, error: Fields) -> None:
        super().__init__("An error was told.")
        self.error = error

    @property
    def status(self) -> int:
        """The status that it would have had, where it says so, else that of a server's error."""
        code = self.error.integer("code") if self.error.is_integer("code") else SERVER_ERROR
        return code if code >= min(REFUSED) else SERVER_ERROR


def failure(
    status: int, error: Fields | None, reason: str, wait: float | None = None
) -> Trouble | PlayerError | NoMove:
    """Return what an error means; the reason is its own words, fit to be shown to anybody."""
    text = f"The endpoint answered with status {status}: {reason}."
    nothing = Reply("", "", 0, 0)
    about_content = error is not None and is_about_content(error)
    if status == UNAVAILABLE or (status in REFUSED and about_content):
        return Filtered(text, nothing)
    if status in REFUSED and status != NEVER_ONE_QUESTION and _parameter(error) in PROMPT:
        return Rejected(text, nothing)
    if status not in LATER and status < SERVER_ERROR:
        return PlayerError(text)
    return Trouble(text, wait, busy=status in BUSY)


def seconds_to_wait(retry_after: str, now: float) -> float | None:
    """Return how long a `Retry-After` asks to wait: in seconds, or until a date; else None.

    >>> seconds_to_wait("1.5", 0), seconds_to_wait("Thu, 01 Jan 1970 00:00:09 GMT", 2)
    (1.5, 7.0)
    """
    from email.utils import parsedate_to_datetime  # rarely needed, and slow to import

    text = retry_after.strip()
    if SECONDS.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        return max(0.0, date.replace(tzinfo=date.tzinfo or UTC).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


def reason_of(error: Fields | None) -> str:
    """Return an error's own words, which may be anything, or none."""
    names = ("message", "detail", "error")
    return next((error.text(name) for name in names if error and error.is_text(name)), "")


def is_about_content(error: Fields) -> bool:
    """Return whether an error says that it is for what was said.

    >>> is_about_content(Fields({"code": "content_filter", "param": "prompt"}))
    True
    >>> is_about_content(Fields({"message": "max_tokens is too large", "param": None}))
    False
    """
    inner = error.inner_or_null("innererror") if error.is_object("innererror") else None
    codes = [
        one.text(name).casefold()
        for one in (error, inner)
        if one is not None
        for name in ("code", "type")
        if one.is_text(name)
    ]
    if CONTENT_CODES.intersection(codes):
        return True
    if error.is_object("metadata") and any(name in error.inner("metadata") for name in MODERATED):
        return True
    return CONTENT_SENTENCE.search(reason_of(error)) is not None


def _parameter(error: Fields | None) -> str:
    """Return which parameter an error names, if it names one: OpenAI's way, or FastAPI's."""
    if error is None:
        return ""
    if error.is_text("param"):
        return error.text("param").partition("[")[0]
    if error.is_list("detail"):
        for one in error.anything("detail"):
            place = one.get("loc") if isinstance(one, dict) else None
            if isinstance(place, list):
                return str(place[1]) if len(place) > 1 else ""
    return ""
