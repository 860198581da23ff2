"""The application: the guard for Host and Origin, readiness, and regular cleanup."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import Receive, Scope, Send

from lastdigit.errors import StoreError
from lastdigit.storage import IN_MEMORY, SqliteStore
from lastdigit.system import DAY, now, timestamp
from lastdigit.web.app import Lifecycle, application
from lastdigit.web.limits import Limits
from tests.web.inside import RunningApp, TurnedClock, run_with_app
from tests.web.people import refused

PUBLIC = "https://play.example.org"
HOST = "play.example.org"


@contextmanager
def served(public_url: str | None) -> Iterator[TestClient]:
    """Serve in this process, behind a proxy or not."""
    app = application(SqliteStore(IN_MEMORY, now), Limits(refusal_milliseconds=0), public_url)
    with TestClient(app, "http://localhost:8642") as client:
        yield client


@pytest.fixture(scope="module")
def bare() -> Iterator[TestClient]:
    with served(None) as client:
        yield client


@pytest.fixture(scope="module")
def proxied() -> Iterator[TestClient]:
    with served(PUBLIC) as client:
        yield client


def passes(client: TestClient, host: str, origin: str) -> bool:
    """Return whether a page of this origin may create a match."""
    headers = {"Host": host, "Origin": origin}
    answer = client.post("/api/matches", json={"game": "digit-duel"}, headers=headers)
    assert answer.status_code in (201, 403), answer.text
    return answer.status_code == 201


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8642", "http://localhost:8642"),
        ("LOCALHOST:8642", "http://localhost:8642"),
        ("192.168.1.7:8642", "http://192.168.1.7:8642"),
        ("[::1]:8642", "http://[::1]:8642"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
    ],
)
def test_origin_of_the_requested_host_is_accepted(bare: TestClient, host: str, origin: str) -> None:
    assert passes(bare, host, origin)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8642", "https://localhost:8642"),
        ("localhost:8642", "ftp://localhost:8642"),
        ("localhost:8642", "//localhost:8642"),
        ("localhost:8642", "localhost:8642"),
        ("localhost:8642", "http://localhost"),
        ("localhost:8642", "http://localhost:8643"),
        ("localhost:8642", "http://127.0.0.1:8642"),
        ("localhost:8642", "http://localhost:8642@evil.example"),
        ("localhost:8642", "http://evil.example@localhost:8642"),
        ("localhost:8642", "http://localhost:8642/page"),
        ("localhost:8642", "http://localhost:none"),
        ("localhost:8642", "http://[half"),
        ("localhost:8642", "null"),
        ("localhost:8642", ""),
        ("localhost", "https://localhost"),
        ("localhost:443", "https://localhost"),
        ("localhost:none", "null"),
    ],
)
def test_other_scheme_name_or_port_is_another_origin(
    bare: TestClient, host: str, origin: str
) -> None:
    assert not passes(bare, host, origin)


@pytest.mark.parametrize("host", [HOST, "127.0.0.1:8642"])
def test_public_origin_is_accepted_behind_a_proxy(proxied: TestClient, host: str) -> None:
    assert passes(proxied, host, PUBLIC)
    assert passes(proxied, "localhost:8642", "http://localhost:8642")
    for origin in (f"http://{HOST}", f"{PUBLIC}:8443", f"http://{HOST}:443"):
        assert not passes(proxied, host, origin)


def test_hsts_is_sent_if_the_public_address_has_tls(bare: TestClient, proxied: TestClient) -> None:
    told = proxied.get("/", headers={"Host": HOST}).headers["Strict-Transport-Security"]
    assert told == "max-age=31536000"
    assert "Strict-Transport-Security" not in bare.get("/").headers


@pytest.mark.parametrize("path", ["/api/games", "/", "/healthz"])
@pytest.mark.parametrize(
    "hosts",
    [
        ["localhost:8642", "localhost:8642"],
        ["localhost:8642", "evil.example"],
        ["user@localhost:8642"],
        ["localhost:8642/@evil.example"],
    ],
)
def test_several_or_odd_host_headers_are_refused(
    bare: TestClient, path: str, hosts: list[str]
) -> None:
    answer = bare.get(path, headers=[("Host", host) for host in hosts])
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_several_or_odd_host_headers_of_a_websocket_are_refused(bare: TestClient) -> None:
    refusal = pytest.raises(WebSocketDenialResponse)
    with (
        refusal as denied,
        bare.websocket_connect("/api/presence", headers={"Host": "me@localhost"}),
    ):
        pass
    assert denied.value.status_code == 400


class FailingStore(SqliteStore):
    """A store that can be made to fail, and to report any size."""

    answers = True
    taken = 0

    def size(self) -> int:
        return self.taken

    def is_unsigned(self, holder: bytes) -> bool:
        if not self.answers:
            raise StoreError("no")
        return super().is_unsigned(holder)


def test_a_server_is_ready_while_its_store_answers_and_it_is_not_stopping() -> None:
    store, lifecycle = FailingStore(IN_MEMORY, now), Lifecycle()
    app = application(store, Limits(), lifecycle=lifecycle)
    assert asyncio.run(lifecycle.problem()) == "starting"
    with TestClient(app, "http://any.name.at.all") as client:
        assert (client.get("/readyz").status_code, client.get("/readyz").text) == (200, "ok\n")
        store.answers = False
        assert client.get("/readyz").status_code == 503
        assert "store" in client.get("/readyz").text
        assert client.get("/healthz").status_code == 200
        store.answers, lifecycle.is_stopping = True, True
        assert (client.get("/readyz").status_code, client.get("/readyz").text) == (
            503,
            "stopping\n",
        )
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/").status_code == 421, "everything else is still guarded"


def test_old_invitations_are_deleted_and_a_full_store_takes_no_new_games() -> None:
    turned, lifecycle = TurnedClock(), Lifecycle()
    store = FailingStore(IN_MEMORY, lambda: timestamp(turned.wall))

    async def scenario(app: RunningApp) -> None:
        ada, ben = app.guest(), app.guest()
        await ada.set_up(against="link")
        app.time.pass_by(23 * 3_600)
        await ben.set_up(against="here")
        await lifecycle.clean_up()
        assert (await ada.get(ada.path)).status_code == 200
        app.time.pass_by(2 * 3_600)
        await lifecycle.clean_up()
        assert refused(await ada.get(ada.path)) == "unknown-match"
        store.taken = 1_000_001
        await lifecycle.clean_up()
        assert refused(await ben.post("/api/matches", {"game": "digit-duel"})) == "full"
        assert (await ben.command("move", move="tens")).status_code == 200
        app.time.pass_by(3 * 24 * 3_600)
        store.taken = 1_000_000
        await lifecycle.clean_up()
        assert refused(await ben.get(ben.path)) == "unknown-match"
        await ben.set_up(against="here")

    limits = Limits(store_megabytes=1, unfinished_days=2)
    run_with_app(scenario, limits, store, turned, lifecycle=lifecycle)


def test_classroom_deleted_after_a_year_is_removed_from_memory() -> None:
    turned, lifecycle = TurnedClock(), Lifecycle()
    store = SqliteStore(IN_MEMORY, lambda: timestamp(turned.wall))

    async def scenario(app: RunningApp) -> None:
        teacher, ada = app.guest(), app.guest()
        opened = (await teacher.post("/api/rooms", {"game": "digit-duel"})).json()
        teacher.secret, path = opened["secret"], f"/api/rooms/{opened['room']['code']}"
        app.time.pass_by(364 * DAY)
        assert (await ada.post(f"{path}/pupils", {"name": "Ada"})).is_success
        app.time.pass_by(364 * DAY)
        await lifecycle.clean_up()
        assert (await teacher.get(path)).is_success
        app.time.pass_by(2 * DAY)
        await lifecycle.clean_up()
        assert refused(await teacher.get(path)) == "unknown-room"

    run_with_app(scenario, store=store, time=turned, lifecycle=lifecycle)


def test_operations_are_called_without_starlettes_routing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up("digit-poison", against="here")
        reached: list[str] = []

        async def record(_: object, scope: Scope, receive: Receive, send: Send) -> None:
            reached.append(scope["path"])
            await Response()(scope, receive, send)

        monkeypatch.setattr(Starlette, "__call__", record)
        await ada.move("1")
        assert (await ada.get(f"{ada.path}/turns/1")).json()["turn"] == 1
        assert reached == []
        others = ["/api/nothing", "/api/matches/", f"{ada.path}/commands/", "/api//x/commands", "/"]
        for path in others:
            await ada.post(path, {})
        await ada.get(f"{ada.path}/commands")
        assert reached == [*others, f"{ada.path}/commands"]

    run_with_app(scenario)


@pytest.mark.parametrize(("encoding", "expected"), [("gzip", "gzip"), ("identity", None)])
def test_the_response_to_a_command_is_compressed_on_request(
    bare: TestClient, encoding: str, expected: str | None
) -> None:
    headers = {"Accept-Encoding": encoding}
    answer = bare.post("/api/matches", json={"game": "digit-duel"}, headers=headers)
    assert answer.headers.get("Content-Encoding") == expected
    assert answer.json()["match"]["game"] == "digit-duel"
