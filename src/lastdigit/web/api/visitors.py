"""Who asks: known by a secret, which a browser has as a cookie and a program sends by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from lastdigit.web.live.seats import hashed, new_secret

COOKIE = "lastdigit"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class Visitor:
    """Whoever asks: where from, and the secret, if there is one."""

    address: str
    secret: str | None

    @property
    def holder(self) -> bytes | None:
        """What a seat of theirs is kept under."""
        return None if self.secret is None else hashed(self.secret)


def visitor(connection: HTTPConnection) -> Visitor:
    """Return who asks. A secret that cannot be one of ours is none."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    given = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    address = connection.client.host if connection.client is not None else ""
    return Visitor(address, given if SECRET.fullmatch(given) else None)


def new_cookie(secure: bool) -> str:
    """Return the header that gives a browser a secret which its scripts cannot read."""
    attributes = f"Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
    return f"{COOKIE}={new_secret()}; {attributes}"
