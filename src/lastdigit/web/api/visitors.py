"""Who asks: known by a secret that the server gave, which a browser has as a cookie.

A secret is signed, so that the server knows its own without keeping a list of them; the store has
the signing key, and of a secret that holds a seat the hash. A program sends its secret by itself.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address

from starlette.requests import HTTPConnection, Request

from lastdigit.web.limits import Buckets
from lastdigit.web.live.invitations import hash_secret, new_secret
from lastdigit.web.live.registry import Registry

COOKIE = "lastdigit"
ONLY_BY_THIS_SITE = "__Host-"
"""Browsers let nobody but the site itself set such a cookie, and only over https."""
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
SIGNED = re.compile(r"([A-Za-z0-9_-]{43})\.[A-Za-z0-9_-]{22}")
SIGNATURE_BYTES = 16
HOST_BITS = 64
OLD_SECRETS_A_SECOND, OLD_SECRETS_AT_ONCE = 20, 200
"""Secrets without a signature that are looked up for one address."""
IN_SCOPE = "lastdigit.visitor"
"""Where a request's visitor is remembered: several parts of the application ask."""
YEAR = 365 * 24 * 60 * 60
KNOWN = 10_000
"""So many secrets and addresses are remembered."""
_holder = lru_cache(KNOWN)(hash_secret)


@dataclass(frozen=True)
class Visitor:
    """Whoever asks: where from, and the secret that they were given, if there is one."""

    address: str
    secret: str | None
    holder: bytes | None
    """What a seat of theirs is kept under."""

    @property
    def browser(self) -> str:
        """What limits are counted by: visitors without a secret count as their address."""
        return self.secret or self.address


@lru_cache(KNOWN)
def network_of(address: str) -> str:
    """Return what counts as one address: in IPv6 the network of a home, which has 2^64 of them.

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


def signed(key: bytes, secret: str) -> str:
    """Return a secret with the signature by which it is known as one of ours."""
    signature = hmac.digest(key, secret.encode(), "sha256")[:SIGNATURE_BYTES]
    return f"{secret}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"


class Visitors:
    """Knows everybody who has been given a secret by a server of these games."""

    def __init__(self, registry: Registry, secure: bool) -> None:
        self._registry = registry
        self._key = registry.store.signing_key()
        self._secure = secure
        # The same few browsers ask again and again: their signatures are checked once.
        self._secret_in = lru_cache(KNOWN)(self._check)
        self._old_secrets = Buckets(OLD_SECRETS_A_SECOND, OLD_SECRETS_AT_ONCE)
        self._cookie = f"{ONLY_BY_THIS_SITE}{COOKIE}" if secure else COOKIE

    async def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return who asks. A secret that is none of ours is none."""
        known = connection.scope.get(IN_SCOPE)
        if isinstance(known, Visitor):
            return known
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            signed = unsigned = bearer.strip()
        else:
            signed = connection.cookies.get(self._cookie, "")
            unsigned = connection.cookies.get(COOKIE, "")
        address = network_of(connection.client.host if connection.client is not None else "")
        secret = self._secret_in(signed) or await self._old_secret(unsigned, address)
        visitor = Visitor(address, secret, None if secret is None else _holder(secret))
        connection.scope[IN_SCOPE] = visitor
        return visitor

    def sign(self, secret: str) -> str:
        """Return a secret as it is given away."""
        return signed(self._key, secret)

    async def cookie_for(self, request: Request) -> str | None:
        """Return the header that gives a browser its secret, unless it has one.

        Its scripts cannot read it, and no other site's page sends it in a visitor's name.
        """
        if self._secret_in(request.cookies.get(self._cookie, "")) is not None:
            return None
        return self.cookie_of((await self.visitor(request)).secret or new_secret())

    def cookie_of(self, secret: str) -> str:
        """Return the header that gives a browser a secret."""
        secure = "; Secure" if self._secure else ""
        attributes = f"Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
        return f"{self._cookie}={self.sign(secret)}; {attributes}"

    def _check(self, text: str) -> str | None:
        """Return the secret in a text that has our signature."""
        found = SIGNED.fullmatch(text)
        if found is None or not hmac.compare_digest(self.sign(found[1]), text):
            return None
        return found[1]

    async def _old_secret(self, text: str, address: str) -> str | None:
        """Return a secret that was given, and held a seat, before they were signed.

        The store is asked before any limit is charged, so only a few times a second.
        """
        now = self._registry.clock.steady()
        if not SECRET.fullmatch(text) or self._old_secrets.left(address, now) < 1:
            return None
        self._old_secrets.spend(address, now)
        store = self._registry.store
        known = await self._registry.workers.read(store.is_unsigned, hash_secret(text))
        return text if known else None
