"""Visitors are identified by secrets that the server has issued, in a cookie or as a token."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lastdigit.executors.base import Outcome
from lastdigit.storage import IN_MEMORY, SqliteStore, Store
from lastdigit.system import now
from lastdigit.web.app import application
from lastdigit.web.limits import Limits
from lastdigit.web.live import puzzles
from tests.storage.test_sqlite import make_old_file
from tests.web.inside import run_jobs_here

OLD = "0" * 43
"""A secret of the first version, without a signature."""
PUBLIC = "https://play.example.org"
GAME = {"game": "digit-duel", "against": "here", "first": 1}

Visit = Callable[..., TestClient]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store with a match whose seat belongs to an unsigned secret."""
    path = tmp_path / "data" / "games.sqlite3"
    make_old_file(path, 2, hashlib.sha256(OLD.encode()).digest())
    return SqliteStore(path, now)


@pytest.fixture
def old_match(store: Store) -> str:
    """Return the code of that match."""
    code = store.code_of(1)
    assert code is not None
    return code


@pytest.fixture
def visit(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visit]:
    """Run the application in this process, and return browsers with separate cookies."""
    # Home does without the puzzle of the day, and no process is started to make it.
    monkeypatch.setattr(puzzles, "HOME_SECONDS", 0)
    run_jobs_here(monkeypatch, lambda job: Outcome(job, lost=True))
    with ExitStack() as stack:

        def browser(public_url: str | None = None) -> TestClient:
            app = application(store, Limits(), public_url)
            return stack.enter_context(TestClient(app, public_url or "http://localhost"))

        yield browser


def given_cookie(client: TestClient) -> Morsel[str]:
    """Return the only cookie that a page sets."""
    (cookie,) = SimpleCookie(client.get("/").headers["Set-Cookie"]).values()
    return cookie


def seats(client: TestClient, match: str, **headers: str) -> list[int]:
    """Return the visitor's seats in a match."""
    held: list[int] = client.get(f"/api/matches/{match}", headers=headers).json()["you"]
    return held


def test_browser_is_identified_by_its_cookie(visit: Visit) -> None:
    client = visit()
    cookie = given_cookie(client)
    assert (cookie.key, cookie["path"], cookie["samesite"]) == ("lastdigit", "/", "Lax")
    assert cookie["httponly"]
    assert not cookie["secure"]
    match = client.post("/api/matches", json=GAME).json()["match"]["code"]
    assert seats(client, match) == [1, 2]
    assert "Set-Cookie" not in client.get("/").headers


def test_cookie_has_the_host_prefix_behind_https(visit: Visit) -> None:
    client = visit(PUBLIC)
    cookie = given_cookie(client)
    assert cookie.key == "__Host-lastdigit"
    assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "Lax")
    assert cookie["secure"]
    assert cookie["httponly"]
    match = client.post("/api/matches", json=GAME).json()["match"]["code"]
    assert seats(client, match) == [1, 2]
    client.cookies.clear()
    client.cookies.set("lastdigit", cookie.value)
    assert seats(client, match) == []


@pytest.mark.parametrize(
    "made_up",
    ["A" * 43, "A" * 66, f"{'A' * 43}.{'A' * 22}", f"{'A' * 43}.", ".", "", "A" * 5_000],
    ids=lambda text: ascii(text)[:60],
)
def test_invented_secrets_are_ignored(visit: Visit, made_up: str) -> None:
    client = visit()
    headers = {"Cookie": f"lastdigit={made_up}"}
    assert "Set-Cookie" in client.get("/", headers=headers).headers
    made = client.post("/api/matches", json=GAME, headers=headers)
    assert made.json()["secret"], "a secret of the server's own instead"
    assert seats(client, made.json()["match"]["code"], **headers) == []


def test_half_of_a_secret_is_not_enough_and_a_signature_fits_one_secret(visit: Visit) -> None:
    client = visit()
    one, two = (client.post("/api/matches", json=GAME).json() for _ in range(2))
    (name, signature), (other, _) = (made["secret"].split(".") for made in (one, two))
    for text, held in [
        (one["secret"], [1, 2]),
        (name, []),
        (f"{other}.{signature}", []),
        (f"{name}.{signature[:-1]}", []),
        (f"{name}.{signature}A", []),
    ]:
        match = one["match"]["code"]
        assert seats(client, match, Authorization=f"Bearer {text}") == held


def test_a_secret_is_known_after_a_restart_and_by_no_other_server(visit: Visit) -> None:
    made = visit().post("/api/matches", json=GAME).json()
    match, bearer = made["match"]["code"], f"Bearer {made['secret']}"
    assert seats(visit(), match, Authorization=bearer) == [1, 2]
    with TestClient(
        application(SqliteStore(IN_MEMORY, now), Limits()), "http://localhost"
    ) as other:
        again = other.post("/api/matches", json=GAME, headers={"Authorization": bearer})
        assert again.json()["secret"], "there it is nobody's"


@pytest.mark.parametrize("public_url", [None, PUBLIC])
def test_holder_of_an_unsigned_secret_keeps_the_seat(
    visit: Visit, public_url: str | None, old_match: str
) -> None:
    """The first version did not sign cookies, and its games must not be lost."""
    client = visit(public_url)
    client.cookies.set("lastdigit", OLD)
    assert seats(client, old_match) == [1, 2]
    cookie = given_cookie(client)
    assert cookie.value.startswith(f"{OLD}."), "the same secret, signed"
    client.cookies.clear()
    client.cookies.set(cookie.key, cookie.value)
    assert seats(client, old_match) == [1, 2]
    assert "Set-Cookie" not in client.get("/").headers


def fourth_game(store: Store, address: str) -> int:
    """Return the status of the fourth new match from nearly the same address."""
    app = application(store, Limits(games_an_address=15, refusal_milliseconds=0))
    with TestClient(app):
        for number in range(4):
            client = TestClient(app, "http://localhost", client=(address.format(number), 50_000))
            answer = client.post("/api/matches", json={"game": "digit-duel"})
    return int(answer.status_code)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("203.0.113.{}", 201),
        ("203.0.113.7", 429),
        ("::ffff:203.0.113.{}", 201),
        ("2001:db8:1:{}::1", 201),
        ("2001:db8:1:1::{}", 429),
        ("fe80::{}%eth0", 429),
    ],
)
def test_ipv6_network_counts_as_one_address(address: str, status: int, store: Store) -> None:
    """A client with an IPv6 address has all 2^64 addresses of its network."""
    assert fourth_game(store, address) == status


def test_holder_of_an_unsigned_token_keeps_the_seat(visit: Visit, old_match: str) -> None:
    assert seats(visit(), old_match, Authorization=f"Bearer {OLD}") == [1, 2]
