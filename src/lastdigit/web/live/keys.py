"""What lets people in: codes of matches, one-time keys of seats, secrets of holders."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from lastdigit.game.game import Seat

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another when read aloud or from a blackboard."""
KEY_LENGTH = 12


def new_code() -> str:
    """Return the code of a match, which is in its link: 128 bits, so that nobody guesses it."""
    return secrets.token_urlsafe(16)


def new_letters(length: int) -> str:
    """Return letters and digits that people can read to each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_letters(text: str) -> str:
    """Return such letters as somebody typed them: small ones are as good, blanks do no harm.

    >>> read_letters(" abc-2d 3")
    'ABC2D3'
    """
    return "".join(character for character in text.upper() if character.isalnum())


def new_secret() -> str:
    """Return what proves that somebody holds a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """Return what is kept of a secret: it is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).digest()


class Keys:
    """The one-time keys that are out, at most one a seat; they are for minutes, and kept nowhere.

    Matches are known by their codes; times are those of a steady clock.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[tuple[str, Seat], tuple[bytes, float]] = {}
        self.on_change: Callable[[str, Seat, bytes, float], None] = lambda *_: None
        """Is told of every key that is issued or used up here, so that other servers know it."""

    def issue(self, match: str, seat: Seat, now: float) -> str:
        """Return a new key for a seat, instead of any older one."""
        while self._keys and next(iter(self._keys.values()))[1] <= now:  # the oldest come first
            del self._keys[next(iter(self._keys))]
        key, until = new_letters(KEY_LENGTH), now + self._seconds
        self.learn(match, seat, hashed(key), until)
        self.on_change(match, seat, hashed(key), until)
        return key

    def learn(self, match: str, seat: Seat, kept: bytes, until: float) -> None:
        """Let a key open a seat until then, instead of any older one."""
        self._keys.pop((match, seat), None)
        self._keys[match, seat] = kept, until

    def seat(self, match: str, key: str, now: float) -> Seat | None:
        """Return the seat that a key opens, if it opens one of this match."""
        given = hashed(read_letters(key))
        for seat in Seat:
            kept, until = self._keys.get((match, seat), (b"", now))
            if secrets.compare_digest(kept, given) and until > now:
                return seat
        return None

    def match_of(self, key: str, now: float) -> str | None:
        """Return the match in which a key opens a seat, if it opens one."""
        given = hashed(read_letters(key))
        for (match, _), (kept, until) in self._keys.items():
            if secrets.compare_digest(kept, given) and until > now:
                return match
        return None

    def use_up(self, match: str, seat: Seat) -> None:
        """Let the key of a seat open nothing any more."""
        self._keys.pop((match, seat), None)
        self.on_change(match, seat, b"", 0.0)
