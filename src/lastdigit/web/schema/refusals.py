"""Why something is not done: every refusal has a name, a status and a sentence."""

from __future__ import annotations

import enum

from lastdigit.errors import LastDigitError


class Reason(enum.Enum):
    """The names of refusals, and their HTTP status."""

    MALFORMED = "malformed", 400
    BAD_FRAMING = "bad-framing", 400
    BAD_OPTION = "bad-option", 400
    BAD_POSITION = "bad-position", 400
    UNREADABLE = "unreadable", 400
    NO_SEAT = "no-seat", 403
    WRONG_SEAT = "wrong-seat", 403
    NOT_TEACHER = "not-teacher", 403
    NOT_PUPIL = "not-pupil", 403
    BAD_KEY = "bad-key", 403
    WRONG_ORIGIN = "wrong-origin", 403
    WRONG_HOST = "wrong-host", 421
    UNKNOWN_GAME = "unknown-game", 404
    UNKNOWN_MATCH = "unknown-match", 404
    UNKNOWN_CODE = "unknown-code", 404
    UNKNOWN_ROOM = "unknown-room", 404
    UNKNOWN_PUPIL = "unknown-pupil", 404
    UNKNOWN_TURN = "unknown-turn", 404
    UNKNOWN_PUZZLE = "unknown-puzzle", 404
    UNKNOWN_PAGE = "unknown-page", 404
    WRONG_METHOD = "wrong-method", 405
    TOO_SLOW = "too-slow", 408
    STALE = "stale", 409
    OVER = "over", 409
    NOT_OVER = "not-over", 409
    WAITING = "waiting", 409
    OUT_OF_TURN = "out-of-turn", 409
    NOT_POSSIBLE = "not-possible", 409
    FAIR_PLAY = "fair-play", 409
    OUTDATED = "outdated", 409
    NAME_TAKEN = "name-taken", 409
    ROOM_CLOSED = "room-closed", 409
    ROOM_FULL = "room-full", 409
    SEAT_TAKEN = "seat-taken", 409
    TOO_LARGE = "too-large", 413
    NOT_JSON = "not-json", 415
    TOO_MANY = "too-many", 429
    BROKEN = "broken", 500
    STORE = "store", 503
    THINKING = "thinking", 503
    FULL = "full", 507
    STOPPING = "stopping", 503

    def __init__(self, word: str, status: int) -> None:
        self.word = word
        self.status = status


class Refusal(LastDigitError):  # noqa: N818 - the API's own word
    """Something was asked for and is not done; nothing has changed."""

    def __init__(self, reason: Reason, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after = retry_after
