"""What lets people in: codes of matches, one-time keys of seats, secrets of holders."""

from __future__ import annotations

import hashlib
import secrets

from lastdigit.core.values import Seat

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another when read aloud or from a blackboard."""
CODE_LENGTH = 6
KEY_LENGTH = 12


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a code that people can read to each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(text: str) -> str:
    """Return the code that somebody typed: small letters are as good as large ones."""
    return text.strip().upper()


def new_secret() -> str:
    """Return what proves that somebody holds a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """Return what is kept of a secret: it is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).digest()


class Keys:
    """The one-time keys that are out, at most one a seat; they are for minutes, and kept nowhere.

    Games are known by their numbers; times are those of a steady clock.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[tuple[int, Seat], tuple[bytes, float]] = {}

    def issue(self, game: int, seat: Seat, now: float) -> str:
        """Return a new key for a seat, instead of any older one."""
        while self._keys and next(iter(self._keys.values()))[1] <= now:  # the oldest come first
            del self._keys[next(iter(self._keys))]
        self._keys.pop((game, seat), None)
        key = new_code(KEY_LENGTH)
        self._keys[game, seat] = hashed(key), now + self._seconds
        return key

    def seat(self, game: int, key: str, now: float) -> Seat | None:
        """Return the seat that a key opens, if it opens one of this game."""
        given = hashed(read_code(key))
        for seat in Seat:
            kept, until = self._keys.get((game, seat), (b"", now))
            if secrets.compare_digest(kept, given) and until > now:
                return seat
        return None

    def use_up(self, game: int, seat: Seat) -> None:
        """Let the key of a seat open nothing any more."""
        self._keys.pop((game, seat), None)
