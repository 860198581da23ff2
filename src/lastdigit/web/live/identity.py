"""Being the same person elsewhere: at another device by a key, at one's own machine by a link.

Keys and the link work once, and are kept nowhere.
"""

from __future__ import annotations

import secrets

from lastdigit.web.live.keys import KEY_LENGTH, hashed, new_letters, read_letters


class DeviceKeys:
    """The keys that are out, at most one a person; times are those of a steady clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[str, tuple[bytes, float]] = {}
        """By the secret that each gives away."""

    def issue(self, secret: str, now: float) -> str:
        """Return a new key to somebody's secret, instead of any older one."""
        for kept, (_, until) in list(self._keys.items()):
            if until <= now or kept == secret:
                del self._keys[kept]
        key = new_letters(KEY_LENGTH)
        self._keys[secret] = hashed(key), now + self._seconds
        return key

    def take(self, typed: str, now: float) -> str | None:
        """Return the secret that a key gives away, which it does once."""
        given = hashed(read_letters(typed))
        for secret, (kept, until) in self._keys.items():
            if secrets.compare_digest(kept, given) and until > now:
                del self._keys[secret]
                return secret
        return None


class OwnLink:
    """The link by which one browser becomes that of whoever sits at this machine."""

    def __init__(self) -> None:
        self._kept: bytes | None = None

    def expect(self, words: str) -> None:
        """Let these words work, once."""
        self._kept = hashed(words)

    def take(self, words: str) -> bool:
        """Return whether these are the words; then they are used up."""
        if self._kept is None or not secrets.compare_digest(self._kept, hashed(words)):
            return False
        self._kept = None
        return True
