"""Visitors, who are identified by a secret: a cookie in browsers, a bearer token in programs.

The server signs its secrets, so it can verify them without a list. The store contains the signing
key, and the hashes of secrets that own something, such as a seat in a match.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from ipaddress import IPv6Address
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request

from lastdigit.web.limits import Buckets
from lastdigit.web.live.invitations import hash_secret, new_secret
from lastdigit.web.live.registry import Registry

COOKIE = "lastdigit"
HOST_PREFIX = "__Host-"
"""The prefix of a cookie that browsers accept only from the server itself, and only over HTTPS."""
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
SIGNED = re.compile(r"([A-Za-z0-9_-]{43})\.[A-Za-z0-9_-]{22}")
SIGNATURE_BYTES = 16
HOST_BITS = 64
UNSIGNED_PER_SECOND, UNSIGNED_BURST = 20, 200
"""The rate limit for looking up unsigned secrets from one address."""
VISITOR = "lastdigit.visitor"
"""The key in a request's scope under which all parts of the app find the visitor."""
YEAR = 365 * 24 * 60 * 60
CACHE_SIZE = 10_000
_holder = lru_cache(CACHE_SIZE)(hash_secret)


class Visitor(NamedTuple):
    """The sender of a request: an address, and a secret if the request has one."""

    address: str
    secret: str | None
    holder: bytes | None
    """The hash of the secret. The store uses it to identify the owner of a seat."""

    @property
    def browser(self) -> str:
        """The key for rate limits: the secret, or the address if there is none."""
        return self.secret or self.address


@lru_cache(CACHE_SIZE)
def network_of(address: str) -> str:
    """Return the rate-limit key for an address: for IPv6, the network, which has 2^64 addresses.

    >>> network_of("2001:db8:1:2:a:b:c:d"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7', '192.0.2.7')
    """
    try:
        number = IPv6Address(address)
    except ValueError:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Address(int(number) >> HOST_BITS << HOST_BITS))


def sign_secret(key: bytes, secret: str) -> str:
    """Append the server's signature to a secret."""
    signature = hmac.digest(key, secret.encode(), "sha256")[:SIGNATURE_BYTES]
    return f"{secret}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"


class Visitors:
    """Identifies visitors by secrets that any server sharing this store has issued."""

    def __init__(self, registry: Registry, secure: bool) -> None:
        self._registry = registry
        self._key = registry.store.signing_key()
        self._secure = secure
        self._secret_in = lru_cache(CACHE_SIZE)(self._check)
        self._unsigned = Buckets(UNSIGNED_PER_SECOND, UNSIGNED_BURST)
        self._cookie = f"{HOST_PREFIX}{COOKIE}" if secure else COOKIE

    async def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return the visitor who sent a request. A secret with a wrong signature is ignored."""
        known = connection.scope.get(VISITOR)
        if isinstance(known, Visitor):
            return known
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            signed = unsigned = bearer.strip()
        else:
            signed = connection.cookies.get(self._cookie, "")
            unsigned = connection.cookies.get(COOKIE, "")
        address = network_of(connection.client.host if connection.client is not None else "")
        secret = self._secret_in(signed) or await self._unsigned_secret(unsigned, address)
        visitor = Visitor(address, secret, None if secret is None else _holder(secret))
        connection.scope[VISITOR] = visitor
        return visitor

    def sign(self, secret: str) -> str:
        return sign_secret(self._key, secret)

    async def cookie_for(self, request: Request) -> str | None:
        """Return a Set-Cookie header with a secret, or None if the browser has one.

        Scripts cannot read the cookie, and pages on other websites cannot send it.
        """
        if self._secret_in(request.cookies.get(self._cookie, "")) is not None:
            return None
        return self.cookie_of((await self.visitor(request)).secret or new_secret())

    def cookie_of(self, secret: str) -> str:
        """Return the Set-Cookie header for a secret."""
        secure = "; Secure" if self._secure else ""
        attributes = f"Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
        return f"{self._cookie}={self.sign(secret)}; {attributes}"

    def _check(self, text: str) -> str | None:
        """Return the secret in a text if its signature is valid, otherwise None."""
        found = SIGNED.fullmatch(text)
        if found is None or not hmac.compare_digest(self.sign(found[1]), text):
            return None
        return found[1]

    async def _unsigned_secret(self, text: str, address: str) -> str | None:
        """Return an unsigned secret if it owns a seat.

        Early releases did not sign secrets. No other rate limit applies here, so this lookup has
        its own.
        """
        now = self._registry.clock.steady()
        if not SECRET.fullmatch(text) or self._unsigned.left(address, now) < 1:
            return None
        self._unsigned.spend(address, now)
        store = self._registry.store
        known = await self._registry.workers.read(store.is_unsigned, hash_secret(text))
        return text if known else None
