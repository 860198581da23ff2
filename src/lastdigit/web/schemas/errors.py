"""HTTP API errors: their codes, HTTP statuses and descriptions."""

from __future__ import annotations

import enum

from lastdigit.errors import LastDigitError


class Reason(enum.Enum):
    """An HTTP API error: its code, HTTP status and description in openapi.json."""

    MALFORMED = (
        "malformed",
        400,
        "The request body or a parameter is invalid. The message names the fault.",
    )
    BAD_FRAMING = (
        "bad-framing",
        400,
        "The request has both a Content-Length header and a chunked body.",
    )
    BAD_OPTION = (
        "bad-option",
        400,
        "There is no such option or preset, or the value is not allowed.",
    )
    BAD_POSITION = (
        "bad-position",
        400,
        "The position or one of the moves is not valid in this game.",
    )
    UNREADABLE = (
        "unreadable",
        400,
        "The text is not a move or an answer. It does not count as an attempt.",
    )
    NO_SEAT = "no-seat", 403, "Only the players of the match can do this."
    WRONG_SEAT = "wrong-seat", 403, "The requester does not control this player."
    NOT_TEACHER = "not-teacher", 403, "Only the teacher of the classroom can do this."
    NOT_PUPIL = "not-pupil", 403, "Only a pupil of the classroom can do this."
    BAD_KEY = "bad-key", 403, "The key is wrong, used or expired."
    WRONG_ORIGIN = "wrong-origin", 403, "The request comes from a page of another website."
    WRONG_HOST = "wrong-host", 421, "The Host header is not a name of this server."
    UNKNOWN_GAME = "unknown-game", 404, "There is no such game."
    UNKNOWN_MATCH = "unknown-match", 404, "There is no match with this code."
    UNKNOWN_CODE = "unknown-code", 404, "No match or classroom has this short code now."
    UNKNOWN_ROOM = "unknown-room", 404, "There is no classroom with this code."
    UNKNOWN_PUPIL = "unknown-pupil", 404, "The classroom has no pupil with this number."
    UNKNOWN_TURN = "unknown-turn", 404, "The match does not have that many moves."
    UNKNOWN_PUZZLE = "unknown-puzzle", 404, "There is no such puzzle."
    UNKNOWN_PAGE = "unknown-page", 404, "There is no such page."
    WRONG_METHOD = "wrong-method", 405, "The path does not support this HTTP method."
    TOO_SLOW = "too-slow", 408, "The request body did not arrive in time."
    STALE = "stale", 409, "Something has happened in the match since the requester last saw it."
    OVER = "over", 409, "The match or the puzzle is over."
    NOT_OVER = "not-over", 409, "The match is not over yet."
    WAITING = "waiting", 409, "The other player has not joined yet."
    OUT_OF_TURN = "out-of-turn", 409, "It is the other player's turn."
    NOT_POSSIBLE = (
        "not-possible",
        409,
        "This is not possible now, or not in this case. The message says why.",
    )
    FAIR_PLAY = (
        "fair-play",
        409,
        "The requester is playing this position against a person, or it belongs to a puzzle of the "
        "requester's classroom. It is not evaluated.",
    )
    OUTDATED = "outdated", 409, "The match was saved with another version of the rules."
    NAME_TAKEN = "name-taken", 409, "Another pupil in the classroom has this name."
    ROOM_CLOSED = "room-closed", 409, "The classroom is closed."
    ROOM_FULL = "room-full", 409, "The classroom has no place for another pupil."
    SEAT_TAKEN = "seat-taken", 409, "The match already has two players."
    TOO_LARGE = "too-large", 413, "The request body is too large. The usual limit is 16 KiB."
    NOT_JSON = "not-json", 415, "The request body is not JSON."
    TOO_MANY = (
        "too-many",
        429,
        "Too many requests. Wait for the number of seconds in the Retry-After header.",
    )
    BROKEN = "broken", 500, "An unexpected error occurred on the server."
    STORE = "store", 503, "The database is not available."
    THINKING = "thinking", 503, "The game is being solved for the first time. Try again later."
    FULL = "full", 507, "The server cannot store more games."
    STOPPING = (
        "stopping",
        503,
        "The server is shutting down. Check whether the request was carried out.",
    )

    def __init__(self, word: str, status: int, about: str) -> None:
        self.word = word
        self.status = status
        self.about = about


class Refusal(LastDigitError):  # noqa: N818 - the API's own word
    """Raised when a request is rejected. The request has changed nothing."""

    def __init__(self, reason: Reason, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after = retry_after
